//! Run → RunSummary.

use std::collections::BTreeMap;

use super::reduce::{Reduction, column_value};
use super::samples::{Figure, overhead_of, start_values};
use super::{Cells, Inverse, RunHead, RunSummary, SUMMARY_VERSION, Series, offset, reason, six_digits};
use crate::catalogue::{self, Derivation, Measure};
use crate::keys;
use crate::model::{Cell, Group, Point, ProvenanceKind, Run, RunId, Status};

/// The summary of a run: the same bytes for the same document, on every host.
pub fn summarise(id: &RunId, run: &Run) -> RunSummary {
    let mut columns = Columns::default();
    for group in &run.groups {
        for cells in by_series(group) {
            let of = count(columns.cells.at.len());
            columns.push(run, &cells, stored(group, cells[0]), Figure::Stored);
            for measure in derived(group, cells[0], Derivation::LessOverhead) {
                let overheads = overheads(group);
                let known: Vec<&Cell> =
                    cells.iter().copied().filter(|cell| has_time_less_overhead(cell, &overheads)).collect();
                columns.push(run, &known, worked_out(group, measure), Figure::LessOverhead(&overheads));
            }
            for measure in derived(group, cells[0], Derivation::TimePerOperation) {
                let timed: Vec<&Cell> = cells.iter().copied().filter(|cell| has_time_per_operation(cell)).collect();
                let first = count(columns.cells.at.len());
                columns.push(run, &timed, worked_out(group, measure), Figure::TimePerOperation);
                // Arithmetic means, of figures from elsewhere, are not each other's inverse.
                if timed.len() == cells.len() && run.provenance.kind == ProvenanceKind::Measured {
                    columns.mirror(Inverse { first, of, cells: count(cells.len()) });
                }
            }
        }
    }
    RunSummary {
        version: SUMMARY_VERSION,
        head: RunHead::of(id, run),
        keys: keys::flatten(run),
        series: columns.series,
        cells: columns.cells,
        notes: run.provenance.notes.clone(),
    }
}

/// The cells of a group that belong together, in order of first appearance.
fn by_series(group: &Group) -> Vec<Vec<&Cell>> {
    let mut sets: Vec<Vec<&Cell>> = Vec::new();
    for cell in &group.cells {
        let together = |first: &Cell| {
            first.measure == cell.measure
                && first.unit == cell.unit
                && first.better == cell.better
                && first.role == cell.role
                && first.printed_unit == cell.printed_unit
        };
        match sets.iter_mut().find(|set| together(set[0])) {
            Some(set) => set.push(cell),
            None => sets.push(vec![cell]),
        }
    }
    sets
}

/// The series of a group's own cells.
fn stored(group: &Group, cell: &Cell) -> Series {
    Series {
        benchmark: group.benchmark.clone(),
        version: group.version,
        placement: group.placement.clone(),
        measure: cell.measure.clone(),
        unit: cell.unit.clone(),
        better: cell.better,
        role: cell.role,
        cells: 0,
        printed_unit: cell.printed_unit.clone(),
    }
}

/// The series of a measure that is worked out from the samples of another.
fn worked_out(group: &Group, measure: &Measure) -> Series {
    Series {
        benchmark: group.benchmark.clone(),
        version: group.version,
        placement: group.placement.clone(),
        measure: measure.id.to_owned(),
        unit: (measure.unit)(),
        better: measure.better,
        role: measure.role,
        cells: 0,
        printed_unit: None,
    }
}

/// Measures that the samples of this one give as well. One that the document stores itself is not worked out again.
fn derived<'a>(
    group: &'a Group,
    cell: &'a Cell,
    derivation: Derivation,
) -> impl Iterator<Item = &'static Measure> + use<'a> {
    let benchmark = catalogue::find(&group.benchmark).filter(|benchmark| benchmark.version == group.version);
    let measures = benchmark.map_or(&[] as &[Measure], |benchmark| benchmark.measures);
    let stored = benchmark.and_then(|benchmark| benchmark.stored());
    let stored = stored.is_some_and(|measure| measure.id == cell.measure);
    measures
        .iter()
        .filter(move |measure| stored && measure.derivation == derivation)
        .filter(|measure| group.cells.iter().all(|cell| cell.measure != measure.id))
}

