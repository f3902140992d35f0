//! The interval by the permutation test itself: all supposed differences that it does not reject. Slow; for comparison.

use shared::stats::{Round, Side, p_value};
use shared::summary::{OFFSET_STEP, Reduction};

/// Half of the tail that an interval leaves out on both sides.
const REJECTED: f64 = 0.05;

/// The interval of a difference of logarithms by bisection.
pub fn interval(base: &[i32], new: &[i32], reduction: Reduction) -> Option<(f64, f64)> {
    let side = |logs: &[i32], shift: i32| Side::of(&logs.iter().map(|log| log - shift).collect::<Vec<_>>(), reduction);
    let fixed = side(base, 0)?;
    let centre = ((side(new, 0)?.centre - fixed.centre) / OFFSET_STEP) as i32;
    let kept = |shift: i32| side(new, shift).is_some_and(|new| p_value(&fixed, &new, Round::Last) > REJECTED);
    let end = |direction: i32| {
        let mut step = 1 << 17;
        // Beyond e^2.6 the test rejects nothing at all.
        if kept(centre + direction * 2 * step) {
            return None;
        }
        let mut at = 0;
        while step > 0 {
            if kept(centre + direction * (at + step)) {
                at += step;
            }
            step /= 2;
        }
        Some(f64::from(centre + direction * at) * OFFSET_STEP)
    };
    Some((end(-1)?, end(1)?))
}
