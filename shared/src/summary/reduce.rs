//! From samples to a start value, and from start values to a column's value.
//!
//! Where nothing waits, noise only ever adds time: a start's value is its fastest clean sample, and a column's value
//! the mean of the faster half of its starts. Where something waits, fast and slow are both part of the answer: a
//! start's value is its median, a column's value the mean without the outer fifths. Figures that somebody else reduced
//! are averaged as they stand. Means are taken in logarithms wherever all values are positive.

use crate::catalogue;
use crate::model::{Better, Placement, ProvenanceKind};
use crate::number::Unit;

/// How figures become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The fast end: small for times, large for rates.
    Fast(End),
    /// The middle.
    Middle,
    /// The arithmetic mean of figures from elsewhere.
    Mean,
}

/// Where the fast values lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the small ones: times.
    Low,
    /// At the large ones: rates, which are amounts divided by times.
    High,
}

impl Reduction {
    /// The reduction of a benchmark's figures at a placement. A benchmark that the catalogue lacks is taken to wait,
    /// unless it ran on one CPU.
    pub fn of(
        provenance: ProvenanceKind,
        benchmark: &str,
        placement: Option<&str>,
        unit: &Unit,
        better: Better,
    ) -> Self {
        if provenance != ProvenanceKind::Measured {
            return Self::Mean;
        }
        let placement = placement.and_then(Placement::parse);
        let waits = catalogue::find(benchmark)
            .map_or(placement != Some(Placement::SameCpu), |benchmark| benchmark.waits_at(placement));
        let end = match better {
            _ if unit.is_rate() => Some(End::High),
            Better::Lower => Some(End::Low),
            Better::Higher => Some(End::High),
            Better::Neutral => None,
        };
        match end {
            Some(end) if !waits => Self::Fast(end),
            _ => Self::Middle,
        }
    }
}

/// A start's value: its fastest sample where nothing waits, else its median (of an even number the mean of the middle
/// two). Nothing without samples.
pub fn start_value(samples: &[f64], reduction: Reduction) -> Option<f64> {
    match reduction {
        Reduction::Fast(End::Low) => samples.iter().copied().min_by(f64::total_cmp),
        Reduction::Fast(End::High) => samples.iter().copied().max_by(f64::total_cmp),
        Reduction::Middle => median(samples),
        Reduction::Mean => arithmetic_mean(samples),
    }
}

/// A column's value: the mean in logarithms of the [`kept`] start values; the arithmetic mean of figures from elsewhere.
/// Nothing without start values.
pub fn column_value(starts: &[f64], reduction: Reduction) -> Option<f64> {
    if starts.len() < 2 {
        return starts.first().copied();
    }
    // In recorded order: a sum's last bit depends on it.
    let Some((from, to)) = kept(starts.len(), reduction) else { return arithmetic_mean(starts) };
    let mut sorted = starts.to_vec();
    sorted.sort_by(f64::total_cmp);
    logarithmic_mean(&sorted[from..to])
}

/// Of so many sorted start values those that a column's value is the mean of, from the first to before the second: the
/// faster half (of an odd number the larger half: two of three), or what is left when a fifth (rounded down) is cut from
/// either end. Nothing for figures from elsewhere, which are not cut.
pub fn kept(starts: usize, reduction: Reduction) -> Option<(usize, usize)> {
    match reduction {
        Reduction::Fast(End::Low) => Some((0, starts.div_ceil(2))),
        Reduction::Fast(End::High) => Some((starts / 2, starts)),
        Reduction::Middle => Some((starts / 5, starts - starts / 5)),
        Reduction::Mean => None,
    }
}

/// First and third quartile, by linear interpolation between the order statistics. Nothing below two values.
pub fn quartiles(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |quarters: usize| {
        let position = (sorted.len() - 1) * quarters;
        let (index, rest) = (position / 4, (position % 4) as f64 / 4.0);
        let next = sorted[(index + 1).min(sorted.len() - 1)];
        sorted[index] + (next - sorted[index]) * rest
    };
    Some((at(1), at(3)))
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        even if even % 2 == 0 => arithmetic_mean(&sorted[middle - 1..=middle]),
        _ => Some(sorted[middle]),
    }
}

fn arithmetic_mean(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let sum: f64 = values.iter().sum();
    // A sum can be beyond what a number holds; a mean cannot.
    let mean = if sum.is_finite() { sum / count } else { values.iter().map(|value| value / count).sum() };
    (!values.is_empty()).then_some(mean)
}

