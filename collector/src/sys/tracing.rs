//! Counting the processes that a process makes, whatever programs those are, by tracing it and all of them. What is traced
//! is slower, so nothing is timed that way.
#![allow(unsafe_code)]

use std::io::{self, Read, Write};
use std::ptr;

use libc::{
    PTRACE_CONT, PTRACE_EVENT_CLONE, PTRACE_EVENT_EXEC, PTRACE_EVENT_FORK, PTRACE_EVENT_VFORK, PTRACE_O_EXITKILL,
    PTRACE_O_TRACECLONE, PTRACE_O_TRACEEXEC, PTRACE_O_TRACEFORK, PTRACE_O_TRACEVFORK, PTRACE_SEIZE, WEXITSTATUS,
    WIFEXITED, WIFSTOPPED, WSTOPSIG, c_int, c_long, pid_t,
};
use rustix::pipe::{PipeFlags, pipe_with};

use super::fork::run_in_child;

/// What stops a new process that is traced, by its number in the system's `ptrace.h`.
const PTRACE_EVENT_STOP: c_int = 128;

/// What a process and all that it made did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    /// Processes made, the first one among them, and threads.
    pub forks: u64,
    /// Programs executed.
    pub execs: u64,
    /// The first one's exit status; none where it ended by a signal.
    pub status: Option<i32>,
}

/// Runs `body` in a forked process and waits until it and all its descendants have ended. An error where the system
/// permits no tracing; `body` has not run then.
pub fn trace(body: impl FnOnce() -> i32) -> io::Result<Traced> {
    let (permitted, permit) = pipe_with(PipeFlags::CLOEXEC)?;
    let (mut permitted, mut permit) = (std::fs::File::from(permitted), std::fs::File::from(permit));
    let child = run_in_child(|| {
        let mut word = [0];
        // Only who is traced begins.
        if permitted.read_exact(&mut word).is_ok() { body() } else { 1 }
    })?;
    let child: pid_t = child.as_raw_nonzero().get();
    let seized = seize(child);
    let begun = seized.and_then(|()| permit.write_all(&[0]));
    if let Err(error) = begun {
        // SAFETY: the child is this function's own and was not waited for.
        unsafe {
            libc::kill(child, libc::SIGKILL);
            libc::waitpid(child, ptr::null_mut(), 0);
        }
        return Err(error);
    }
    follow(child)
}

/// Makes this process the tracer of a child and, by inheritance, of all that it makes; they end with this process.
fn seize(child: pid_t) -> io::Result<()> {
    let options =
        PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    // SAFETY: asks with numbers only.
    match unsafe { libc::ptrace(PTRACE_SEIZE, child, 0 as c_long, options as c_long) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets each stopped process go on until there are none.
fn follow(first: pid_t) -> io::Result<Traced> {
    let mut traced = Traced { forks: 1, ..Traced::default() };
    loop {
        let mut status: c_int = 0;
        // SAFETY: there is room for the status.
        let process = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL | libc::__WNOTHREAD) };
        if process == -1 {
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => continue,
                Some(libc::ECHILD) => return Ok(traced),
                _ => return Err(error),
            }
        }
        if !WIFSTOPPED(status) {
            if process == first {
                traced.status = WIFEXITED(status).then(|| WEXITSTATUS(status));
            }
            continue;
        }
        let signal = match status >> 16 {
            PTRACE_EVENT_FORK | PTRACE_EVENT_VFORK | PTRACE_EVENT_CLONE => {
                traced.forks += 1;
                0
            }
            PTRACE_EVENT_EXEC => {
                traced.execs += 1;
                0
            }
            // A new process before its first instruction.
            PTRACE_EVENT_STOP => 0,
            // On its way to be delivered a signal, which it gets.
            _ => WSTOPSIG(status),
        };
        // SAFETY: as above; fails only where the process was killed meanwhile.
        unsafe { libc::ptrace(PTRACE_CONT, process, 0 as c_long, c_long::from(signal)) };
    }
}
