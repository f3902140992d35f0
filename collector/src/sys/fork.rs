//! Forking without exec.
#![allow(unsafe_code)]

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rustix::process::{Pid, Signal, getpid, getppid, set_parent_process_death_signal};

/// Exit status of a child whose body panicked.
const PANICKED: i32 = 101;

/// Forks. The child runs `body` and exits with the status that it returns; the parent gets the child's id. The child dies
/// with its parent. Only for processes of one thread, as every start is.
pub fn run_in_child(body: impl FnOnce() -> i32) -> io::Result<Pid> {
    let parent = getpid();
    // SAFETY: this process has one thread, so the child's memory, locks included, is in a state that code may go on from.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let status = catch_unwind(AssertUnwindSafe(|| {
                // The parent may have ended before the signal was asked for.
                match set_parent_process_death_signal(Some(Signal::KILL)) {
                    Ok(()) if getppid() == Some(parent) => body(),
                    _ => PANICKED,
                }
            }))
            .unwrap_or(PANICKED);
            // SAFETY: ends this process without running exit handlers, which belong to the parent.
            unsafe { libc::_exit(status) }
        }
        pid => Pid::from_raw(pid).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData)),
    }
}
