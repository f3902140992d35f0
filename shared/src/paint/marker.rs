//! Shapes of marks, so that curves are told apart without colour.

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    Circle,
    /// A square on its side.
    Square,
    /// A triangle that points up.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// Two strokes, slanting.
    Cross,
    /// Two strokes, upright.
    Plus,
}

impl Marker {
    const ALL: [Self; 6] = [Self::Circle, Self::Square, Self::Triangle, Self::Diamond, Self::Cross, Self::Plus];

    /// The shape of a curve's style where a palette has `colors`: a colour that is used again comes with another shape.
    pub fn of(style: usize, colors: usize) -> Self {
        Self::ALL[(style + style / colors.max(1)) % Self::ALL.len()]
    }

    /// Corners around a centre of a filled shape of about the same area for all; empty for a circle and for strokes.
    pub(super) fn corners(self, (x, y): (f64, f64), radius: f64) -> Vec<(f64, f64)> {
        let corners: &[(f64, f64)] = match self {
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(0.0, -1.25), (1.15, 0.85), (-1.15, 0.85)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Circle | Self::Cross | Self::Plus => &[],
        };
        corners.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect()
    }

    /// Strokes around a centre; empty for filled shapes.
    pub(super) fn strokes(self, (x, y): (f64, f64), radius: f64) -> Vec<[(f64, f64); 2]> {
        let strokes: &[[(f64, f64); 2]] = match self {
            Self::Cross => &[[(-1.0, -1.0), (1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)]],
            Self::Plus => &[[(-1.3, 0.0), (1.3, 0.0)], [(0.0, -1.3), (0.0, 1.3)]],
            Self::Circle | Self::Square | Self::Triangle | Self::Diamond => &[],
        };
        strokes.iter().map(|ends| ends.map(|(dx, dy)| (x + dx * radius, y + dy * radius))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_of_twelve_curves_have_the_same_colour_and_shape() {
        let seen: BTreeSet<_> = (0..12).map(|style| (style % 6, format!("{:?}", Marker::of(style, 6)))).collect();
        assert_eq!(seen.len(), 12);
    }
}
