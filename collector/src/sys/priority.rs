//! Standing back behind other processes.
#![allow(unsafe_code)]

use libc::{SCHED_IDLE, SYS_sched_setscheduler, sched_param};
use rustix::io::Errno;

/// From now on this process, and what it forks, gets what nobody else wants of a CPU.
pub fn idle() -> Result<(), Errno> {
    // SAFETY: zeroes are a value of every field that a C library may have in it.
    let parameters: sched_param = unsafe { std::mem::zeroed() };
    // By the system call: a C library may not have the function, as the kernel's is about threads.
    // SAFETY: 0 is this process, and the parameters can be read.
    match unsafe { libc::syscall(SYS_sched_setscheduler, 0, SCHED_IDLE, &raw const parameters) } {
        0 => Ok(()),
        _ => Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)),
    }
}
