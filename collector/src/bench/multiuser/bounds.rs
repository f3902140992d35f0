//! How far a walk goes: which numbers of users, and what ends it before it has come to the peak and the crossover.

use std::fmt;
use std::iter::successors;

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};
use shared::model::{FailureKind, Status};

use super::super::Failure;
use super::super::mem::room_for;
use super::desk::MEMORY;
use super::scores::{CROSSOVER, Step};
use crate::observe::{self, Root};

/// Most users for each CPU.
const MOST_A_CPU: u64 = 64;
/// Users for each CPU that every walk comes to.
const LEAST_A_CPU: u64 = 4;
/// Most processes that a user is at one time: himself and a tree of three children with three each.
const PROCESSES: u64 = 13;
/// How much higher than every step before it a step must be for the walk to look for the peak beyond it.
const HIGHER: f64 = 1.02;
/// How long the steps of a walk may take in all, in ns.
const LONGEST_NS: f64 = 30e9;

/// The numbers of users on so many CPUs: doubling up to the CPUs, then one, two, four and more for each of them, so
/// that no CPU has a user more than another when the last are done.
pub fn steps(cpus: u64) -> Vec<u64> {
    let cpus = cpus.max(1);
    let doubling = |first: u64| successors(Some(first), |users| Some(2 * users));
    let few = doubling(1).take_while(|&users| users < cpus);
    few.chain(doubling(cpus).take_while(|&users| users <= MOST_A_CPU * cpus)).collect()
}

/// Whether a walk has passed both the peak and the crossover, and has come to the users that every walk comes to.
pub fn is_whole(steps: &[Step], cpus: u64) -> bool {
    let (Some((last, before)), Some(alone)) = (steps.split_last(), steps.first()) else { return false };
    let highest = before.iter().map(Step::throughput).fold(0.0, f64::max);
    last.users >= LEAST_A_CPU * cpus
        && last.real_ns as f64 >= CROSSOVER * alone.real_ns as f64
        && last.throughput() < HIGHER * highest
}

/// What ended a walk early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// There are no more steps.
    Steps,
    /// The next step's users would not have had room.
    Memory,
    /// The next step's users would have been too many processes.
    Processes,
    /// The next step would have taken too long.
    Time,
}

impl Bound {
    /// Why what lies beyond has no figure.
    pub fn failure(self) -> Failure {
        match self {
            Self::Memory => Failure::new(Status::Skipped, FailureKind::OutOfMemory),
            Self::Processes => Failure { status: Status::Skipped, ..Failure::call("fork", Errno::AGAIN) },
            Self::Steps | Self::Time => Failure::new(Status::Skipped, FailureKind::Bound),
        }
    }
}

/// What a reader is told: `more users would not have had enough memory`.
impl fmt::Display for Bound {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Steps => "no more users are tried on so many CPUs",
            Self::Memory => "more users would not have had enough memory",
            Self::Processes => "more users would have been too many processes",
            Self::Time => "more users would have taken too long",
        })
    }
}

/// Why so many users are not tried after these steps, if they are not.
pub fn before(users: u64, steps: &[Step]) -> Option<Bound> {
    if room_for(users * MEMORY).is_err() {
        return Some(Bound::Memory);
    }
    if users * PROCESSES > processes_left(&Root::live()) {
        return Some(Bound::Processes);
    }
    takes_too_long(users, steps).then_some(Bound::Time)
}

/// Whether so many users, each as fast as in the last step, would take the walk beyond its time.
fn takes_too_long(users: u64, steps: &[Step]) -> bool {
    let spent: f64 = steps.iter().map(|step| step.real_ns as f64).sum();
    let next = steps.last().map_or(0.0, |last| last.real_ns as f64 * users as f64 / last.users as f64);
    spent + next > LONGEST_NS
}

/// How many processes there may be beside those that there are: half of what this user may have, as who has how many is
/// not known, and what the own groups have left.
fn processes_left(root: &Root) -> u64 {
    let own = getrlimit(Resource::Nproc).current.map_or(u64::MAX, |most| most / 2);
    observe::cgroup_limits(root).processes_left.map_or(own, |left| left.min(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    fn step(users: u64, real_ns: u64) -> Step {
        Step { users, real_ns, cpu_ns: 0, took_ns: vec![real_ns; users as usize] }
    }

    #[test]
    fn steps_double_up_to_the_cpus_and_are_multiples_of_them_from_there() {
        assert_eq!(steps(1), [1, 2, 4, 8, 16, 32, 64]);
        assert_eq!(steps(2), [1, 2, 4, 8, 16, 32, 64, 128]);
        assert_eq!(steps(6)[..6], [1, 2, 4, 6, 12, 24]);
        assert_eq!(steps(64)[..9], [1, 2, 4, 8, 16, 32, 64, 128, 256]);
        assert_eq!(steps(6).last(), Some(&384));
        assert_eq!(steps(1000).last(), Some(&64_000));
    }

    #[test]
    fn a_walk_is_whole_beyond_peak_and_crossover() {
        let two_cpus = [step(1, 100), step(2, 100), step(4, 200), step(8, 400)];
        assert!(is_whole(&two_cpus, 2));
        assert!(!is_whole(&two_cpus[..3], 2), "four users for each CPU come first");
        assert!(!is_whole(&two_cpus, 4), "eight users are two for each of four CPUs");
        assert!(!is_whole(&[step(1, 100), step(2, 100), step(4, 110), step(8, 190)], 2), "no crossover");
        assert!(!is_whole(&[step(1, 100), step(2, 100), step(4, 300), step(8, 300)], 2), "still rising");
        assert!(!is_whole(&[], 2));
    }

    #[test]
    fn a_walk_that_would_take_more_than_half_a_minute_ends_before_that_step() {
        let steps = [step(1, 3_000_000_000), step(2, 3_000_000_000)];
        assert!(!takes_too_long(16, &steps), "6 s so far and 24 s more");
        assert!(takes_too_long(17, &steps));
        assert!(!takes_too_long(1, &[]));
        assert_eq!(before(1 << 36, &[]), Some(Bound::Memory));
    }

    #[test]
    fn what_the_own_group_has_left_of_processes_bounds_the_users() {
        let machine = Fixture::of(&[("/proc/self/cgroup", "0::/x\n")]);
        machine.put_in("/sys/fs/cgroup/x", &[("pids.max", "100\n"), ("pids.current", "60\n")]);
        assert_eq!(processes_left(&machine.root()), 40);
    }
}
