//! Comparison of columns of runs: one answer for the command line, the server and the browser.
//!
//! Takes summaries and a view's choices; gives rows of cells with improvement, spread, n, what differs, and what is
//! missing. Knows nothing of text, pages or charts.

mod table;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{Better, Point, Role, RunId, VerdictWord};

pub use table::compare;

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

/// One side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The full name: `Linux 2.5.29s4-ipc`, `config=CONFIG_MK7`.
    pub name: String,
    /// The part that tells it from the other columns: `2.5.29s4-ipc`, `CONFIG_MK7`. Shortened only in the middle.
    pub short: String,
    /// The keys that name it.
    pub subject: Vec<KeyValue>,
    /// Its runs.
    pub runs: Vec<RunId>,
    /// How many boots they come from, where that is known.
    pub boots: Option<u32>,
    /// Starts of a typical row.
    pub starts: u32,
    /// The worst verdict among its runs.
    pub verdict: Option<VerdictWord>,
    /// True where its figures are published or imported: reference cells, never ranked with measured ones.
    pub reference: bool,
    /// How many control keys differ from the baseline's.
    pub differs: usize,
    /// Control keys in which the column's own runs differ from each other: its cells merge their values.
    pub merges: Vec<String>,
    /// `published, linux-kernel, 2002-08-05`.
    pub source: Option<String>,
    /// First and last day that its runs started.
    pub days: (String, String),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeyValue {
    /// Dotted key.
    pub key: String,
    /// Value.
    pub value: String,
}

/// A key that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Dotted key, or the name of a bundle: `kernel.config: 37 symbols`.
    pub key: String,
    /// The value in each column; nothing where it is absent; several joined by ` | ` where a column's runs differ.
    pub values: Vec<Option<String>>,
}

/// One table: rows of one group, unit and direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// `Local communication latency`.
    pub title: String,
    /// Unit as shown: `µs`.
    pub unit: String,
    /// The same for text: `us`.
    pub unit_ascii: String,
    /// What one unit of work is: `round trip`; may be empty.
    pub per: String,
    /// Direction.
    pub better: Better,
    /// Rows, in the order of the catalogue.
    pub rows: Vec<Row>,
    /// Geometric mean of improvements over the rows common to all columns, one entry a column.
    pub mean: Vec<Option<Mean>>,
}

impl Table {
    /// `µs per round trip, lower is better`.
    pub fn caption(&self) -> String {
        self.caption_with(&self.unit)
    }

    /// The same in ASCII.
    pub fn caption_ascii(&self) -> String {
        self.caption_with(&self.unit_ascii)
    }

    fn caption_with(&self, unit: &str) -> String {
        let per = if self.per.is_empty() { String::new() } else { format!(" per {}", self.per) };
        let better = match self.better {
            Better::Lower => ", lower is better",
            Better::Higher => ", higher is better",
            Better::Neutral => "",
        };
        format!("{unit}{per}{better}")
    }
}

/// A geometric mean of improvements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// Improvement as a fraction, + is better.
    pub improvement: f64,
    /// Rows that it runs over.
    pub rows: u32,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What it is.
    pub key: RowKey,
    /// `Pipe`; the id where the benchmark is not in the catalogue.
    pub title: String,
    /// What tells it from its neighbours: `1 B round trip`, `chunk 64 KiB, memcpy`.
    pub detail: String,
    /// Role of its measure.
    pub role: Role,
    /// A cell a column.
    pub cells: Vec<Cell>,
    /// A change a column; nothing for the baseline and where either side has no figure.
    pub changes: Vec<Option<Change>>,
}

/// Identity of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RowKey {
    /// Benchmark id.
    pub benchmark: String,
    /// Benchmark version.
    pub version: u32,
    /// Point, with the placement.
    pub point: Point,
    /// Measure.
    pub measure: String,
}

impl RowKey {
    /// `ipc.pipe.latency bytes=1,placement=same_cpu`, with the measure where it is not the benchmark's first:
    /// `copy.sweep:time chunk=8,…`. Used in URLs (`open=`) and by `rows=`.
    pub fn text(&self) -> String {
        let first = crate::catalogue::find(&self.benchmark).and_then(|b| b.measures.first());
        let measure = if first.is_some_and(|m| m.id == self.measure) { String::new() } else { format!(":{}", self.measure) };
        let version = if self.version == 1 { String::new() } else { format!("@{}", self.version) };
        let space = if self.point.is_empty() { "" } else { " " };
        format!("{}{version}{measure}{space}{}", self.benchmark, self.point)
    }
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Whether and why there is a figure.
    pub status: CellStatus,
    /// Why not, in words.
    pub reason: Option<String>,
    /// The column value in the row's base unit.
    pub value: Option<f64>,
    /// The same as shown, in the table's unit: `12.51`.
    pub text: Option<String>,
    /// Half the width of the middle half of start values, as shown: `0.35`; none below 2 starts.
    pub spread: Option<String>,
    /// Start values in the row's base unit, in recorded order, over the column's runs.
    pub starts: Vec<f64>,
    /// Samples behind the value.
    pub samples: u32,
    /// Disturbed ones among them.
    pub disturbed: u32,
    /// Runs that have the cell.
    pub runs: u32,
    /// True for figures that were not measured here.
    pub reference: bool,
    /// Axes that the source does not state: `placement`.
    pub unstated: Vec<String>,
    /// `mean of 3`, where the source had reduced its samples.
    pub reduced: Option<String>,
    /// The digits as printed in the source.
    pub printed: Vec<String>,
    /// Notes on the figure.
    pub notes: Vec<String>,
}

/// Whether there is a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellStatus {
    /// Yes.
    Ok,
    /// The column has no such cell.
    Missing,
    /// Measuring went wrong.
    Failed,
    /// It took too long.
    Timeout,
    /// It was not tried.
    Skipped,
    /// This machine cannot do it.
    Unsupported,
}

/// How a cell differs from the baseline's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Improvement as a fraction: + is better for both directions; for neutral measures the plain relative difference.
    pub improvement: f64,
    /// As shown: `+8.6 %`.
    pub text: String,
    /// What the whiskers span, as improvements: the middle half of the column's start values against the baseline's value.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
    /// What is called of it.
    pub word: Word,
    /// Starts a side that it runs over: the first ones of both sides, as many as the shorter side has.
    pub starts: u32,
}

/// The word of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// No test was made: single figures, reduced figures, or a version without tests.
    Untested,
}

/// Rows by what is said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Rows with a change.
    pub compared: u32,
    /// Rows where this column or the baseline has no figure.
    pub missing: u32,
    /// Rows that stand beside each other but are not compared: reference cells.
    pub reference: u32,
}

/// What a comparison is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The columns: runs of each, in the order of the view.
    pub columns: Vec<Vec<&'a crate::summary::RunSummary>>,
    /// Which column is the baseline.
    pub base: usize,
    /// Keys that the columns stand for; empty: worked out from what differs.
    pub subject: Vec<String>,
    /// Display unit by the unit that it replaces: `MB/s` → `MiB/s`.
    pub units: BTreeMap<String, String>,
}
