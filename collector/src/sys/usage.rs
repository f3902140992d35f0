//! What the kernel has counted for this process and its children.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

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
    /// The part of it outside the kernel.
    pub user_ns: u64,
    /// The part of it inside.
    pub system_ns: u64,
    /// Most memory that it had resident, in bytes; of several processes, the largest one's.
    pub max_resident: u64,
}

impl Usage {
    /// Of two, one after or beside the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            voluntary_switches: self.voluntary_switches + other.voluntary_switches,
            involuntary_switches: self.involuntary_switches + other.involuntary_switches,
            minor_faults: self.minor_faults + other.minor_faults,
            cpu_ns: self.cpu_ns + other.cpu_ns,
            user_ns: self.user_ns + other.user_ns,
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

/// Waits until a child has ended: how, and the counts of it and of all that it has waited for itself.
pub fn wait_for(child: Pid) -> io::Result<(ExitStatus, Usage)> {
    let child = child.as_raw_nonzero().get();
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: there is room for the status, and the buffer is a rusage.
        if unsafe { libc::wait4(child, &raw mut status, 0, usage.as_mut_ptr()) } == child {
            // SAFETY: zeroes are a valid value, and so is what the call has written over them.
            return Ok((ExitStatus::from_raw(status), counted(unsafe { usage.assume_init() })));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Waits until any child that this thread has made has ended: which, how, and the counts as above.
pub fn wait_for_any() -> io::Result<(Pid, ExitStatus, Usage)> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: as above.
        let child = unsafe { libc::wait4(-1, &raw mut status, libc::__WNOTHREAD, usage.as_mut_ptr()) };
        if let Some(child) = Pid::from_raw(child).filter(|_| child > 0) {
            // SAFETY: as above.
            return Ok((child, ExitStatus::from_raw(status), counted(unsafe { usage.assume_init() })));
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
    counted(unsafe {
        libc::getrusage(who, usage.as_mut_ptr());
        usage.assume_init()
    })
}

fn counted(usage: libc::rusage) -> Usage {
    let count = |number: libc::c_long| u64::try_from(number).unwrap_or_default();
    let ns = |time: libc::timeval| count(time.tv_sec) * 1_000_000_000 + count(time.tv_usec) * 1_000;
    let (user_ns, system_ns) = (ns(usage.ru_utime), ns(usage.ru_stime));
    Usage {
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
        minor_faults: count(usage.ru_minflt),
        cpu_ns: user_ns + system_ns,
        user_ns,
        system_ns,
        max_resident: count(usage.ru_maxrss) * 1024,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::fork::run_in_child;

    #[test]
    fn a_child_is_waited_for_with_what_it_used() {
        let child = run_in_child(|| {
            let memory = vec![1_u8; 32 << 20];
            i32::from(std::hint::black_box(&memory).iter().map(|&byte| u64::from(byte)).sum::<u64>() == 32 << 20) * 7
        })
        .unwrap();
        let (status, usage) = wait_for(child).unwrap();
        assert_eq!(status.code(), Some(7));
        assert!(usage.max_resident >= 32 << 20, "{usage:?}");
        assert_eq!(usage.cpu_ns, usage.user_ns + usage.system_ns);
        assert!(usage.cpu_ns > 0 && usage.minor_faults > 0, "{usage:?}");
    }

    #[test]
    fn of_two_the_larger_memory_counts_and_the_rest_adds_up() {
        let one = Usage { cpu_ns: 5, user_ns: 3, system_ns: 2, max_resident: 100, ..Usage::default() };
        let other = Usage { cpu_ns: 9, user_ns: 8, system_ns: 1, max_resident: 70, ..Usage::default() };
        let both = one.and(other);
        assert_eq!((both.cpu_ns, both.user_ns, both.system_ns, both.max_resident), (14, 11, 3, 100));
    }
}
