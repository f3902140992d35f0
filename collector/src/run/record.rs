//! What the starts of one entry have brought so far.

use shared::model::{FailureKind, Group, Reason, Status};

use super::others::Taken;
use crate::bench::Failure;
use crate::plan::{Amount, Entry};
use crate::start::{Counted, Ending, Outcome, PlannedPoint, PointReport, Report};

/// One entry's starts.
pub struct Record {
    /// The entry.
    pub entry: Entry,
    /// Its starts, in recorded order.
    pub starts: Vec<StartRecord>,
    /// Operations of a sample at each point, once found.
    pub ops: Vec<Option<u64>>,
    /// Points that are not tried again: unsupported, or their start did not survive them.
    pub given_up: Vec<bool>,
    /// What an earlier run of the same boot has measured already.
    pub earlier: Option<Group>,
}

/// One start.
#[derive(Clone, Debug, Default)]
pub struct StartRecord {
    /// When it began, in ms since the run did.
    pub at_ms: u64,
    /// Whether it repeats one without a clean sample.
    pub repeat: bool,
    /// What each point came to; none where the start did not get to it.
    pub points: Vec<Option<Result<PointReport, Failure>>>,
    /// What was counted, if it came to its end.
    pub counted: Counted,
    /// What others took meanwhile.
    pub others: Taken,
}

impl Record {
    /// Nothing measured yet.
    pub fn of(entry: Entry) -> Self {
        let points = entry.points.len();
        Self { entry, starts: Vec::new(), ops: vec![None; points], given_up: vec![false; points], earlier: None }
    }

    /// The points that a start should walk, in the order given.
    pub fn planned(&self, order: &[usize]) -> Vec<PlannedPoint> {
        order
            .iter()
            .filter(|&&index| !self.given_up[index])
            .map(|&index| PlannedPoint { index, at: self.entry.points[index].clone(), ops: self.ops[index] })
            .collect()
    }

    /// Takes what a start brought. Returns the points that it did not come to because it died before them.
    pub fn take(&mut self, planned: &[PlannedPoint], outcome: Outcome, mut start: StartRecord) -> Vec<usize> {
        start.points = vec![None; self.entry.points.len()];
        for report in outcome.reports {
            match report {
                Report::Point(report) if report.index < start.points.len() => {
                    self.ops[report.index].get_or_insert(report.ops);
                    let index = report.index;
                    start.points[index] = Some(Ok(report));
                }
                Report::Failure { index, failure } if index < start.points.len() => {
                    self.given_up[index] |= failure.status == Status::Unsupported;
                    start.points[index] = Some(Err(failure));
                }
                _ => {}
            }
        }
        let mut left = planned.iter().map(|point| point.index).filter(|&index| start.points[index].is_none());
        let mut unreached = Vec::new();
        if let Some((failure, index)) = died(&outcome.ending).zip(left.next()) {
            unreached = left.collect();
            self.given_up[index] = true;
            start.points[index] = Some(Err(failure));
        }
        if let Ending::Done(counted) = outcome.ending {
            start.counted = counted;
        }
        // A start that was interrupted at its first point has brought nothing.
        if start.points.iter().any(Option::is_some) {
            self.starts.push(start);
        }
        unreached
    }

    /// Starts that are still to be run for the first time.
    pub fn missing(&self, amount: &Amount) -> u32 {
        let earlier =
            self.earlier.as_ref().map_or(0, |group| group.starts.iter().filter(|start| !start.repeat).count());
        self.entry.amount(amount).starts.saturating_sub(earlier as u32)
    }

    /// The longest that a start took which has a length of its own, as a program's does, in ns.
    pub fn longest_ns(&self) -> u64 {
        let elapsed = self.starts.iter().flat_map(|start| start.reports()).flat_map(|report| &report.elapsed_ns);
        elapsed
            .copied()
            .max()
            .filter(|_| self.entry.program.is_some() || self.entry.whole().is_some())
            .unwrap_or_default()
    }

    /// Starts that repeated one without a clean sample.
    pub fn repeats(&self) -> u32 {
        self.starts.iter().filter(|start| start.repeat).count() as u32
    }

    /// Failures, in recorded order.
    pub fn failures(&self, index: usize) -> impl Iterator<Item = &Failure> {
        self.starts.iter().filter_map(move |start| start.points.get(index)?.as_ref()?.as_ref().err())
    }
}

impl StartRecord {
    /// What others used of the CPUs that it was pinned to, in ns, where they are told apart.
    pub fn others_ns(&self) -> Option<u64> {
        self.others.others_ns(self.counted.cpu_ns?)
    }

