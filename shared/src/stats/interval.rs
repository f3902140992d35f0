//! The difference of two sides, its interval, and the smallest one that would have been seen.

use super::side::Side;

/// How often an interval covers the difference.
pub const CONFIDENCE: f64 = 0.95;

/// The quantile of the normal distribution that 8 of 10 draws stay below.
const EIGHT_OF_TEN: f64 = 0.841_621_233_572_914_2;

/// A difference of logarithms and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The logarithm of the quotient of the two column values.
    pub log: f64,
    /// Its standard error.
    pub error: f64,
    /// Degrees of freedom of the error.
    pub freedom: f64,
}

impl Effect {
    /// From one side to the other, by the starts; nothing where fewer than two starts a side are averaged.
    ///
    /// The permutation distribution of the difference about a supposed difference has, to first order, the variance of
    /// the winsorised starts: the interval is that test, solved for the differences that it does not reject, with
    /// Student's t in place of the splits (Yuen 1974).
    pub fn between(base: &Side, new: &Side) -> Option<Self> {
        let error = libm::sqrt(base.variance? + new.variance?);
        let freedom = (base.kept() + new.kept() - 2) as f64;
        Some(Self { log: new.centre - base.centre, error, freedom })
    }

    /// The smallest difference of logarithms that would have been called one in 8 of 10 comparisons like this: beyond a
    /// `floor`, and beyond `t` times the error.
    pub fn detectable(&self, t: f64, floor: f64) -> f64 {
        (t * self.error).max(floor) + EIGHT_OF_TEN * self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::{End, Reduction};

    #[test]
    fn the_interval_of_a_trimmed_mean_is_that_of_yuen() {
        // scipy.stats.ttest_ind(a, b, trim=0.2) of these has the statistic -1.4504754485…; both sides are of ten.
        let side = |values: [i32; 10]| Side::of(&values, Reduction::Middle).unwrap();
        let base = side([1, 2, 3, 4, 5, 6, 7, 8, 9, 30]);
        let new = side([4, 5, 5, 7, 8, 8, 10, 11, 15, 16]);
        let effect = Effect::between(&base, &new).unwrap();
        assert!((effect.log / effect.error - 1.450_475_448_587_789).abs() < 1e-9, "{effect:?}");
        assert_eq!(effect.freedom, 10.0);
    }

    #[test]
    fn two_starts_have_no_interval_at_the_fast_end() {
        let side = |values: &[i32]| Side::of(values, Reduction::Fast(End::Low)).unwrap();
        assert_eq!(Effect::between(&side(&[1, 2]), &side(&[3, 4])), None);
        assert!(Effect::between(&side(&[1, 2, 3]), &side(&[3, 4, 5])).is_some());
    }

    #[test]
    fn what_could_have_been_seen_grows_with_the_error_and_is_beyond_the_floor() {
        let effect = Effect { log: 0.0, error: 0.01, freedom: 10.0 };
        // t(0.05, 10) = 2.2281; and 0.8416 more for 8 of 10.
        assert!((effect.detectable(2.228_139, 0.0) - 0.030_697).abs() < 1e-6);
        assert!((effect.detectable(2.228_139, 0.15) - 0.158_416).abs() < 1e-6);
    }
}
