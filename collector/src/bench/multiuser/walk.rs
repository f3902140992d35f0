//! The walk: one user, two, and so on, up to the peak and the crossover.

use super::super::{Failure, Read, Setup, Workload};
use super::bounds::{self, Bound};
use super::crowd;
use super::mix::Mix;
use super::scores::{self, Step};
use crate::clock::Clock;
use shared::model::Point;

/// A walk through numbers of users of one mix.
pub struct Walk {
    setup: Setup,
    mix: &'static Mix,
    cpus: u64,
    steps: Vec<Step>,
    ending: Ending,
}

/// How a walk ended.
enum Ending {
    /// Beyond the peak and the crossover.
    Whole,
    /// Before them.
    Bounded(Bound),
    /// At so many users, of whom one failed.
    Failed(u64, Failure),
}

impl Walk {
    /// A walk on so many CPUs.
    pub fn new(setup: &Setup, mix: &'static Mix, cpus: u64) -> Self {
        Self { setup: setup.clone(), mix, cpus, steps: Vec::new(), ending: Ending::Whole }
    }

    /// Goes step by step until one of them is the last.
    fn go(&mut self, clock: &Clock) -> Ending {
        for users in bounds::steps(self.cpus) {
            if let Some(bound) = bounds::before(users, &self.steps) {
                return Ending::Bounded(bound);
            }
            let lists: Vec<_> = (1..=users).map(|user| self.mix.jobs_of(user)).collect();
            match crowd::work(&self.setup, &lists, clock) {
                Ok(step) => self.steps.push(step),
                Err(failure) => return Ending::Failed(users, failure),
            }
            if bounds::is_whole(&self.steps, self.cpus) {
                return Ending::Whole;
            }
        }
        Ending::Bounded(Bound::Steps)
    }
}

impl Workload for Walk {
    /// One operation is a walk. What comes before its first step is not timed: every task once, by one user, so that
    /// none of them meets the machine for the first time, and one that cannot be done is known before any is counted.
    fn batch(&mut self, _: u64, clock: &Clock) -> Result<u64, Failure> {
        self.steps.clear();
        crowd::work(&self.setup, &[self.mix.tasks()], clock)?;
        self.ending = self.go(clock);
        Ok(self.steps.iter().map(|step| step.real_ns).sum::<u64>().max(1))
    }

    fn reads(&mut self) -> Vec<Read> {
        let at = |users: u64| Point::new([("users", users.into())]);
        let mut reads: Vec<Read> = self
            .steps
            .iter()
            .map(|step| {
                let times = [("real", step.real_ns as f64), ("cpu", step.cpu_ns as f64)];
                let scores = [("throughput", step.throughput()), ("fairness", step.fairness())];
                Read::at(at(step.users), scores.into_iter().chain(times))
            })
            .collect();
        let beyond = match &self.ending {
            Ending::Whole => None,
            Ending::Bounded(bound) => Some(bound.failure()),
            Ending::Failed(users, failure) => {
                reads.push(Read { at: at(*users), values: Err(failure.clone()) });
                Some(failure.clone())
            }
        };
        // The peak of a walk that ended early may lie beyond; the crossover may have been passed all the same.
        let peak = scores::peak(&self.steps).filter(|_| beyond.is_none());
        let peak = peak.into_iter().flat_map(|(highest, users)| [("highest", highest), ("peak", users as f64)]);
        let crossover = scores::crossover(&self.steps).map(|users| ("crossover", users));
        reads.push(Read::once(peak.chain(crossover)));
        reads.extend(beyond.map(|failure| Read { at: Point::default(), values: Err(failure) }));
        reads
    }

