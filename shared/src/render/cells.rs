//! What stands in a cell, and the signs that send the reader to a footnote.

use crate::compare::{Cell, CellStatus, Column, Comparison};

use super::ascii;
use super::lines::shortened;

/// The most columns that a figure takes: longer ones can only come from a broken source.
const WIDEST: usize = 18;

/// The figure in ASCII, or the word for its absence; never a 0 for one.
pub fn figure(cell: &Cell) -> String {
    let text = match cell.status {
        CellStatus::Ok => cell.text.as_deref().map_or_else(|| "n/a".to_owned(), ascii),
        status => word(status).to_owned(),
    };
    shortened(&text, WIDEST)
}

/// The word of a status.
pub fn word(status: CellStatus) -> &'static str {
    match status {
        CellStatus::Ok => "ok",
        CellStatus::Missing => "missing",
        CellStatus::Failed => "failed",
        CellStatus::Timeout => "timeout",
        CellStatus::Skipped => "skipped",
        CellStatus::Unsupported => "unsupported",
    }
}

/// The name over a column, in ASCII: whole where the short one has lost its middle, since a mail can be searched.
pub fn heading(column: &Column) -> String {
    let Some((beginning, _)) = column.short.split_once('…') else { return ascii(&column.short) };
    let values: Vec<&str> = column.subject.iter().map(|pair| pair.value.as_str()).collect();
    let values = values.join(" ");
    ascii(if values.starts_with(beginning) { &values } else { &column.name })
}

/// The spread in ASCII: `+-0.35`. A source that prints several figures has them listed instead.
pub fn spread(cell: &Cell) -> String {
    match &cell.spread {
        Some(spread) if cell.status == CellStatus::Ok && cell.printed.is_empty() => {
            shortened(&format!("+-{}", ascii(spread)), WIDEST)
        }
        _ => String::new(),
    }
}

/// The digits of the source, where the figure does not show all of them.
pub fn printed(cell: &Cell) -> Option<String> {
    let shown = cell.printed.len() == 1 && cell.text.as_deref() == cell.printed.first().map(String::as_str);
    let hidden = !cell.printed.is_empty() && !shown;
    hidden.then(|| cell.printed.iter().map(|digits| ascii(digits)).collect::<Vec<_>>().join(" "))
}

/// Signs for footnotes on reference cells.
pub struct Signs {
    /// Sets of axes that sources leave open, each with its sign.
    unstated: Vec<Vec<String>>,
    /// True where measured and reference cells stand beside each other, so that signs are needed.
    mixed: bool,
}

/// One character each, in the order of use; the last one serves for all further sets.
const SIGNS: [&str; 4] = ["*", "+", "#", "^"];

impl Signs {
    /// The signs that a comparison needs.
    pub fn of(comparison: &Comparison) -> Self {
        let mut unstated: Vec<Vec<String>> = Vec::new();
        let (mut measured, mut reference) = (false, false);
        for cell in comparison.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
            if cell.status != CellStatus::Ok {
                continue;
            }
            measured |= !cell.reference;
            reference |= cell.reference;
            if cell.reference && !unstated.contains(&cell.unstated) {
                unstated.push(cell.unstated.clone());
            }
        }
        Self { unstated, mixed: measured && reference }
    }

    /// The sign beside a figure; empty where none is needed, always of the same width within a comparison.
    pub fn sign(&self, cell: &Cell) -> &'static str {
        if !self.mixed {
            return "";
        }
        let known = self.unstated.iter().position(|unstated| *unstated == cell.unstated);
        match known {
            Some(index) if cell.reference && cell.status == CellStatus::Ok => SIGNS[index.min(SIGNS.len() - 1)],
            _ => " ",
        }
    }

    /// What the signs mean, a line each.
    pub fn footnotes(&self) -> Vec<String> {
        if !self.mixed {
            let mut axes: Vec<String> = self.unstated.concat();
            axes.sort();
            axes.dedup();
            return if axes.is_empty() { Vec::new() } else { vec![format!("{} not stated", ascii(&axes.join(", ")))] };
        }
        let last = SIGNS.len() - 1;
        let mut notes: Vec<String> = Vec::new();
        for (index, sign) in SIGNS.iter().enumerate() {
            let sets: Vec<&Vec<String>> = match index {
                index if index == last => self.unstated.iter().skip(last).collect(),
                index => self.unstated.get(index).into_iter().collect(),
            };
            if sets.is_empty() {
                continue;
            }
            let mut axes: Vec<&str> = sets.into_iter().flatten().map(String::as_str).collect();
            axes.sort_unstable();
            axes.dedup();
            let open =
                if axes.is_empty() { String::new() } else { format!("; {} not stated", ascii(&axes.join(", "))) };
            notes.push(format!("{sign} reference figure: not measured here, not compared with measured ones{open}"));
        }
        notes
    }
}

/// Room for lists: how many entries a list under a table may have before the rest is only counted.
pub fn limited(mut entries: Vec<String>, most: usize) -> Vec<String> {
    if entries.len() > most {
        let left = entries.len() - most;
        entries.truncate(most);
        entries.push(format!("and {left} more"));
    }
    entries
}
