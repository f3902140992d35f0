//! Which samples were disturbed, and by what. A sample is clean if both canaries, before and after it, are within 5 % of
//! their 10th percentile over the run, and the CPU was its own. Where no partner of ours could hold the CPU, the time spent
//! waiting for it tells, which may be 1 %; elsewhere what others used of the start's CPUs does.

use super::Record;
use super::record::StartRecord;
use crate::canary::Reading;
use crate::start::PointReport;

/// How far a canary may lie from the usual.
const CANARY: f64 = 0.05;
/// Of a sample's time, how much may have been spent waiting for the CPU.
const WAITING: f64 = 0.01;
/// The usual is the reading below which one in so many lie.
const DECILE: usize = 10;

/// What disturbed a sample; the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The start waited for its CPU while the sample was taken.
    RunDelay,
    /// Others used the start's CPUs for much of its time.
    Load,
    /// A canary before or after it was off.
    Canary,
}

/// What the canaries read when nothing disturbed them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    chain: u64,
    throughput: u64,
}

impl Usual {
    /// The 10th percentiles of all readings of a run; none where there are no readings.
    pub fn of(records: &[Record]) -> Option<Self> {
        let reports = || records.iter().flat_map(|record| &record.starts).flat_map(|start| start.reports());
        Self::of_readings(reports().flat_map(|report| report.canaries.iter().copied()))
    }

    fn of_readings(readings: impl Iterator<Item = Reading>) -> Option<Self> {
        let (mut chains, mut throughputs): (Vec<u64>, Vec<u64>) =
            readings.map(|reading| (reading.chain, reading.throughput)).unzip();
        let tenth = |values: &mut Vec<u64>| {
            let rank = values.len().checked_sub(1)? / DECILE;
            Some(*values.select_nth_unstable(rank).1)
        };
        Some(Self { chain: tenth(&mut chains)?, throughput: tenth(&mut throughputs)? })
    }

    fn is_usual(&self, reading: Reading) -> bool {
        let within = |value: u64, usual: u64| value.abs_diff(usual) as f64 <= CANARY * usual as f64;
        within(reading.chain, self.chain) && within(reading.throughput, self.throughput)
    }

    /// What disturbed each sample of a start's report; none where it was clean.
    pub fn causes(&self, start: &StartRecord, report: &PointReport) -> Vec<Option<Cause>> {
        let held = start.is_held();
        let calm = |index: usize| report.canaries.get(index).is_some_and(|&reading| self.is_usual(reading));
        let alone = |index: usize| match &report.run_delay_ns {
            None => true,
            Some(delays) => {
                let elapsed = report.elapsed_ns[index] as f64;
                delays.get(index).is_none_or(|&delay| delay as f64 <= WAITING * elapsed)
            }
        };
        let cause = |index| match () {
            () if !alone(index) => Some(Cause::RunDelay),
            () if held => Some(Cause::Load),
            () if !calm(index) || !calm(index + 1) => Some(Cause::Canary),
            () => None,
        };
        (0..report.elapsed_ns.len()).map(cause).collect()
    }

    /// The same for all samples of a start.
    pub fn causes_of(self, start: &StartRecord) -> impl Iterator<Item = Option<Cause>> {
        start.reports().flat_map(move |report| self.causes(start, report))
    }

    /// How many starts of an entry lack a clean sample at some point that they measured.
    pub fn starts_without(&self, record: &Record) -> u32 {
        let lacks = |start: &StartRecord| start.reports().any(|report| !self.causes(start, report).contains(&None));
        record.starts.iter().filter(|start| lacks(start)).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::run::others::Taken;
    use crate::run::record::tests::report;

    const USUAL: Usual = Usual { chain: 50_000, throughput: 40_000 };

    fn causes(report: &PointReport) -> Vec<Option<Cause>> {
        USUAL.causes(&StartRecord::default(), report)
    }

    #[test]
    fn the_usual_is_the_tenth_percentile_of_each_loop() {
        let readings = (1..=101).rev().map(|n| Reading { chain: n * 100, throughput: n * 7 });
        assert_eq!(Usual::of_readings(readings), Some(Usual { chain: 1_100, throughput: 77 }));
        assert_eq!(Usual::of_readings(std::iter::empty()), None);
    }

    #[test]
    fn a_canary_off_by_more_than_five_per_cent_spoils_the_samples_on_both_sides() {
        let mut calm = report(0, 1_000_000);
        calm.canaries[1].throughput = 42_000;
        assert_eq!(causes(&calm), [None, None]);
        calm.canaries[1].throughput = 42_001;
        assert_eq!(causes(&calm), [Some(Cause::Canary), Some(Cause::Canary)]);
        let mut faster = report(0, 1_000_000);
        faster.canaries[2].chain = 47_000;
        assert_eq!(causes(&faster), [None, Some(Cause::Canary)]);
    }

    #[test]
    fn waiting_for_the_cpu_spoils_a_sample_only_where_it_is_known() {
        let mut waited = report(0, 1_000_000);
        waited.run_delay_ns = Some(vec![10_000, 10_002]);
        assert_eq!(causes(&waited), [None, Some(Cause::RunDelay)]);
        waited.run_delay_ns = None;
        assert_eq!(causes(&waited), [None, None]);
    }

    #[test]
    fn what_others_used_of_the_cpus_spoils_a_whole_start() {
        let took = Duration::from_millis(300);
        let others = Taken { used_ns: Some(300_000_000), took, cpus: 1, ..Taken::default() };
        let mut start = StartRecord { others, ..StartRecord::default() };
        start.counted.cpu_ns = Some(290_000_000);
        assert_eq!(USUAL.causes(&start, &report(0, 1_000_000)), [None, None]);
        start.counted.cpu_ns = Some(100_000_000);
        assert_eq!(USUAL.causes(&start, &report(0, 1_000_000)), [Some(Cause::Load), Some(Cause::Load)]);
        start.counted.cpu_ns = None;
        assert_eq!(USUAL.causes(&start, &report(0, 1_000_000)), [None, None], "a start that died told nothing");
    }
}