/// Whether a time per operation can be worked out, or could have been had the cell not failed.
fn has_time_per_operation(cell: &Cell) -> bool {
    match cell.status {
        Status::Ok => cell.ops.is_some() && !cell.elapsed_ns.is_empty(),
        _ => cell.printed_unit.is_none(),
    }
}

/// The cells of a group that hold the overhead of others.
fn overheads(group: &Group) -> Vec<&Cell> {
    let benchmark = catalogue::find(&group.benchmark);
    let is_overhead = |cell: &&Cell| {
        let measure = benchmark.and_then(|benchmark| benchmark.measure(&cell.measure));
        measure.is_some_and(|measure| measure.derivation == Derivation::Overhead)
    };
    group.cells.iter().filter(is_overhead).collect()
}

/// Whether the overhead can be taken off, or could have been had the cell not failed.
fn has_time_less_overhead(cell: &Cell, overheads: &[&Cell]) -> bool {
    has_time_per_operation(cell) && (cell.status != Status::Ok || overhead_of(cell, overheads).is_some())
}

/// The summary's columns while they grow.
#[derive(Default)]
struct Columns {
    series: Vec<Series>,
    cells: Cells,
    points: BTreeMap<Point, u32>,
}

impl Columns {
    fn push(&mut self, run: &Run, cells: &[&Cell], mut series: Series, figure: Figure) {
        if cells.is_empty() {
            return;
        }
        let placement = series.placement.as_deref();
        let reduction = Reduction::of(run.provenance.kind, &series.benchmark, placement, &series.unit, series.better);
        for cell in cells {
            self.cell(cell, figure, reduction);
        }
        series.cells = count(cells.len());
        self.series.push(series);
    }

    fn cell(&mut self, cell: &Cell, figure: Figure, reduction: Reduction) {
        let row = count(self.cells.at.len());
        let at = self.point(&cell.at);
        let columns = &mut self.cells;
        let starts = if cell.status == Status::Ok { start_values(cell, figure, reduction) } else { Vec::new() };
        let value = column_value(&starts, reduction).map(six_digits);
        let positive = starts.iter().chain(&value).all(|value| *value > 0.0);
        columns.at.push(at);
        columns.status.push(cell.status);
        columns.value.push(value);
        columns.starts.push(match value {
            Some(value) if positive => starts.iter().map(|start| offset(*start, value)).collect(),
            _ => Vec::new(),
        });
        if !positive {
            columns.raw.insert(row, starts.iter().copied().map(six_digits).collect());
        }
        columns.samples.push(count(cell.elapsed_ns.iter().map(Vec::len).chain(cell.values.iter().map(Vec::len)).sum()));
        columns.disturbed.push(count(cell.disturbed.len()));
        if let Some(reason) = &cell.reason {
            columns.reason.insert(row, reason::words(reason));
        }
        if figure == Figure::Stored && !cell.printed.is_empty() {
            columns.printed.insert(row, cell.printed.clone());
        }
        if let Some(reduced) = reduced(cell) {
            columns.reduced.insert(row, reduced);
        }
        if let Some(note) = &cell.note {
            columns.note.insert(row, note.clone());
        }
    }

    /// Drops start values that can be had from those of another range: a rate and the time per operation of one sample
    /// are each other's inverse, so their distances from their cells' values differ in sign alone.
    fn mirror(&mut self, range: Inverse) {
        let last = range.first as usize + range.cells as usize;
        for starts in &mut self.cells.starts[range.first as usize..last] {
            starts.clear();
        }
        self.cells.inverse.push(range);
    }

    fn point(&mut self, point: &Point) -> u32 {
        if let Some(index) = self.points.get(point) {
            return *index;
        }
        let index = count(self.cells.points.len());
        self.cells.points.push(point.clone());
        self.points.insert(point.clone(), index);
        index
    }
}

/// `mean of 3`, where the source had reduced its samples.
fn reduced(cell: &Cell) -> Option<String> {
    match (&cell.reduced_by, cell.n) {
        (Some(by), Some(n)) => Some(format!("{by} of {n}")),
        (Some(by), None) => Some(by.clone()),
        (None, Some(n)) => Some(format!("of {n}")),
        (None, None) => None,
    }
}

/// A count; documents hold at most millions of anything.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
