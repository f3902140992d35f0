//! Waiting, before the first start, until the machine has settled: a build or a load leaves pages to be written and cores
//! that others still use. It waits a bounded time; what disturbs later is marked where it disturbs.

use std::time::{Duration, Instant};

use crate::canary::{Canary, Reading};
use crate::clock::Clock;
use crate::observe::{Root, meminfo};
use crate::sys::signals::EndRequests;

/// Readings in one look at the canaries.
const READINGS: usize = 20;
/// Between two readings.
const PAUSE: Duration = Duration::from_millis(10);
/// Calm looks in a row that are enough.
const LOOKS: u32 = 3;
/// Of the readings of a calm look, how many lie within [`SPREAD`] of the fastest.
const CALM: f64 = 0.9;
/// See [`CALM`].
const SPREAD: f64 = 0.05;
/// Bytes that may be waiting to be written on a machine that has settled.
const UNWRITTEN: u64 = 64 << 20;

/// Waits on the CPU that this is called on. False where `limit` passed, or the person asked for the end, before it settled.
pub fn settle(root: &Root, canary: &Canary, clock: &Clock, limit: Duration, end_requests: &EndRequests) -> bool {
    let begun = Instant::now();
    let mut calm = 0;
    while calm < LOOKS {
        if begun.elapsed() >= limit || end_requests.pending() {
            return false;
        }
        let readings: Vec<Reading> = (0..READINGS)
            .map(|_| {
                std::thread::sleep(PAUSE);
                canary.read(clock)
            })
            .collect();
        let unwritten = ["Dirty", "Writeback"].iter().filter_map(|name| meminfo(root, name)).sum::<u64>();
        calm = if is_calm(&readings) && unwritten <= UNWRITTEN { calm + 1 } else { 0 };
    }
    true
}

fn is_calm(readings: &[Reading]) -> bool {
    let share = |values: Vec<u64>| {
        let fastest = values.iter().copied().min().unwrap_or_default() as f64;
        let near = values.iter().filter(|&&value| value as f64 <= (1.0 + SPREAD) * fastest).count();
        near as f64 / values.len().max(1) as f64
    };
    share(readings.iter().map(|reading| reading.chain).collect()) >= CALM
        && share(readings.iter().map(|reading| reading.throughput).collect()) >= CALM
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(throughputs: &[u64]) -> Vec<Reading> {
        throughputs.iter().map(|&throughput| Reading { chain: 50_000, throughput }).collect()
    }

    #[test]
    fn a_look_is_calm_if_nine_readings_in_ten_are_alike() {
        let mut throughputs = [40_000; 20];
        throughputs[3] = 80_000;
        throughputs[9] = 70_000;
        assert!(is_calm(&readings(&throughputs)));
        throughputs[12] = 42_100;
        assert!(!is_calm(&readings(&throughputs)));
    }
}
