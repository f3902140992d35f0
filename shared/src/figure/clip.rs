//! Lines cut at the edges of the plot: backends clamp points instead, which bends lines.

/// A rectangle in the plane of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least x.
    pub left: f64,
    /// Least y.
    pub top: f64,
    /// Greatest x.
    pub right: f64,
    /// Greatest y.
    pub bottom: f64,
}

/// The part of the segment inside the bounds, edges included, by Liang and Barsky (1984). Nothing where no part is, or
/// where a coordinate is not a number.
pub fn clip(from: (f64, f64), to: (f64, f64), bounds: Bounds) -> Option<((f64, f64), (f64, f64))> {
    if ![from.0, from.1, to.0, to.1].into_iter().all(f64::is_finite) {
        return None;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let edges = [
        (-dx, from.0 - bounds.left),
        (dx, bounds.right - from.0),
        (-dy, from.1 - bounds.top),
        (dy, bounds.bottom - from.1),
    ];
    for (direction, distance) in edges {
        if direction == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if direction < 0.0 {
            enter = enter.max(distance / direction);
        } else {
            leave = leave.min(distance / direction);
        }
    }
    let at = |share: f64| (from.0 + share * dx, from.1 + share * dy);
    // An end that is inside stays exactly where it is.
    let start = if enter == 0.0 { from } else { at(enter) };
    let end = if leave == 1.0 { to } else { at(leave) };
    (enter <= leave).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOUNDS: Bounds = Bounds { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn lines_end_where_they_cross_the_edge() {
        assert_eq!(clip((5.0, 5.0), (15.0, 10.0), BOUNDS), Some(((5.0, 5.0), (10.0, 7.5))));
        assert_eq!(clip((-5.0, -5.0), (15.0, 15.0), BOUNDS), Some(((0.0, 0.0), (10.0, 10.0))));
        assert_eq!(clip((1.0, 1.0), (2.0, 2.0), BOUNDS), Some(((1.0, 1.0), (2.0, 2.0))));
        assert_eq!(clip((-5.0, 0.0), (0.0, 20.0), BOUNDS), None);
        assert_eq!(clip((1.0, f64::NAN), (2.0, 2.0), BOUNDS), None);
        assert_eq!(clip((f64::INFINITY, 1.0), (2.0, 2.0), BOUNDS), None);
    }

    proptest! {
        #[test]
        fn what_is_left_is_inside_and_on_the_line(
            a in (-30.0_f64..30.0, -30.0_f64..30.0),
            b in (-30.0_f64..30.0, -30.0_f64..30.0),
        ) {
            let Some((from, to)) = clip(a, b, BOUNDS) else { return Ok(()) };
            for (x, y) in [from, to] {
                prop_assert!((-1e-9..=10.0 + 1e-9).contains(&x) && (-1e-9..=10.0 + 1e-9).contains(&y));
                let off = (x - a.0) * (b.1 - a.1) - (y - a.1) * (b.0 - a.0);
                prop_assert!(off.abs() < 1e-6);
            }
        }
    }
}
