//! What the kernel has counted for this process and its children.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;

use rustix::process::Pid;

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
    /// Of it, time in the kernel.
    pub system_ns: u64,
    /// Most memory that any one process has had resident, in bytes.
    pub max_resident: u64,
}

impl Usage {
    /// The counts of both: sums, and the greater of what is a maximum.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
            minor_faults: self.minor_faults + other.minor_faults,
            cpu_ns: self.cpu_ns + other.cpu_ns,
            system_ns: self.system_ns + other.system_ns,
            max_resident: self.max_resident.max(other.max_resident),
        }
    }
}

/// The counts of this process; zeroes should the kernel not say.
pub fn own() -> Usage {
    of(libc::RUSAGE_SELF)
}

/// The counts of the children that have been waited for; zeroes should the kernel not say.
pub fn ended_children() -> Usage {
    of(libc::RUSAGE_CHILDREN)
}

/// Waits until a child of this thread has ended: which, its exit status (none where it ended by a signal), and the counts
/// of it and of all that it has waited for.
pub fn wait_for_child() -> io::Result<(Pid, Option<i32>, Usage)> {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let mut status = 0;
    loop {
        // SAFETY: there is room for the status and the usage.
        let child = unsafe { libc::wait4(-1, &raw mut status, libc::__WNOTHREAD, usage.as_mut_ptr()) };
        if let Some(child) = Pid::from_raw(child).filter(|_| child > 0) {
            let exit = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            // SAFETY: it was all zeroes, which is a valid value, and the kernel has filled it.
            return Ok((child, exit, counts(unsafe { &usage.assume_init() })));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn of(who: libc::c_int) -> Usage {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the buffer is a rusage of zeroes, which is a valid value, and stays one where the call fails.
    let usage = unsafe {
        libc::getrusage(who, usage.as_mut_ptr());
        usage.assume_init()
    };
    counts(&usage)
}

fn counts(usage: &libc::rusage) -> Usage {
    let count = |number: libc::c_long| u64::try_from(number).unwrap_or_default();
    let ns = |time: libc::timeval| count(time.tv_sec) * 1_000_000_000 + count(time.tv_usec) * 1_000;
    Usage {
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
        minor_faults: count(usage.ru_minflt),
        cpu_ns: ns(usage.ru_utime) + ns(usage.ru_stime),
        system_ns: ns(usage.ru_stime),
        max_resident: count(usage.ru_maxrss) << 10,
    }
}
