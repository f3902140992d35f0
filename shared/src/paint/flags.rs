//! Named places of curves: a ring on the curve, a thin line down to the axis, and the name at its foot.

use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::DrawingBackend;

use super::Rect;
use super::draw::Failure;
use super::pen::{Lettering, MARK, Pen, TEXT};
use crate::figure::{Flag, Series};

/// Strength of the line.
const LINE: f64 = 0.55;
/// Radius of the ring.
const RING: f64 = 1.8 * MARK;

/// Names that stand already, by line from the bottom: where each line is free from.
#[derive(Default)]
pub(super) struct Names {
    lines: Vec<f64>,
}

/// Draws a flag at `x`, where `curve` is what is drawn of its series, as pixels in the order of x.
pub(super) fn draw<DB: DrawingBackend>(
    flag: &Flag,
    (x, curve): (f64, &[(f64, f64)]),
    series: &Series,
    (plot, names): (Rect, &mut Names),
    pen: &Pen<DB>,
) -> Result<(), Failure<DB>> {
    let inside = |y: &f64| (plot.top..=plot.bottom).contains(y) && (plot.left..=plot.right).contains(&x);
    let Some(y) = height(x, curve).filter(inside) else { return Ok(()) };
    let color = pen.theme.color(series.style);
    pen.ring(color, (x, y), RING)?;
    pen.line(&[(x, y + RING), (x, plot.bottom)], color, LINE, 1.0)?;
    let width = pen.text_width(&flag.text, false);
    // To the right of the line, or to its left where the plot ends.
    let from = if x + 4.0 + width <= plot.right { x + 4.0 } else { (x - 4.0 - width).max(0.0) };
    let line = names.take(from, width);
    let at = (from, plot.bottom - 4.0 - line as f64 * (TEXT + 3.0));
    pen.text(&flag.text, at, Lettering::new(color, HPos::Left, VPos::Bottom))
}

impl Names {
    /// The lowest line that is free from `from` on, which it then is not up to the end of the name.
    fn take(&mut self, from: f64, width: f64) -> usize {
        let line = self.lines.iter().position(|free| *free <= from).unwrap_or(self.lines.len());
        if line == self.lines.len() {
            self.lines.push(f64::MIN);
        }
        self.lines[line] = self.lines[line].max(from + width + TEXT);
        line
    }
}

/// How high a curve is drawn at `x`; none where it is not.
fn height(x: f64, curve: &[(f64, f64)]) -> Option<f64> {
    curve.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&x)).map(|pair| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if x1 > x0 { y0 + (y1 - y0) * (x - x0) / (x1 - x0) } else { y0 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_stands_on_the_line_that_is_drawn() {
        let curve = [(0.0, 10.0), (10.0, 20.0), (20.0, 0.0)];
        assert_eq!(height(5.0, &curve), Some(15.0));
        assert_eq!(height(15.0, &curve), Some(10.0));
        assert_eq!(height(21.0, &curve), None);
        assert_eq!(height(1.0, &curve[..1]), None);
    }

    #[test]
    fn names_that_would_meet_stand_above_each_other() {
        let mut names = Names::default();
        assert_eq!([names.take(0.0, 50.0), names.take(40.0, 50.0), names.take(100.0, 50.0)], [0, 1, 0]);
    }
}
