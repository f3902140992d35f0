//! Cells of what samples read besides their time: a build's user time, throughput by the number of users.

use shared::catalogue::{Derivation, Measure};
use shared::model::{Cell, FailureKind, Point, Reason, Status};

use super::Record;
use super::groups::add_note;
use crate::bench::Read;

/// The cells of a measure that samples of a point read, in the order in which they were first read; `timed` alone, where
/// its time is the measure, or where no sample was taken.
pub fn cells(record: &Record, measure: &Measure, index: usize, timed: Cell) -> Vec<Cell> {
    let is_read =
        measure.derivation == Derivation::Counted || reads(record, index).any(|read| read.value(measure.id).is_some());
    if timed.status != Status::Ok {
        return vec![Cell { at: whole(record, measure, &timed.at), ..timed }];
    }
    if !is_read {
        return vec![timed];
    }
    let mut places: Vec<&Point> = Vec::new();
    for read in reads(record, index).filter(|read| read.at.is_empty() == measure.over.is_empty()) {
        // Not every measure is read at every place.
        let tells = read.values.is_err() || read.value(measure.id).is_some();
        if tells && !places.contains(&&read.at) {
            places.push(&read.at);
        }
    }
    if places.is_empty() {
        return vec![unread(record, measure, timed)];
    }
    places.into_iter().map(|at| cell(record, measure, index, at, timed.clone())).collect()
}

fn reads(record: &Record, index: usize) -> impl Iterator<Item = &Read> {
    record.starts.iter().filter_map(move |start| start.report(index)).flat_map(|report| &report.reads)
}

/// Where a point without figures stands: on an axis that was not read, at its reference.
fn whole(record: &Record, measure: &Measure, at: &Point) -> Point {
    match record.entry.benchmark.axis(measure.over) {
        Some(axis) => at.clone().with(axis.name, axis.reference.value()),
        None => at.clone(),
    }
}

/// A cell of samples that did not read what they should have.
fn unread(record: &Record, measure: &Measure, timed: Cell) -> Cell {
    let at = whole(record, measure, &timed.at);
    let reason = Reason { kind: FailureKind::WorkNotDone, call: None, errno: None, signal: None };
    Cell {
        status: Status::Failed,
        reason: Some(reason),
        ..Cell::new(at, measure.id, timed.role, timed.unit, timed.better)
    }
}

/// The values that were read at one place, by start, in place of the times.
fn cell(record: &Record, measure: &Measure, index: usize, at: &Point, timed: Cell) -> Cell {
    let mut cell = timed;
    for (axis, value) in &at.0 {
        cell.at = cell.at.with(axis, value.clone());
    }
    (cell.ops, cell.amount) = (None, None);
    cell.elapsed_ns.clear();
    cell.warmup_ns.clear();
    // A sample is one reading of a start; which of them were disturbed is counted over those that have a value.
    let disturbed = std::mem::take(&mut cell.disturbed);
    let (mut sample, mut value_number, mut failure, mut failed) = (0, 0, None, 0);
    for start in &record.starts {
        let report = start.report(index);
        // What brought no value at all may still stand beside what did: a walk that was ended knows its steps, not its end.
        let of_measure = |read: &&Read| read.at == *at && (read.values.is_err() || read.value(measure.id).is_some());
        let read = report.and_then(|report| report.reads.iter().find(of_measure));
        let value = read.and_then(|read| read.value(measure.id));
        if let Some(Err(problem)) = read.map(|read| &read.values) {
            failure.get_or_insert(problem);
            failed += 1;
        }
        if value.is_some() {
            if disturbed.contains(&sample) {
                cell.disturbed.push(value_number);
            }
            value_number += 1;
        }
        sample += u32::from(report.is_some());
        cell.values.push(value.into_iter().collect());
    }
    let Some(failure) = failure else { return cell };
    cell.reason = Some(failure.reason.clone());
    if value_number == 0 {
        cell.status = failure.status;
        cell.values.clear();
    } else {
        add_note(&mut cell, format!("{failed} of {} starts brought no figure here ({failure})", record.starts.len()));
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Failure;
    use crate::run::groups;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, whole};
    use crate::start::{Counted, Ending, Outcome, PointReport, Report};

    /// A record of two starts of a benchmark that reads throughput by users.
    fn record(starts: Vec<Vec<Read>>) -> Record {
        let mut record = whole("load.multiuser");
        for reads in starts {
            let planned = record.planned(&[0]);
            let report = PointReport { elapsed_ns: vec![5_000], ops: 1, amount: None, reads, ..report(0, 1_000) };
            let outcome = Outcome {
                reports: vec![Report::Point(report)],
                ending: Ending::Done(Counted::default()),
                printed: String::new(),
            };
            record.take(&planned, outcome, StartRecord::default());
        }
        record
    }

    fn users(count: u64, throughput: f64) -> Read {
        Read::at(Point::new([("users", count.into())]), [("throughput", throughput)])
    }

    #[test]
    fn each_value_of_the_axis_is_a_cell_with_a_value_of_each_start() {
        let record = record(vec![vec![users(1, 10.0), users(2, 18.0)], vec![users(1, 11.0)]]);
        let group = groups(&[record], None).remove(0);
        let cells: Vec<_> = group.cells.iter().filter(|cell| cell.measure == "throughput").collect();
        assert_eq!(cells.iter().map(|cell| cell.at.integer("users")).collect::<Vec<_>>(), [Some(1), Some(2)]);
        assert_eq!(cells[0].values, [[10.0], [11.0]]);
        assert_eq!(cells[1].values, [vec![18.0], vec![]]);
        assert!(cells[0].elapsed_ns.is_empty() && cells[0].ops.is_none());
    }

    #[test]
    fn a_measure_has_no_cell_where_it_is_never_read() {
        let both = Read::at(Point::new([("users", 1.into())]), [("throughput", 10.0), ("real", 6e9)]);
        let group = groups(&[record(vec![vec![both, users(2, 18.0)]])], None).remove(0);
        let at = |measure: &str| -> Vec<Option<u64>> {
            let cells = group.cells.iter().filter(|cell| cell.measure == measure);
            cells.map(|cell| cell.at.integer("users")).collect()
        };
        assert_eq!(at("throughput"), [Some(1), Some(2)]);
        assert_eq!(at("real"), [Some(1)]);
    }

    #[test]
    fn what_was_read_beside_a_failure_keeps_its_figure() {
        let beside = vec![
            Read::once([("crossover", 4.0)]),
            Read { at: Point::default(), values: Err(Failure::work_not_done()) },
        ];
        let group = groups(&[record(vec![beside])], None).remove(0);
        let of = |measure: &str| group.cells.iter().find(|cell| cell.measure == measure).unwrap();
        assert_eq!((of("crossover").status, &of("crossover").values), (Status::Ok, &vec![vec![4.0]]));
        assert_eq!((of("peak").status, of("peak").values.len()), (Status::Failed, 0));
    }

    #[test]
    fn a_step_that_failed_has_no_figure_and_says_why() {
        let failed = Read { at: Point::new([("users", 2.into())]), values: Err(Failure::work_not_done()) };
        let record = record(vec![vec![users(1, 10.0), failed]]);
        let group = groups(&[record], None).remove(0);
        let cell = group.cells.iter().find(|cell| cell.at.integer("users") == Some(2)).unwrap();
        assert_eq!((cell.status, cell.values.len()), (Status::Failed, 0));
        assert_eq!(cell.reason.as_ref().map(|reason| reason.kind), Some(FailureKind::WorkNotDone));
    }
}