    /// The same as a fraction of its time on them.
    pub fn others_share(&self) -> Option<f64> {
        let own_ns = self.others.took.as_nanos() as f64 * f64::from(self.others.cpus);
        Some((self.others_ns()? as f64 / own_ns).min(1.0)).filter(|share| share.is_finite())
    }

    /// Whether others held its CPUs for much of its time.
    pub fn is_held(&self) -> bool {
        self.counted.cpu_ns.is_some_and(|own| self.others.is_held(own))
    }

    /// The points that were measured.
    pub fn reports(&self) -> impl Iterator<Item = &PointReport> {
        self.points.iter().filter_map(|point| point.as_ref()?.as_ref().ok())
    }

    /// What a point was measured to be.
    pub fn report(&self, index: usize) -> Option<&PointReport> {
        self.points.get(index)?.as_ref()?.as_ref().ok()
    }
}

/// Why the point that a start was at has no figure, where the start did not come to its end.
fn died(ending: &Ending) -> Option<Failure> {
    match ending {
        Ending::Done(_) | Ending::Interrupted => None,
        Ending::Early => Some(Failure::failed(FailureKind::EndedEarly)),
        Ending::Deadline => Some(Failure::new(Status::Timeout, FailureKind::Deadline)),
        Ending::Signal(signal) => {
            let reason = Reason { kind: FailureKind::EndedBySignal, call: None, errno: None, signal: Some(*signal) };
            Some(Failure { status: Status::Failed, reason })
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::canary::Reading;
    use crate::plan::Selection;
    use shared::model::Preset;

    /// A record of the chunk sweep, which has many points.
    pub fn sweep() -> Record {
        let layout = crate::placement::Layout::read(&crate::observe::Root::live(), &[0]);
        let only = vec!["copy.sweep".to_owned()];
        let selection = Selection { only, ..Selection::all(Preset::Quick) };
        Record::of(selection.entries(&layout).unwrap().remove(0))
    }

    /// A record of one point of a benchmark whose samples read more than their time.
    pub fn whole(id: &str) -> Record {
        let benchmark = shared::catalogue::find(id).unwrap();
        let points = vec![shared::model::Point::default()];
        let (placement, cpus) = (shared::model::Placement::Unpinned, Some(Vec::new()));
        Record::of(Entry { benchmark, placement, cpus, points, program: None, source: None })
    }

    /// A report of two calm samples.
    pub fn report(index: usize, elapsed: u64) -> PointReport {
        PointReport {
            index,
            ops: 10,
            amount: Some(640),
            warmup_ns: vec![elapsed + 5],
            elapsed_ns: vec![elapsed, elapsed + 1],
            overhead_ns: Vec::new(),
            canaries: vec![Reading { chain: 50_000, throughput: 40_000 }; 3],
            retries: 0,
            note: None,
            run_delay_ns: Some(vec![0, 0]),
            figures: Vec::new(),
            reads: Vec::new(),
        }
    }

    fn outcome(reports: Vec<Report>, ending: Ending) -> Outcome {
        Outcome { reports, ending, printed: String::new() }
    }

    #[test]
    fn a_signal_is_the_failure_of_the_point_that_was_being_measured() {
        let mut record = sweep();
        let planned = record.planned(&[4, 2, 7]);
        let ended = outcome(vec![Report::Point(report(4, 900))], Ending::Signal(9));
        let unreached = record.take(&planned, ended, StartRecord::default());
        assert_eq!(unreached, [7]);
        let failure = record.failures(2).next().unwrap();
        assert_eq!(failure.to_string(), "failed: ended_by_signal 9");
        assert_eq!(record.starts[0].report(4).map(|report| report.ops), Some(10));
        assert!(record.starts[0].points[7].is_none());
        assert_eq!(
            record.planned(&[4, 2, 7]).iter().map(|point| (point.index, point.ops)).collect::<Vec<_>>(),
            [(4, Some(10)), (7, None)]
        );
    }

    #[test]
    fn an_interruption_is_nobodys_failure() {
        let mut record = sweep();
        let planned = record.planned(&[1, 0]);
        record.take(&planned, outcome(Vec::new(), Ending::Interrupted), StartRecord::default());
        assert_eq!(record.failures(1).count(), 0);
        assert!(record.starts.is_empty());
        assert_eq!(record.planned(&[1, 0]).len(), 2);
    }

    #[test]
    fn reports_of_points_that_were_never_planned_are_let_go() {
        let mut record = sweep();
        let planned = record.planned(&[0]);
        let ended = outcome(vec![Report::Point(report(9_999, 1))], Ending::Early);
        record.take(&planned, ended, StartRecord::default());
        assert_eq!(record.failures(0).count(), 1);
    }
}
