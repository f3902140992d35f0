//! The entry: figure → strokes and their layout.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters_backend::DrawingBackend;

use super::pen::Pen;
use super::{Layout, Theme, bars, curves};
use crate::figure::{Figure, Kind};

/// What drawing on a backend can meet with.
pub(super) type Failure<DB> = DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

/// Draws the figure over the whole area, background included; its title and caption are the page's. `scale` is the number
/// of device pixels in a CSS pixel: all sizes grow by it. The layout is in CSS pixels from the area's top left corner.
pub fn draw<DB: DrawingBackend>(
    figure: &Figure,
    theme: &Theme,
    scale: f64,
    root: &DrawingArea<DB, Shift>,
) -> Result<Layout, Failure<DB>> {
    draw_with(figure, &Pen::new(root, theme, scale, 1.0))
}

/// The same with a pen that knows how its backend takes sizes of text.
pub(super) fn draw_with<DB: DrawingBackend>(figure: &Figure, pen: &Pen<DB>) -> Result<Layout, Failure<DB>> {
    pen.fill()?;
    let layout = match figure.kind {
        Kind::Curves => curves::draw(figure, pen)?,
        Kind::Bars => bars::draw(figure, pen)?,
    };
    pen.present()?;
    Ok(layout)
}
