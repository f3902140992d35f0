//! `run --plan`: what would be measured, where, and for how long.

use std::time::Duration;

use shared::model::Preset;

use crate::plan::{Amount, Entry};

/// A line for each benchmark and placement, and the sum.
pub(super) fn text(preset: Preset, entries: &[Entry], amount: &Amount) -> String {
    let width = entries.iter().map(|entry| entry.benchmark.id.len()).max().unwrap_or_default();
    let mut text = format!(
        "{}: {} samples of about {} ms at each point of a start; of a build or a load, one whole\n\n{:width$}  {:11}  {:8}  starts  points    about\n",
        preset.name(),
        amount.samples,
        amount.sample_ns / 1_000_000,
        "benchmark",
        "placement",
        "CPUs"
    );
    let mut whole = Duration::ZERO;
    for entry in entries {
        let placement = entry.stated_placement().map_or("-", |placement| placement.name());
        let cpus = match entry.cpus.as_deref() {
            None => "none".to_owned(),
            Some([]) => "any".to_owned(),
            Some(cpus) => cpus.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        };
        let time = match entry.cpus {
            Some(_) => entry.expected_in_all(amount),
            None => Duration::ZERO,
        };
        whole += time;
        text += &format!(
            "{:width$}  {placement:11}  {cpus:8}  {:6}  {:6}  {:6.1} s\n",
            entry.benchmark.id,
            entry.amount(amount).starts,
            entry.points.len(),
            time.as_secs_f64()
        );
    }
    let seconds = whole.as_secs_f64();
    text + &format!("\nabout {} min {} s, without repeats\n", seconds as u64 / 60, seconds as u64 % 60)
}
