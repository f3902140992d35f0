//! A workload whose samples are longer by a chain of dependent multiplies.

use crate::bench::{Failure, Prepared, Workload};
use crate::clock::Clock;
use crate::start::StartPlan;
use crate::sys::arithmetic::{self, Loop, Op, STEP, Type};
use shared::model::FailureKind;

use super::Changes;

/// Batches that tell how long a sample takes by itself.
const BATCHES: usize = 3;
/// Multiplies in a trial of what one costs: some tens of µs, short against a timer tick.
const TRIAL: u64 = 20_000;
/// Trials, of which the fastest counts.
const TRIALS: u32 = 20;

/// A chain of multiplies, each of which waits for the one before it.
#[derive(Clone, Copy, Debug)]
pub struct Spin {
    chain: fn(u64) -> i64,
    /// What one multiply takes, in ns.
    pub cost_ns: f64,
}

impl Spin {
    /// Finds what a multiply costs on this CPU.
    pub fn measure(clock: &Clock) -> Result<Self, Failure> {
        let Some(Loop::Integers(chain)) = arithmetic::find(Op::Mul, Type::Int64, true) else {
            return Err(Failure::unsupported(FailureKind::CpuLacks));
        };
        let trial = |multiplies: u64| clock.time(|| std::hint::black_box(chain(multiplies))).0;
        // The difference of two lengths has neither the clock's cost nor the loop's beginning in it.
        let fastest = |multiplies: u64| (0..TRIALS).map(|_| trial(multiplies)).min().unwrap_or_default();
        let ns = fastest(2 * TRIAL).saturating_sub(fastest(TRIAL));
        if ns == 0 { Err(Failure::work_not_done()) } else { Ok(Self { chain, cost_ns: ns as f64 / TRIAL as f64 }) }
    }

    /// How many multiplies take so many ns.
    pub fn multiplies(&self, ns: f64) -> u64 {
        (ns / self.cost_ns).max(0.0).round() as u64
    }
}

/// Makes the samples of `workload` longer where a change is asked for: by a fixed number of multiplies, found from what
/// a sample of this start takes by itself. `warm_up` are batches of `ops` operations.
pub fn plant(mut workload: Box<dyn Workload>, plan: &StartPlan, ops: u64, warm_up: &[u64]) -> Prepared {
    let changes = Changes::asked().map_err(|_| Failure::work_not_done())?;
    let Some(percent) = changes.percent(&plan.benchmark, plan.placement) else { return Ok(workload) };
    let clock = &plan.clock;
    let mut batches = warm_up.to_vec();
    let mut overheads = Vec::new();
    while batches.len() < BATCHES || overheads.is_empty() {
        batches.push(workload.batch(ops, clock)?);
        // What a benchmark does not tell apart is none of its time.
        overheads.push(workload.overhead(ops, clock)?.unwrap_or_default());
    }
    let waits = shared::catalogue::find(&plan.benchmark).is_some_and(|known| known.waits_at(Some(plan.placement)));
    let own = usual(batches, waits).saturating_sub(usual(overheads, waits));
    let spin = Spin::measure(clock)?;
    let multiplies = spin.multiplies(own as f64 * percent / 100.0);
    let note = format!(
        "planted change: {percent} % more time, by {multiplies} multiplies of {:.3} ns a sample in the first start",
        spin.cost_ns
    );
    Ok(Box::new(Planted { workload, spin, multiplies, note }))
}

/// What a batch usually takes: the fastest, or where something waits the median.
fn usual(mut batches: Vec<u64>, waits: bool) -> u64 {
    batches.sort_unstable();
    let place = if waits { batches.len() / 2 } else { 0 };
    batches.get(place).copied().unwrap_or_default()
}

/// A workload with so many multiplies at the end of each batch, timed with it.
pub struct Planted {
    pub(super) workload: Box<dyn Workload>,
    pub(super) spin: Spin,
    pub(super) multiplies: u64,
    pub(super) note: String,
}

impl Workload for Planted {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let own = self.workload.batch(ops, clock)?;
        let (spun, product) = clock.time(|| (self.spin.chain)(std::hint::black_box(self.multiplies)));
        let expected = STEP.wrapping_pow(u32::try_from(self.multiplies).unwrap_or(u32::MAX));
        if product == expected { Ok(own + spun) } else { Err(Failure::work_not_done()) }
    }

    fn overhead(&mut self, ops: u64, clock: &Clock) -> Result<Option<u64>, Failure> {
        self.workload.overhead(ops, clock)
    }

    fn amount_per_op(&self) -> Option<u64> {
        self.workload.amount_per_op()
    }

    fn retries(&self) -> u64 {
        self.workload.retries()
    }

    fn note(&self) -> Option<String> {
        let own = self.workload.note();
        Some(own.map_or_else(|| self.note.clone(), |own| format!("{own}; {}", self.note)))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.workload.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a millisecond an operation, without taking it.
    struct Millisecond;

    impl Workload for Millisecond {
        fn batch(&mut self, ops: u64, _: &Clock) -> Result<u64, Failure> {
            Ok(1_000_000 * ops)
        }
    }

    #[test]
    fn a_sample_is_longer_by_what_the_multiplies_take() {
        let clock = Clock::measure();
        let spin = Spin::measure(&clock).unwrap();
        let multiplies = spin.multiplies(100_000.0);
        let mut planted = Planted { workload: Box::new(Millisecond), spin, multiplies, note: String::new() };
        let fastest = (0..200).map(|_| planted.batch(2, &clock).unwrap()).min().unwrap();
        // The fastest of many saw no interrupt; a CPU that speeds up meanwhile stays within a half.
        assert!((2_050_000..2_150_000).contains(&fastest), "{fastest}");
    }

    #[test]
    fn the_usual_batch_is_the_fastest_unless_something_waits() {
        assert_eq!(usual(vec![30, 10, 20], false), 10);
        assert_eq!(usual(vec![30, 10, 20], true), 20);
        assert_eq!(usual(vec![0], true), 0);
    }
}
