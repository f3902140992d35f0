//! Loops of at most 100 µs before and after each sample. The dependent chain tells whether the core ran at its usual speed;
//! the independent adds tell whether somebody else was on the core, which neither the chain nor the run delay shows.

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::sys::chain;

/// How long each loop should take, in ns.
const TARGET_NS: u64 = 50_000;
/// Repeats of one trial when the length is sought.
const TRIAL: u32 = 40;
/// Trials, of which the fastest counts.
const TRIALS: u32 = 30;

/// The loops, with lengths that are the same all through a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Canary {
    chain: u32,
    throughput: u32,
}

/// How long the loops took, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The dependent chain.
    pub chain: u64,
    /// The independent adds.
    pub throughput: u64,
}

impl Canary {
    /// Loops that take about [`TARGET_NS`] on the CPU that this is called on.
    pub fn measure(clock: &Clock) -> Self {
        let repeats = |run: fn(u32)| {
            let fastest = (0..TRIALS).map(|_| clock.time(|| run(TRIAL)).0).min().unwrap_or(1);
            (u64::from(TRIAL) * TARGET_NS / fastest.max(1)).clamp(1, u32::MAX.into()) as u32
        };
        Self { chain: repeats(chain::add), throughput: repeats(chain::throughput) }
    }

    /// The middle of three readings, after one that finds cold caches and is let go: for a process that has just been
    /// spawned, or has slept while another ran. A single interrupt is no disturbance of what ran before or after it.
    pub fn read_from_cold(&self, clock: &Clock) -> Reading {
        self.read(clock);
        let readings = [0; 3].map(|_| self.read(clock));
        let middle = |mut values: [u64; 3]| {
            values.sort_unstable();
            values[1]
        };
        Reading {
            chain: middle(readings.map(|reading| reading.chain)),
            throughput: middle(readings.map(|reading| reading.throughput)),
        }
    }

    /// Runs both loops once.
    pub fn read(&self, clock: &Clock) -> Reading {
        let (chain, ()) = clock.time(|| chain::add(self.chain));
        let (throughput, ()) = clock.time(|| chain::throughput(self.throughput));
        Reading { chain, throughput }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_loop_takes_at_most_a_tenth_of_a_millisecond_when_nothing_interrupts() {
        let clock = Clock::measure();
        let canary = Canary::measure(&clock);
        let readings: Vec<Reading> = (0..50).map(|_| canary.read(&clock)).collect();
        let chain = readings.iter().map(|reading| reading.chain).min().unwrap();
        let throughput = readings.iter().map(|reading| reading.throughput).min().unwrap();
        assert!((10_000..=100_000).contains(&chain), "{chain}");
        assert!((10_000..=100_000).contains(&throughput), "{throughput}");
    }
}
