//! The parts of a view.

use crate::model::RunId;
use crate::sorted::{Map, Set};

/// What a comparison shows. The default is the empty view: no columns, everything else as it comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What the columns are.
    pub columns: Columns,
    /// `base=`: an index for ids, a value for a live view; nothing for the first column.
    pub base: Option<String>,
    /// `rows=`: globs of row keys; empty shows all.
    pub rows: Vec<String>,
    /// `at=axis:v,v`: values to which an axis is cut.
    pub at: Map<String, Set<String>>,
    /// `layout=kernels`: a row a column, as the old kernel pages had it.
    pub layout: Layout,
    /// `hide=`.
    pub hide: Set<Hide>,
    /// `sort=change:2:desc`.
    pub sort: Option<Sort>,
    /// `chart=`: the benchmark that is drawn.
    pub chart: Option<Chart>,
    /// `unit=rate:MiB/s`: what a quantity is shown in.
    pub unit: Map<String, String>,
    /// `open=`: the row that is open.
    pub open: Option<String>,
}

/// What the columns are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Columns {
    /// `run=ID.ID&run=ID`: fixed runs, a column each.
    Frozen(Vec<Vec<RunId>>),
    /// `by=kernel.release&where=machine.cpu.model:K6*`: whatever the store has.
    Live {
        /// Keys whose values make the columns; without any, each run is a column.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A row a benchmark, a column a side.
    #[default]
    Benchmarks,
    /// A row a side, a column a benchmark.
    Kernels,
}

/// What is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hide {
    /// Rows without a real change: only those where the test says so.
    Same,
    /// Rows that the noise leaves undecided.
    Noisy,
    /// Rows that a column lacks.
    Partial,
    /// Secondary and raw measures.
    Other,
}

impl Hide {
    /// All, in canonical order.
    pub const ALL: [Self; 4] = [Self::Same, Self::Noisy, Self::Partial, Self::Other];

    /// The word in a URL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Noisy => "noisy",
            Self::Partial => "partial",
            Self::Other => "other",
        }
    }
}

/// How the rows of each table are sorted; without it, in the order of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub by: SortBy,
    /// Of which column, counted from 0; of no meaning for names.
    pub column: usize,
    /// Largest first.
    pub descending: bool,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    /// Improvement.
    Change,
    /// Value.
    Value,
    /// Name of the benchmark.
    Name,
}

impl SortBy {
    /// All.
    pub const ALL: [Self; 3] = [Self::Change, Self::Value, Self::Name];

    /// The word in a URL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::Value => "value",
            Self::Name => "name",
        }
    }
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
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
