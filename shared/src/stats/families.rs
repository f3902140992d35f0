//! Many tests at once: which differences are called, so that few of those that are called are none.

use super::RATE;

/// What [`select`] finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// For each test, whether its difference is called one.
    pub called: Vec<bool>,
    /// The level that one more curve would have had to reach.
    pub level: f64,
}

/// Which of many tests are called. `p` are the p-values, curve after curve; `curves` says how many tests each has.
///
/// A curve's own p-value is that of Simes (1986). Over the curves the procedure of Benjamini and Hochberg (1995) holds
/// the rate of false discoveries at [`RATE`]. Inside the curves that it selects, the same procedure runs at the rate
/// times the part of the curves that were selected (Benjamini and Bogomolov 2014).
pub fn select(p: &[f64], curves: &[usize]) -> Selected {
    let mut of_curves = Vec::with_capacity(curves.len());
    let mut first = 0;
    for &tests in curves {
        of_curves.push(simes(&p[first..first + tests]));
        first += tests;
    }
    let all = curves.len().max(1) as f64;
    let threshold = step_up(&of_curves, RATE);
    let selected = of_curves.iter().filter(|curve| **curve <= threshold).count();
    let inner = RATE * selected as f64 / all;
    let mut called = vec![false; p.len()];
    first = 0;
    for (&tests, curve) in curves.iter().zip(&of_curves) {
        let own = &p[first..first + tests];
        if *curve <= threshold {
            let threshold = step_up(own, inner);
            for (called, p) in called[first..].iter_mut().zip(own) {
                *called = *p <= threshold;
            }
        }
        first += tests;
    }
    Selected { called, level: RATE * (selected + 1).min(curves.len().max(1)) as f64 / all }
}

/// The p-value of several tests together.
fn simes(p: &[f64]) -> f64 {
    let sorted = sorted(p);
    let all = sorted.len() as f64;
    sorted.iter().enumerate().fold(1.0, |least, (rank, p)| least.min(p * all / (rank + 1) as f64))
}

/// The largest p-value that the procedure of Benjamini and Hochberg rejects; below all where it rejects none.
fn step_up(p: &[f64], rate: f64) -> f64 {
    let sorted = sorted(p);
    let all = sorted.len() as f64;
    let rejected = sorted.iter().enumerate().rev().find(|(rank, p)| **p * all <= rate * (rank + 1) as f64);
    rejected.map_or(-1.0, |(_, p)| *p)
}

fn sorted(p: &[f64]) -> Vec<f64> {
    let mut sorted = p.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten p-values of which the first two are rejected: scipy.stats.false_discovery_control.
    const TEN: [f64; 10] = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];

    #[test]
    fn curves_of_one_test_are_those_of_benjamini_and_hochberg() {
        let selected = select(&TEN, &[1; 10]);
        assert_eq!(selected.called.iter().filter(|called| **called).count(), 2);
        assert!(selected.called[0] && selected.called[1]);
        // Three of ten curves at 5 %.
        assert!((selected.level - 0.015).abs() < 1e-15);
    }

    #[test]
    fn the_order_of_curves_does_not_matter() {
        let turned: Vec<f64> = TEN.iter().rev().copied().collect();
        assert_eq!(select(&turned, &[1; 10]).called.iter().rposition(|called| *called), Some(9));
    }

    #[test]
    fn a_curve_has_the_p_value_of_simes() {
        // 4 · 0.01 / 1, 4 · 0.015 / 2, 4 · 0.5 / 3, 4 · 0.9 / 4
        assert!((simes(&[0.9, 0.01, 0.5, 0.015]) - 0.03).abs() < 1e-15);
        assert_eq!(simes(&[]), 1.0);
    }

    #[test]
    fn inside_a_curve_the_rate_is_the_part_of_the_curves_that_were_selected() {
        // Curves: 0.004 · 2, and two that show nothing. The inner rate is 5 % · 1/3: 0.004 ≤ 0.0083, 0.02 > 0.0167.
        let selected = select(&[0.004, 0.02, 0.6, 0.7, 0.8], &[2, 1, 2]);
        assert_eq!(selected.called, [true, false, false, false, false]);
        // Beside two curves that are selected as well it is 5 %.
        let selected = select(&[0.004, 0.02, 0.001, 0.001, 0.001], &[2, 1, 2]);
        assert_eq!(selected.called, [true; 5]);
        assert!((selected.level - RATE).abs() < 1e-15);
    }

    #[test]
    fn nothing_is_called_where_there_is_nothing() {
        assert!(select(&[], &[]).called.is_empty());
        assert_eq!(select(&[0.1; 6], &[3, 3]).called, [false; 6]);
    }
}
