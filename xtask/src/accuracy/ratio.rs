//! Ratios of two series of interleaved rounds.

/// Rounds that make one estimate of the ratio of minima.
const BLOCK: usize = 5;

/// What the rounds say of a pair.
#[derive(Debug, PartialEq)]
pub struct Ratio {
    /// Our best round over theirs; of rates, the largest.
    pub of_best: f64,
    /// The 95 % interval of it, from blocks of rounds.
    pub interval: Option<(f64, f64)>,
    /// (p90 − p10) / median of our rounds, and of theirs.
    pub spreads: [f64; 2],
}

/// Compares rounds that were taken in turns.
pub fn ratio(ours: &[f64], theirs: &[f64], rate: bool) -> Ratio {
    let best = |values: &[f64]| {
        let pick = if rate { f64::max } else { f64::min };
        values.iter().copied().reduce(pick).unwrap_or(f64::NAN)
    };
    let logs: Vec<f64> = ours
        .chunks_exact(BLOCK)
        .zip(theirs.chunks_exact(BLOCK))
        .map(|(ours, theirs)| libm::log(best(ours) / best(theirs)))
        .collect();
    Ratio { of_best: best(ours) / best(theirs), interval: interval(&logs), spreads: [spread(ours), spread(theirs)] }
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

fn spread(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let position = part * (sorted.len() as f64 - 1.0);
        let (below, above) = (sorted[position as usize], sorted[(position as usize + 1).min(sorted.len() - 1)]);
        below + (above - below) * position.fract()
    };
    if sorted.is_empty() { f64::NAN } else { (at(0.9) - at(0.1)) / at(0.5) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_that_of_the_best_rounds() {
        let ours = [12.0, 11.0, 10.0, 14.0, 13.0, 12.0, 10.0, 11.0, 15.0, 12.0];
        let theirs = ours.map(|value| value * 2.0);
        let times = ratio(&ours, &theirs, false);
        assert!((times.of_best - 0.5).abs() < 1e-12 && (times.spreads[0] - times.spreads[1]).abs() < 1e-12);
        // Both blocks say one half: the interval is that point.
        let (low, high) = times.interval.unwrap();
        assert!((low - 0.5).abs() < 1e-9 && (high - 0.5).abs() < 1e-9);
        assert!((ratio(&[1.0, 4.0], &[2.0, 2.0], true).of_best - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_spread_is_that_of_the_middle_four_fifths() {
        let values: Vec<f64> = (0..=10).map(|n| 100.0 + f64::from(n)).collect();
        assert!((spread(&values) - 8.0 / 105.0).abs() < 1e-12);
    }
}
