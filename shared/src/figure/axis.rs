//! Axes of a figure: what they span, how, and what they say of it.

use super::ticks::{bytes, decades, linear};
use super::{Axis, Scale, Tick};
use crate::catalogue::AxisKind;
use crate::number::percentile;

/// Room beyond the greatest value, as a share of the span.
const HEADROOM: f64 = 0.08;

/// Ticks wanted on the two axes.
const VALUE_TICKS: usize = 5;
const PLACE_TICKS: usize = 7;

/// From this ratio of greatest to least on, sizes stand evenly by their logarithm.
const LOG_RATIO: f64 = 16.0;

/// The axis of values: from an honest zero, or logarithmic where asked for and possible. Nothing without a value.
pub(super) fn value_axis(values: impl Iterator<Item = f64>, label: String, log: bool) -> Option<Axis> {
    let values: Vec<f64> = values.filter(|value| value.is_finite() && (!log || *value > 0.0)).collect();
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    if log {
        let (low, high) = (least / (1.0 + HEADROOM), most * (1.0 + HEADROOM));
        let ticks = decades(low, high, VALUE_TICKS + 1);
        return Some(Axis { label: format!("{label}, log"), scale: Scale::Log, low, high, ticks });
    }
    let span = most.max(0.0) - least.min(0.0);
    let span = if span > 0.0 { span } else { 1.0 };
    let low = if least < 0.0 { least - span * HEADROOM } else { 0.0 };
    let high = if most > 0.0 || least >= 0.0 { most.max(0.0) + span * HEADROOM } else { 0.0 };
    Some(Axis { label, scale: Scale::Linear, low, high, ticks: linear(low, high, VALUE_TICKS) })
}

/// The axis along which is drawn; `tied` names axes that are equal to it at every place.
pub(super) fn x_axis(
    places: impl Iterator<Item = f64>,
    title: String,
    tied: &[String],
    kind: AxisKind,
) -> Option<Axis> {
    let places: Vec<f64> = places.collect();
    let mut low = places.iter().copied().min_by(f64::total_cmp)?;
    let mut high = places.iter().copied().max_by(f64::total_cmp)?;
    let log = low > 0.0 && high / low >= LOG_RATIO;
    if low == high {
        (low, high) = (low - 1.0, high + 1.0);
    }
    let ticks = match (log, kind) {
        (_, AxisKind::Percentile) => percentiles(places),
        (true, AxisKind::Bytes) => bytes(low, high, PLACE_TICKS),
        (true, _) => decades(low, high, PLACE_TICKS),
        (false, _) => linear(low, high, PLACE_TICKS),
    };
    let mut words = Vec::new();
    if kind == AxisKind::Bytes {
        words.push("bytes".to_owned());
    }
    if log {
        words.push("log".to_owned());
    }
    words.extend(tied.iter().map(|axis| format!("{axis} alike")));
    let label = if words.is_empty() { title } else { format!("{title} ({})", words.join(", ")) };
    Some(Axis { label, scale: if log { Scale::Log } else { Scale::Linear }, low, high, ticks })
}

/// A tick at each percentile that there is: between them is nothing that has a name.
fn percentiles(mut places: Vec<f64>) -> Vec<Tick> {
    places.sort_by(f64::total_cmp);
    places.dedup();
    places.into_iter().map(|at| Tick { at, text: percentile(at as u64) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_start_at_zero_unless_they_are_negative() {
        let axis = value_axis([12.0, 50.0].into_iter(), "µs".to_owned(), false).unwrap();
        assert_eq!((axis.low, axis.high), (0.0, 54.0));
        let axis = value_axis([-1.0, 1.0].into_iter(), String::new(), false).unwrap();
        assert!(axis.low < -1.0 && axis.high > 1.0);
        assert_eq!(value_axis([f64::NAN].into_iter(), String::new(), false), None);
        assert!(value_axis([0.0].into_iter(), String::new(), false).unwrap().high > 0.0);
    }

    #[test]
    fn offsets_stand_evenly_and_sizes_by_their_logarithm() {
        let offsets = x_axis([100.0, 120.0].into_iter(), "offset".to_owned(), &["off_dst".to_owned()], AxisKind::Bytes);
        let offsets = offsets.unwrap();
        assert_eq!((offsets.scale, offsets.label.as_str()), (Scale::Linear, "offset (bytes, off_dst alike)"));
        let counts = x_axis([1.0, 64.0].into_iter(), "processes".to_owned(), &[], AxisKind::Count).unwrap();
        assert_eq!((counts.scale, counts.label.as_str()), (Scale::Log, "processes (log)"));
    }

    #[test]
    fn percentiles_stand_at_their_own_places() {
        let places = [1_000.0, 2.0, 100.0, 2.0];
        let axis = x_axis(places.into_iter(), "percentile".to_owned(), &[], AxisKind::Percentile).unwrap();
        let ticks: Vec<_> = axis.ticks.iter().map(|tick| (tick.at, tick.text.as_str())).collect();
        assert_eq!(ticks, [(2.0, "p50"), (100.0, "p99"), (1_000.0, "p99.9")]);
        assert_eq!((axis.scale, axis.label.as_str()), (Scale::Log, "percentile (log)"));
    }
}
