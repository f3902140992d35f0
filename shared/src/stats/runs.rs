//! Sides of several boots: the runs' own values are compared, not their starts.
//!
//! Starts of one boot share what that boot drew (page placement, address layout), so they tell nothing of the next
//! boot. With three boots or more a side the test is Welch's on the boots' values (Welch 1947).

use super::interval::Effect;
use super::student::two_sided;
use crate::summary::OFFSET_STEP;

/// The values of a side's boots in logarithms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Runs {
    /// How many.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// The sum of squares about it.
    pub squares: f64,
}

impl Runs {
    /// Of these values.
    pub fn of(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { count: values.len(), mean, squares }
    }

    /// The difference of two sides, with Welch's degrees of freedom; both need two values.
    pub fn effect(base: &Self, new: &Self) -> Effect {
        let part = |side: &Self| side.squares / (side.count * (side.count - 1)) as f64;
        // Values are rounded: identical ones are only known to a step.
        let (one, other) = (part(base).max(OFFSET_STEP * OFFSET_STEP), part(new).max(OFFSET_STEP * OFFSET_STEP));
        let shares = one * one / (base.count - 1) as f64 + other * other / (new.count - 1) as f64;
        let variance = one + other;
        Effect { log: new.mean - base.mean, error: libm::sqrt(variance), freedom: variance * variance / shares }
    }

    /// The two-sided p-value of that difference.
    pub fn p_value(effect: &Effect) -> f64 {
        two_sided(effect.log / effect.error, effect.freedom)
    }

    /// The standard deviation of the values of one side, from both; nothing where neither side has two.
    pub fn spread(base: &Self, new: &Self) -> Option<f64> {
        let freedom = (base.count + new.count).checked_sub(2).filter(|freedom| *freedom > 0)?;
        Some(libm::sqrt((base.squares + new.squares) / freedom as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_is_that_of_scipy() {
        // scipy.stats.ttest_ind(a, b, equal_var=False): p-value, statistic, degrees of freedom.
        for (base, new, p, t, freedom) in [
            (
                &[4.605, 4.612, 4.599][..],
                &[4.650, 4.641, 4.662][..],
                0.005_619_751_660_9,
                -6.387_657_936_4,
                3.331_811_239_4,
            ),
            (
                &[4.605, 4.612, 4.599, 4.62],
                &[4.610, 4.641, 4.602],
                0.551_793_529_522,
                -0.681_034_426_606,
                2.585_536_955_586,
            ),
        ] {
            let effect = Runs::effect(&Runs::of(base), &Runs::of(new));
            assert!((Runs::p_value(&effect) / p - 1.0).abs() < 1e-9, "{effect:?}");
            assert!((effect.log / effect.error / -t - 1.0).abs() < 1e-9, "{effect:?}");
            assert!((effect.freedom / freedom - 1.0).abs() < 1e-9, "{effect:?}");
        }
    }

    #[test]
    fn identical_values_are_known_to_a_step_and_no_better() {
        let (base, new) = (Runs::of(&[1.0; 3]), Runs::of(&[1.000_01; 3]));
        assert!(Runs::p_value(&Runs::effect(&base, &new)) > 0.05);
    }

    #[test]
    fn the_spread_of_runs_comes_from_both_sides() {
        // Squares 0.02 and 0.0002; two degrees of freedom.
        let spread = Runs::spread(&Runs::of(&[1.0, 1.2]), &Runs::of(&[2.0, 2.02])).unwrap();
        assert!((spread - libm::sqrt(0.0101)).abs() < 1e-12, "{spread}");
        assert_eq!(Runs::spread(&Runs::of(&[1.0]), &Runs::of(&[2.0])), None);
    }
}
