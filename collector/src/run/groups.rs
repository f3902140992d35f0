//! From records to the document's groups and cells.

use shared::catalogue::{Derivation, Measure};
use shared::model::{Cell, Counters, FailureKind, Group, Reason, Status};

use super::clean::Usual;
use super::{Cut, Record, figures, reads};

/// The groups of a run. `cut` is why it ended before its plan did, if it did.
pub fn groups(records: &[Record], cut: Option<Cut>) -> Vec<Group> {
    let usual = Usual::of(records);
    records.iter().map(|record| group(record, usual, cut)).collect()
}

fn group(record: &Record, usual: Option<Usual>, cut: Option<Cut>) -> Group {
    let benchmark = record.entry.benchmark;
    let stored = benchmark.measures.iter().filter(|measure| measure.derivation.has_samples());
    let points = stored.flat_map(|measure| (0..record.entry.points.len()).map(move |index| (measure, index)));
    let mut group = Group {
        benchmark: benchmark.id.to_owned(),
        version: benchmark.version,
        fingerprint: crate::bench::fingerprint(benchmark.id),
        placement: record.entry.stated_placement().map(|placement| placement.name().to_owned()),
        starts: record.starts.iter().map(|start| counters(record, start)).collect(),
        cells: figures::cells(record, usual),
    };
    if group.cells.is_empty() {
        group.cells = points.flat_map(|(measure, index)| cells(record, measure, index, usual, cut)).collect();
    } else {
        group.cells.iter_mut().for_each(|cell| of_some_starts(record, cell, 0));
    }
    if let Some(earlier) = &record.earlier {
        super::resume::prepend(&mut group, earlier);
    }
    group
}

/// The cells of a measure at a point: one, or one for each value of the axis that its samples read.
fn cells(record: &Record, measure: &Measure, index: usize, usual: Option<Usual>, cut: Option<Cut>) -> Vec<Cell> {
    let one = cell(record, measure, index, usual, cut);
    reads::cells(record, measure, index, one)
}

fn cell(record: &Record, measure: &Measure, index: usize, usual: Option<Usual>, cut: Option<Cut>) -> Cell {
    let measured = || record.starts.iter().filter_map(|start| Some((start, start.report(index)?)));
    let reports: Vec<_> = record.starts.iter().map(|start| start.report(index)).collect();
    let first = reports.iter().flatten().next();
    let at = record.entry.points[index].clone();
    let mut cell = Cell::new(at, measure.id, measure.role, (measure.unit)(), measure.better);
    cell.ops = first.map(|report| report.ops);
    cell.amount = first.and_then(|report| report.amount);
    let failure = record.failures(index).next();
    if first.is_none() {
        (cell.status, cell.reason) = match failure {
            Some(failure) => (failure.status, Some(failure.reason.clone())),
            None => not_tried(record, cut),
        };
        return cell;
    }
    let of = |list: fn(&crate::start::PointReport) -> &Vec<u64>| -> Vec<Vec<u64>> {
        reports.iter().map(|report| report.map(list).cloned().unwrap_or_default()).collect()
    };
    cell.elapsed_ns = match measure.derivation {
        Derivation::Overhead => of(|report| &report.overhead_ns),
        _ => of(|report| &report.elapsed_ns),
    };
    cell.warmup_ns = of(|report| &report.warmup_ns).into_iter().map(to_the_microsecond).collect();
    if let Some(usual) = usual {
        let causes = measured().flat_map(|(start, report)| usual.causes(start, report));
        cell.disturbed = (0..).zip(causes).filter_map(|(sample, cause)| cause.map(|_| sample)).collect();
    }
    if let Some(note) = first.and_then(|report| report.note.clone()) {
        add_note(&mut cell, note);
    }
    of_some_starts(record, &mut cell, index);
    let retries: u64 = reports.iter().flatten().map(|report| report.retries).sum();
    if retries > 0 {
        add_note(&mut cell, format!("{retries} operations had to be done again"));
    }
    cell
}

/// Nobody works with what warm-up batches took: they show how long a start took to settle, and should not be a tenth of the
/// document.
fn to_the_microsecond(elapsed_ns: Vec<u64>) -> Vec<u64> {
    elapsed_ns.into_iter().map(|ns| if ns < 1_000_000 { ns } else { (ns + 500) / 1000 * 1000 }).collect()
}

/// Adds a note behind those that the cell has.
pub(super) fn add_note(cell: &mut Cell, note: String) {
    cell.note = Some(match cell.note.take() {
        Some(known) => format!("{known}; {note}"),
        None => note,
    });
}

