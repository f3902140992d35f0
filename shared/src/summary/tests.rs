//! Summaries of whole runs.

use super::*;
use crate::model::{Run, RunId, validate};

fn run(groups: serde_json::Value) -> Run {
    let run: Run = serde_json::from_value(serde_json::json!({
        "schema": 1,
        "collector": {"version": "0.1.0"},
        "started": "2026-11-30T12:00:00Z",
        "execution": "00112233445566778899aabbccddeeff",
        "complete": true,
        "provenance": {"kind": "measured"},
        "machine": {},
        "kernel": {"name": "Linux", "release": "6.18.44"},
        "groups": groups,
    }))
    .unwrap();
    validate(&run).unwrap();
    run
}

fn summary(groups: serde_json::Value) -> RunSummary {
    summarise(&RunId::of(b"a run"), &run(groups))
}

fn copy(chunk: u64, base_ns: u64) -> serde_json::Value {
    serde_json::json!({
        "at": {"method": "memcpy", "chunk": chunk, "cache": "hot"}, "measure": "bandwidth", "unit": "B/s", "better": "higher",
        "status": "ok", "amount": 65_536 * 100, "ops": 65_536 * 100 / chunk, "elapsed_ns": [[base_ns, base_ns + 9]],
    })
}

#[test]
fn a_cell_is_the_geometric_mean_of_the_two_faster_starts_of_three() {
    let summary = summary(serde_json::json!([{
        "benchmark": "ipc.pipe.latency", "version": 1, "placement": "same_cpu",
        "cells": [{"at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 100,
            "elapsed_ns": [[400_000, 410_000], [900_000, 920_000], [500_000, 490_000]]}],
    }]));
    // √(4000 · 4900) = 4427.189…
    assert_eq!(summary.cells.value, [Some(4427.19)]);
    // ln 9000 − (ln 4000 + ln 4900) / 2 = 0.709455…
    let expected = [4000f64, 9000.0, 4900.0];
    assert_eq!(summary.cells.starts, [[-10147, 70946, 10147]]);
    for (start, expected) in summary.cells.start_values(0).iter().zip(expected) {
        assert!((start / expected - 1.0).abs() < 1e-5);
    }
    assert_eq!((summary.cells.samples[0], summary.cells.disturbed[0]), (6, 0));
    assert_eq!((summary.head.cells_ok, summary.head.cells), (1, 1));
}

#[test]
fn a_copy_sweep_has_its_time_per_chunk_as_a_series_of_its_own() {
    let summary = summary(serde_json::json!([{
        "benchmark": "copy.sweep", "version": 1, "cells": [copy(65_536, 1_000_000), copy(8, 4_000_000)],
    }]));
    let series: Vec<_> = summary.series.iter().map(|s| (s.measure.as_str(), s.unit.name(), s.cells)).collect();
    assert_eq!(series, [("bandwidth", "B/s", 2), ("time", "ns", 2)]);
    assert_eq!(summary.cells.at, [0, 1, 0, 1]);
    assert_eq!(summary.cells.points.len(), 2);
    assert_eq!(summary.cells.value, [Some(6.5536e9), Some(1.6384e9), Some(10_000.0), Some(4.882_81)]);
    assert_eq!(summary.head.cells, 2);
    // One start of 1,000,000 ns for 100 chunks: the rate's own, inverted.
    assert_eq!(summary.cells.starts, [vec![0], vec![0], vec![], vec![]]);
    assert_eq!((summary.cells.start_values(2), summary.cells.start_values(3)), (vec![10_000.0], vec![4.882_81]));
}

#[test]
fn start_values_of_a_time_per_chunk_are_those_of_its_rate_inverted() {
    let mut cell = copy(65_536, 1);
    cell["elapsed_ns"] = serde_json::json!([[1_000_000], [1_030_000], [1_010_000]]);
    let summary = summary(serde_json::json!([{"benchmark": "copy.sweep", "version": 1, "cells": [cell]}]));
    for (time, expected) in summary.cells.start_values(1).iter().zip([10_000.0, 10_300.0, 10_100.0]) {
        assert!((time / expected - 1.0).abs() < 2e-5, "{time} for {expected}");
    }
    assert_eq!(summary.cells.start_values(1).len(), 3);
}

