//! The other process of a benchmark of two: forked, pinned, and never left behind.

use std::os::fd::RawFd;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::{Failure, Named};
use crate::{placement, sys};

/// A forked process. Dropping it kills and reaps it; [`Partner::join`] waits for its success.
pub struct Partner {
    pid: Option<Pid>,
}

impl Partner {
    /// Forks a process that pins itself to `cpu`, closes `private`, runs `body` and exits.
    pub(super) fn fork(
        cpu: Option<u32>,
        private: Option<RawFd>,
        body: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let pid = sys::fork::run_in_child(move || {
            if let Some(fd) = private {
                sys::fd::close(fd);
            }
            let placed = cpu.map_or(Ok(()), |cpu| placement::pin(&[cpu]).named("sched_setaffinity"));
            match placed.and_then(|()| body()) {
                Ok(()) => 0,
                Err(_) => 1,
            }
        })
        .named("fork")?;
        Ok(Self { pid: Some(pid) })
    }

    /// Waits until it has exited; anything but success means that its half of the work was not done.
    pub fn join(mut self) -> Result<(), Failure> {
        let Some(pid) = self.pid.take() else { return Ok(()) };
        loop {
            match waitpid(Some(pid), WaitOptions::empty()) {
                Ok(Some((_, status))) if status.exit_status() == Some(0) => return Ok(()),
                Ok(_) => return Err(Failure::work_not_done()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(Failure::call("waitpid", error)),
            }
        }
    }
}

impl Partner {
    /// Kills it, and does not wait until it is gone: dropping it does.
    pub fn kill(&self) {
        if let Some(pid) = self.pid {
            // Fails only where the process is gone already, which is what is wanted.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        self.kill();
        if let Some(pid) = self.pid.take() {
            // Fails only where the process is gone already, which is what is wanted.
            let _ = waitpid(Some(pid), WaitOptions::empty());
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    use rustix::process::{Pid, getpid};

    /// The children of this process.
    pub fn children() -> Vec<Pid> {
        let mut children = Vec::new();
        for task in std::fs::read_dir(format!("/proc/{}/task", getpid().as_raw_nonzero())).unwrap() {
            let list = std::fs::read_to_string(task.unwrap().path().join("children")).unwrap_or_default();
            children.extend(list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().unwrap())));
        }
        children
    }
}
