//! How many operations a sample has: found once a run from the fastest of three trials, rounded, then fixed.

use crate::bench::{Batch, Failure, Workload};
use crate::clock::Clock;

/// Trials, of which the fastest counts.
const TRIALS: u32 = 3;
/// Of the target, what a trial should take at least, so that its figure can be scaled.
const TRIAL_SHARE: u64 = 20;
/// Most operations in a sample.
const MOST: u64 = 1_000_000_000;

/// Operations for a sample of about `target_ns`.
pub fn operations(workload: &mut dyn Workload, batch: Batch, target_ns: u64, clock: &Clock) -> Result<u64, Failure> {
    let most = match batch {
        Batch::Fixed(ops) => return Ok(ops),
        Batch::Whole(_) => return Ok(1),
        Batch::AtMost(most) => most,
        Batch::Calibrated => MOST,
    };
    let mut ops = 1;
    loop {
        let elapsed = workload.batch(ops, clock)?;
        if elapsed >= target_ns / TRIAL_SHARE || ops >= most {
            break;
        }
        ops = (ops * 10).min(most);
    }
    let mut fastest = u64::MAX;
    for _ in 0..TRIALS {
        fastest = workload.batch(ops, clock)?.min(fastest);
    }
    Ok(scaled(ops, fastest, target_ns).min(most))
}

/// Whether a sample of that length is near enough to the target: half to twice it.
pub fn near(elapsed: u64, target_ns: u64) -> bool {
    (target_ns / 2..=target_ns * 2).contains(&elapsed)
}

/// Rounded operations for `target_ns`, where `ops` took `elapsed`.
fn scaled(ops: u64, elapsed: u64, target_ns: u64) -> u64 {
    round(ops as f64 * target_ns as f64 / elapsed.max(1) as f64)
}

/// The nearest of 1, 2, 5, 10, 20, 50, … by ratio; at least 1.
fn round(ops: f64) -> u64 {
    let mut decade = 1;
    loop {
        // Between two steps the border is their geometric mean.
        for (step, border) in [(1, 2.0_f64.sqrt()), (2, 10.0_f64.sqrt()), (5, 50.0_f64.sqrt())] {
            if ops < border * decade as f64 || decade >= MOST {
                return step * decade;
            }
        }
        decade *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes exactly so many ns an operation, and 100 for each batch.
    struct Steady(u64);

    impl Workload for Steady {
        fn batch(&mut self, ops: u64, _: &Clock) -> Result<u64, Failure> {
            Ok(100 + ops * self.0)
        }
    }

    const CLOCK: Clock = Clock { cost_ns: 50.0 };

    #[test]
    fn operations_are_rounded_to_one_two_five() {
        for (exact, rounded) in
            [(0.01, 1), (1.0, 1), (1.41, 1), (1.42, 2), (3.1, 2), (3.2, 5), (7.0, 5), (7.1, 10), (24_000.0, 20_000)]
        {
            assert_eq!(round(exact), rounded, "{exact}");
        }
    }

    #[test]
    fn a_sample_lies_between_half_and_twice_the_target() {
        for ns in [1, 3, 90, 110, 999, 2_900, 52_000, 871_000, 9_000_000] {
            let target = 10_000_000;
            let ops = operations(&mut Steady(ns), Batch::Calibrated, target, &CLOCK).unwrap();
            assert!(near(100 + ops * ns, target), "{ns} ns: {ops}");
        }
    }

    #[test]
    fn an_operation_longer_than_the_target_is_done_once() {
        assert_eq!(operations(&mut Steady(80_000_000), Batch::Calibrated, 10_000_000, &CLOCK).unwrap(), 1);
    }

    #[test]
    fn bounds_of_the_method_come_first() {
        assert_eq!(operations(&mut Steady(100), Batch::AtMost(500), 10_000_000, &CLOCK).unwrap(), 500);
        assert_eq!(operations(&mut Steady(100), Batch::Fixed(5), 10_000_000, &CLOCK).unwrap(), 5);
    }
}
