//! Ending what a start left behind. The supervisor is a subreaper, so whatever loses its parent becomes its child.

use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait, waitpid};

/// Between looks at whether a process has ended.
const PAUSE: Duration = Duration::from_millis(1);
/// How long killed processes may take to be gone.
const LIMIT: Duration = Duration::from_secs(5);

/// Waits up to `grace` for the group's leader, then kills the group and everything adopted. Returns how the leader ended.
pub fn end_all(leader: Pid, grace: Duration) -> Option<WaitStatus> {
    let begun = Instant::now();
    let mut status = None;
    while status.is_none() && begun.elapsed() < grace {
        status = ended(leader);
        if status.is_none() {
            std::thread::sleep(PAUSE);
        }
    }
    // Fails only where nobody of the group is left.
    let _ = kill_process_group(leader, Signal::KILL);
    if status.is_none() {
        status = waitpid(Some(leader), WaitOptions::empty()).ok().flatten().map(|(_, status)| status);
    }
    end_adopted();
    status
}

fn ended(leader: Pid) -> Option<WaitStatus> {
    waitpid(Some(leader), WaitOptions::NOHANG).ok().flatten().map(|(_, status)| status)
}

/// Kills and reaps children until there are none.
fn end_adopted() {
    let begun = Instant::now();
    while begun.elapsed() < LIMIT {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                for child in children() {
                    // Fails only where it has ended since.
                    let _ = kill_process(child, Signal::KILL);
                }
                std::thread::sleep(PAUSE);
            }
            Err(_) => return,
        }
    }
}

/// Children of this process, as far as the kernel lists them under the numbers that this process knows them by: in a new
/// PID namespace that still sees the outer /proc it does not, and a wrong number must not be killed.
fn children() -> Vec<Pid> {
    let own = getpid().as_raw_nonzero();
    let seen = std::fs::read_link("/proc/self").ok().and_then(|link| link.to_str()?.parse().ok());
    if seen != Some(own.get()) {
        return Vec::new();
    }
    std::fs::read_to_string(format!("/proc/{own}/task/{own}/children"))
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|number| Pid::from_raw(number.parse().ok()?))
        .collect()
}
