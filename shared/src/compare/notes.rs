//! What a reader must know of a comparison.

use super::differs::Differences;
use super::{Cell, Column, Row, Table, floor};
use crate::summary::RunSummary;

/// More names than this are counted rather than listed.
const LISTED: usize = 3;

/// The notes, most telling first; each once.
pub(super) fn notes(
    runs: &[Vec<&RunSummary>],
    columns: &[Column],
    base: usize,
    tables: &[Table],
    differences: &Differences,
) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for column in columns {
        if let Some(barred) = &column.barred {
            notes.push(format!("{} is not compared with the baseline: {barred}", column.short));
        }
        if !column.merges.is_empty() {
            notes.push(format!("{} merges runs that differ in {}", column.short, listed(&column.merges)));
        }
    }
    notes.extend(cut(columns, base, tables));
    notes.extend(uneven(base, tables));
    for (column, names) in columns.iter().zip(&differences.unstated) {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().cloned().collect();
            notes.push(format!("{} does not state what others do: {}", column.short, listed(&names)));
        }
    }
    for note in runs.iter().flatten().flat_map(|run| &run.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

/// Where changes run over fewer starts than the shown values.
fn cut(columns: &[Column], base: usize, tables: &[Table]) -> Option<String> {
    let cut = |row: &Row| {
        row.changes.iter().zip(&row.cells).any(|(change, cell)| {
            let longer = |starts: u32, cell: &Cell| !cell.reference && cell.starts.len() > starts as usize;
            change.as_ref().is_some_and(|change| longer(change.starts, cell) || longer(change.starts, &row.cells[base]))
        })
    };
    let any = tables.iter().flat_map(|table| &table.rows).any(cut);
    let least = columns
        .iter()
        .filter(|column| !column.reference)
        .map(|column| column.starts)
        .filter(|starts| *starts > 0)
        .min()?;
    any.then(|| {
        format!("the columns have different numbers of starts: changes run over the first starts of either side (typically {least}), values over all")
    })
}

/// Where starts took the fastest of unequal numbers of samples.
fn uneven(base: usize, tables: &[Table]) -> Option<String> {
    let mut rows = tables.iter().flat_map(|table| &table.rows);
    let uneven = |row: &Row| {
        let mut changes = row.changes.iter().zip(&row.cells);
        changes.any(|(change, cell)| {
            change.as_ref().is_some_and(|change| change.floor.is_some()) && floor::uneven(&row.cells[base], cell)
        })
    };
    rows.any(uneven).then(|| {
        "the columns have different numbers of samples a start: where the fastest counts, nothing below 4 % is called".to_owned()
    })
}

fn listed(names: &[String]) -> String {
    match names {
        [head @ .., last] if names.len() <= LISTED => {
            if head.is_empty() {
                last.clone()
            } else {
                format!("{} and {last}", head.join(", "))
            }
        }
        _ => format!("{} and {} more", names[..LISTED.min(names.len())].join(", "), names.len().saturating_sub(LISTED)),
    }
}
