//! Mixes of jobs, and the order in which a user does them.

use super::tasks::{self, Task};
use crate::plan::Random;

/// Jobs of a user.
pub const JOBS: usize = 100;
/// What all orders are drawn from: the same user does the same in every run.
const SEED: u64 = 7;

/// A mix: how many of a user's jobs each task is.
pub struct Mix {
    /// Its name in points.
    pub name: &'static str,
    /// Jobs by task.
    pub jobs: &'static [(usize, Task)],
}

/// Every mix.
pub static MIXES: [Mix; 4] = [
    Mix {
        name: "shared",
        jobs: &[
            (4, tasks::INTEGERS),
            (4, tasks::DIVISIONS),
            (3, tasks::SERIES),
            (3, tasks::ROOTS),
            (2, tasks::MATRIX),
            (3, tasks::PRIMES),
            (3, tasks::SORTING),
            (3, tasks::TEXT),
            (3, tasks::COPYING),
            (2, tasks::SWEEPING),
            (2, tasks::WANDERING),
            (4, tasks::PAGES),
            (4, tasks::GROWING),
            (3, tasks::SHARING),
            (4, tasks::FORKS),
            (5, tasks::EXECS),
            (5, tasks::TREE),
            (3, tasks::SIGNALS),
            (3, tasks::PIPE),
            (2, tasks::PIPE_PING),
            (3, tasks::UNIX),
            (1, tasks::UNIX_PING),
            (3, tasks::UDP),
            (2, tasks::TCP),
            (1, tasks::TCP_PING),
            (3, tasks::CREATE),
            (4, tasks::READ),
            (3, tasks::RANDOM_READ),
            (3, tasks::WRITE),
            (3, tasks::RANDOM_WRITE),
            (3, tasks::COPY),
            (2, tasks::SYNC_WRITE),
            (2, tasks::LINKS),
            (4, tasks::SEARCH),
        ],
    },
    Mix {
        name: "compute",
        jobs: &[
            (11, tasks::INTEGERS),
            (8, tasks::DIVISIONS),
            (11, tasks::SERIES),
            (8, tasks::ROOTS),
            (6, tasks::MATRIX),
            (5, tasks::PRIMES),
            (4, tasks::SORTING),
            (6, tasks::TEXT),
            (9, tasks::COPYING),
            (7, tasks::SWEEPING),
            (5, tasks::WANDERING),
            (5, tasks::PAGES),
            (1, tasks::EXECS),
            (2, tasks::PIPE),
            (2, tasks::UDP),
            (3, tasks::READ),
            (2, tasks::WRITE),
            (3, tasks::COPY),
            (2, tasks::SEARCH),
        ],
    },
    Mix {
        name: "database",
        jobs: &[
            (8, tasks::INTEGERS),
            (5, tasks::DIVISIONS),
            (3, tasks::SERIES),
            (7, tasks::SORTING),
            (4, tasks::TEXT),
            (7, tasks::COPYING),
            (5, tasks::SWEEPING),
            (5, tasks::WANDERING),
            (8, tasks::PAGES),
            (8, tasks::SHARING),
            (6, tasks::SIGNALS),
            (4, tasks::PIPE_PING),
            (2, tasks::TCP),
            (6, tasks::READ),
            (9, tasks::RANDOM_READ),
            (7, tasks::RANDOM_WRITE),
            (3, tasks::CREATE),
            (3, tasks::SYNC_WRITE),
        ],
    },
    Mix {
        name: "fileserver",
        jobs: &[
            (4, tasks::INTEGERS),
            (4, tasks::TEXT),
            (6, tasks::COPYING),
            (4, tasks::SWEEPING),
            (2, tasks::FORKS),
            (2, tasks::EXECS),
            (2, tasks::SIGNALS),
            (4, tasks::PIPE),
            (5, tasks::UDP),
            (6, tasks::TCP),
            (3, tasks::TCP_PING),
            (7, tasks::CREATE),
            (9, tasks::READ),
            (7, tasks::RANDOM_READ),
            (7, tasks::WRITE),
            (6, tasks::RANDOM_WRITE),
            (8, tasks::COPY),
            (4, tasks::SYNC_WRITE),
            (5, tasks::LINKS),
            (5, tasks::SEARCH),
        ],
    },
];

impl Mix {
    /// The mix of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MIXES.iter().find(|mix| mix.name == name)
    }

    /// Each task once.
    pub fn tasks(&self) -> Vec<Task> {
        self.jobs.iter().map(|(_, task)| *task).collect()
    }

    /// All jobs of the user of that number, in that user's order.
    pub fn jobs_of(&self, user: u64) -> Vec<Task> {
        let mut jobs: Vec<Task> =
            self.jobs.iter().flat_map(|&(count, task)| std::iter::repeat_n(task, count)).collect();
        Random::for_purpose(SEED, &format!("user {user}")).shuffle(&mut jobs);
        jobs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(jobs: &[Task]) -> Vec<&'static str> {
        jobs.iter().map(|task| task.name).collect()
    }

    #[test]
    fn every_mix_is_a_hundred_jobs_of_tasks_that_stand_once() {
        for mix in &MIXES {
            assert_eq!(mix.jobs.iter().map(|(count, _)| count).sum::<usize>(), JOBS, "{}", mix.name);
            let mut once = names(&mix.tasks());
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), mix.jobs.len(), "{}", mix.name);
            assert!(mix.jobs.iter().all(|(count, _)| *count > 0), "{}", mix.name);
        }
    }

    #[test]
    fn every_task_is_in_some_mix() {
        for task in tasks::ALL {
            assert!(MIXES.iter().any(|mix| names(&mix.tasks()).contains(&task.name)), "{}", task.name);
        }
    }

    #[test]
    fn a_user_has_an_order_of_his_own_that_stays() {
        let mix = Mix::named("shared").unwrap();
        let first = names(&mix.jobs_of(1));
        assert_eq!(first, names(&mix.jobs_of(1)));
        assert_ne!(first, names(&mix.jobs_of(2)));
        let (mut one, mut other) = (first, names(&mix.jobs_of(2)));
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!(one, other);
        assert!(Mix::named("compute").is_some() && Mix::named("none").is_none());
    }
}
