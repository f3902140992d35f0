//! What is exported and read again is the same, as far as the format can hold it.

use shared::import::export::{benchfmt, lmbench_summary};
use shared::import::{Imported, Options};
use shared::model::{Run, RunId};
use shared::summary::{RunSummary, summarise};

use crate::support::{imported, nothing_said};

const TWO: &str = include_str!("lmbench/summary-2.0.txt");

fn summaries(runs: &[Run]) -> Vec<RunSummary> {
    runs.iter().map(|run| summarise(&RunId::of(run.started.as_bytes()), run)).collect()
}

fn exported(runs: &[Run]) -> String {
    let summaries = summaries(runs);
    lmbench_summary(&runs.iter().zip(&summaries).collect::<Vec<_>>())
}

/// Benchmark, point, value of every figure.
fn values(run: &Run) -> Vec<(String, String, f64)> {
    let cells = run.groups.iter().flat_map(|group| group.cells.iter().map(move |cell| (group, cell)));
    let mut values: Vec<_> =
        cells.map(|(group, cell)| (group.benchmark.clone(), cell.at.to_string(), cell.values[0][0])).collect();
    values.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    values
}

/// What an lmbench summary has no column for.
fn has_no_column(id: &str) -> bool {
    id == "foreign.lmbench.memory_latency"
}

#[test]
fn a_summary_that_is_exported_and_imported_has_the_same_figures() {
    let first: Imported = imported(TWO, &nothing_said());
    let text = exported(&first.runs);
    let again = imported(&text, &nothing_said());
    assert_eq!(again.runs.len(), first.runs.len());
    for (before, after) in first.runs.iter().zip(&again.runs) {
        assert_eq!((&before.kernel.name, &before.kernel.release), (&after.kernel.name, &after.kernel.release));
        let (before, after) = (values(before), values(after));
        let kept = before.iter().filter(|(id, ..)| !has_no_column(id)).collect::<Vec<_>>();
        assert_eq!(kept.len(), after.len());
        for ((id, at, value), (other, other_at, read)) in kept.into_iter().zip(&after) {
            assert_eq!((id, at), (other, other_at));
            // Columns of four characters hold at least two digits.
            assert!((read / value - 1.0).abs() < 0.05, "{id} {at}: {value} became {read}\n{text}");
        }
    }
    assert_eq!(exported(&again.runs), text, "the second time nothing changes");
}

