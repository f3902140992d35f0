//! What simulated starts and samples are like.

use shared::summary::{End, OFFSET_STEP, Reduction, start_value};

use super::random::Random;

/// A kind of rows.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub floor: f64,
    pub reduction: Reduction,
    /// Standard deviation of what a start draws (lognormal).
    start: f64,
    /// Scale of what is added to a sample (exponential): never negative.
    sample: f64,
    /// How often a sample waits longer, and by what part of its time.
    wait: (f64, f64),
}

/// The kinds, by floor.
pub const KINDS: [Kind; 4] = [
    Kind { name: "CPU paths", floor: 0.02, reduction: FAST, start: 0.004, sample: 0.01, wait: (0.02, 0.3) },
    Kind { name: "process rows", floor: 0.04, reduction: FAST, start: 0.015, sample: 0.03, wait: (0.05, 0.3) },
    Kind { name: "memory", floor: 0.05, reduction: FAST, start: 0.02, sample: 0.02, wait: (0.02, 0.3) },
    Kind { name: "waits", floor: 0.15, reduction: Reduction::Middle, start: 0.04, sample: 0.1, wait: (0.3, 0.6) },
];

const FAST: Reduction = Reduction::Fast(End::Low);

/// What happens around the measurement.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    pub name: &'static str,
    /// How often a start is slow as a whole, and by what part.
    slow: (f64, f64),
    /// By what part the machine slows down in the course of a run.
    drift: f64,
}

/// The circumstances.
pub const CIRCUMSTANCES: [Circumstances; 3] = [
    Circumstances { name: "quiet", slow: (0.05, 0.2), drift: 0.0 },
    Circumstances { name: "drifting by 3 %", slow: (0.05, 0.2), drift: 0.03 },
    Circumstances { name: "four starts of ten slow", slow: (0.4, 0.2), drift: 0.0 },
];

/// The start values of a run, as logarithms in steps. All its samples are `shift` off, in logarithms.
pub fn run(
    random: &mut Random,
    kind: &Kind,
    around: &Circumstances,
    (starts, samples): (usize, usize),
    shift: f64,
) -> Vec<i32> {
    let start = |index: usize, random: &mut Random| {
        let slow = if random.unit() < around.slow.0 { around.slow.1 * random.unit() } else { 0.0 };
        let drift = around.drift * index as f64 / starts as f64;
        let luck = shift + kind.start * random.normal() + slow + drift;
        let samples: Vec<f64> = (0..samples)
            .map(|_| {
                let waiting = if random.unit() < kind.wait.0 { kind.wait.1 } else { 0.0 };
                libm::exp(luck) * (1.0 + kind.sample * random.exponential() + waiting)
            })
            .collect();
        let value = start_value(&samples, kind.reduction).unwrap_or(1.0);
        libm::round(libm::log(value) / OFFSET_STEP) as i32
    };
    (0..starts).map(|index| start(index, random)).collect()
}
