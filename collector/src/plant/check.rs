//! Whether planting does what it says: paired batches, with the multiplies and without, in turns.

use std::ffi::OsString;

use shared::model::{Placement, Point};

use super::planted::{Planted, Spin};
use crate::bench::{self, Failure, Setup, Workload};
use crate::clock::Clock;
use crate::placement;

/// What is planted, in per cent.
const PERCENTS: [f64; 4] = [3.0, 5.0, 10.0, 30.0];
/// What the multiplies are added to, and how many of it make a batch: some µs, beside which the few ns of multiplies that
/// run while the clock is read are little.
const BENCHMARK: &str = "syscall.null";
const OPS: u64 = 100;
/// Pairs that are averaged before blocks are compared with each other.
const BLOCK: usize = 1000;
/// The normal distribution's 97.5 % point: there are hundreds of blocks.
const Z: f64 = 1.959_964;

/// Prints what as many pairs as the first argument says show for each size; the exit status.
pub fn check(mut arguments: impl Iterator<Item = OsString>) -> i32 {
    let pairs = arguments.next().and_then(|text| text.to_str()?.parse().ok()).unwrap_or(1_000_000);
    match pairs_of_all_sizes(pairs) {
        Ok(()) => 0,
        Err(failure) => {
            eprintln!("error: {failure}");
            1
        }
    }
}

fn pairs_of_all_sizes(pairs: usize) -> Result<(), Failure> {
    let cpu = placement::allowed().ok().and_then(|cpus| cpus.last().copied());
    if let Some(cpu) = cpu {
        // Where moving is forbidden, any CPU must do.
        let _ = placement::pin(&[cpu]);
    }
    let clock = Clock::measure();
    let spin = Spin::measure(&clock)?;
    let measuring = bench::find(BENCHMARK).ok_or_else(Failure::work_not_done)?;
    println!("{pairs} pairs each of batches of {OPS} {BENCHMARK}; a multiply takes {:.4} ns\n", spin.cost_ns);
    println!(
        "| planted | multiplies | batch without, ns | meant, ns | found, ns (95 %) | found by meant (95 %) | a multiply, ns |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    for percent in PERCENTS {
        let setup = Setup::new(Placement::SameCpu, Vec::new(), None);
        let workload = (measuring.prepare)(&setup, &Point::default())?;
        let mut planted = Planted { workload, spin, multiplies: 0, note: String::new() };
        let own = fastest_of(BLOCK, &mut planted, &clock)?;
        let multiplies = spin.multiplies(own as f64 * percent / 100.0);
        let meant = multiplies as f64 * spin.cost_ns;
        let (found, half) = mean(&differences(&mut planted, multiplies, pairs, &clock)?);
        println!(
            "| {percent} % | {multiplies} | {own} | {meant:.1} | {found:.1} ± {half:.1} | {:.4} ± {:.4} | {:.4} |",
            found / meant,
            half / meant,
            found / multiplies as f64
        );
    }
    Ok(())
}

fn fastest_of(batches: usize, planted: &mut Planted, clock: &Clock) -> Result<u64, Failure> {
    let mut fastest = u64::MAX;
    for _ in 0..batches {
        fastest = fastest.min(planted.batch(OPS, clock)?);
    }
    Ok(fastest)
}

/// The differences of pairs, which of both comes first in turns: of each block the mean of the middle half, which no
/// interrupt reaches.
fn differences(planted: &mut Planted, multiplies: u64, pairs: usize, clock: &Clock) -> Result<Vec<f64>, Failure> {
    let mut blocks = Vec::with_capacity(pairs / BLOCK);
    for _ in 0..pairs / BLOCK {
        let mut differences = Vec::with_capacity(BLOCK);
        for pair in 0..BLOCK {
            let mut batch = |multiplies| {
                planted.multiplies = multiplies;
                planted.batch(OPS, clock).map(|ns| ns as f64)
            };
            let (without, with) = if pair % 2 == 0 {
                let without = batch(0)?;
                (without, batch(multiplies)?)
            } else {
                let with = batch(multiplies)?;
                (batch(0)?, with)
            };
            differences.push(with - without);
        }
        differences.sort_by(f64::total_cmp);
        let middle = &differences[BLOCK / 4..BLOCK - BLOCK / 4];
        blocks.push(middle.iter().sum::<f64>() / middle.len() as f64);
    }
    Ok(blocks)
}

/// The mean of blocks, and half its 95 % interval.
fn mean(blocks: &[f64]) -> (f64, f64) {
    let count = blocks.len() as f64;
    let mean = blocks.iter().sum::<f64>() / count;
    let squares: f64 = blocks.iter().map(|block| (block - mean) * (block - mean)).sum();
    (mean, Z * (squares / (count - 1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_blocks_is_that_of_a_mean() {
        let (centre, half) = mean(&[9.0, 11.0, 10.0, 10.0]);
        // Variance 2/3; the error of a mean of four is √(1/6).
        assert!((centre - 10.0).abs() < 1e-12 && (half - 1.959_964 * 0.408_248_290_463_863).abs() < 1e-9, "{half}");
    }
}
