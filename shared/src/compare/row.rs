//! Tables, rows, cells and changes.

use serde::{Deserialize, Serialize};

use crate::model::{Better, Point, Role};
use crate::number;

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
        // A plain number has no unit to begin with.
        format!("{unit}{per}{better}").trim_start_matches([',', ' ']).to_owned()
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
        let measure =
            if first.is_some_and(|m| m.id == self.measure) { String::new() } else { format!(":{}", self.measure) };
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
    /// The low end of its 95 % interval, as an improvement; nothing where too few starts are averaged.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
    /// What is called of it.
    pub word: Word,
    /// The smallest change that would have been called one in 8 of 10 comparisons like this, as a fraction; where the word
    /// is undecided, unless nothing could have been called.
    #[serde(default)]
    pub detectable: Option<f64>,
    /// The smallest change that may be called one, as a fraction; nothing where there was no test.
    #[serde(default)]
    pub floor: Option<f64>,
    /// Whether either side comes from a single boot: the next may differ by more than its starts show.
    #[serde(default)]
    pub single_boot: bool,
    /// Starts a side that it runs over: the first ones of both sides, as many as the shorter side has.
    pub starts: u32,
}

/// The word of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// No test was made: single figures, reduced figures, or a measure that is not judged.
    #[default]
    Untested,
    /// Better: beyond the floor, and among all tests of the comparison.
    Better,
    /// Worse, likewise.
    Worse,
    /// The whole interval lies within the floor.
    Same,
    /// None of these.
    Undecided,
}

impl Word {
    /// As documents and tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Untested => "untested",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Same => "same",
            Self::Undecided => "undecided",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Untested => "not tested",
            Self::Better | Self::Worse => "a difference beyond floor and noise",
            Self::Same => "no change beyond the floor",
            Self::Undecided => "undecided; ~N%, ~Nx: a change by so much would have been seen",
        }
    }
}

impl Change {
    /// What stands behind its figure, in ASCII: `better`, `worse`, `=`, `~4.1%`, `~2.4x`, each with `1b` where a side has a single boot.
    pub fn mark(&self) -> String {
        let word = match (self.word, self.detectable) {
            (Word::Untested, _) => return String::new(),
            (Word::Better | Word::Worse, _) => self.word.name().to_owned(),
            (Word::Same, _) => "=".to_owned(),
            // Beyond 100 % a factor is shorter, and one that times can also fall by.
            (Word::Undecided, Some(seen)) if (1.0..10.0).contains(&seen) => {
                format!("~{}x", number::fixed(seen + 1.0, usize::from(seen < 8.95)))
            }
            (Word::Undecided, Some(seen)) if seen < 1.0 => {
                format!("~{}%", number::fixed(seen * 100.0, usize::from(seen < 0.0995)))
            }
            (Word::Undecided, _) => "~".to_owned(),
        };
        if self.single_boot { word + " 1b" } else { word }
    }
}
