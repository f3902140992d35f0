//! What a comparison needs of a run, and nothing else: deterministic, versioned, columnar, quantised by definition.
//!
//! Every comparison, in every host, takes summaries only. The server makes one at ingest and serves it immutable; the
//! page fetches one per run; the static export writes the same files.

mod head;
mod quantise;
mod reason;
mod reduce;
mod samples;
mod summarise;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::model::{Better, Point, Role, Status};
use crate::number::Unit;
use crate::sorted::Map;

pub use head::RunHead;
pub use quantise::{OFFSET_STEP, VALUE_DIGITS, offset, restore, six_digits};
pub use reduce::{End, Reduction, column_value, kept, quartiles, start_value};
pub use summarise::summarise;

/// Version of the summary's shape and of the reduction: a change makes every server work its summaries out again.
pub const SUMMARY_VERSION: u32 = 1;

/// A run, summarised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// [`SUMMARY_VERSION`].
    pub version: u32,
    /// What lists show of the run.
    pub head: RunHead,
    /// Every key of the run and its value: `kernel.release` → `6.18.44`. See [`crate::keys`].
    pub keys: Map<String, String>,
    /// What the rows of `cells` belong to.
    pub series: Vec<Series>,
    /// The figures, a vector a column.
    pub cells: Cells,
    /// What a reader must know of a published or imported run: oddities of the original, mappings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What a range of cells has in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Benchmark id.
    pub benchmark: String,
    /// Benchmark version.
    pub version: u32,
    /// Placement, if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<String>,
    /// Measure.
    pub measure: String,
    /// Unit of the values.
    pub unit: Unit,
    /// Direction.
    pub better: Better,
    /// Role.
    #[serde(default)]
    pub role: Role,
    /// How many rows of [`Cells`] it has; series follow each other.
    pub cells: u32,
    /// The unit that printed digits are in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_unit: Option<String>,
}

/// The figures. All vectors have one entry a cell; series after series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cells {
    /// The point, without the placement: an index into `points`.
    pub at: Vec<u32>,
    /// Points that occur.
    pub points: Vec<Point>,
    /// Whether there is a figure.
    pub status: Vec<Status>,
    /// The cell's own value in its base unit, to six significant digits; nothing where the status is not ok.
    pub value: Vec<Option<f64>>,
    /// Start values in recorded order, each as its distance from `value` in the natural logarithm, in steps of 1e-5.
    /// Empty where a value is not positive; then `raw` holds them.
    pub starts: Vec<Vec<i32>>,
    /// Start values that have no logarithm, to six digits.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub raw: Map<u32, Vec<f64>>,
    /// Cells whose start values are those of other cells, inverted: a time per operation beside the rate that it was
    /// worked out from. Their own `starts` are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inverse: Vec<Inverse>,
    /// Samples of all starts.
    pub samples: Vec<u32>,
    /// Disturbed samples.
    pub disturbed: Vec<u32>,
    /// Why there is no figure, in words.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub reason: Map<u32, String>,
    /// The digits of published or imported figures.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub printed: Map<u32, Vec<String>>,
    /// `mean of 3`: figures that their source had reduced.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub reduced: Map<u32, String>,
    /// Notes.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub note: Map<u32, String>,
}

/// A range of cells that mirrors another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inverse {
    /// Its first cell.
    pub first: u32,
    /// The first cell that it mirrors.
    pub of: u32,
    /// How many cells.
    pub cells: u32,
}

impl Cells {
    /// The start values of a cell in its base unit, in recorded order.
    pub fn start_values(&self, cell: usize) -> Vec<f64> {
        let Some(value) = self.value.get(cell).copied().flatten() else { return Vec::new() };
        let offsets = |cell: usize| self.starts.get(cell).map_or(&[] as &[i32], Vec::as_slice);
        let own = offsets(cell);
        if !own.is_empty() {
            return own.iter().map(|&offset| restore(offset, value)).collect();
        }
        match self.mirrored(cell) {
            Some(other) => offsets(other).iter().map(|&offset| restore(offset.saturating_neg(), value)).collect(),
            None => u32::try_from(cell).ok().and_then(|cell| self.raw.get(&cell)).cloned().unwrap_or_default(),
        }
    }

    /// The same as natural logarithms in steps of [`OFFSET_STEP`]; empty where a value has none.
    pub fn start_logs(&self, cell: usize) -> Vec<i32> {
        let Some(value) = self.value.get(cell).copied().flatten().filter(|value| *value > 0.0) else {
            return Vec::new();
        };
        let own = offset(value, 1.0);
        let offsets = |cell: usize| self.starts.get(cell).map_or(&[] as &[i32], Vec::as_slice);
        match self.mirrored(cell) {
            Some(other) if offsets(cell).is_empty() => offsets(other).iter().map(|offset| own - offset).collect(),
            _ => offsets(cell).iter().map(|offset| own.saturating_add(*offset)).collect(),
        }
    }

    /// The cell whose start values are this one's, inverted.
    fn mirrored(&self, cell: usize) -> Option<usize> {
        self.inverse.iter().find_map(|range| {
            let within = cell.checked_sub(range.first as usize)?;
            (within < range.cells as usize).then_some(range.of as usize + within)
        })
    }
}
