//! Processes that run side by side and are waited for in the order in which they end. None outlives the list.

use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use crate::bench::{Failure, Named};
use crate::sys::fork::run_in_child;
use crate::sys::usage::{Usage, wait_for_any};

/// The status of one that could not be executed.
pub const NOT_EXECUTED: i32 = 127;

/// Those that run. Dropping it kills and reaps them.
#[derive(Default)]
pub struct Children(Vec<Pid>);

impl Children {
    /// How many run.
    pub fn running(&self) -> usize {
        self.0.len()
    }

    /// Starts a program.
    pub fn start(&mut self, command: Command) -> Result<(), Failure> {
        self.fork(|| become_program(command))
    }

    /// Waits until one has ended: how, and what it and all that it waited for used.
    pub fn wait(&mut self) -> Result<(ExitStatus, Usage), Failure> {
        loop {
            let (child, status, usage) = wait_for_any().named("wait4")?;
            if let Some(index) = self.0.iter().position(|known| *known == child) {
                self.0.swap_remove(index);
                return Ok((status, usage));
            }
        }
    }

    fn fork(&mut self, body: impl FnOnce() -> i32) -> Result<(), Failure> {
        self.0.push(run_in_child(body).named("fork")?);
        Ok(())
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in self.0.drain(..) {
            // Both fail only where the process is gone already, which is what is wanted.
            let _ = kill_process(child, Signal::KILL);
            let _ = waitpid(Some(child), WaitOptions::empty());
        }
    }
}

/// Executes a program in the place of this process; the status where that fails.
pub fn become_program(mut command: Command) -> i32 {
    eprintln!("cannot be executed: {}", command.exec());
    NOT_EXECUTED
}

/// Whether there may be so many processes more at once, by making them.
pub fn room(processes: usize) -> Result<(), Failure> {
    let mut children = Children::default();
    (0..processes).try_for_each(|_| {
        children.fork(|| {
            std::thread::sleep(Duration::MAX);
            0
        })
    })
}
