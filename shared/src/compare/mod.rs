//! Comparison of columns of runs: one answer for the command line, the server and the browser.
//!
//! Takes summaries and a view's choices; gives rows of cells with improvement, spread, n, what differs, and what is
//! missing. Knows nothing of text, pages or charts.

mod cell;
mod change;
mod columns;
mod detail;
mod differs;
mod floor;
mod join;
mod mean;
mod notes;
mod order;
mod row;
mod sample;
mod short;
mod shown;
mod sides;
mod subject;
mod table;
#[cfg(test)]
mod tests;
mod verdicts;

use serde::{Deserialize, Serialize};

use crate::sorted::{Map, Set};
use crate::summary::RunSummary;

pub use row::{Cell, CellStatus, Change, Mean, Row, RowKey, Table, Word};
pub use sides::{Column, Difference, KeyValue};

/// What a comparison shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The sides, in the order of the view.
    pub columns: Vec<Column>,
    /// Index of the column that the others are compared with.
    pub base: usize,
    /// Keys that all columns share, most telling first: what a page says once.
    pub same: Vec<KeyValue>,
    /// Control keys in which the columns differ besides the subject.
    pub differs: Vec<Difference>,
    /// Facts that differ (times, load): shown, never counted.
    pub facts: Vec<Difference>,
    /// Tables in the order of the catalogue.
    pub tables: Vec<Table>,
    /// Rows by what is said of them, over all tables and before any filter, one entry a column.
    pub counts: Vec<Counts>,
    /// Geometric mean of improvements, one entry a column; none for the baseline, or where no row is common.
    pub mean: Vec<Option<Mean>>,
    /// What the reader must know: ignored names, dropped values, notes of published pages.
    pub notes: Vec<String>,
}

/// Rows by what is said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Rows with a change.
    pub compared: u32,
    /// Those of them that are better.
    pub better: u32,
    /// Worse.
    pub worse: u32,
    /// Unchanged.
    pub same: u32,
    /// Undecided. The rest of the compared rows is untested.
    pub undecided: u32,
    /// Rows where this column or the baseline has no figure.
    pub missing: u32,
    /// Rows that stand beside each other but are not compared: reference cells.
    pub reference: u32,
}

/// What a comparison is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The columns: runs of each, in the order of the view.
    pub columns: Vec<Vec<&'a RunSummary>>,
    /// Which column is the baseline.
    pub base: usize,
    /// Keys that the columns stand for; empty: worked out from what differs.
    pub subject: Vec<String>,
    /// Display unit by the unit that it replaces: `MB/s` → `MiB/s`.
    pub units: Map<String, String>,
}

/// Compares the columns of a request: all rows, before any filter, sort or hiding.
pub fn compare(request: &Request) -> Comparison {
    let (runs, mut notes) = columns::without_superseded(&request.columns);
    let base = request.base.min(runs.len().saturating_sub(1));
    if base != request.base {
        notes.push(format!("baseline {} is not among the columns; the last one is taken", request.base + 1));
    }
    let benchmarks: Set<&str> =
        runs.iter().flatten().flat_map(|run| &run.series).map(|series| series.benchmark.as_str()).collect();
    let subject = subject::subject(&runs, &request.subject);
    let differences = differs::differences(&runs, &subject.keys, &benchmarks);
    let mut columns = columns::columns(&runs, subject, &differences, base);
    let mut tables = table::tables(&join::join(&runs), &columns, base, &request.units);
    for table in &mut tables {
        table.mean = mean::means(std::slice::from_ref(table), &columns, base);
    }
    columns::count_starts(&mut columns, &tables);
    notes.extend(notes::notes(&runs, &columns, base, &tables, &differences));
    Comparison {
        counts: mean::counts(&tables, &columns, base),
        mean: mean::means(&tables, &columns, base),
        columns,
        base,
        same: differences.same,
        differs: differences.differs,
        facts: differences.facts,
        tables,
        notes,
    }
}
