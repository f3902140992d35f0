//! How often processes gave up their CPU to wait.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;

use libc::{RUSAGE_CHILDREN, RUSAGE_THREAD, c_int};

/// Voluntary context switches of the calling thread since it began.
pub fn of_this_thread() -> io::Result<u64> {
    voluntary(RUSAGE_THREAD)
}

/// Voluntary context switches of all children that have been waited for.
pub fn of_ended_children() -> io::Result<u64> {
    voluntary(RUSAGE_CHILDREN)
}

fn voluntary(who: c_int) -> io::Result<u64> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the buffer is a rusage, which the kernel fills where it returns success.
    unsafe {
        match libc::getrusage(who, usage.as_mut_ptr()) {
            0 => Ok(u64::try_from(usage.assume_init().ru_nvcsw).unwrap_or_default()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_is_a_voluntary_switch() {
        let before = of_this_thread().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(of_this_thread().unwrap() > before);
    }
}
