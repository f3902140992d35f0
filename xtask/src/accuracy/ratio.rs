//! Ratios of two series of interleaved rounds.

/// Rounds that make one estimate of the ratio of minima.
const BLOCK: usize = 5;

/// A ratio with its 95 % interval.
#[derive(Debug, PartialEq)]
pub struct Ratio {
    /// Ours over theirs.
    pub value: f64,
    /// Where it lies.
    pub interval: Option<(f64, f64)>,
}

/// What the rounds say of a pair.
#[derive(Debug, PartialEq)]
pub struct Compared {
    /// Of the best rounds; the interval from blocks of rounds.
    pub best: Ratio,
    /// Of the median rounds; the interval from the rounds, each against its neighbour.
    pub median: Ratio,
}

/// Compares rounds that were taken in turns.
pub fn compare(ours: &[f64], theirs: &[f64], rate: bool) -> Compared {
    let best = |values: &[f64]| best(values, rate);
    let blocks: Vec<f64> = ours
        .chunks_exact(BLOCK)
        .zip(theirs.chunks_exact(BLOCK))
        .map(|(ours, theirs)| libm::log(best(ours) / best(theirs)))
        .collect();
    let rounds: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| libm::log(ours / theirs)).collect();
    Compared {
        best: Ratio { value: best(ours) / best(theirs), interval: interval(&blocks) },
        median: Ratio { value: median(ours) / median(theirs), interval: interval(&rounds) },
    }
}

/// The smallest, of rates the largest.
pub fn best(values: &[f64], rate: bool) -> f64 {
    values.iter().copied().reduce(if rate { f64::max } else { f64::min }).unwrap_or(f64::NAN)
}

/// The middle one, which lmbench's programs print of their own samples.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Student's interval of the mean of logarithms.
fn interval(logs: &[f64]) -> Option<(f64, f64)> {
    /// 97.5 % points of Student's t from 1 degree of freedom on (tables).
    const T: [f64; 15] =
        [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131];
    let n = logs.len() as f64;
    let t = T.get(logs.len().checked_sub(2)?).copied().unwrap_or(2.1);
    let mean = logs.iter().sum::<f64>() / n;
    let variance = logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>() / (n - 1.0);
    let half = t * (variance / n).sqrt();
    Some((libm::exp(mean - half), libm::exp(mean + half)))
}

/// (p90 − p10) / median.
pub fn spread(values: &[f64]) -> f64 {
    (quantile(values, 0.9) - quantile(values, 0.1)) / median(values)
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = part * (sorted.len() as f64 - 1.0);
    let at = |index: usize| sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN);
    let (below, above) = (at(position as usize), at(position as usize + 1));
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_that_of_the_best_rounds() {
        let ours = [12.0, 11.0, 10.0, 14.0, 13.0, 12.0, 10.0, 11.0, 15.0, 12.0];
        let theirs = ours.map(|value| value * 2.0);
        let times = compare(&ours, &theirs, false);
        assert!((times.best.value - 0.5).abs() < 1e-12);
        // All say one half: the intervals are that point.
        for ratio in [&times.best, &times.median] {
            let (low, high) = ratio.interval.unwrap();
            assert!((low - 0.5).abs() < 1e-9 && (high - 0.5).abs() < 1e-9);
        }
        assert!((compare(&[1.0, 4.0], &[2.0, 2.0], true).best.value - 2.0).abs() < 1e-12);
        assert!((compare(&[1.0, 4.0, 3.0], &[2.0, 2.0, 1.0], true).median.value - 1.5).abs() < 1e-12);
    }

    #[test]
    fn the_spread_is_that_of_the_middle_four_fifths() {
        let values: Vec<f64> = (0..=10).map(|n| 100.0 + f64::from(n)).collect();
        assert!((spread(&values) - 8.0 / 105.0).abs() < 1e-12);
    }
}
