//! The one scale that all whiskers of a table share: improvements from left to right, the baseline at zero.

use shared::number::fixed;

/// An improvement range and its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    /// Where labels stand, and what they say.
    pub ticks: Vec<(f64, String)>,
}

/// The least width of a scale: below it, differences are noise.
const LEAST: f64 = 0.02;

impl Scale {
    /// A scale that holds zero and all of `values`, but for a few far outliers, which are cut off.
    pub fn over(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        if values.is_empty() {
            return Self { low: -LEAST, high: LEAST, ticks: Vec::new() };
        }
        let most = values.last().map_or(0.0, |value| value.abs());
        let usual = values.get(values.len() * 9 / 10).map_or(0.0, |value| value.abs());
        let limit = if most > 4.0 * usual.max(LEAST) && values.len() >= 8 { 2.0 * usual.max(LEAST) } else { most };
        let low = values.iter().fold(0.0, |low: f64, value| low.min(*value)).max(-limit);
        let high = values.iter().fold(0.0, |high: f64, value| high.max(*value)).min(limit);
        let width = (high - low).max(LEAST);
        let (low, high) = (low - width * 0.06, low.max(high).max(low + width) + width * 0.06);
        Self { low, high, ticks: ticks(low, high) }
    }

    /// Where a value stands, in percent of the width, and whether it was cut off there.
    pub fn at(&self, value: f64) -> (f64, bool) {
        let part = (value - self.low) / (self.high - self.low);
        (part.clamp(0.0, 1.0) * 100.0, !(0.0..=1.0).contains(&part))
    }
}

/// Three to six labels at round values, zero among them.
fn ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(high - low);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let decimals = usize::from(step < 0.01);
    (first..=last)
        .map(|index| {
            let at = index as f64 * step;
            let sign = if index > 0 { "+" } else { "" };
            let unit = if index == last { " %" } else { "" };
            (at, format!("{sign}{}{unit}", fixed(at * 100.0, if index == 0 { 0 } else { decimals })))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_zero_and_every_value() {
        let scale = Scale::over([0.086, 0.083, 0.012].into_iter());
        for value in [0.0, 0.086] {
            let (at, cut) = scale.at(value);
            assert!((0.0..=100.0).contains(&at) && !cut, "{value} at {at}");
        }
        assert_eq!(
            scale.ticks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
            ["0", "+2", "+4", "+6", "+8 %"]
        );
    }

    #[test]
    fn a_far_outlier_is_cut_off_and_says_so() {
        let values = [0.01, -0.01, 0.02, 0.0, 0.01, 0.015, -0.02, 0.01, 0.012, 0.011, 3.0];
        let scale = Scale::over(values.into_iter());
        assert_eq!(scale.at(3.0), (100.0, true));
        assert!(!scale.at(0.02).1);
    }

    #[test]
    fn nothing_to_show_is_a_scale_without_labels() {
        let scale = Scale::over(std::iter::empty());
        assert_eq!(scale.at(0.0), (50.0, false));
        assert!(scale.ticks.is_empty());
    }
}
