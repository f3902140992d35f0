//! Decimal digits → a float, without the tables that reading any text needs.

/// The largest power of ten that a float holds exactly.
const EXACT: i32 = 22;

/// `digits` × 10^`exponent`: correctly rounded for at most 15 digits and exponents up to 22 either way, which all that is
/// written to six digits has; beyond, good to the last bit or two and alike on every host.
pub fn decimal(digits: u64, exponent: i32) -> f64 {
    let mut value = digits as f64;
    let mut left = exponent.clamp(-400, 400);
    while left > 0 && value != 0.0 {
        value *= power(left.min(EXACT));
        left -= left.min(EXACT);
    }
    while left < 0 && value != 0.0 {
        value /= power((-left).min(EXACT));
        left += (-left).min(EXACT);
    }
    value
}

/// 10^`exponent`: every step is exact up to 10^22.
fn power(exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn extremes_stay_finite_or_zero() {
        assert_eq!(decimal(0, 400), 0.0);
        assert_eq!(decimal(1, -400), 0.0);
        assert_eq!(decimal(12_345, 0), 12_345.0);
    }

    proptest! {
        #[test]
        fn six_digits_are_read_as_the_standard_library_reads_them(digits in 0_u64..1_000_000, exponent in -22_i32..=22) {
            prop_assert_eq!(decimal(digits, exponent), format!("{digits}e{exponent}").parse::<f64>().unwrap());
        }
    }
}
