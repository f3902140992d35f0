//! Drawing of figures through any plotters backend: a canvas on the page, SVG for export and tests.
//!
//! Colours, font and pixel density come from the caller. Knows nothing of comparisons.

mod draw;
mod layout;
mod theme;

pub use draw::draw;
pub use layout::{Layout, Rect, Spot};
pub use theme::{Rgb, Theme};
