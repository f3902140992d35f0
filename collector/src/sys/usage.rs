//! What the kernel has counted for this process and its children.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// Counts since the process began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Times it gave up its CPU to wait.
    pub voluntary_switches: u64,
    /// Times its CPU was taken from it.
    pub involuntary_switches: u64,
    /// Page faults that needed no device.
    pub minor_faults: u64,
    /// Time on a CPU, in ns, as exact as the kernel's microseconds.
    pub cpu_ns: u64,
}

/// The counts of this process; zeroes should the kernel not say.
pub fn own() -> Usage {
    of(libc::RUSAGE_SELF)
}

/// The counts of the children that have been waited for; zeroes should the kernel not say.
pub fn ended_children() -> Usage {
    of(libc::RUSAGE_CHILDREN)
}

fn of(who: libc::c_int) -> Usage {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the buffer is a rusage of zeroes, which is a valid value, and stays one where the call fails.
    let usage = unsafe {
        libc::getrusage(who, usage.as_mut_ptr());
        usage.assume_init()
    };
    let count = |number: libc::c_long| u64::try_from(number).unwrap_or_default();
    let ns = |time: libc::timeval| count(time.tv_sec) * 1_000_000_000 + count(time.tv_usec) * 1_000;
    Usage {
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
        minor_faults: count(usage.ru_minflt),
        cpu_ns: ns(usage.ru_utime) + ns(usage.ru_stime),
    }
}
