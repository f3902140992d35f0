//! Why a cell has no figure, in words.

use crate::model::{FailureKind, Reason};

/// `connect: ECONNREFUSED`, `ended by signal 9`, `needs a privilege (perf_event_open: EACCES)`.
pub(super) fn words(reason: &Reason) -> String {
    let call = match (&reason.call, &reason.errno) {
        (Some(call), Some(errno)) => Some(format!("{call}: {errno}")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    };
    let kind = match (reason.kind, reason.signal) {
        (FailureKind::SystemCall, _) => return call.unwrap_or_else(|| "a system call failed".to_owned()),
        (FailureKind::EndedBySignal, Some(signal)) => format!("ended by signal {signal}"),
        (kind, _) => kind_words(kind).to_owned(),
    };
    match call {
        Some(call) => format!("{kind} ({call})"),
        None => kind,
    }
}

fn kind_words(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::SystemCall => "a system call failed",
        FailureKind::EndedBySignal => "ended by a signal",
        FailureKind::EndedEarly => "ended before it was done",
        FailureKind::Deadline => "the deadline passed",
        FailureKind::WorkNotDone => "the work was not all done",
        FailureKind::DidNotSleep => "it should have slept and did not",
        FailureKind::Inconsistent => "loops that should agree did not",
        FailureKind::OutOfMemory => "too little memory",
        FailureKind::KernelLacks => "the kernel lacks it",
        FailureKind::CpuLacks => "the CPU lacks it",
        FailureKind::NoSuchPlacement => "the machine has no such placement",
        FailureKind::NeedsPrivilege => "needs a privilege",
        FailureKind::ProgramMissing => "a program is missing",
        FailureKind::Interrupted => "interrupted",
        FailureKind::TimeLimit => "the time limit passed first",
        FailureKind::Starvation => "starvation: fewer than one round trip a second",
        FailureKind::Bound => "the benchmark's own bound was met first",
        FailureKind::NotReported => "the source has no figure",
        FailureKind::Unknown => "for a reason that this version does not know",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_the_call_and_the_error() {
        let reason = |kind, call: Option<&str>, errno: Option<&str>, signal| Reason {
            kind,
            call: call.map(str::to_owned),
            errno: errno.map(str::to_owned),
            signal,
        };
        for (reason, text) in [
            (reason(FailureKind::SystemCall, Some("connect"), Some("ECONNREFUSED"), None), "connect: ECONNREFUSED"),
            (reason(FailureKind::SystemCall, None, None, None), "a system call failed"),
            (reason(FailureKind::EndedBySignal, None, None, Some(9)), "ended by signal 9"),
            (
                reason(FailureKind::KernelLacks, Some("memfd_create"), Some("ENOSYS"), None),
                "the kernel lacks it (memfd_create: ENOSYS)",
            ),
            (reason(FailureKind::Interrupted, None, None, None), "interrupted"),
        ] {
            assert_eq!(words(&reason), text);
        }
    }
}
