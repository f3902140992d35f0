//! Why a point has no figure: what a benchmark returns instead of one.

use std::io;

use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use shared::model::{FailureKind, Reason, Status};
use thiserror::Error;

use crate::sys::errno;

/// A status other than ok, with its reason. Holds no text that could name a path.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{}", describe(.status, .reason))]
pub struct Failure {
    /// Failed, timeout, skipped or unsupported.
    pub status: Status,
    /// Why.
    pub reason: Reason,
}

impl Failure {
    /// A failure of that kind.
    pub fn failed(kind: FailureKind) -> Self {
        Self::new(Status::Failed, kind)
    }

    /// What this machine, kernel or user cannot do.
    pub fn unsupported(kind: FailureKind) -> Self {
        Self::new(Status::Unsupported, kind)
    }

    /// A status and its kind of reason, without a call.
    pub fn new(status: Status, kind: FailureKind) -> Self {
        Self { status, reason: Reason { kind, call: None, errno: None, signal: None } }
    }

    /// The work was not all done: bytes, checksum, exit status.
    pub fn work_not_done() -> Self {
        Self::failed(FailureKind::WorkNotDone)
    }

    /// A system call failed. A call that the kernel lacks is unsupported; so is one that needs privilege.
    pub fn call(call: &str, error: Errno) -> Self {
        let (status, kind) = match error {
            Errno::NOSYS => (Status::Unsupported, FailureKind::KernelLacks),
            Errno::PERM => (Status::Unsupported, FailureKind::NeedsPrivilege),
            Errno::NOMEM => (Status::Failed, FailureKind::OutOfMemory),
            _ => (Status::Failed, FailureKind::SystemCall),
        };
        let (call, errno) = (Some(call.to_owned()), Some(errno::name(error)));
        Self { status, reason: Reason { kind, call, errno, signal: None } }
    }
}

/// Turns the error of a system call into a failure that names the call.
pub trait Named<T> {
    /// `connect(…).named("connect")?`
    fn named(self, call: &str) -> Result<T, Failure>;
}

impl<T> Named<T> for Result<T, Errno> {
    fn named(self, call: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::call(call, error))
    }
}

impl<T> Named<T> for io::Result<T> {
    fn named(self, call: &str) -> Result<T, Failure> {
        self.map_err(|error| match Errno::from_io_error(&error) {
            Some(error) => Failure::call(call, error),
            None => {
                let mut failure = Failure::work_not_done();
                failure.reason.call = Some(call.to_owned());
                failure
            }
        })
    }
}

/// `failed: system_call connect ECONNREFUSED`
fn describe(status: &Status, reason: &Reason) -> String {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut text = format!("{}: {}", word(serde_json::json!(status)), word(serde_json::json!(reason.kind)));
    for part in [&reason.call, &reason.errno].into_iter().flatten() {
        text.push(' ');
        text.push_str(part);
    }
    if let Some(signal) = reason.signal {
        text.push_str(&format!(" {signal}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_its_call_and_error() {
        let failure: Result<(), _> = Err(Errno::CONNREFUSED).named("connect");
        assert_eq!(failure.unwrap_err().to_string(), "failed: system_call connect ECONNREFUSED");
    }

    #[test]
    fn a_call_that_the_kernel_lacks_is_unsupported() {
        assert_eq!(Failure::call("memfd_create", Errno::NOSYS).status, Status::Unsupported);
        assert_eq!(Failure::call("memfd_create", Errno::NOSYS).reason.kind, FailureKind::KernelLacks);
    }

    #[test]
    fn end_of_file_in_the_middle_of_a_message_is_work_not_done() {
        let failure: Result<(), _> = Err(io::Error::from(io::ErrorKind::UnexpectedEof)).named("read");
        assert_eq!(failure.unwrap_err().to_string(), "failed: work_not_done read");
    }
}
