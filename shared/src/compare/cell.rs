//! The figure of one column in one row: status, value, starts.

use super::join::{Joined, Part};
use super::sample::Sample;
use super::{Cell, CellStatus};
use crate::model::Status;
use crate::stats::Side;
use crate::summary::{Reduction, column_value, quartiles, six_digits};

/// More disturbed samples than this fraction, and a cell has no place in means.
const DISTURBED: f64 = 0.2;

impl Cell {
    /// Whether more of its samples were disturbed than a mean may take.
    pub fn much_disturbed(&self) -> bool {
        f64::from(self.disturbed) > DISTURBED * f64::from(self.samples)
    }
}

/// A cell with what its change is worked out from.
pub(super) struct Figure<'a> {
    pub cell: Cell,
    /// How its starts become one; none where there is no figure.
    pub reduction: Option<Reduction>,
    /// Between which start values the middle half lies.
    pub quartiles: Option<(f64, f64)>,
    /// What a test takes of it.
    pub sample: Sample<'a>,
    /// The unit that printed digits are in.
    pub printed_unit: Option<&'a str>,
}

/// The figure of a column. Its value is the summary's own where one run has it, else that of the start values of all
/// runs that have it, pooled; published figures are not pooled with measured ones. Text and spread are the table's
/// business.
pub(super) fn figure<'a>(row: &Joined<'a>, column: usize) -> Figure<'a> {
    let all = row.parts(column);
    let measured = all.iter().any(|part| !part.reference());
    let counted = || all.iter().filter(move |part| !measured || !part.reference());
    let figures = || counted().filter(|part| value(part).is_some());
    let first = figures().next();
    let pooled = figures().nth(1).is_some();
    let starts: Vec<f64> = match first {
        Some(part) if !pooled => part.run.cells.start_values(part.cell),
        _ => figures().flat_map(|part| part.run.cells.start_values(part.cell)).collect(),
    };
    let value =
        first.and_then(|part| if pooled { column_value(&starts, part.reduction).map(six_digits) } else { value(part) });
    let speaks = first.or_else(|| counted().min_by_key(|part| rank(part)));
    let mut cell = Cell {
        status: if value.is_some() { CellStatus::Ok } else { speaks.map_or(CellStatus::Missing, status) },
        reason: speaks.filter(|_| value.is_none()).and_then(|part| part.run.cells.reason.get(&index(part)).cloned()),
        value,
        text: None,
        spread: None,
        samples: figures().map(|part| at(&part.run.cells.samples, part)).sum(),
        disturbed: figures().map(|part| at(&part.run.cells.disturbed, part)).sum(),
        runs: u32::try_from(figures().count()).unwrap_or(u32::MAX),
        reference: speaks.is_some_and(Part::reference),
        unstated: speaks.map_or(Vec::new(), |part| part.unstated.iter().map(|axis| (*axis).to_owned()).collect()),
        reduced: first.and_then(|part| part.run.cells.reduced.get(&index(part)).cloned()),
        printed: figures().filter_map(|part| part.run.cells.printed.get(&index(part))).flatten().cloned().collect(),
        notes: Vec::new(),
        starts,
    };
    notes(&mut cell, counted(), all.len());
    let mut sample = Sample::default();
    if let Some(reduction) = first.map(|part| part.reduction).filter(|reduction| *reduction != Reduction::Mean) {
        for part in figures() {
            let logs = part.run.cells.start_logs(part.cell);
            sample.runs.push((logs.len(), part.run.head.boot.as_deref()));
            sample.logs.extend(logs);
        }
        sample.whole = Side::of(&sample.logs, reduction);
    }
    Figure {
        sample,
        quartiles: quartiles(&cell.starts),
        cell,
        reduction: first.map(|part| part.reduction),
        printed_unit: first.and_then(|part| part.printed_unit),
    }
}

/// What the documents note, each once; then what pooling left out.
fn notes<'p, 'a: 'p>(cell: &mut Cell, counted: impl Iterator<Item = &'p Part<'a>>, all: usize) {
    let mut runs = 0;
    for part in counted {
        runs += 1;
        if let Some(note) = part.run.cells.note.get(&index(part))
            && !cell.notes.contains(note)
        {
            cell.notes.push(note.clone());
        }
    }
    let failed = runs - cell.runs as usize;
    if cell.value.is_some() && failed > 0 {
        cell.notes.push(format!("no figure in {failed} of {runs} runs"));
    }
    if runs < all {
        cell.notes.push("published figures of this column are left out beside measured ones".to_owned());
    }
}

fn value(part: &Part) -> Option<f64> {
    part.run.cells.value.get(part.cell).copied().flatten()
}

fn at(column: &[u32], part: &Part) -> u32 {
    column.get(part.cell).copied().unwrap_or(0)
}

fn index(part: &Part) -> u32 {
    u32::try_from(part.cell).unwrap_or(u32::MAX)
}

fn status(part: &Part) -> CellStatus {
    match part.run.cells.status.get(part.cell) {
        Some(Status::Failed) => CellStatus::Failed,
        Some(Status::Timeout) => CellStatus::Timeout,
        Some(Status::Skipped) => CellStatus::Skipped,
        Some(Status::Unsupported) => CellStatus::Unsupported,
        Some(Status::Ok) | None => CellStatus::Missing,
    }
}

/// Of several runs without a figure, the one that says most speaks for the column.
fn rank(part: &Part) -> u8 {
    match status(part) {
        CellStatus::Failed => 0,
        CellStatus::Timeout => 1,
        CellStatus::Unsupported => 2,
        CellStatus::Skipped => 3,
        CellStatus::Missing | CellStatus::Ok => 4,
    }
}
