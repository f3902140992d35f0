//! A figure: a pure description of a chart, drawn alike on a canvas, as SVG and in tests.
//!
//! Built from a view and its comparison. Knows values, labels and scales; nothing of pixels, colours or fonts.

mod build;
mod state;

pub use build::of;
pub use state::{Axis, Figure, Kind, Mark, Scale, Series, Tick};
