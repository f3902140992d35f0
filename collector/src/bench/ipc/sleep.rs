//! Proof that two processes waited for each other in the kernel, rather than spun or shared a thread.

use shared::model::{FailureKind, Placement};

use super::super::Failure;
use crate::sys::usage;

/// Counts switches of all processes against round trips, or against hops of a token.
pub struct SleepProof {
    count: fn() -> u64,
    before: u64,
    /// The fewest switches a round trip or hop.
    least: f64,
    round_trips: u64,
}

impl SleepProof {
    /// Begins to count voluntary switches, of which a round trip has one at least.
    pub fn begin(placement: Placement) -> Self {
        Self::counting(voluntary, least(placement))
    }

    /// Begins to count all switches, of which every hop has one: who passes a token on may be preempted by who gets it.
    pub fn begin_with_hops(placement: Placement) -> Self {
        Self::counting(all, least(placement))
    }

    /// Begins to count all switches where the kernel itself does the work of a side that waits, once the other makes it
    /// possible: then a side can go on twice before it has to wait, and three round trips may have two switches.
    pub fn begin_with_work_handed_over() -> Self {
        Self::counting(all, 0.5)
    }

    fn counting(count: fn() -> u64, least: f64) -> Self {
        Self { count, before: count(), least, round_trips: 0 }
    }

    /// So many round trips more were made.
    pub fn add(&mut self, round_trips: u64) {
        self.round_trips += round_trips;
    }

    /// Whether they slept, once the partner has been waited for.
    pub fn check(&self) -> Result<(), Failure> {
        let switches = (self.count)() - self.before;
        if switches as f64 >= self.round_trips as f64 * self.least {
            Ok(())
        } else {
            Err(Failure::failed(FailureKind::DidNotSleep))
        }
    }
}

/// The fewest switches a round trip or hop. Usually both sides sleep once. On one CPU a side may instead be preempted
/// by the one that it woke, but never both, save for timer ticks; between CPUs an answer may come before the caller sleeps.
fn least(placement: Placement) -> f64 {
    if placement == Placement::SameCpu { 0.9 } else { 0.5 }
}

/// Of this process, and of a partner from the moment at which it has been waited for.
fn voluntary() -> u64 {
    usage::own().voluntary_switches + usage::ended_children().voluntary_switches
}

/// The same with involuntary ones.
fn all() -> u64 {
    voluntary() + usage::own().involuntary_switches + usage::ended_children().involuntary_switches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_without_a_switch_are_found_out() {
        let mut proof = SleepProof::begin(Placement::SameCpu);
        proof.add(1_000_000_000);
        assert_eq!(proof.check().unwrap_err().reason.kind, FailureKind::DidNotSleep);
    }

    #[test]
    fn a_switch_a_round_trip_is_enough() {
        let mut proof = SleepProof::begin(Placement::SameCpu);
        std::thread::sleep(std::time::Duration::from_millis(1));
        proof.add(1);
        proof.check().unwrap();
    }
}
