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

/// Every mix. How many jobs each class of tasks has is in the proportions of the work files of that name that were
/// published.
pub static MIXES: [Mix; 4] = [
    Mix {
        name: "shared",
        jobs: &[
            (16, tasks::INTEGERS),
            (8, tasks::DIVISIONS),
            (8, tasks::SERIES),
            (6, tasks::ROOTS),
            (3, tasks::MATRIX),
            (3, tasks::PRIMES),
            (3, tasks::SORTING),
            (5, tasks::TEXT),
            (2, tasks::COPYING),
            (1, tasks::SWEEPING),
            (1, tasks::WANDERING),
            (2, tasks::PAGES),
            (1, tasks::GROWING),
            (1, tasks::SHARING),
            (2, tasks::FORKS),
            (3, tasks::EXECS),
            (3, tasks::TREE),
            (2, tasks::SIGNALS),
            (2, tasks::PIPE),
            (1, tasks::PIPE_PING),
            (1, tasks::UNIX),
            (1, tasks::UDP),
            (1, tasks::TCP),
            (1, tasks::TCP_PING),
            (2, tasks::CREATE),
            (3, tasks::READ),
            (3, tasks::RANDOM_READ),
            (3, tasks::WRITE),
            (3, tasks::RANDOM_WRITE),
            (3, tasks::COPY),
            (3, tasks::SYNC_WRITE),
            (1, tasks::LINKS),
            (2, tasks::SEARCH),
        ],
    },
    Mix {
        name: "compute",
        jobs: &[
            (14, tasks::INTEGERS),
            (10, tasks::DIVISIONS),
            (12, tasks::SERIES),
            (10, tasks::ROOTS),
            (9, tasks::MATRIX),
            (5, tasks::PRIMES),
            (4, tasks::SORTING),
            (6, tasks::TEXT),
            (6, tasks::COPYING),
            (4, tasks::SWEEPING),
            (1, tasks::WANDERING),
            (5, tasks::PAGES),
            (1, tasks::SHARING),
            (2, tasks::PIPE),
            (2, tasks::UDP),
            (4, tasks::READ),
            (2, tasks::WRITE),
            (2, tasks::COPY),
            (1, tasks::SEARCH),
        ],
    },
    Mix {
        name: "database",
        jobs: &[
            (14, tasks::INTEGERS),
            (7, tasks::DIVISIONS),
            (5, tasks::PRIMES),
            (6, tasks::SORTING),
            (6, tasks::TEXT),
            (9, tasks::COPYING),
            (6, tasks::SWEEPING),
            (4, tasks::WANDERING),
            (7, tasks::PAGES),
            (7, tasks::SHARING),
            (2, tasks::SIGNALS),
            (1, tasks::PIPE),
            (1, tasks::UNIX_PING),
            (7, tasks::READ),
            (7, tasks::RANDOM_READ),
            (6, tasks::RANDOM_WRITE),
            (5, tasks::SYNC_WRITE),
        ],
    },
    Mix {
        name: "fileserver",
        jobs: &[
            (11, tasks::INTEGERS),
            (5, tasks::DIVISIONS),
            (6, tasks::SORTING),
            (8, tasks::TEXT),
            (6, tasks::COPYING),
            (3, tasks::SWEEPING),
            (3, tasks::WANDERING),
            (2, tasks::FORKS),
            (5, tasks::SIGNALS),
            (5, tasks::UDP),
            (2, tasks::TCP),
            (1, tasks::TCP_PING),
            (4, tasks::CREATE),
            (6, tasks::READ),
            (5, tasks::RANDOM_READ),
            (6, tasks::WRITE),
            (5, tasks::RANDOM_WRITE),
            (7, tasks::COPY),
            (2, tasks::SYNC_WRITE),
            (3, tasks::LINKS),
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
    fn classes_have_the_proportions_of_the_published_mixes() {
        // Hits of the published work files: arithmetic and data, memory, processes, pipes, sockets, files.
        let published = [
            ("shared", [410, 60, 80, 30, 20, 180]),
            ("compute", [570, 140, 0, 20, 20, 70]),
            ("database", [210, 180, 10, 10, 0, 140]),
            ("fileserver", [180, 70, 40, 0, 50, 255]),
        ];
        for (name, hits) in published {
            let mix = Mix::named(name).unwrap();
            let total: usize = hits.iter().sum();
            for (hits, class) in hits.into_iter().zip(tasks::CLASSES) {
                let of_class = |task: &Task| class.iter().any(|member| member.name == task.name);
                let jobs: usize = mix.jobs.iter().filter(|(_, task)| of_class(task)).map(|(count, _)| count).sum();
                let exact = (JOBS * hits) as f64 / total as f64;
                assert!((jobs as f64 - exact).abs() < 1.0, "{name}: {jobs} instead of {exact}");
            }
        }
    }

    #[test]
    fn every_task_is_in_some_mix() {
        for task in tasks::all() {
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
