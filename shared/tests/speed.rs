//! How long a comparison takes: `cargo test --release -p shared --test speed -- --ignored --nocapture`.

use std::time::Instant;

use serde_json::{Value, json};
use shared::catalogue;
use shared::compare::{Comparison, Request, Word, compare};
use shared::model::{Placement, Run, RunId};
use shared::summary::{RunSummary, summarise};

/// Runs and cells of the bound, and starts of the full preset.
const RUNS: u64 = 8;
const CELLS: usize = 1500;
const STARTS: usize = 20;

/// Numbers from 0 to 1, the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 31)
    }
}

/// A run whose starts spread by `noise`, and of which a part `changed` of the curves differs by up to a third.
fn run(seed: u64, noise: f64, changed: f64) -> RunSummary {
    let mut numbers = Numbers(seed);
    let mut groups: Vec<Value> = Vec::new();
    let latencies =
        catalogue::all().filter(|benchmark| benchmark.measures[0].id == "latency").take(12).collect::<Vec<_>>();
    let placements =
        [Placement::SameCpu, Placement::Unpinned, Placement::CrossCache, Placement::SmtSibling, Placement::SameCache];
    let each = CELLS / (latencies.len() * placements.len());
    for benchmark in &latencies {
        for placement in placements {
            let factor = if numbers.next() < changed { 1.0 + numbers.next() / 3.0 } else { 1.0 };
            let cells: Vec<Value> = (0..each)
                .map(|point| {
                    let starts: Vec<Vec<u64>> = (0..STARTS)
                        .map(|_| vec![(3e6 * factor * (1.0 - noise * libm::log(1.0 - numbers.next()))) as u64])
                        .collect();
                    json!({"at": {"x": point}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok",
                        "ops": 1000, "elapsed_ns": starts})
                })
                .collect();
            groups
                .push(json!({"benchmark": benchmark.id, "version": 1, "placement": placement.name(), "cells": cells}));
        }
    }
    let document = json!({
        "schema": 1, "collector": {"version": "0.1.0"}, "started": "2026-11-30T12:00:00Z", "complete": true,
        "execution": format!("{seed:032x}"), "provenance": {"kind": "measured"}, "machine": {"cpu_model": "a CPU"},
        "kernel": {"name": "Linux", "release": "6.1"}, "groups": groups,
    });
    let run: Run = serde_json::from_value(document.clone()).expect("the document is in order");
    summarise(&RunId::of(document.to_string().as_bytes()), &run)
}

fn compared(runs: &[RunSummary], base: usize) -> (Comparison, f64) {
    let columns = runs.iter().map(|run| vec![run]).collect();
    let start = Instant::now();
    let comparison = compare(&Request { columns, base, ..Request::default() });
    (comparison, start.elapsed().as_secs_f64() * 1e3)
}

#[test]
#[ignore = "a measurement"]
fn eight_runs_of_1500_cells() {
    for (name, noise, changed) in [
        ("equal runs, 1 % noise", 0.01, 0.0),
        ("a fifth of the curves differ, 1 % noise", 0.01, 0.2),
        ("a fifth of the curves differ, 10 % noise", 0.1, 0.2),
        ("a fifth of the curves differ, 40 % noise", 0.4, 0.2),
        ("all curves differ, 10 % noise", 0.1, 1.0),
    ] {
        let runs: Vec<RunSummary> = (0..RUNS).map(|run_of| run(run_of, noise, changed)).collect();
        let (comparison, first) = compared(&runs, 0);
        let (_, other_base) = compared(&runs, 1);
        let again = (0..5).map(|_| compared(&runs, 0).1).fold(f64::INFINITY, f64::min);
        let changes =
            || comparison.tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.changes.iter().flatten());
        let called = changes().filter(|change| matches!(change.word, Word::Better | Word::Worse)).count();
        let beyond =
            changes().filter(|change| change.floor.is_some_and(|floor| change.improvement.abs() > floor)).count();
        println!(
            "{name}: first {first:.0} ms, other baseline {other_base:.0} ms, again {again:.0} ms; of {} changes {beyond} beyond the floor, {called} called",
            changes().count()
        );
        assert_eq!(comparison, compared(&runs, 0).0, "the same digits every time");
    }
}
