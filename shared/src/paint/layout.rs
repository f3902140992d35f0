//! Where things stand in a drawn figure, in CSS pixels: for hover, keyboard and overlays.

use crate::figure::Kind;

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
    /// Curves or bars.
    pub kind: Kind,
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
    /// The mark nearest to a place: of curves the nearest position on the x axis first, then the nearest curve there; of
    /// bars the one at that height.
    pub fn nearest(&self, x: f64, y: f64) -> Option<Spot> {
        if self.kind == Kind::Bars {
            return self.spots.iter().min_by(|a, b| (a.y - y).abs().total_cmp(&(b.y - y).abs())).copied();
        }
        let column = self.spots.iter().min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))?.x;
        self.column(column).into_iter().min_by(|a, b| (a.y - y).abs().total_cmp(&(b.y - y).abs()))
    }

    /// All marks that stand above each other at a position, the highest first; of bars all.
    pub fn column(&self, x: f64) -> Vec<Spot> {
        let bars = self.kind == Kind::Bars;
        let mut column: Vec<Spot> =
            self.spots.iter().copied().filter(|spot| bars || (spot.x - x).abs() < 0.5).collect();
        column.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.series.cmp(&b.series)));
        column
    }

    /// The mark that an arrow key leads to: `right` along a curve, `down` to the next curve or bar below; nothing beyond
    /// the ends.
    pub fn step(&self, from: Spot, right: i32, down: i32) -> Option<Spot> {
        if right != 0 {
            let along = self.spots.iter().filter(|spot| spot.series == from.series);
            return if right > 0 {
                along.filter(|spot| spot.x > from.x).min_by(|a, b| a.x.total_cmp(&b.x)).copied()
            } else {
                along.filter(|spot| spot.x < from.x).max_by(|a, b| a.x.total_cmp(&b.x)).copied()
            };
        }
        let column = self.column(from.x);
        let here = column.iter().position(|spot| spot.series == from.series)?;
        match down.signum() {
            1 => column.get(here + 1).copied(),
            -1 => here.checked_sub(1).and_then(|above| column.get(above)).copied(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(kind: Kind) -> Layout {
        let spot = |series, point, x, y| Spot { series, point, x, y };
        let spots = vec![spot(0, 0, 0.0, 90.0), spot(0, 1, 50.0, 80.0), spot(1, 0, 0.0, 20.0), spot(1, 1, 50.0, 85.0)];
        Layout { kind, width: 100.0, height: 100.0, plot: Rect::default(), spots }
    }

    #[test]
    fn the_pointer_finds_the_nearest_mark() {
        let found = |kind, x, y| layout(kind).nearest(x, y).map(|spot| (spot.series, spot.point));
        assert_eq!(found(Kind::Curves, 10.0, 88.0), Some((0, 0)));
        assert_eq!(found(Kind::Curves, 40.0, 99.0), Some((1, 1)));
        assert_eq!(found(Kind::Bars, 50.0, 25.0), Some((1, 0)));
        assert_eq!(Layout::default().nearest(0.0, 0.0), None);
    }

    #[test]
    fn arrow_keys_walk_along_curves_and_between_them() {
        let layout = layout(Kind::Curves);
        let start = layout.spots[0];
        let at = |spot: Option<Spot>| spot.map(|spot| (spot.series, spot.point));
        assert_eq!(at(layout.step(start, 1, 0)), Some((0, 1)));
        assert_eq!(at(layout.step(start, -1, 0)), None);
        assert_eq!(at(layout.step(start, 0, -1)), Some((1, 0)));
        assert_eq!(at(layout.step(start, 0, 1)), None);
        assert_eq!(at(layout.step(layout.spots[1], 0, 1)), Some((1, 1)));
    }
}
