//! A figure: a pure description of a chart, drawn alike on a canvas, as SVG and in tests.
//!
//! Built from a view and its comparison. Knows values, labels and scales; nothing of colours or fonts. Clipping and
//! thinning of lines stand here too: they are arithmetic on plain coordinates.

mod axis;
mod bars;
mod build;
mod clip;
mod curves;
mod decimate;
mod describe;
mod finding;
mod flags;
mod roles;
mod state;
mod ticks;

pub use build::of;
pub use clip::{Bounds, clip};
pub use decimate::decimate;
pub use describe::describe;
pub use state::{Axis, Figure, Flag, Kind, Mark, Scale, Series, Shade, Tick};
