//! What a comparison must show, worked out from run documents by the published rules and nothing else.
//!
//! Only for benchmarks that do not wait: a start's value is its fastest clean sample; a run's value is the geometric mean
//! of the faster half of its starts (of an odd number the larger half), to six digits; several runs pool their starts,
//! each kept as a distance of whole 1e-5 in the logarithm from its run's value. The time of a chunk is the inverse of
//! its rate, and keeps the distances of the rate, with the other sign.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use anyhow::{Context, Result};
use serde_json::Value;

/// Start values of one row in its base unit, run by run in recorded order, and whether large is fast.
struct Starts {
    runs: Vec<Vec<f64>>,
    rate: bool,
    /// Of a time that is the inverse of a rate: the rate's start values, of which distances are kept.
    rates: Vec<Vec<f64>>,
}

/// The figures of a column of runs by row, as the page writes them: `ipc.pipe.latency bytes=1,placement=same_cpu` → `2.912`.
pub fn column(documents: &[&Value]) -> Result<BTreeMap<String, String>> {
    Ok(pooled(documents)?
        .into_iter()
        .map(|(row, starts)| (row.clone(), shown(&row, starts.value(usize::MAX))))
        .collect())
}

/// The improvements of one column over another by row, in per cent: + is better. Both sides are cut to as many starts as
/// the shorter has, at most 64, the runs of a side taking turns.
pub fn improvements(base: &[&Value], new: &[&Value]) -> Result<BTreeMap<String, f64>> {
    let (base, new) = (pooled(base)?, pooled(new)?);
    let rows = base.into_iter().filter_map(|(row, old)| {
        let new = new.get(&row)?;
        let starts = old.count().min(new.count()).min(64);
        let (old, new, rate) = (old.value(starts), new.value(starts), old.rate);
        Some((row, if rate { (new - old) / old } else { (old - new) / old } * 100.0))
    });
    Ok(rows.collect())
}

/// The starts of all runs of a column by row, in the order of the runs.
fn pooled(documents: &[&Value]) -> Result<BTreeMap<String, Starts>> {
    let mut rows: BTreeMap<String, Starts> = BTreeMap::new();
    for document in documents {
        for (row, starts) in rows_of(document)? {
            match rows.entry(row) {
                Entry::Vacant(place) => {
                    place.insert(starts);
                }
                Entry::Occupied(mut place) => {
                    let place = place.get_mut();
                    if place.runs.len() == 1 {
                        place.runs = place.quantised();
                    }
                    place.runs.extend(starts.quantised());
                }
            }
        }
    }
    Ok(rows)
}

impl Starts {
    fn count(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }

    /// The start values of each run as its summary keeps them.
    #[expect(clippy::disallowed_methods, reason = "an independent source of the same figures")]
    fn quantised(&self) -> Vec<Vec<f64>> {
        let distances = |run: &[f64], rate: bool| -> Vec<f64> {
            let value = six_digits(fast_half(run, rate));
            run.iter().map(|start| ((start / value).ln() / 1e-5).round() * 1e-5).collect()
        };
        let kept = |(index, run): (usize, &Vec<f64>)| -> Vec<f64> {
            let value = six_digits(fast_half(run, self.rate));
            let distances = match self.rates.get(index) {
                Some(rates) => distances(rates, true).into_iter().map(|distance| -distance).collect(),
                None => distances(run, self.rate),
            };
            distances.into_iter().map(|distance| value * distance.exp()).collect()
        };
        self.runs.iter().enumerate().map(kept).collect()
    }

    /// The value of `most` starts, to six digits.
    fn value(&self, most: usize) -> f64 {
        let longest = self.runs.iter().map(Vec::len).max().unwrap_or(0);
        let turns = (0..longest).flat_map(|turn| self.runs.iter().filter_map(move |run| run.get(turn)));
        six_digits(fast_half(&turns.copied().take(most).collect::<Vec<f64>>(), self.rate))
    }
}

