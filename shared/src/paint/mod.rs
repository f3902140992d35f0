//! Drawing of figures through any plotters backend: a canvas on the page, SVG for export and tests.
//!
//! Colours, font and pixel density come from the caller. Knows nothing of comparisons.

mod bars;
mod curves;
mod draw;
mod flags;
mod labels;
mod layout;
mod marker;
mod measure;
mod pen;
mod scale;
#[cfg(feature = "svg")]
mod svg;
#[cfg(all(test, feature = "svg"))]
mod tests;
mod theme;

pub use draw::draw;
pub use layout::{Layout, Rect, Spot};
pub use marker::Marker;
#[cfg(feature = "svg")]
pub use svg::svg;
pub use theme::{Rgb, Theme};
