//! The tasks that jobs are of. Each does a fixed amount of work and comes to a number that proves it: a sum of what was
//! read, received or counted, which is known in another way.

mod arithmetic;
mod channel;
mod file;
mod memory;
mod process;

pub use arithmetic::{DIVISIONS, INTEGERS, MATRIX, PRIMES, ROOTS, SERIES, SORTING, TEXT};
pub use channel::{PIPE, PIPE_PING, TCP, TCP_PING, UDP, UNIX, UNIX_PING};
pub use file::{COPY, CREATE, LINKS, RANDOM_READ, RANDOM_WRITE, READ, SEARCH, SYNC_WRITE, WRITE};
pub use memory::{COPYING, GROWING, PAGES, SHARING, SWEEPING, WANDERING};
pub use process::{EXECS, FORKS, SIGNALS, TREE};

use super::super::Failure;
use super::desk::Desk;

/// A task.
#[derive(Clone, Copy)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// Does it; what it came to.
    work: fn(&mut Desk) -> Result<u64, Failure>,
    /// What it should come to.
    proof: fn() -> u64,
}

impl Task {
    /// Does a job of this task. What comes to anything but its proof was not done.
    pub fn run(&self, desk: &mut Desk) -> Result<(), Failure> {
        if (self.work)(desk)? == (self.proof)() { Ok(()) } else { Err(Failure::work_not_done()) }
    }

    /// The same task with a proof that it does not come to.
    #[cfg(test)]
    pub fn spoiled(self) -> Self {
        Self { proof: || u64::MAX, ..self }
    }
}

/// Every task by its class: arithmetic and data, memory, processes, pipes, sockets, files.
#[cfg(test)]
pub const CLASSES: [&[Task]; 6] = [
    &[INTEGERS, DIVISIONS, SERIES, ROOTS, MATRIX, PRIMES, SORTING, TEXT],
    &[COPYING, SWEEPING, WANDERING, PAGES, GROWING, SHARING],
    &[FORKS, EXECS, TREE, SIGNALS],
    &[PIPE, PIPE_PING, UNIX, UNIX_PING],
    &[UDP, TCP, TCP_PING],
    &[CREATE, READ, RANDOM_READ, WRITE, RANDOM_WRITE, COPY, SYNC_WRITE, LINKS, SEARCH],
];

/// Every task.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = Task> {
    CLASSES.into_iter().flatten().copied()
}

/// The sum of the numbers below that one.
const fn sum_below(count: u64) -> u64 {
    count * (count - 1) / 2
}

#[cfg(test)]
pub mod testing {
    use super::super::super::ipc::pair::testing::{Start, setup};
    use super::*;

    /// A desk in a folder of its own.
    pub struct Place {
        pub desk: Desk,
        _start: Start,
        pub folder: tempfile::TempDir,
    }

    /// Lays one.
    pub fn place() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        Place { desk: Desk::lay().unwrap(), _start: start, folder }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Partner;
    use super::super::super::partner::testing::children;
    use super::testing::place;
    use super::*;

    /// Runs every task in a process of one thread, as users are: signals reach the only one.
    fn each(check: impl Fn(Task, &mut Desk) -> bool) {
        let mut place = place();
        let there = || std::fs::read_dir(place.folder.path()).map(Iterator::count).unwrap_or_default();
        let before = there();
        let work = || {
            for task in all() {
                if !check(task, &mut place.desk) || there() != before || !children().is_empty() {
                    eprintln!("{}", task.name);
                    return Err(Failure::work_not_done());
                }
            }
            Ok(())
        };
        assert_eq!(Partner::fork(None, None, work).unwrap().join(), Ok(()));
    }

    #[test]
    fn every_task_can_be_done_again_and_again_and_leaves_no_more_than_it_found() {
        each(|task, desk| (0..2).all(|_| task.run(desk) == Ok(())));
    }

    #[test]
    fn what_does_not_come_to_its_proof_was_not_done() {
        each(|task, desk| task.spoiled().run(desk) == Err(Failure::work_not_done()));
    }
}
