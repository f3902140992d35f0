//! The processor's clock, from chains whose links take one cycle each.

use shared::model::{FailureKind, Point};

use super::{Batch, Failure, Measuring, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::chain::{self, LINKS};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[Measuring { id: "cpu.clock", batch: Batch::Calibrated, prepare: clock }];

fn clock(_: &Setup, _: &Point) -> Prepared {
    if chain::EXACT { Ok(Box::new(CpuClock::new())) } else { Err(Failure::unsupported(FailureKind::CpuLacks)) }
}

/// How many times [`LINKS`] links a chain has in one operation: about 50 µs, long against the clock's cost and short
/// against a timer tick, so that the fastest of many saw no interrupt.
const REPEATS: u32 = 200;
/// How far the chains may lie apart before their links cannot all have taken one cycle.
const AGREEMENT: f64 = 0.01;

/// One operation is one chain of each kind.
struct CpuClock {
    /// The fastest of each chain so far.
    fastest: [u64; 3],
}

impl CpuClock {
    fn new() -> Self {
        Self { fastest: [u64::MAX; 3] }
    }
}

impl Workload for CpuClock {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let mut elapsed = 0;
        for _ in 0..ops {
            for (run, fastest) in [chain::add, chain::xor, chain::shift].into_iter().zip(&mut self.fastest) {
                let (took, ()) = clock.time(|| run(REPEATS));
                *fastest = took.min(*fastest);
                elapsed += took;
            }
        }
        Ok(elapsed)
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(3 * u64::from(REPEATS) * LINKS)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        if agree(self.fastest) { Ok(()) } else { Err(Failure::failed(FailureKind::Inconsistent)) }
    }
}

/// Whether the fastest of each chain lie within [`AGREEMENT`] of each other.
fn agree(fastest: [u64; 3]) -> bool {
    let (low, high) = fastest.iter().fold((u64::MAX, 0), |(low, high), &t| (low.min(t), high.max(t)));
    low > 0 && (high - low) as f64 <= AGREEMENT * low as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_must_agree_within_one_per_cent() {
        assert!(agree([10_000, 10_100, 10_050]));
        assert!(!agree([10_000, 10_101, 10_050]));
        assert!(!agree([10_000, 1_700, 10_000]));
    }

    #[test]
    fn the_clock_of_this_processor_is_that_of_a_processor() {
        let clock = Clock::measure();
        let mut chains = Box::new(CpuClock::new());
        let elapsed = chains.batch(200, &clock).unwrap();
        let hertz = 200.0 * chains.amount_per_op().unwrap() as f64 / elapsed as f64 * 1e9;
        assert!((5e7..8e9).contains(&hertz), "{hertz}");
    }
}
