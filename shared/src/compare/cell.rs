//! The cell of one column in one row: status, value, starts.

use super::join::{Joined, Part};
use super::{Cell, CellStatus};
use crate::model::Status;
use crate::summary::{Reduction, column_value, six_digits};

/// More disturbed samples than this fraction, and a cell has no place in means.
const DISTURBED: f64 = 0.2;

impl Cell {
    /// Whether more of its samples were disturbed than a mean may take.
    pub fn much_disturbed(&self) -> bool {
        f64::from(self.disturbed) > DISTURBED * f64::from(self.samples)
    }
}

/// The cell of a column. Its value is the summary's own where one run has it, else that of the start values of all runs
/// that have it, pooled. Text and spread are the table's business.
pub(super) fn cell(row: &Joined, column: usize) -> Cell {
    let parts = &row.parts[column];
    let measured = parts.iter().any(|part| !part.reference());
    let (counted, left_out): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| !measured || !part.reference());
    let figures: Vec<&Part> = counted.iter().copied().filter(|part| value(part).is_some()).collect();
    let starts: Vec<f64> = figures.iter().flat_map(|part| part.run.cells.start_values(part.cell)).collect();
    let first = figures.first().or(counted.first());
    let mut cell = Cell {
        status: CellStatus::Missing,
        reason: None,
        value: match figures.as_slice() {
            [] => None,
            [one] => value(one),
            several => column_value(&starts, reduction(several[0])).map(six_digits),
        },
        text: None,
        spread: None,
        starts,
        samples: figures.iter().map(|part| at(&part.run.cells.samples, part)).sum(),
        disturbed: figures.iter().map(|part| at(&part.run.cells.disturbed, part)).sum(),
        runs: u32::try_from(figures.len()).unwrap_or(u32::MAX),
        reference: first.is_some_and(|part| part.reference()),
        unstated: first.map_or(Vec::new(), |part| part.unstated.iter().map(|axis| (*axis).to_owned()).collect()),
        reduced: figures.first().and_then(|part| part.run.cells.reduced.get(&part_index(part)).cloned()),
        printed: figures
            .iter()
            .filter_map(|part| part.run.cells.printed.get(&part_index(part)))
            .flatten()
            .cloned()
            .collect(),
        notes: notes(&counted),
    };
    if cell.value.is_some() {
        cell.status = CellStatus::Ok;
        let failed = counted.len() - figures.len();
        if failed > 0 {
            cell.notes.push(format!("no figure in {failed} of {} runs", counted.len()));
        }
        if !left_out.is_empty() {
            cell.notes.push("published figures of this column are left out beside measured ones".to_owned());
        }
    } else if let Some(part) = counted.iter().min_by_key(|part| rank(part)) {
        cell.status = status(part);
        cell.reason = part.run.cells.reason.get(&part_index(part)).cloned();
    }
    cell
}

/// How the figures of a part's row become one.
pub(super) fn reduction(part: &Part) -> Reduction {
    let series = part.series;
    let provenance = part.run.head.provenance;
    Reduction::of(provenance, &series.benchmark, series.placement.as_deref(), &series.unit, series.better)
}

fn value(part: &Part) -> Option<f64> {
    part.run.cells.value.get(part.cell).copied().flatten()
}

fn at(column: &[u32], part: &Part) -> u32 {
    column.get(part.cell).copied().unwrap_or(0)
}

fn part_index(part: &Part) -> u32 {
    u32::try_from(part.cell).unwrap_or(u32::MAX)
}

/// Each note once, in order.
fn notes(parts: &[&Part]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in parts.iter().filter_map(|part| part.run.cells.note.get(&part_index(part))) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
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
