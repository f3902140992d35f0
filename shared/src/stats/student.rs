//! Student's t distribution.

/// The probability that |t| is at least that large, with `freedom` degrees of freedom.
///
/// The regularised incomplete beta function I_x(freedom / 2, 1/2) at x = freedom / (freedom + t²), by its continued
/// fraction (DLMF 8.17.22).
pub fn two_sided(t: f64, freedom: f64) -> f64 {
    let (a, b) = (freedom / 2.0, 0.5);
    let x = freedom / (freedom + t * t);
    if x >= 1.0 {
        return 1.0;
    }
    let log = a * libm::log(x) + b * libm::log1p(-x) + libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(log);
    // The fraction converges fast on this side of the mean, the mirrored one on the other.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

/// The t that is exceeded in size with probability `p`: 2.228 for 0.05 and 10 degrees of freedom.
pub fn quantile(p: f64, freedom: f64) -> f64 {
    let goal = libm::log(p);
    let peak = libm::exp(libm::lgamma((freedom + 1.0) / 2.0) - libm::lgamma(freedom / 2.0))
        / libm::sqrt(freedom * std::f64::consts::PI);
    let mut t = 1.0;
    // Newton's method on log p, which is concave in t.
    for _ in 0..60 {
        let tail = two_sided(t, freedom);
        let density = 2.0 * peak * libm::pow(1.0 + t * t / freedom, -(freedom + 1.0) / 2.0);
        let step = (libm::log(tail) - goal) * tail / density;
        // Far steps would leave what the functions can tell apart.
        t = (t + step).clamp(t / 4.0, t * 4.0);
        if step.abs() < 1e-10 * t {
            break;
        }
    }
    t
}

/// The continued fraction of the incomplete beta function, by the modified method of Lentz.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let safe = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / safe(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for step in 1..300 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / safe(1.0 + term * d);
            c = safe(1.0 + term / c);
            result *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value / expected - 1.0).abs() < 1e-9, "{value} is not {expected}");
    }

    // Expected values: 2 · scipy.stats.t.sf(t, df) and scipy.stats.t.isf(p / 2, df), scipy 1.

    #[test]
    fn tails_are_those_of_scipy() {
        for (t, freedom, p) in [
            (2.228, 10.0, 0.050_011_771_817_111_32),
            (0.5, 3.0, 0.651_447_964_848_151),
            (12.0, 4.0, 0.000_276_428_548_502_973),
            (1.0, 1.0, 0.5),
            (35.0, 38.0, 1.602_188_137_755_492_3e-30),
            (2.0, 2.7, 0.149_423_438_070_502),
            (0.01, 22.0, 0.992_111_416_534_264_5),
            (60.0, 10.0, 4.018_522_850_688_407_5e-14),
        ] {
            near(two_sided(t, freedom), p);
            near(two_sided(-t, freedom), p);
        }
        assert_eq!(two_sided(0.0, 5.0), 1.0);
    }

    #[test]
    fn quantiles_are_those_of_scipy() {
        for (p, freedom, t) in [
            (0.05, 10.0, 2.228_138_851_986_275_3),
            (0.05, 2.0, 4.302_652_729_749_464),
            (0.05, 1.0, 12.706_204_736_174_705),
            (0.0001, 22.0, 4.736_124_060_965_432),
            (1e-6, 10.0, 10.516_489_956_914_905),
            (0.5, 3.3, 0.755_971_681_449_241_4),
            (0.05, 38.0, 2.024_394_163_911_97),
            (1e-5, 2.0, 316.225_394_303_651_74),
        ] {
            near(quantile(p, freedom), t);
        }
    }
}
