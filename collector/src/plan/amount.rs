//! How much is measured: starts, samples and their length, by preset.

use std::time::Duration;

use shared::model::Preset;

use crate::clock::Clock;

/// What a sample should take: within 5 to 20 ms wherever the number of operations can be chosen.
const SAMPLE_NS: u64 = 10_000_000;
/// Of the clock's cost, a sample is at least this many times as long.
const CLOCK_COSTS: f64 = 1000.0;
/// Warm-up of a start.
const WARMUP_NS: u64 = 20_000_000;
/// Exec, preparation and calibration of a start, and two canaries for each sample, on the machines this was tried on.
const OVERHEAD: Duration = Duration::from_millis(25);
/// See [`OVERHEAD`].
const CANARIES_NS: u64 = 100_000;

/// Starts, samples and their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The preset.
    pub preset: Preset,
    /// Fresh processes for each benchmark and placement.
    pub starts: u32,
    /// The same as the person asked for it, in place of any preset's.
    asked: Option<u32>,
    /// Samples of each point in one start.
    pub samples: u32,
    /// What a sample should take.
    pub sample_ns: u64,
    /// Warm-up of a start.
    pub warmup_ns: u64,
    /// How many starts may be repeated for each benchmark and placement because they had no clean sample.
    pub repeats: u32,
    /// How long a run with repeats may take.
    pub limit: Duration,
}

impl Amount {
    /// The preset's amount, with what the person wants otherwise.
    pub fn of(preset: Preset, starts: Option<u32>, samples: Option<u32>) -> Self {
        let (usual_starts, usual_samples, minutes) = match preset {
            Preset::Quick => (3, 7, 2),
            Preset::Standard => (12, 5, 15),
            Preset::Full => (20, 7, 60),
        };
        let (asked, starts) = (starts, starts.unwrap_or(usual_starts));
        Self {
            preset,
            starts,
            asked,
            samples: samples.unwrap_or(usual_samples),
            sample_ns: SAMPLE_NS,
            warmup_ns: WARMUP_NS,
            repeats: (starts / 4).max(2),
            limit: Duration::from_secs(minutes * 60),
        }
    }

    /// So many executions of a program, one a start; as many as the standard preset has, where the person does not say.
    pub fn of_program(starts: Option<u32>) -> Self {
        let amount = Self::of(Preset::Standard, starts, Some(1));
        // A start has one sample, which is soon disturbed: all of them may be repeated.
        Self { warmup_ns: 0, repeats: amount.starts.max(2), ..amount }
    }

    /// Of work that has a size of its own: a sample a start, of which the preset has so many.
    #[must_use]
    pub fn of_whole(self, starts: u32) -> Self {
        let starts = self.asked.unwrap_or(starts);
        Self { starts, samples: 1, warmup_ns: 0, repeats: (starts / 4).max(1), ..self }
    }

    /// With samples long enough for the clock.
    #[must_use]
    pub fn for_clock(self, clock: &Clock) -> Self {
        Self { sample_ns: self.sample_ns.max((CLOCK_COSTS * clock.cost_ns) as u64), ..self }
    }

    /// About how long a start over so many points takes.
    pub fn of_start(&self, points: usize) -> Duration {
        let point_ns = u64::from(self.samples + 1) * (self.sample_ns + CANARIES_NS);
        OVERHEAD + Duration::from_nanos(self.warmup_ns + points as u64 * point_ns)
    }

    /// How long one point may take before its start is ended: far beyond what it should, for machines that are slow.
    pub fn deadline(&self) -> Duration {
        Duration::from_secs(20) + 20 * self.of_start(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_long_against_the_clock() {
        let slow = Clock { cost_ns: 25_000.0 };
        assert_eq!(Amount::of(Preset::Quick, None, None).for_clock(&slow).sample_ns, 25_000_000);
        let fast = Clock { cost_ns: 50.0 };
        assert_eq!(Amount::of(Preset::Quick, None, None).for_clock(&fast).sample_ns, SAMPLE_NS);
    }

    #[test]
    fn presets_have_the_starts_and_samples_that_the_method_names() {
        let of = |preset| {
            let amount = Amount::of(preset, None, None);
            (amount.starts, amount.samples)
        };
        assert_eq!([Preset::Quick, Preset::Standard, Preset::Full].map(of), [(3, 7), (12, 5), (20, 7)]);
    }
}
