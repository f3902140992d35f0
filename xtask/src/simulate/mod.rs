//! `cargo xtask simulate`: what the statistics of a comparison promise, measured. The figures of `docs/statistics.md`.
//!
//! Seeded throughout: the same program prints the same figures.

mod inverted;
mod noise;
pub mod random;
mod real;
mod synthetic;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

/// Prints all tables; those of real samples where `files` are run documents of one kernel on one machine.
pub fn simulate(files: &[PathBuf]) -> Result<ExitCode> {
    synthetic::false_flags();
    synthetic::power();
    synthetic::intervals();
    synthetic::detectable();
    synthetic::boots();
    synthetic::uneven();
    if !files.is_empty() {
        real::real(files)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `a` of `b` in per cent.
fn share(a: usize, b: usize) -> String {
    if b == 0 { "-".to_owned() } else { format!("{:.2} %", 100.0 * a as f64 / b as f64) }
}
