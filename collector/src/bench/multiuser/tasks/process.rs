//! Processes that come and go, and signals.

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, waitpid};

use super::super::super::{Failure, Named};
use super::super::desk::Desk;
use super::{Task, sum_below};
use crate::sys::exit_program;
use crate::sys::fork::run_in_child;
use crate::sys::processes::{Ended, fork_exec, fork_exit};
use crate::sys::signal_work::UserSignal;

/// Children that exit, each with another status.
pub const FORKS: Task = Task { name: "forks", work: forks, proof: || sum_below(CHILDREN as u64) };
/// Children that execute a program of a few hundred bytes.
pub const EXECS: Task = Task { name: "execs", work: execs, proof: || EXECUTIONS * exit_program::STATUS as u64 };
/// Trees of processes, each of which counts those that it has forked.
pub const TREE: Task = Task { name: "tree", work: tree, proof: || TREES * (WIDTH * (1 + WIDTH)) as u64 };
/// Signals that a process sends itself and catches.
pub const SIGNALS: Task = Task { name: "signals", work: signals, proof: || CAUGHT };

/// Children of a job.
const CHILDREN: i32 = 24;
/// Programs that a job executes.
const EXECUTIONS: u64 = 20;
/// Trees of a job.
const TREES: u64 = 3;
/// Children of every process of a tree that has some: there are two generations.
const WIDTH: i32 = 3;
/// Signals of a job.
const CAUGHT: u64 = 4000;

fn forks(_: &mut Desk) -> Result<u64, Failure> {
    (0..CHILDREN).map(|status| exited(fork_exit(status).named("fork")?)).sum()
}

fn execs(desk: &mut Desk) -> Result<u64, Failure> {
    (0..EXECUTIONS).map(|_| exited(fork_exec(desk.program.exec(), &[c"exit"], None).named("fork")?)).sum()
}

fn exited(ended: Ended) -> Result<u64, Failure> {
    match ended {
        Ended::Exited(status) => Ok(status as u64),
        Ended::NotExecuted(error) => Err(Failure::call("execve", error)),
        Ended::Otherwise => Err(Failure::work_not_done()),
    }
}

fn tree(_: &mut Desk) -> Result<u64, Failure> {
    (0..TREES).map(|_| Ok(descendants(2)? as u64)).sum()
}

/// Forks children that have as many of their own, generation after generation; how many there were.
fn descendants(generations: u32) -> Result<i32, Failure> {
    if generations == 0 {
        return Ok(0);
    }
    let mut children = Vec::with_capacity(WIDTH as usize);
    let mut failure = None;
    for _ in 0..WIDTH {
        // A status of zero is that of nobody who counts himself.
        match run_in_child(|| descendants(generations - 1).map_or(0, |below| 1 + below)).named("fork") {
            Ok(child) => children.push(child),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    let mut count = 0;
    for child in children {
        match status(child) {
            Ok(below) if below > 0 => count += below,
            Ok(_) => failure = failure.or_else(|| Some(Failure::work_not_done())),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure.map_or(Ok(count), Err)
}

fn status(child: Pid) -> Result<i32, Failure> {
    loop {
        match waitpid(Some(child), WaitOptions::empty()) {
            Ok(Some((_, status))) => return status.exit_status().ok_or_else(Failure::work_not_done),
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(Failure::call("waitpid", error)),
        }
    }
}

fn signals(_: &mut Desk) -> Result<u64, Failure> {
    let signal = UserSignal::catch().named("rt_sigaction")?;
    let before = signal.caught();
    signal.send(CAUGHT).named("kill")?;
    Ok(signal.caught() - before)
}

#[cfg(test)]
mod tests {
    use super::super::testing::place;
    use super::*;
    use crate::bench::Partner;
    use crate::sys::lacking::without;

    #[test]
    fn a_tree_has_as_many_processes_as_it_should() {
        let _place = place();
        assert_eq!((descendants(0), descendants(1), descendants(2)), (Ok(0), Ok(3), Ok(12)));
    }

    #[test]
    fn how_a_child_should_not_end_is_found_out() {
        assert_eq!(exited(Ended::Exited(3)), Ok(3));
        assert_eq!(exited(Ended::Otherwise), Err(Failure::work_not_done()));
        let missing = exited(Ended::NotExecuted(Errno::NOENT));
        assert_eq!(missing.unwrap_err().to_string(), "failed: system_call execve ENOENT");
    }

    #[test]
    fn processes_that_cannot_be_made_fail_their_jobs() {
        let mut place = place();
        let work = || {
            without(&[libc::SYS_clone, libc::SYS_fork, libc::SYS_clone3]).named("prctl")?;
            for task in [FORKS, EXECS, TREE] {
                match task.run(&mut place.desk) {
                    Err(failure) if failure.reason.call.as_deref() == Some("fork") => {}
                    _ => return Err(Failure::work_not_done()),
                }
            }
            Ok(())
        };
        assert_eq!(Partner::fork(None, None, work).unwrap().join(), Ok(()));
    }
}
