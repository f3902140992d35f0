//! Figure → strokes.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters_backend::DrawingBackend;

use super::{Layout, Theme};
use crate::figure::Figure;

/// Draws the figure over the whole area. `scale` is the number of device pixels in a CSS pixel.
pub fn draw<DB: DrawingBackend>(
    figure: &Figure,
    theme: &Theme,
    scale: f64,
    root: &DrawingArea<DB, Shift>,
) -> Result<Layout, DrawingAreaErrorKind<DB::ErrorType>> {
    let _ = (figure, theme);
    let (width, height) = root.dim_in_pixel();
    Ok(Layout { width: f64::from(width) / scale, height: f64::from(height) / scale, ..Layout::default() })
}