/// Says how many starts brought no figure, if some did not.
fn of_some_starts(record: &Record, cell: &mut Cell, index: usize) {
    if let Some(failure) = record.failures(index).next() {
        let failed = record.failures(index).count();
        cell.reason = Some(failure.reason.clone());
        add_note(cell, format!("{failed} of {} starts brought no figure ({failure})", record.starts.len()));
    }
}

/// Why a point was never measured.
fn not_tried(record: &Record, cut: Option<Cut>) -> (Status, Option<Reason>) {
    let (status, kind) = match (&record.entry.cpus, cut) {
        (None, _) => (Status::Unsupported, FailureKind::NoSuchPlacement),
        (Some(_), Some(Cut::Interrupted)) => (Status::Skipped, FailureKind::Interrupted),
        (Some(_), Some(Cut::TimeLimit)) => (Status::Skipped, FailureKind::TimeLimit),
        // The run could not go on; or its starts ended at another point, before they came to this one.
        (Some(_), Some(Cut::Broken) | None) => (Status::Skipped, FailureKind::EndedEarly),
    };
    (status, Some(Reason { kind, call: None, errno: None, signal: None }))
}

fn counters(record: &Record, start: &super::record::StartRecord) -> Counters {
    let canaries = || start.reports().flat_map(|report| &report.canaries);
    Counters {
        at_ms: Some(start.at_ms),
        cpus: record.entry.cpus.clone().unwrap_or_default(),
        canary_chain_ns: canaries().map(|reading| reading.chain).min(),
        canary_throughput_ns: canaries().map(|reading| reading.throughput).min(),
        run_delay_ns: start.counted.run_delay_ns,
        voluntary_switches: Some(start.counted.voluntary_switches),
        involuntary_switches: Some(start.counted.involuntary_switches),
        minor_faults: Some(start.counted.minor_faults),
        steal_ns: start.others.steal_ns,
        others_ns: start.others_ns(),
        cpu_pressure_us: start.others.cpu_pressure_us,
        throttle_events: start.others.throttle_events,
        cgroup_throttled: start.others.cgroup_throttled,
        repeat: start.repeat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, sweep};
    use crate::start::{Counted, Ending, Outcome, Report};

    fn outcome(reports: Vec<Report>) -> Outcome {
        Outcome { reports, ending: Ending::Done(Counted::default()), printed: String::new() }
    }

    #[test]
    fn samples_stand_by_start_and_disturbed_ones_are_counted_through_all_starts() {
        let mut record = sweep();
        let planned = record.planned(&[0, 1]);
        let mut noisy = report(0, 2_000);
        noisy.retries = 2;
        noisy.canaries[2].chain = 90_000;
        record.take(
            &planned,
            outcome(vec![Report::Point(report(0, 1_000)), Report::Point(report(1, 5))]),
            StartRecord::default(),
        );
        record.take(&planned, outcome(vec![Report::Point(report(1, 6))]), StartRecord::default());
        record.take(&planned, outcome(vec![Report::Point(noisy)]), StartRecord { repeat: true, ..Default::default() });
        let group = groups(&[record], None).remove(0);
        let cell = &group.cells[0];
        assert_eq!(cell.elapsed_ns, [vec![1_000, 1_001], vec![], vec![2_000, 2_001]]);
        assert_eq!(cell.warmup_ns, [vec![1_005], vec![], vec![2_005]]);
        assert_eq!((cell.disturbed.as_slice(), cell.ops, cell.amount), (&[3][..], Some(10), Some(640)));
        assert_eq!(group.starts.iter().map(|start| start.repeat).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(cell.note.as_deref(), Some("2 operations had to be done again"));
        assert_eq!((group.cells[1].note.as_ref(), group.placement.as_ref()), (None, None));
    }

    #[test]
    fn what_was_not_reached_says_why() {
        let status = |cut| {
            let cell = groups(&[sweep()], cut).remove(0).cells.remove(0);
            (cell.status, cell.reason.unwrap().kind)
        };
        assert_eq!(status(Some(Cut::Interrupted)), (Status::Skipped, FailureKind::Interrupted));
        assert_eq!(status(Some(Cut::TimeLimit)), (Status::Skipped, FailureKind::TimeLimit));
        let mut nowhere = sweep();
        nowhere.entry.cpus = None;
        let cell = groups(&[nowhere], None).remove(0).cells.remove(0);
        assert_eq!(cell.reason.unwrap().kind, FailureKind::NoSuchPlacement);
    }
}
