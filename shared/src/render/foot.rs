//! What stands under the tables: how many figures are behind a value, where they come from, and what a reader must know.

use super::cells::{limited, word};
use crate::compare::{Cell, CellStatus, Change, Column, Comparison, Word};
use crate::model::VerdictWord;
use crate::sorted::Set;

/// Entries of each kind that are written out.
const MOST_NOTES: usize = 12;

/// Remarks on figures of one benchmark that are written out.
const MOST_REMARKS: usize = 3;

/// `1 / mean of 3 (reduced: no test)`, a part a column, the baseline first.
pub fn counts(comparison: &Comparison) -> String {
    let mut order: Vec<usize> = vec![comparison.base];
    order.extend((0..comparison.columns.len()).filter(|column| *column != comparison.base));
    let parts: Vec<String> = order.iter().map(|&column| count(comparison, column)).collect();
    let unique: Set<&String> = parts.iter().collect();
    let text = if unique.len() == 1 && parts.len() > 2 { format!("{} each", parts[0]) } else { parts.join(" / ") };
    format!("{text}{}", untested(comparison))
}

fn count(comparison: &Comparison, index: usize) -> String {
    let Some(column) = comparison.columns.get(index) else { return "none".to_owned() };
    if !column.reference {
        let starts = if column.starts == 1 { "1 start".to_owned() } else { format!("{} starts", column.starts) };
        return match column.runs.len() {
            1 => starts,
            runs => format!("{runs} runs x {starts}"),
        };
    }
    let cells: Vec<&Cell> = figures(comparison, index).collect();
    let reduced: Set<&str> = cells.iter().filter_map(|cell| reduced(cell)).collect();
    if !reduced.is_empty() {
        return reduced.into_iter().collect::<Vec<_>>().join(", ");
    }
    let printed = cells.iter().map(|cell| cell.printed.len().max(1));
    match (printed.clone().min(), printed.max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(least), _) => least.to_string(),
        _ => "none".to_owned(),
    }
}

/// How the source reduced its samples to the figure; a single sample needs no reducing.
fn reduced(cell: &Cell) -> Option<&str> {
    cell.reduced.as_deref().filter(|reduced| *reduced != "of 1")
}

fn figures(comparison: &Comparison, column: usize) -> impl Iterator<Item = &Cell> {
    let rows = comparison.tables.iter().flat_map(|table| &table.rows);
    rows.filter_map(move |row| row.cells.get(column)).filter(|cell| cell.status == CellStatus::Ok)
}

/// Why no difference is called one, where no test was made.
fn untested(comparison: &Comparison) -> &'static str {
    let changes = comparison.tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.changes.iter().flatten());
    if comparison.columns.len() < 2 || changes.into_iter().any(|change| change.word != Word::Untested) {
        return "";
    }
    let mut cells = (0..comparison.columns.len()).flat_map(|column| figures(comparison, column));
    if cells.any(|cell| reduced(cell).is_some()) { " (reduced: no test)" } else { " (no test)" }
}

/// Where the figures come from: one text where all columns share it, else a line a source with the columns it belongs to.
pub fn sources(comparison: &Comparison) -> Vec<String> {
    let mut sources: Vec<(String, Vec<&str>)> = Vec::new();
    for column in &comparison.columns {
        let source = source(column);
        match sources.iter_mut().find(|(known, _)| *known == source) {
            Some((_, names)) => names.push(&column.short),
            None => sources.push((source, vec![&column.short])),
        }
    }
    match &sources[..] {
        [(source, _)] => vec![source.clone()],
        _ => sources.iter().map(|(source, names)| format!("{}: {source}", names.join(", "))).collect(),
    }
}

fn source(column: &Column) -> String {
    let (first, last) = &column.days;
    match &column.source {
        Some(source) => source.clone(),
        None if first == last => format!("measured {first}"),
        None => format!("measured {first} to {last}"),
    }
}

