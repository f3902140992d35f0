//! Rounding that makes a summary small and the same everywhere.

/// Significant digits of a value.
pub const VALUE_DIGITS: usize = 6;

/// The step of a start value's distance from its cell's value, in the natural logarithm.
pub const OFFSET_STEP: f64 = 1e-5;

/// `value` to six significant digits.
pub fn six_digits(value: f64) -> f64 {
    format!("{value:.*e}", VALUE_DIGITS - 1).parse().unwrap_or(value)
}

/// The distance of a start value from its cell's value, in steps.
pub fn offset(start: f64, value: f64) -> i32 {
    libm::round((libm::log(start) - libm::log(value)) / OFFSET_STEP) as i32
}

/// The start value that an offset stands for.
pub fn restore(offset: i32, value: f64) -> f64 {
    value * libm::exp(f64::from(offset) * OFFSET_STEP)
}