    fn note(&self) -> Option<String> {
        match self.ending {
            Ending::Bounded(bound) => Some(bound.to_string()),
            Ending::Whole | Ending::Failed(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::setup;
    use super::super::tasks::{FORKS, READ};
    use super::*;
    use crate::bench::partner::testing::children;

    fn step(users: u64, real_ns: u64) -> Step {
        Step { users, real_ns, cpu_ns: 3, took_ns: vec![real_ns; users as usize] }
    }

    fn walked(steps: Vec<Step>, ending: Ending) -> Walk {
        Walk { setup: setup().clone(), mix: Mix::named("shared").unwrap(), cpus: 1, steps, ending }
    }

    #[test]
    fn a_whole_walk_reads_every_step_and_both_ends() {
        let second = 1_000_000_000;
        let mut walk = walked(vec![step(1, second), step(2, 2 * second), step(4, 4 * second)], Ending::Whole);
        let reads = walk.reads();
        assert_eq!(reads.len(), 4);
        assert_eq!(reads[2].at, Point::new([("users", 4.into())]));
        let value = |read: &Read, measure| read.value(measure).unwrap();
        assert_eq!((value(&reads[2], "throughput"), value(&reads[2], "fairness")), (100.0, 100.0));
        assert_eq!((value(&reads[2], "real"), value(&reads[2], "cpu")), (4e9, 3.0));
        assert_eq!((value(&reads[3], "highest"), value(&reads[3], "peak")), (100.0, 1.0));
        assert_eq!((value(&reads[3], "crossover"), walk.note()), (2.0, None));
    }

    #[test]
    fn a_walk_that_ended_early_has_no_peak_and_says_why() {
        let mut walk = walked(vec![step(1, 10), step(2, 12)], Ending::Bounded(Bound::Memory));
        let reads = walk.reads();
        assert_eq!(reads[2], Read::once([]));
        assert_eq!(reads[3].values.as_ref().unwrap_err().to_string(), "skipped: out_of_memory");
        assert_eq!(walk.note().as_deref(), Some("more users would not have had enough memory"));
        let failed = Ending::Failed(4, Failure::work_not_done());
        let mut walk = walked(vec![step(1, 10), step(2, 20)], failed);
        let reads = walk.reads();
        assert_eq!(reads[2], Read { at: Point::new([("users", 4.into())]), values: Err(Failure::work_not_done()) });
        assert_eq!(reads[3], Read::once([("crossover", 2.0)]));
        assert_eq!(reads[4], Read { at: Point::default(), values: Err(Failure::work_not_done()) });
    }

    #[test]
    fn a_walk_reads_what_it_passes_and_leaves_nothing() {
        static MIX: Mix = Mix { name: "two", jobs: &[(3, FORKS), (2, READ)] };
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        // One CPU, as the test is bound to one.
        let mut walk = Walk::new(&start, &MIX, 1);
        assert!(walk.batch(1, &Clock::measure()).unwrap() > 0);
        let users: Vec<_> = walk.steps.iter().map(|step| step.users).collect();
        assert_eq!(users, bounds::steps(1)[..users.len()]);
        let reads = walk.reads();
        assert!(walk.steps.iter().zip(&reads).all(|(step, read)| read.value("throughput") == Some(step.throughput())));
        // On a machine that is busy with other work a walk may be ended before it comes so far.
        match walk.ending {
            Ending::Whole => assert!(reads[users.len()].value("crossover").unwrap() > 1.0),
            Ending::Bounded(bound) => assert_eq!(reads.last().unwrap().values, Err(bound.failure())),
            Ending::Failed(users, ref failure) => panic!("{users} users: {failure}"),
        }
        assert!(children().is_empty());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn a_task_that_cannot_be_done_is_known_before_the_first_step() {
        static MIX: Mix = Mix { name: "spoiled", jobs: &[(100, READ)] };
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        std::fs::write("user-1", "in the way").unwrap();
        let failure = Walk::new(&start, &MIX, 1).batch(1, &Clock::measure()).unwrap_err();
        assert_eq!(failure.to_string(), "failed: system_call mkdirat EEXIST");
    }
}
