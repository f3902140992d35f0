//! Rounding that makes a summary small, and the same on every host.

use crate::number::decimal;

/// Significant digits of a value.
pub const VALUE_DIGITS: usize = 6;

/// The step of a start value's distance from its cell's value, in the natural logarithm.
pub const OFFSET_STEP: f64 = 1e-5;

/// `value` to six significant digits. What is not a number stays what it is.
pub fn six_digits(value: f64) -> f64 {
    let written = format!("{value:.*e}", VALUE_DIGITS - 1);
    let parts = written.trim_start_matches('-').split_once('e');
    let read = parts.and_then(|(mantissa, exponent)| {
        let digits = mantissa.replace('.', "").parse().ok()?;
        Some(decimal(digits, exponent.parse::<i32>().ok()? + 1 - VALUE_DIGITS as i32))
    });
    read.map_or(value, |read| read.copysign(value))
}

/// The distance of a start value from its cell's value in steps of [`OFFSET_STEP`]; both must be positive. The smallest
/// and the largest number are 145,422,278 steps apart, so that sums and differences of a few distances fit as well.
pub fn offset(start: f64, value: f64) -> i32 {
    let ratio = start / value;
    // A ratio can be beyond what a number holds; its logarithm cannot.
    let log = if ratio.is_normal() { libm::log(ratio) } else { libm::log(start) - libm::log(value) };
    libm::round(log / OFFSET_STEP) as i32
}

/// The start value that an offset stands for.
pub fn restore(offset: i32, value: f64) -> f64 {
    if offset == 0 {
        return value;
    }
    let log = f64::from(offset) * OFFSET_STEP;
    let ratio = libm::exp(log);
    if ratio.is_normal() {
        return value * ratio;
    }
    let quarter = libm::exp(log / 4.0);
    value * quarter * quarter * quarter * quarter
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_keep_six_digits() {
        for (value, rounded) in [
            (1_234_567.0, 1_234_570.0),
            (0.000_123_456_78, 0.000_123_457),
            (359_556_710.4, 359_557_000.0),
            (-2.000_000_4, -2.0),
            (0.0, 0.0),
        ] {
            assert_eq!(six_digits(value), rounded);
        }
    }

    #[test]
    fn an_offset_is_the_logarithm_of_the_ratio_in_hundred_thousandths() {
        assert_eq!(offset(100.0, 100.0), 0);
        assert_eq!(offset(101.0, 100.0), 995); // ln 1.01 = 0.009950…
        assert_eq!(offset(50.0, 100.0), -69_315); // ln ½ = −0.693147…
        assert_eq!(restore(0, 12.5), 12.5);
    }

    #[test]
    fn the_ends_of_the_number_line_are_as_far_apart_as_their_logarithms() {
        // ln 1.7e308 − ln 4.94e−324 = 709.7269… + 744.4400… = 1454.1669…
        let (least, most) = (f64::from_bits(1), 1.7e308);
        assert_eq!(offset(most, least), 145_416_691);
        assert_eq!(offset(least, most), -145_416_691);
        assert!((restore(145_416_691, least) / most - 1.0).abs() < 1e-5);
        assert_eq!(restore(-145_416_691, most), least);
    }

    proptest! {
        #[test]
        fn rounding_twice_is_rounding_once(value in -1e18..1e18f64) {
            let once = six_digits(value);
            prop_assert_eq!(six_digits(once), once);
            prop_assert!((once - value).abs() <= value.abs() * 5.000_001e-6);
        }

        #[test]
        fn a_start_value_comes_back_within_half_a_step(value in 1e-6..1e15f64, ratio in 1e-6..1e6f64) {
            let start = value * ratio;
            let back = restore(offset(start, value), value);
            prop_assert!((back / start - 1.0).abs() < OFFSET_STEP * 0.500_1, "{} for {}", back, start);
        }

        #[test]
        fn an_offset_comes_back_exactly(value in 1e-6..1e15f64, steps in -2_000_000..2_000_000i32) {
            prop_assert_eq!(offset(restore(steps, value), value), steps);
        }
    }
}
