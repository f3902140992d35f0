//! A run measured here beside published ones: one row each, marked, neither compared nor in a mean.

use serde_json::json;
use shared::compare::{CellStatus, Comparison};
use shared::model::RunId;
use shared::render::{self, Options};
use shared::summary::{RunSummary, summarise};
use shared::view::{Candidate, View, compare_view, resolve};

use crate::pages::pages;

/// A run of three starts with these times of a pipe round trip, in ns by start; and a failed connect.
pub fn run(release: &str, label: &str, pipe: [[u64; 3]; 3]) -> RunSummary {
    let elapsed: Vec<Vec<u64>> = pipe.iter().map(|start| start.iter().map(|time| time * 1000).collect()).collect();
    let cell = |measure: &str| json!({ "measure": measure, "unit": "ns", "better": "lower" });
    let mut latency = cell("latency");
    let fields = json!({ "at": { "bytes": 1 }, "status": "ok", "ops": 1000, "elapsed_ns": elapsed });
    latency.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let mut connect = cell("latency");
    let fields =
        json!({ "status": "failed", "reason": { "kind": "system_call", "call": "connect", "errno": "ECONNREFUSED" } });
    connect.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let group = |benchmark: &str, cell| json!({ "benchmark": benchmark, "version": 1, "placement": "same_cpu", "starts": [{}, {}, {}], "cells": [cell] });
    let document = json!({
        "schema": 1,
        "collector": { "version": "0.1.0" },
        "preset": "quick",
        "started": "2026-11-30T12:00:00Z",
        "finished": "2026-11-30T12:01:00Z",
        "labels": { "config": label },
        "execution": "00112233445566778899aabbccddeeff",
        "complete": true,
        "provenance": { "kind": "measured" },
        "machine": { "cpu_model": "AMD EPYC" },
        "kernel": { "name": "Linux", "release": release },
        "groups": [group("ipc.pipe.latency", latency), group("net.tcp.connect", connect)],
    });
    let bytes = serde_json::to_vec(&document).unwrap();
    summarise(&RunId::of(&bytes), &shared::model::parse(&bytes).unwrap())
}

fn beside_the_ipc_page(query: &str) -> Comparison {
    let own = run("6.18.44", "a", [[3000, 3010, 3020], [3100, 3110, 3120], [3200, 3210, 3220]]);
    let page = pages().into_iter().find(|page| page.id.contains("ipc-lock")).unwrap();
    let summaries: Vec<&RunSummary> = page.summaries.iter().chain([&own]).collect();
    let ids: Vec<String> = summaries.iter().map(|run| format!("run={}", run.head.id)).collect();
    let view = View::parse(&format!("{}&{query}", ids.join("&"))).view;
    compare_view(&view, &resolve(&view, &[]), &summaries)
}

#[test]
fn own_figures_stand_in_the_published_rows_and_are_not_compared() {
    let comparison = beside_the_ipc_page("");
    let rows = comparison.tables.iter().flat_map(|table| &table.rows);
    let row = |benchmark: &str| rows.clone().filter(|row| row.key.benchmark == benchmark).collect::<Vec<_>>();
    let [pipe] = row("ipc.pipe.latency")[..] else { panic!("one row: {:?}", row("ipc.pipe.latency")) };
    let texts: Vec<_> = pipe.cells.iter().map(|cell| cell.text.as_deref().unwrap_or("none")).collect();
    assert_eq!(texts[..2], ["12.51", "11.43"]);
    assert!(pipe.cells[2].value.is_some_and(|value| (3000.0..3200.0).contains(&value)), "{:?}", pipe.cells[2]);
    assert!(pipe.changes[1].is_some() && pipe.changes[2].is_none());
    assert!(comparison.mean[2].is_none(), "in no mean");
    let [connect] = row("net.tcp.connect")[..] else { panic!("one row") };
    assert_eq!(connect.cells[2].status, CellStatus::Failed);
}

#[test]
fn the_text_marks_what_was_not_measured_here() {
    let text = render::text(&beside_the_ipc_page("base=2"), &Options::default());
    assert!(text.contains("12.51*"), "{text}");
    assert!(text.contains("placement not stated"), "{text}");
    assert!(text.contains("failed: net.tcp.connect"), "{text}");
    assert!(text.contains("ECONNREFUSED"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 72 && line.is_ascii()), "{text}");
}

#[test]
fn a_link_shows_the_same_when_the_store_has_grown() {
    let first = run("6.1.192", "a", [[3000, 3010, 3020], [3100, 3110, 3120], [3200, 3210, 3220]]);
    let second = run("6.18.44", "b", [[2700, 2710, 2720], [2800, 2810, 2820], [2900, 2910, 2920]]);
    let later: Vec<RunSummary> = (0..20)
        .map(|n| run("6.18.44", "b", [[2000 + n, 2010, 2020], [2100, 2110, 2120], [2200, 2210, 2220]]))
        .collect();
    let store = |runs: &[&RunSummary]| -> Vec<Candidate> {
        let candidate =
            |run: &&RunSummary| Candidate { id: run.head.id.clone(), keys: run.keys.clone(), superseded: false };
        runs.iter().map(candidate).collect()
    };
    let few: Vec<&RunSummary> = vec![&first, &second];
    let many: Vec<&RunSummary> = later.iter().chain(few.clone()).collect();
    let live = View::parse("by=label.config&base=b").view;
    let frozen = live.frozen(&resolve(&live, &store(&few)));
    let shown = |view: &View, runs: &[&RunSummary]| {
        let comparison = compare_view(view, &resolve(view, &store(runs)), runs);
        comparison.tables
    };
    assert_eq!(shown(&frozen, &few), shown(&frozen, &many));
    assert_eq!(shown(&live, &few), shown(&frozen, &few));
    assert_ne!(shown(&live, &many), shown(&frozen, &many));
    assert_eq!(View::parse(&frozen.query()).view.hash(), frozen.hash());
}

#[test]
fn what_is_not_here_is_said() {
    let own = run("6.18.44", "a", [[3000; 3]; 3]);
    let view = View::parse(&format!("run={}&run={}", RunId::of(b"gone"), own.head.id)).view;
    let comparison = compare_view(&view, &resolve(&view, &[]), &[&own]);
    assert_eq!(comparison.columns.len(), 1);
    assert_eq!(comparison.notes[0], format!("run {} is not here: left out", RunId::of(b"gone")));
    let nothing = compare_view(&view, &resolve(&view, &[]), &[]);
    let text = render::text(&nothing, &Options::default());
    assert!(text.contains("nothing to show"), "never a blank page: {text}");
}

#[test]
fn units_are_shown_as_asked() {
    let comparison = beside_the_ipc_page("unit=time:ns&rows=ipc.pipe.latency");
    assert_eq!(comparison.tables[0].unit, "ns");
    let text = render::text(&comparison, &Options::default());
    assert!(text.contains("12510") && text.contains("printed: 12.51"), "{text}");
}

#[test]
fn one_run_as_text() {
    let own = run("6.18.44", "a", [[3000, 3010, 3020], [3100, 3110, 3120], [3200, 3210, 3220]]);
    // The order of a hand-written document's fields, and so its id, depends on which features of the JSON crate other
    // packages switch on.
    let text = render::run_text(&own, &Options::default()).replace(own.head.id.as_str(), "ID");
    insta::assert_snapshot!(text);
}