#[test]
fn failures_keep_their_reason_and_have_no_value() {
    let summary = summary(serde_json::json!([{
        "benchmark": "net.tcp.connect", "version": 1, "placement": "same_cpu",
        "cells": [{"measure": "latency", "unit": "ns", "better": "lower", "status": "failed",
            "reason": {"kind": "system_call", "call": "connect", "errno": "ECONNREFUSED"}}],
    }]));
    assert_eq!(summary.cells.value, [None]);
    assert_eq!(summary.cells.status, [Status::Failed]);
    assert_eq!(summary.cells.reason[&0], "connect: ECONNREFUSED");
    assert_eq!(summary.head.cells_ok, 0);
}

#[test]
fn values_that_are_not_positive_are_kept_as_they_are() {
    let summary = summary(serde_json::json!([{
        "benchmark": "vendor.thing", "version": 3, "cells": [{"measure": "balance", "unit": "frobs", "better": "neutral",
            "status": "ok", "values": [[-3.0], [0.0], [1.5]]}],
    }]));
    assert_eq!(summary.cells.value, [Some(-0.5)]);
    assert_eq!(summary.cells.start_values(0), [-3.0, 0.0, 1.5]);
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let groups = serde_json::json!([{"benchmark": "copy.sweep", "version": 1, "cells": [copy(64, 1_234_567), copy(8, 3_456_789)]}]);
    let bytes = |summary: &RunSummary| serde_json::to_vec(summary).unwrap();
    let first = summary(groups.clone());
    assert_eq!(bytes(&first), bytes(&summary(groups)));
    let back: RunSummary = serde_json::from_slice(&bytes(&first)).unwrap();
    assert_eq!(back, first);
}

#[test]
fn a_run_of_1500_cells_and_12_starts_stays_small() {
    // Xorshift: the same noise in every run of the test.
    let mut state = 1_u64;
    let mut noise = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % 30_000
    };
    let cells: Vec<serde_json::Value> = (0..1500)
        .map(|size| {
            let starts: Vec<Vec<u64>> = (0..12).map(|_| vec![1_000_000 + noise(), 1_000_000 + noise()]).collect();
            serde_json::json!({"at": {"size": size}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok",
                "ops": 1000, "elapsed_ns": starts})
        })
        .collect();
    let summary = summary(serde_json::json!([{"benchmark": "mem.latency", "version": 1, "cells": cells}]));
    let bytes = serde_json::to_vec(&summary).unwrap().len();
    // 18,000 start values within 3 % take five characters and a comma each; the rest is columns.
    assert!(bytes < 180_000, "{bytes} bytes");
}

#[test]
fn an_overhead_is_taken_off_start_by_start_and_what_is_left_may_be_negative() {
    let cell = |measure: &str, elapsed: serde_json::Value| {
        serde_json::json!({
            "measure": measure, "role": "raw", "unit": "ns", "better": "lower", "status": "ok", "ops": 10,
            "elapsed_ns": elapsed,
        })
    };
    let of = |total: serde_json::Value, overhead: serde_json::Value| {
        let cells = [cell("total", total), cell("send", overhead)];
        let summary = summary(serde_json::json!([{"benchmark": "signal.catch", "version": 1, "cells": cells}]));
        let measures: Vec<String> = summary.series.iter().map(|series| series.measure.clone()).collect();
        (measures, summary.cells)
    };
    let (measures, cells) = of(serde_json::json!([[900, 950], [1000]]), serde_json::json!([[300, 260], [500]]));
    assert_eq!(measures, ["total", "latency", "send"]);
    // 90 − 26 and 100 − 50; √(64 · 50) = 56.5685…, but of two starts the faster alone counts.
    assert_eq!(cells.value[1], Some(50.0));
    let starts = cells.start_values(1);
    assert!((starts[0] / 64.0 - 1.0).abs() < 1e-5 && (starts[1] / 50.0 - 1.0).abs() < 1e-5, "{starts:?}");
    let (_, cells) = of(serde_json::json!([[300]]), serde_json::json!([[400]]));
    assert_eq!(cells.value[1], Some(-10.0));
    // Starts that do not belong together give no figure, rather than a wrong one.
    let (measures, _) = of(serde_json::json!([[300], [300]]), serde_json::json!([[400]]));
    assert_eq!(measures, ["total", "send"]);
}
