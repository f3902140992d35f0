//! The clock that times samples: CLOCK_MONOTONIC_RAW, which no daemon slews. Its cost is measured, because on x86 before
//! Linux 5.3 it is a system call.

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// Readings in one trial of the clock's cost.
const READINGS: u32 = 1000;
/// Trials, of which the fastest counts.
const TRIALS: u32 = 5;

/// The clock, and what reading it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Cost of one reading in ns.
    pub cost_ns: f64,
}

impl Clock {
    /// The clock's name in documents.
    pub const NAME: &'static str = "monotonic_raw";

    /// The clock with its cost, found by reading it for about a millisecond.
    pub fn measure() -> Self {
        let trial = |_| {
            let start = now();
            for _ in 1..READINGS {
                std::hint::black_box(now());
            }
            now() - start
        };
        let fastest = (0..TRIALS).map(trial).min().unwrap_or_default();
        Self { cost_ns: fastest as f64 / f64::from(READINGS) }
    }

    /// Runs `work` and says how many nanoseconds it took: at least one, so that no figure is ever a division by zero.
    #[inline]
    pub fn time<T>(&self, work: impl FnOnce() -> T) -> (u64, T) {
        let start = now();
        let result = work();
        let elapsed = now() - start;
        (elapsed.max(1), result)
    }

    /// Nanoseconds since some moment before this process began.
    pub fn now(&self) -> u64 {
        now()
    }
}

#[inline]
fn now() -> u64 {
    let time = clock_gettime(ClockId::MonotonicRaw);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_sleep_takes_at_least_its_time() {
        let (elapsed, ()) = Clock::measure().time(|| std::thread::sleep(Duration::from_millis(5)));
        assert!(elapsed >= 5_000_000, "{elapsed}");
    }

    #[test]
    fn reading_the_clock_costs_something() {
        let cost = Clock::measure().cost_ns;
        assert!(cost > 1.0 && cost < 100_000.0, "{cost}");
    }
}
