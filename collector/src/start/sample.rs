//! The samples of one point: calibration, warm-up, then batches with a canary on either side.

use super::calibrate;
use super::messages::{PlannedPoint, PointReport, StartPlan};
use super::run_delay::RunDelay;
use crate::bench::{Batch, Failure, Measuring, Setup, Workload};

/// Prepares a point, takes its samples and has its work proven.
pub fn point(
    measuring: &Measuring,
    setup: &Setup,
    plan: &StartPlan,
    planned: &PlannedPoint,
    warmup_ns: u64,
) -> Result<PointReport, Failure> {
    let clock = &plan.clock;
    let mut workload = (measuring.prepare)(setup, &planned.at)?;
    if measuring.batch.whole().is_some() {
        let report = once(workload.as_mut(), plan, planned)?;
        workload.finish()?;
        return Ok(report);
    }
    let (ops, warmup_ns) = warm_up(workload.as_mut(), measuring.batch, plan, planned.ops, warmup_ns)?;
    #[cfg(feature = "plant")]
    let mut workload = crate::plant::plant(workload, plan, ops, &warmup_ns)?;
    let delays = plan.run_delay.then(RunDelay::open);
    let delay = || delays.as_ref().and_then(RunDelay::read);
    let mut elapsed_ns = Vec::with_capacity(plan.samples as usize);
    let mut overhead_ns = Vec::new();
    let mut canaries = Vec::with_capacity(plan.samples as usize + 1);
    let mut run_delay_ns = Some(Vec::with_capacity(plan.samples as usize));
    canaries.push(plan.canary.read(clock));
    for _ in 0..plan.samples {
        let before = delay();
        elapsed_ns.push(workload.batch(ops, clock)?);
        let waited = before.zip(delay()).map(|(before, after)| after.saturating_sub(before));
        overhead_ns.extend(workload.overhead(ops, clock)?);
        canaries.push(plan.canary.read(clock));
        run_delay_ns = run_delay_ns.zip(waited).map(|(mut delays, waited)| {
            delays.push(waited);
            delays
        });
    }
    let amount = workload.amount_per_op().map(|per_op| per_op * ops);
    let retries = workload.retries();
    let note = workload.note();
    workload.finish()?;
    Ok(PointReport {
        index: planned.index,
        ops,
        amount,
        warmup_ns,
        elapsed_ns,
        overhead_ns,
        canaries,
        retries,
        note,
        run_delay_ns,
        figures: Vec::new(),
        reads: Vec::new(),
    })
}

/// How long the CPU is kept busy before a program or a whole workload, in ns: one that slept runs slower at first, and what
/// takes a few milliseconds would be measured on it. It is also long enough for who else holds the CPU to be seen.
const WAKE_NS: u64 = 20_000_000;

/// Takes one sample of one operation, as the first one finds things: neither calibrated nor warmed up, but on a CPU that is
/// awake.
pub fn once(workload: &mut dyn Workload, plan: &StartPlan, planned: &PlannedPoint) -> Result<PointReport, Failure> {
    let woken = plan.clock.now() + WAKE_NS;
    while plan.clock.now() < woken {
        plan.canary.read(&plan.clock);
    }
    let before = plan.canary.read_from_cold(&plan.clock);
    let elapsed = workload.batch(1, &plan.clock)?;
    let after = plan.canary.read_from_cold(&plan.clock);
    Ok(PointReport {
        index: planned.index,
        ops: 1,
        amount: workload.amount_per_op(),
        warmup_ns: Vec::new(),
        elapsed_ns: vec![elapsed],
        overhead_ns: Vec::new(),
        canaries: vec![before, after],
        retries: workload.retries(),
        note: workload.note(),
        run_delay_ns: None,
        figures: Vec::new(),
        reads: workload.reads(),
    })
}

/// Runs batches for `warmup_ns`, at least one. Where operations are yet to be found, they are found first, and once more
/// if the first batch shows that the trials misled.
fn warm_up(
    workload: &mut dyn Workload,
    batch: Batch,
    plan: &StartPlan,
    known: Option<u64>,
    warmup_ns: u64,
) -> Result<(u64, Vec<u64>), Failure> {
    let clock = &plan.clock;
    let find = |workload: &mut dyn Workload| calibrate::operations(workload, batch, plan.target_ns, clock);
    let mut ops = match known {
        Some(ops) => ops,
        None => find(workload)?,
    };
    let mut batches = vec![workload.batch(ops, clock)?];
    if known.is_none() && !calibrate::near(batches[0], plan.target_ns) {
        let again = find(workload)?;
        if again != ops {
            ops = again;
            batches = vec![workload.batch(ops, clock)?];
        }
    }
    while batches.iter().sum::<u64>() < warmup_ns {
        batches.push(workload.batch(ops, clock)?);
    }
    Ok((ops, batches))
}