fn rows_of(document: &Value) -> Result<Vec<(String, Starts)>> {
    let mut rows = Vec::new();
    for group in document["groups"].as_array().context("groups")? {
        let benchmark = group["benchmark"].as_str().context("benchmark")?;
        for cell in group["cells"].as_array().context("cells")? {
            let mut point: BTreeMap<String, String> = BTreeMap::new();
            for (axis, value) in cell["at"].as_object().into_iter().flatten() {
                point.insert(axis.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            }
            if let Some(placement) = group["placement"].as_str() {
                point.insert("placement".to_owned(), placement.to_owned());
            }
            let point: Vec<String> = point.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
            let space = if point.is_empty() { "" } else { " " };
            let rate = cell["unit"] != "ns";
            let amount = cell[if rate { "amount" } else { "ops" }].as_f64().context("ops or amount")?;
            let value = |elapsed: f64| if rate { amount * 1e9 / elapsed } else { elapsed / amount };
            let starts = fastest(cell)?;
            let values: Vec<f64> = starts.iter().map(|elapsed| value(*elapsed)).collect();
            let point = point.join(",");
            if benchmark == "copy.sweep" {
                let ops = cell["ops"].as_f64().context("ops")?;
                let times = starts.iter().map(|elapsed| elapsed / ops).collect();
                let starts = Starts { runs: vec![times], rate: false, rates: vec![values.clone()] };
                rows.push((format!("{benchmark}:time{space}{point}"), starts));
            }
            let starts = Starts { runs: vec![values], rate, rates: Vec::new() };
            rows.push((format!("{benchmark}{space}{point}"), starts));
        }
    }
    Ok(rows)
}

/// The fastest clean sample of each start; of a start without one, the fastest of all. A start that failed has no
/// sample, and so no value.
fn fastest(cell: &Value) -> Result<Vec<f64>> {
    let disturbed: Vec<u64> = cell["disturbed"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let mut index = 0;
    let mut best = Vec::new();
    for start in cell["elapsed_ns"].as_array().context("elapsed_ns")? {
        let (mut clean, mut any) = (f64::INFINITY, f64::INFINITY);
        for sample in start.as_array().context("a start")? {
            let elapsed = sample.as_f64().context("a sample")?;
            any = any.min(elapsed);
            if !disturbed.contains(&index) {
                clean = clean.min(elapsed);
            }
            index += 1;
        }
        best.extend([clean, any].into_iter().find(|fastest| fastest.is_finite()));
    }
    Ok(best)
}

#[expect(clippy::disallowed_methods, reason = "an independent source of the same figures")]
fn fast_half(values: &[f64], rate: bool) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    if rate {
        sorted.reverse();
    }
    let half = &sorted[..sorted.len().div_ceil(2)];
    (half.iter().map(|value| value.ln()).sum::<f64>() / half.len() as f64).exp()
}

fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Four significant digits in the unit that the row is shown in.
fn shown(row: &str, value: f64) -> String {
    let unit = match row {
        _ if row.starts_with("cpu.clock") => 1e6,
        _ if row.starts_with("copy.sweep:time") => 1.0,
        _ if row.starts_with("copy.sweep") || row.starts_with("net.socket_copy") => 1_048_576.0,
        _ if row.contains(".bandwidth") => 1e6,
        _ if ["syscall.select", "syscall.poll", "syscall.epoll"].iter().any(|call| row.starts_with(call)) => 1e3,
        _ if row.starts_with("syscall.") => 1.0,
        _ => 1e3,
    };
    let value = value / unit;
    let scientific = format!("{value:.3e}");
    let exponent: usize = scientific.split('e').nth(1).and_then(|e| e.parse().ok()).unwrap_or(0);
    if value >= 1000.0 {
        format!("{:.0}", scientific.parse::<f64>().unwrap_or(value))
    } else {
        format!("{value:.*}", 3usize.saturating_sub(exponent))
    }
}
