//! Data → pixels along one axis.

use crate::figure::{Axis, Scale};

/// Maps values of an axis to a length from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mapping {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Mapping {
    pub(super) fn new(axis: &Axis, from: f64, to: f64) -> Self {
        Self { scale: axis.scale, low: axis.low, high: axis.high, from, to }
    }

    /// Where a value stands; it may lie outside. Nothing for what has no place: not a number, or no logarithm.
    pub(super) fn at(&self, value: f64) -> Option<f64> {
        let (low, high, value) = match self.scale {
            Scale::Linear => (self.low, self.high, value),
            Scale::Log => (libm::log(self.low), libm::log(self.high), libm::log(value)),
        };
        let span = high - low;
        let share = if span > 0.0 { (value - low) / span } else { 0.5 };
        let place = self.from + share * (self.to - self.from);
        place.is_finite().then_some(place)
    }

    /// Where a value stands, if that is on the axis.
    pub(super) fn on_axis(&self, value: f64) -> Option<f64> {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        self.at(value).filter(|place| (low - 0.5..=high + 0.5).contains(place))
    }

    /// Where a value stands, or the end of the axis beyond which it lies.
    pub(super) fn nearest(&self, value: f64) -> Option<f64> {
        self.at(value).map(|place| place.max(self.from.min(self.to)).min(self.from.max(self.to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, low: f64, high: f64) -> Axis {
        Axis { label: String::new(), scale, low, high, ticks: Vec::new() }
    }

    #[test]
    fn values_stand_evenly_or_by_their_logarithm() {
        let linear = Mapping::new(&axis(Scale::Linear, 0.0, 100.0), 300.0, 0.0);
        assert_eq!(linear.at(25.0), Some(225.0));
        let log = Mapping::new(&axis(Scale::Log, 8.0, 8192.0), 0.0, 100.0);
        assert!((log.at(256.0).unwrap() - 50.0).abs() < 1e-9);
    }

    #[test]
    fn what_has_no_place_is_not_drawn_at_pixel_0() {
        let log = Mapping::new(&axis(Scale::Log, 1.0, 10.0), 0.0, 100.0);
        assert_eq!((log.at(0.0), log.at(-1.0), log.at(f64::NAN)), (None, None, None));
        let linear = Mapping::new(&axis(Scale::Linear, 0.0, 100.0), 300.0, 0.0);
        assert_eq!(
            (linear.on_axis(120.0), linear.nearest(120.0), linear.nearest(-1e300)),
            (None, Some(0.0), Some(300.0))
        );
        let point = Mapping::new(&axis(Scale::Linear, 5.0, 5.0), 0.0, 100.0);
        assert_eq!(point.at(5.0), Some(50.0));
    }
}