/// Everything else that a reader must know, a line each.
pub fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = marks(comparison);
    notes.extend(absences(comparison));
    notes.extend(disturbed(comparison));
    for column in &comparison.columns {
        match column.verdict {
            Some(VerdictWord::Clean) | None => {}
            Some(VerdictWord::Disturbed) => notes.push(format!("{}: the run was disturbed", column.short)),
            Some(VerdictWord::Invalid) => notes.push(format!("{}: the run calls itself invalid", column.short)),
        }
    }
    notes.extend(remarks(comparison));
    notes.extend(limited(comparison.notes.clone(), MOST_NOTES));
    notes
}

/// What the marks behind changes mean, those that occur.
fn marks(comparison: &Comparison) -> Vec<String> {
    let rows = || comparison.tables.iter().flat_map(|table| &table.rows);
    let any = |is: &dyn Fn(&Change) -> bool| rows().any(|row| row.changes.iter().flatten().any(is));
    let words =
        [("better, worse", Word::Better), ("better, worse", Word::Worse), ("=", Word::Same), ("~", Word::Undecided)];
    let mut meanings: Vec<String> = Vec::new();
    for (mark, word) in words {
        let meaning = format!("{mark}: {}", word.meaning());
        if any(&|change| change.word == word) && !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    if any(&|change| change.single_boot) {
        meanings.push("1b: one boot a side; another boot may differ".to_owned());
    }
    meanings
}

/// Cells without a figure that have a reason.
fn absences(comparison: &Comparison) -> Vec<String> {
    let mut found = Vec::new();
    for row in comparison.tables.iter().flat_map(|table| &table.rows) {
        for (cell, column) in row.cells.iter().zip(&comparison.columns) {
            if let (false, Some(reason)) = (cell.status == CellStatus::Ok, &cell.reason) {
                found.push(format!("{}: {} in {}: {reason}", word(cell.status), row.key.text(), column.short));
            }
        }
    }
    limited(found, MOST_NOTES)
}

/// Figures with many disturbed samples; where they are many, how many.
fn disturbed(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    for (index, column) in comparison.columns.iter().enumerate() {
        let rows = comparison.tables.iter().flat_map(|table| &table.rows);
        let cells = rows.filter_map(|row| Some((row, row.cells.get(index)?)));
        let found: Vec<_> = cells.filter(|(_, cell)| cell.much_disturbed()).collect();
        let figures = figures(comparison, index).count();
        if found.len() > MOST_REMARKS {
            let count = found.len();
            notes.push(format!("{}: much disturbed, {count} of {figures} figures", column.short));
            continue;
        }
        notes.extend(found.iter().map(|(row, cell)| {
            let row = row.key.text();
            format!("{}: disturbed, {} of {} samples of {row}", column.short, cell.disturbed, cell.samples)
        }));
    }
    limited(notes, MOST_NOTES)
}

/// Remarks on single figures, by benchmark; where they are many, how many.
fn remarks(comparison: &Comparison) -> Vec<String> {
    let mut remarks: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in comparison.tables.iter().flat_map(|table| &table.rows) {
        let benchmark = row.key.benchmark.as_str();
        for note in row.cells.iter().flat_map(|cell| &cell.notes) {
            match remarks.iter_mut().find(|(known, _)| *known == benchmark) {
                Some((_, notes)) if notes.contains(&note.as_str()) => {}
                Some((_, notes)) => notes.push(note),
                None => remarks.push((benchmark, vec![note])),
            }
        }
    }
    let said = |(benchmark, notes): (&str, Vec<&str>)| match &notes[..] {
        [first, .., _] if notes.len() > MOST_REMARKS => {
            vec![format!("{benchmark}: {} figures have remarks of their own, such as: {first}", notes.len())]
        }
        _ => notes.iter().map(|note| format!("{benchmark}: {note}")).collect(),
    };
    limited(remarks.into_iter().flat_map(said).collect(), MOST_NOTES)
}