/// The mean in logarithms; the arithmetic one where a value has none.
fn logarithmic_mean(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| *value <= 0.0) {
        return arithmetic_mean(values);
    }
    let logs: Vec<f64> = values.iter().map(|value| libm::log(*value)).collect();
    arithmetic_mean(&logs).map(libm::exp)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LOW: Reduction = Reduction::Fast(End::Low);
    const HIGH: Reduction = Reduction::Fast(End::High);

    fn near(value: Option<f64>, expected: f64) {
        let value = value.unwrap();
        assert!((value / expected - 1.0).abs() < 1e-12, "{value} is not {expected}");
    }

    #[test]
    fn a_start_is_its_fastest_sample_or_its_median() {
        let samples = [12.0, 10.0, 11.0, 19.0];
        assert_eq!(start_value(&samples, LOW), Some(10.0));
        assert_eq!(start_value(&samples, HIGH), Some(19.0));
        assert_eq!(start_value(&samples, Reduction::Middle), Some(11.5));
        assert_eq!(start_value(&samples[..3], Reduction::Middle), Some(11.0));
        assert_eq!(start_value(&[], LOW), None);
        assert_eq!(start_value(&[], Reduction::Middle), None);
    }

    #[test]
    fn a_column_is_the_geometric_mean_of_the_faster_half() {
        near(column_value(&[8.0, 16.0, 2.0, 4.0], LOW), 8f64.sqrt());
        near(column_value(&[8.0, 16.0, 2.0, 4.0], HIGH), 128f64.sqrt());
        // Of three, two.
        near(column_value(&[9.0, 4.0, 100.0], LOW), 6.0);
        near(column_value(&[9.0, 4.0, 100.0], HIGH), 30.0);
        assert_eq!(column_value(&[7.3], LOW), Some(7.3));
        assert_eq!(column_value(&[], LOW), None);
    }

    #[test]
    fn what_waits_loses_a_fifth_at_either_end() {
        near(column_value(&[4.0, 9.0], Reduction::Middle), 6.0);
        // One of five from either end: the mean of 2, 4 and 8.
        near(column_value(&[1.0, 2.0, 4.0, 8.0, 1000.0], Reduction::Middle), 4.0);
        // Two of twelve from either end.
        let starts: Vec<f64> = (1..=12).map(|power| f64::from(1 << power)).collect();
        near(column_value(&starts, Reduction::Middle), 2f64.powi(6) * 2f64.sqrt());
    }

    #[test]
    fn figures_from_elsewhere_are_averaged() {
        near(column_value(&[202.34, 201.28, 201.23], Reduction::Mean), 604.85 / 3.0);
    }

    #[test]
    fn values_without_a_logarithm_are_averaged() {
        assert_eq!(column_value(&[-1.0, 0.0, 4.0], LOW), Some(-0.5));
    }

    #[test]
    fn a_mean_is_a_number_where_the_sum_is_none() {
        near(column_value(&[1.5e308, 1.7e308], Reduction::Mean), 1.6e308);
        near(column_value(&[-1.5e308, -1.7e308, 0.0], Reduction::Middle), -1.5e308 / 3.0 - 1.7e308 / 3.0);
        near(start_value(&[1.7e308, 1.5e308], Reduction::Middle), 1.6e308);
    }

    #[test]
    fn quartiles_are_interpolated() {
        assert_eq!(quartiles(&[5.0, 1.0, 2.0, 4.0, 3.0]), Some((2.0, 4.0)));
        assert_eq!(quartiles(&[1.0, 2.0]), Some((1.25, 1.75)));
        assert_eq!(quartiles(&[3.0, 1.0, 2.0]), Some((1.5, 2.5)));
        assert_eq!(quartiles(&[1.0]), None);
    }

    #[test]
    fn pipes_on_one_cpu_do_not_wait_and_unknown_benchmarks_do() {
        let of = |benchmark, placement, unit: &str, better| {
            Reduction::of(ProvenanceKind::Measured, benchmark, placement, &Unit::parse(unit), better)
        };
        assert_eq!(of("ipc.pipe.latency", Some("same_cpu"), "ns", Better::Lower), LOW);
        assert_eq!(of("ipc.pipe.latency", Some("unpinned"), "ns", Better::Lower), Reduction::Middle);
        assert_eq!(of("ipc.pipe.bandwidth", Some("same_cpu"), "B/s", Better::Higher), HIGH);
        assert_eq!(of("cpu.clock", None, "Hz", Better::Neutral), HIGH);
        assert_eq!(of("vendor.thing", None, "ns", Better::Lower), Reduction::Middle);
        assert_eq!(of("vendor.thing", Some("same_cpu"), "frobs", Better::Neutral), Reduction::Middle);
        let published = Reduction::of(ProvenanceKind::Published, "syscall.null", None, &Unit::Ns, Better::Lower);
        assert_eq!(published, Reduction::Mean);
    }

    proptest! {
        #[test]
        fn a_rate_is_reduced_as_its_time_is(times in prop::collection::vec(1.0..1e9f64, 1..40)) {
            let rates: Vec<f64> = times.iter().map(|time| 1e12 / time).collect();
            let by_time = 1e12 / column_value(&times, LOW).unwrap();
            let by_rate = column_value(&rates, HIGH).unwrap();
            prop_assert!((by_time / by_rate - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_column_lies_among_its_starts(starts in prop::collection::vec(1.0..1e9f64, 1..40)) {
            for reduction in [LOW, HIGH, Reduction::Middle, Reduction::Mean] {
                let value = column_value(&starts, reduction).unwrap();
                let least = starts.iter().copied().fold(f64::INFINITY, f64::min);
                let most = starts.iter().copied().fold(0.0, f64::max);
                prop_assert!(value >= least * (1.0 - 1e-12) && value <= most * (1.0 + 1e-12));
            }
        }
    }
}
