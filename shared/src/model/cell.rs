//! One measure at one point of one run.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::number::Unit;
use crate::sorted::Map;

/// A cell: status, samples, reason. It carries its unit and direction, so that a benchmark unknown here can be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Values of the benchmark's axes, without the placement (which is the group's).
    #[serde(default, skip_serializing_if = "Point::is_empty")]
    pub at: Point,
    /// Which quantity: `latency`, `bandwidth`.
    pub measure: String,
    /// Whether comparisons test it.
    #[serde(default)]
    pub role: Role,
    /// Unit of the measure, in base units; `values` are in it.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// Whether there is a figure.
    pub status: Status,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Operations in one sample: a time is elapsed / ops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ops: Option<u64>,
    /// Bytes that one sample moves: a rate is amount / elapsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<u64>,
    /// Elapsed time of each sample in ns, by start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elapsed_ns: Vec<Vec<u64>>,
    /// Elapsed time of each warm-up batch in ns, by start: kept, never used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warmup_ns: Vec<Vec<u64>>,
    /// Values that are not a time of our own: by start, in `unit`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Vec<f64>>,
    /// Samples that were disturbed, counted through all starts in recorded order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disturbed: Vec<u32>,
    /// The digits of an imported or published figure, one for each value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The display unit that `printed` is in: `us`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_unit: Option<String>,
    /// How many samples a value stands for that its source had reduced already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// How they were reduced: `mean`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced_by: Option<String>,
    /// What a reader must know of this figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Cell {
    /// A cell that is ok, for figures that are still to be filled in.
    pub fn new(at: Point, measure: &str, role: Role, unit: Unit, better: Better) -> Self {
        Self {
            at,
            measure: measure.to_owned(),
            role,
            unit,
            better,
            status: Status::Ok,
            reason: None,
            ops: None,
            amount: None,
            elapsed_ns: Vec::new(),
            warmup_ns: Vec::new(),
            values: Vec::new(),
            disturbed: Vec::new(),
            printed: Vec::new(),
            printed_unit: None,
            n: None,
            reduced_by: None,
            note: None,
        }
    }
}

/// Values of the axes at one point, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point(pub Map<String, AxisValue>);

impl Point {
    /// The point with these axes.
    pub fn new<const N: usize>(axes: [(&str, AxisValue); N]) -> Self {
        Self(axes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// True where there are no axes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of an axis.
    pub fn get(&self, axis: &str) -> Option<&AxisValue> {
        self.0.get(axis)
    }

    /// The integer value of an axis.
    pub fn integer(&self, axis: &str) -> Option<u64> {
        match self.0.get(axis) {
            Some(AxisValue::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// The text value of an axis.
    pub fn text(&self, axis: &str) -> Option<&str> {
        match self.0.get(axis) {
            Some(AxisValue::Text(value)) => Some(value),
            _ => None,
        }
    }

    /// The same point with one more axis.
    #[must_use]
    pub fn with(mut self, axis: &str, value: impl Into<AxisValue>) -> Self {
        self.0.insert(axis.to_owned(), value.into());
        self
    }
}

/// The canonical form: `bytes=1,placement=same_cpu`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}

/// An axis value: an integer or text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AxisValue {
    /// A count or size, below 2⁵³.
    Integer(u64),
    /// A name.
    Text(String),
}

impl From<u64> for AxisValue {
    fn from(value: u64) -> Self {
        Self::Integer(value)
    }
}

impl From<&str> for AxisValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl fmt::Display for AxisValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// Whether a measure is what the benchmark is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Tested and counted.
    #[default]
    Primary,
    /// Shown beside it.
    Secondary,
    /// Kept so that a derived value can be checked.
    Raw,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Smaller is better.
    Lower,
    /// Larger is better.
    Higher,
    /// Neither: a fact.
    Neutral,
}

/// Whether a cell has a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It has.
    Ok,
    /// Measuring went wrong.
    Failed,
    /// It took longer than its deadline.
    Timeout,
    /// It was not tried: interrupted, or out of time.
    Skipped,
    /// This machine, kernel or user cannot do it.
    Unsupported,
}

/// Why a cell has no figure: a kind and an error number, never free text that could name a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Which kind.
    pub kind: FailureKind,
    /// The system call that failed: `connect`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Its error number's name: `ECONNREFUSED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<String>,
    /// The signal that ended the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<u32>,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// A system call failed.
    SystemCall,
    /// The process that measured ended by a signal.
    EndedBySignal,
    /// The process that measured ended before it was done.
    EndedEarly,
    /// The deadline passed.
    Deadline,
    /// The work was not all done: bytes, checksum, faults, exit status.
    WorkNotDone,
    /// It should have slept and did not.
    DidNotSleep,
    /// Loops that should agree did not.
    Inconsistent,
    /// Too little memory.
    OutOfMemory,
    /// The kernel lacks a call or feature.
    KernelLacks,
    /// The CPU lacks a feature.
    CpuLacks,
    /// The machine has no such placement.
    NoSuchPlacement,
    /// It needs root or a capability.
    NeedsPrivilege,
    /// A program it needs is missing.
    ProgramMissing,
    /// The person interrupted the run.
    Interrupted,
    /// The run's time limit passed first.
    TimeLimit,
    /// Fewer than one round trip a second came back.
    Starvation,
    /// The benchmark goes only so far, in steps, memory or time.
    Bound,
    /// The published source has no figure here.
    NotReported,
    /// A kind that a later version knows.
    #[serde(other)]
    Unknown,
}
