//! A view: everything that a comparison shows, as its URL says it. The URL is the only state.

use serde::{Deserialize, Serialize};

use crate::model::RunId;

/// A parsed view. `parse` never fails: unknown names are ignored and bad values dropped, and both are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// What the columns are.
    pub columns: Columns,
    /// `base=`: an index for ids, a value for a live view.
    pub base: Option<String>,
    /// `rows=`: globs of row keys; empty shows all.
    pub rows: Vec<String>,
    /// `at=axis:v,v`: values to which an axis is cut.
    pub at: Vec<(String, Vec<String>)>,
    /// `layout=kernels`: a row a column, as the old kernel pages had it.
    pub layout: Layout,
    /// `hide=`.
    pub hide: Vec<Hide>,
    /// `sort=change:2:desc`.
    pub sort: Option<Sort>,
    /// `chart=`: the benchmark that is drawn.
    pub chart: Option<Chart>,
    /// `unit=rate:MiB/s`.
    pub unit: Vec<(String, String)>,
    /// `open=`: the row that is open.
    pub open: Option<String>,
}

/// What the columns are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Columns {
    /// `run=ID.ID&run=ID`: fixed runs, a column each.
    Frozen(Vec<Vec<RunId>>),
    /// `by=kernel.release&where=machine.cpu.model:K6*`: whatever the store has.
    Live {
        /// Keys whose values make the columns.
        by: Vec<String>,
        /// Conditions: key and glob; all must hold.
        filter: Vec<(String, String)>,
    },
}

impl Default for Columns {
    fn default() -> Self {
        Self::Frozen(Vec::new())
    }
}

/// Which way round the table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// A row a benchmark, a column a side.
    #[default]
    Benchmarks,
    /// A row a side, a column a benchmark.
    Kernels,
}

/// What is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hide {
    /// Rows without a real change.
    Same,
    /// Rows that the noise leaves undecided.
    Noisy,
    /// Rows that a column lacks.
    Partial,
    /// Secondary measures.
    Other,
}

/// How rows are sorted; without it, in the order of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// By what.
    pub by: SortBy,
    /// Of which column.
    pub column: usize,
    /// Largest first.
    pub descending: bool,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortBy {
    /// Improvement.
    Change,
    /// Value.
    Value,
    /// Name of the benchmark.
    Name,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// `chart=<benchmark>`.
    pub benchmark: String,
    /// `x=<axis>`; the benchmark's sweep if absent.
    pub x: Option<String>,
    /// `split=<axis>`: separate curves.
    pub split: Option<String>,
    /// `scale=log`: of the values.
    pub log: bool,
}
