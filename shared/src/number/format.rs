//! How numbers are written: digits, never meaning.

/// Powers of ten that are written out; beyond them a figure's zeros would not fit where figures stand, and what is cut
/// out of a figure must never be its magnitude.
const WRITTEN_OUT: std::ops::RangeInclusive<i32> = -10..=16;

/// `value` with `digits` significant digits and no exponent: `2.912`, `12.34`, `1234`, `12350`; only what no clock and
/// no counter gives is written `1.304e300`. Not a number gives `n/a`.
pub fn significant(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "n/a".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits.max(1);
    // The formatter rounds the exact binary value, so the decimal exponent after rounding is right at powers of ten.
    let scientific = format!("{:.*e}", digits - 1, value);
    let exponent: i32 = scientific.rsplit('e').next().and_then(|e| e.parse().ok()).unwrap_or(0);
    if !WRITTEN_OUT.contains(&exponent) {
        return scientific;
    }
    let decimals = digits as i32 - 1 - exponent;
    if decimals >= 0 {
        format!("{:.*}", decimals as usize, value)
    } else {
        let mantissa = scientific.split('e').next().unwrap_or_default().replace('.', "");
        mantissa + &"0".repeat(decimals.unsigned_abs() as usize)
    }
}

/// `value` with exactly `decimals` digits after the point.
pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}") } else { "n/a".to_owned() }
}

/// How many digits stand after the point of a printed number: 2 for `56.90`.
pub fn printed_decimals(printed: &str) -> usize {
    printed.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

/// How many digits of a printed number tell something: 4 for `56.90`, 2 for `0.40`; at least one.
pub fn printed_digits(printed: &str) -> usize {
    printed.bytes().filter(u8::is_ascii_digit).skip_while(|digit| *digit == b'0').count().max(1)
}

/// A fraction as a signed percentage with one decimal: `+8.6 %`, `-0.3 %`, `0.0 %`.
pub fn percent(fraction: f64) -> String {
    if !fraction.is_finite() {
        return "n/a".to_owned();
    }
    let text = format!("{:+.1}", fraction * 100.0);
    if text == "+0.0" || text == "-0.0" { "0.0 %".to_owned() } else { format!("{text} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_significant_digits_at_every_magnitude() {
        for (value, text) in [
            (2.9123, "2.912"),
            (12.345, "12.35"),
            (99.996, "100.0"),
            (1234.4, "1234"),
            (12_345.0, "12340"),
            (0.001_234_5, "0.001234"),
            (9.99951, "10.00"),
            (-3.45678, "-3.457"),
        ] {
            assert_eq!(significant(value, 4), text, "{value}");
        }
    }

    #[test]
    fn the_magnitude_of_a_figure_beyond_all_measuring_is_seen() {
        for (value, text) in [
            (9_007_199_254_740_991.0, "9007000000000000"),
            (9.999_9e16, "1.000e17"),
            (-1.304e300, "-1.304e300"),
            (1.234e-10, "0.0000000001234"),
            (5e-324, "4.941e-324"),
        ] {
            assert_eq!(significant(value, 4), text, "{value}");
        }
    }

    #[test]
    fn percentages_carry_their_sign_and_no_negative_zero() {
        assert_eq!(percent(0.0863), "+8.6 %");
        assert_eq!(percent(-0.25), "-25.0 %");
        assert_eq!(percent(-0.0001), "0.0 %");
        assert_eq!(percent(f64::NAN), "n/a");
    }

    #[test]
    fn digits_of_a_printed_number_are_counted() {
        assert_eq!(printed_decimals("56.90"), 2);
        assert_eq!(printed_decimals("3845"), 0);
        assert_eq!(["56.90", "0.40", ".4", "3845", "0"].map(printed_digits), [4, 2, 1, 4, 1]);
    }
}
