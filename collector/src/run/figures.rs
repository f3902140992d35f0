//! Cells of the figures that a program printed itself.

use shared::model::{Better, Cell, Role};
use shared::number::Unit;

use super::Record;
use super::clean::Usual;
use crate::bench::Figure;

/// The cells, in the order in which the figures were first printed; none where no start came to its figures.
pub fn cells(record: &Record, usual: Option<Usual>) -> Vec<Cell> {
    names(record).into_iter().map(|first| cell(record, first, usual)).collect()
}

/// Which figure has another unit or direction than in an earlier start, if one has.
pub fn contradiction(record: &Record) -> Option<String> {
    let known = names(record);
    let other = |figure: &&Figure| {
        known
            .iter()
            .any(|first| first.name == figure.name && (&first.unit, first.better) != (&figure.unit, figure.better))
    };
    let figure = printed(record).find(other)?;
    Some(format!("{:?} has another unit or direction than when it was first printed", figure.name))
}

fn printed(record: &Record) -> impl Iterator<Item = &Figure> {
    record.starts.iter().flat_map(|start| start.reports()).flat_map(|report| &report.figures)
}

/// Each figure as it was first printed.
fn names(record: &Record) -> Vec<&Figure> {
    let mut names: Vec<&Figure> = Vec::new();
    for figure in printed(record) {
        if names.iter().all(|first| first.name != figure.name) {
            names.push(figure);
        }
    }
    names
}

/// All values of one figure. Those of an execution that was disturbed are disturbed.
fn cell(record: &Record, first: &Figure, usual: Option<Usual>) -> Cell {
    let role = if first.better == Better::Neutral { Role::Secondary } else { Role::Primary };
    let at = record.entry.points[0].clone();
    let mut cell = Cell::new(at, &first.name, role, Unit::parse(&first.unit), first.better);
    let mut count = 0;
    for start in &record.starts {
        let report = start.report(0);
        let figures = report.into_iter().flat_map(|report| &report.figures);
        let values: Vec<f64> = figures.filter(|figure| figure.name == first.name).map(|figure| figure.value).collect();
        let clean =
            report.zip(usual).is_none_or(|(report, usual)| usual.causes(start, report).iter().all(Option::is_none));
        let next = count + values.len() as u32;
        if !clean {
            cell.disturbed.extend(count..next);
        }
        count = next;
        cell.values.push(values);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::groups;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, sweep};
    use crate::start::{Counted, Ending, Outcome, Report};

    fn figure(name: &str, value: f64, unit: &str) -> Figure {
        Figure { name: name.to_owned(), value, unit: unit.to_owned(), better: Better::Higher }
    }

    /// A record with one start for each list of figures; the second start was disturbed.
    fn record(starts: Vec<Vec<Figure>>) -> Record {
        let mut record = sweep();
        for (number, figures) in starts.into_iter().enumerate() {
            let planned = record.planned(&[0]);
            let mut report = report(0, 1_000);
            report.elapsed_ns.truncate(1);
            report.figures = figures;
            if number == 1 {
                report.canaries[1].chain = 90_000;
            }
            let reports = vec![Report::Point(report)];
            let outcome = Outcome { reports, ending: Ending::Done(Counted::default()), printed: String::new() };
            record.take(&planned, outcome, StartRecord::default());
        }
        record
    }

    #[test]
    fn values_stand_by_start_and_those_of_a_disturbed_start_are_marked() {
        let both = |value| {
            vec![figure("rate", value, "1/s"), figure("rate", value + 1.0, "1/s"), figure("peak", value, "MiB")]
        };
        let record = record(vec![both(10.0), both(20.0), vec![figure("peak", 30.0, "MiB")], both(40.0)]);
        let group = groups(&[record], None).remove(0);
        let [rate, peak] = group.cells.as_slice() else { panic!("two figures") };
        assert_eq!(rate.values, [vec![10.0, 11.0], vec![20.0, 21.0], vec![], vec![40.0, 41.0]]);
        assert_eq!((rate.disturbed.as_slice(), &rate.unit), (&[2, 3][..], &Unit::PerSecond));
        assert_eq!((peak.disturbed.as_slice(), peak.unit.name()), (&[1][..], "MiB"));
        assert!(rate.elapsed_ns.is_empty() && rate.ops.is_none());
    }

    #[test]
    fn a_figure_that_changes_its_unit_is_named() {
        let steady = record(vec![vec![figure("a", 1.0, "us")], vec![figure("a", 2.0, "us")]]);
        assert_eq!(contradiction(&steady), None);
        let changed = record(vec![vec![figure("a", 1.0, "us")], vec![figure("a", 2.0, "ms")]]);
        assert!(contradiction(&changed).unwrap().starts_with("\"a\" has another unit"));
    }
}
