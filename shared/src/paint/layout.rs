//! Where things stand in a drawn figure, in CSS pixels: for hover, keyboard and overlays.

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Bottom edge.
    pub bottom: f64,
}

/// A drawn mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index of its curve in the figure.
    pub series: usize,
    /// Index of its point in the curve.
    pub point: usize,
    /// From the left edge of the figure.
    pub x: f64,
    /// From the top edge of the figure.
    pub y: f64,
}

/// A figure as drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Width of the whole figure.
    pub width: f64,
    /// Height of the whole figure.
    pub height: f64,
    /// Where the curves are.
    pub plot: Rect,
    /// Every mark that has a value, curve after curve.
    pub spots: Vec<Spot>,
}

impl Layout {
    /// The mark nearest to a place: the nearest position on the x axis first, then the nearest curve there.
    pub fn nearest(&self, x: f64, y: f64) -> Option<Spot> {
        let column = self.spots.iter().min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))?.x;
        self.column(column).into_iter().min_by(|a, b| (a.y - y).abs().total_cmp(&(b.y - y).abs()))
    }

    /// All marks that stand above each other at a position, curve after curve.
    pub fn column(&self, x: f64) -> Vec<Spot> {
        self.spots.iter().copied().filter(|spot| (spot.x - x).abs() < 0.5).collect()
    }

    /// The mark that an arrow key leads to: `right` along a curve, `down` to the next curve below; nothing beyond the ends.
    pub fn step(&self, from: Spot, right: i32, down: i32) -> Option<Spot> {
        if right != 0 {
            let along = self.spots.iter().filter(|spot| spot.series == from.series);
            return if right > 0 {
                along.filter(|spot| spot.x > from.x).min_by(|a, b| a.x.total_cmp(&b.x)).copied()
            } else {
                along.filter(|spot| spot.x < from.x).max_by(|a, b| a.x.total_cmp(&b.x)).copied()
            };
        }
        let mut column = self.column(from.x);
        column.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.series.cmp(&b.series)));
        let here = column.iter().position(|spot| spot.series == from.series)?;
        match down.signum() {
            1 => column.get(here + 1).copied(),
            -1 => here.checked_sub(1).and_then(|above| column.get(above)).copied(),
            _ => None,
        }
    }
}
