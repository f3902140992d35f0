//! One side of a test: the start values of one cell.

use crate::summary::{OFFSET_STEP, Reduction, kept};

/// The start values of a cell, sorted, with their column value and its error.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Logarithms in steps, from small to large.
    pub(super) sorted: Vec<i32>,
    /// The ranks whose mean is the column value: from the first to before the second.
    pub(super) kept: (usize, usize),
    /// The logarithm of the column value.
    pub centre: f64,
    /// The squared standard error of `centre`; nothing where fewer than two ranks are kept.
    pub variance: Option<f64>,
    /// The standard deviation of the kept values; 0 where there is one.
    pub spread: f64,
}

impl Side {
    /// The side of these start values; nothing without any, or for figures that somebody else reduced.
    ///
    /// The error of a trimmed mean comes from the winsorised values (Tukey and McLaughlin 1963; Yuen 1974): what is cut
    /// away is replaced by the last value that is kept. It holds for a one-sided cut as well.
    pub fn of(logs: &[i32], reduction: Reduction) -> Option<Self> {
        let kept = kept(logs.len(), reduction).filter(|kept| kept.1 > kept.0)?;
        let mut sorted = logs.to_vec();
        sorted.sort_unstable();
        let (from, to) = kept;
        let count = (to - from) as f64;
        let inner = &sorted[from..to];
        let low = inner[0];
        let most = f64::from(inner[inner.len() - 1] - low);
        let (mut sum, mut squares) = (0.0, 0.0);
        for value in inner {
            let value = f64::from(value - low);
            sum += value;
            squares += value * value;
        }
        let centre = (f64::from(low) + sum / count) * OFFSET_STEP;
        let spread = libm::sqrt((squares - sum * sum / count).max(0.0) / (count - 1.0).max(1.0)) * OFFSET_STEP;
        // The same with what is cut away replaced: by `most` above, by `low` below, from which distances are counted.
        let above = (sorted.len() - to) as f64;
        let all = sorted.len() as f64;
        let (sum, squares) = (sum + above * most, squares + above * most * most);
        let about = (squares - sum * sum / all).max(0.0) * OFFSET_STEP * OFFSET_STEP;
        let variance = (count > 1.0).then(|| about / (count * (count - 1.0)));
        Some(Self { sorted, kept, centre, variance, spread })
    }

    /// How many start values it has.
    pub fn starts(&self) -> usize {
        self.sorted.len()
    }

    /// How many of them the column value is the mean of.
    pub fn kept(&self) -> usize {
        self.kept.1 - self.kept.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::End;

    const LOW: Reduction = Reduction::Fast(End::Low);

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
    }

    #[test]
    fn the_centre_is_the_mean_of_the_kept_ranks() {
        near(Side::of(&[800, 100, 400, 200], LOW).unwrap().centre, 150e-5);
        near(Side::of(&[800, 100, 400, 200], Reduction::Fast(End::High)).unwrap().centre, 600e-5);
        near(Side::of(&[5, 100, 200, 400, 90_000], Reduction::Middle).unwrap().centre, 700e-5 / 3.0);
        assert!(Side::of(&[], LOW).is_none());
        assert!(Side::of(&[1, 2], Reduction::Mean).is_none());
    }

    #[test]
    fn the_error_is_that_of_the_winsorised_values() {
        // 100, 200, 200, 200: mean 175, squares about it 7500; two kept: 7500 / (2 · 1).
        near(Side::of(&[800, 100, 400, 200], LOW).unwrap().variance.unwrap(), 3750e-10);
        // 100, 100, 200, 400, 400: mean 240, squares about it 92 000; three kept: 92 000 / (3 · 2).
        let middle = Side::of(&[5, 100, 200, 400, 90_000], Reduction::Middle).unwrap();
        near(middle.variance.unwrap(), 92_000e-10 / 6.0);
        // 400, 400, 400, 800 from above.
        let high = Side::of(&[800, 100, 400, 200], Reduction::Fast(End::High)).unwrap();
        near(high.variance.unwrap(), 120_000e-10 / 2.0);
        assert_eq!(Side::of(&[7, 9], LOW).unwrap().variance, None);
    }
}
