//! The parts of a figure.

use serde::{Deserialize, Serialize};

/// One chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// `Copy, by chunk`.
    pub title: String,
    /// The finding, in a sentence.
    pub caption: String,
    /// The horizontal axis; of no meaning for bars, which lie along it with the scale of `y`.
    pub x: Axis,
    /// The axis of values.
    pub y: Axis,
    /// Curves; or bars, each a series of one point.
    pub series: Vec<Series>,
    /// Stretches over which one curve is really apart from another; drawn between the two.
    pub shades: Vec<Shade>,
    /// Lines of a sweep, or bars of single rows.
    pub kind: Kind,
}

/// A stretch of the x axis over which one of two curves is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shade {
    /// Index of the better curve, whose colour it has.
    pub better: usize,
    /// Index of the other one.
    pub worse: usize,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// One axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// `chunk (bytes, log)`.
    pub label: String,
    /// Scale.
    pub scale: Scale,
    /// Least value drawn.
    pub low: f64,
    /// Greatest value drawn.
    pub high: f64,
    /// Where labels stand.
    pub ticks: Vec<Tick>,
}

/// A label on an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tick {
    /// Where.
    pub at: f64,
    /// `2 KiB`.
    pub text: String,
}

/// How values map to length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By the logarithm.
    Log,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Curves over a sweep.
    #[default]
    Curves,
    /// A bar a column, from an honest zero.
    Bars,
}

/// One curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The direct label beside it.
    pub label: String,
    /// Index into the palette, and into the marker shapes.
    pub style: usize,
    /// Points in the order of x; a gap where `y` is none.
    pub points: Vec<Mark>,
    /// Places on it that have a name, in the order of x.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flag>,
}

/// A place on a curve that has a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flag {
    /// Where on the x axis.
    pub x: f64,
    /// `crossover 6.3`.
    pub text: String,
}

/// One point of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Where on the x axis.
    pub x: f64,
    /// `64 KiB`.
    pub x_text: String,
    /// Value in the display unit; none is a gap.
    pub y: Option<f64>,
    /// As shown in the table: `97.3 MiB/s`.
    pub y_text: String,
    /// The middle half of its start values, in the display unit.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
}