#[test]
fn a_measured_run_has_a_row_where_lmbench_has_a_column() {
    let run: Run = serde_json::from_value(serde_json::json!({
        "schema": 1, "collector": {"version": "1"}, "started": "2026-11-30", "complete": true,
        "execution": "0".repeat(32), "provenance": {"kind": "measured"}, "machine": {},
        "kernel": {"name": "Linux", "release": "6.18.44-something-long"},
        "groups": [
            {"benchmark": "ipc.semaphore.latency", "version": 1, "placement": "same_cpu", "cells": [
                {"measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 1, "elapsed_ns": [[3000]]}]},
            {"benchmark": "ipc.pipe.latency", "version": 1, "placement": "cross_cache", "cells": [
                {"at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 1, "elapsed_ns": [[9000]]}]},
            {"benchmark": "ipc.pipe.latency", "version": 1, "placement": "same_cpu", "cells": [
                {"at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 10, "elapsed_ns": [[28790]]}]},
            {"benchmark": "mem.bandwidth", "version": 1, "cells": [
                {"at": {"op": "libc_copy", "size": 134_217_728}, "measure": "bandwidth", "unit": "B/s", "better": "higher", "status": "ok", "amount": 20000, "elapsed_ns": [[1000]]},
                {"at": {"op": "libc_copy", "size": 16384}, "measure": "bandwidth", "unit": "B/s", "better": "higher", "status": "ok", "amount": 90000, "elapsed_ns": [[1000]]}]},
        ],
    }))
    .unwrap();
    let text = exported(std::slice::from_ref(&run));
    let again = imported(&text, &nothing_said());
    let read = &again.runs[0];
    assert_eq!(read.kernel.release, "6.18.44", "cut to lmbench's 13 characters");
    let found = values(read);
    // 2.879 us on one CPU; 10 GB/s copied, which count twice here.
    let expected = [("ipc.pipe.latency", "", 2879.0), ("mem.bandwidth", "op=libc_copy", 20e9)];
    assert_eq!(found.len(), 2, "{text}");
    for ((id, at, value), (wanted, point, expected)) in found.iter().zip(expected) {
        assert_eq!((id.as_str(), at.as_str()), (wanted, point));
        assert!((value / expected - 1.0).abs() < 1e-3, "{id}: {value}");
    }
}

/// One line of results: its name, and value and unit. After the grammar that is published with
/// `golang.org/x/perf/benchfmt`: a name that begins with no small letter after `Benchmark`, a count, pairs.
fn result(line: &str) -> Option<(String, f64, String)> {
    let mut words = line.strip_prefix("Benchmark")?.split(|c: char| c.is_whitespace()).filter(|word| !word.is_empty());
    let name = words.next()?;
    assert!(!name.starts_with(|c: char| c.is_lowercase()), "{line}");
    assert!(words.next()?.parse::<u64>().is_ok(), "{line}");
    let (value, unit) = (words.next()?.parse().ok()?, words.next()?.to_owned());
    assert_eq!(words.next(), None, "{line}");
    Some((name.to_owned(), value, unit))
}

#[test]
fn the_text_of_gos_benchmarks_holds_every_start_value_of_every_cell() {
    for text in
        [TWO, include_str!("mails/2008-10-08-mpc8313-copy.html"), include_str!("mails/2000-03-17-pipe-bandwidth.txt")]
    {
        let said = Options { labels: vec![("config".to_owned(), "a b".to_owned())], ..nothing_said() };
        let runs = imported(text, &said).runs;
        for (run, summary) in runs.iter().zip(summaries(&runs)) {
            let text = benchfmt(run, &summary);
            let mut results = Vec::new();
            for line in text.lines().filter(|line| !line.is_empty()) {
                if let Some(result) = result(line) {
                    results.push(result);
                } else if let Some(unit) = line.strip_prefix("Unit ") {
                    assert!(unit.ends_with(" better=lower") || unit.ends_with(" better=higher"), "{line}");
                } else {
                    let (key, value) = line.split_once(": ").unwrap();
                    assert!(key.starts_with(|c: char| c.is_lowercase()), "{line}");
                    assert!(!key.chars().any(|c| c.is_uppercase() || c.is_whitespace()) && !value.is_empty(), "{line}");
                }
            }
            let cells = run.groups.iter().flat_map(|group| &group.cells);
            let values: Vec<f64> = cells.flat_map(|cell| cell.values.concat()).collect();
            assert_eq!(results.iter().filter(|(.., unit)| !unit.contains('-')).count(), values.len());
            for ((name, value, unit), expected) in results.iter().filter(|(.., unit)| !unit.contains('-')).zip(values) {
                assert!((value / expected - 1.0).abs() < 2e-5, "{name} {unit}: {value} {expected}");
            }
            assert!(text.contains("label-config: a b\n") || run.labels["config"] != "a b", "{text}");
        }
    }
}

#[test]
fn the_text_of_gos_benchmarks_is_read_again_as_the_same_run() {
    let cell = |at: serde_json::Value, measure: &str, unit: &str, better: &str, values: serde_json::Value| serde_json::json!({"at": at, "measure": measure, "unit": unit, "better": better, "status": "ok", "values": values});
    let run: Run = serde_json::from_value(serde_json::json!({
        "schema": 1, "collector": {"version": "1"}, "started": "2026-11-29", "complete": true,
        "execution": "0".repeat(32), "provenance": {"kind": "measured"}, "machine": {},
        "kernel": {"name": "Linux", "release": "6.18.44-something-long"}, "labels": {"config": "a b"},
        "groups": [
            {"benchmark": "syscall.null", "version": 1, "cells": [cell(serde_json::json!({}), "latency", "ns", "lower", serde_json::json!([[183.25], [184.5]]))]},
            {"benchmark": "ipc.pipe.latency", "version": 1, "placement": "same_cpu", "cells": [cell(serde_json::json!({"bytes": 1}), "latency", "ns", "lower", serde_json::json!([[5777.5]]))]},
            {"benchmark": "ipc.pipe.latency", "version": 1, "placement": "cross_cache", "cells": [cell(serde_json::json!({"bytes": 1}), "latency", "ns", "lower", serde_json::json!([[9000.0]]))]},
            {"benchmark": "ipc.pipe.bandwidth", "version": 1, "placement": "same_cpu", "cells": [cell(serde_json::json!({"message": 65536}), "bandwidth", "B/s", "higher", serde_json::json!([[3.5e9]]))]},
        ],
    }))
    .unwrap();
    let text = benchfmt(&run, &summaries(std::slice::from_ref(&run))[0]);
    let again = imported(&text, &nothing_said());
    let [read] = again.runs.as_slice() else { panic!("one run") };
    assert_eq!((&read.kernel.name, &read.kernel.release), (&run.kernel.name, &run.kernel.release));
    assert_eq!((&read.started, &read.labels), (&run.started, &run.labels));
    let all = |run: &Run| -> Vec<_> {
        let cells = run.groups.iter().flat_map(|group| group.cells.iter().map(move |cell| (group, cell)));
        let of = |(group, cell): (&shared::model::Group, &shared::model::Cell)| {
            let what = (group.benchmark.clone(), group.placement.clone(), cell.at.to_string(), cell.measure.clone());
            // The export holds six digits.
            let values: Vec<String> = cell.values.concat().iter().map(|value| format!("{value:.4e}")).collect();
            (what, cell.unit.clone(), cell.better, values)
        };
        let mut all: Vec<_> = cells.map(of).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    assert_eq!(all(read), all(&run), "{text}");
}
