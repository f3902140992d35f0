//! The commands that read documents, on the published pages and on broken files.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

use std::path::PathBuf;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty};

fn benchpages() -> Command {
    Command::cargo_bin("benchpages").unwrap()
}

/// A run of a published page.
fn published(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../static/published").join(file)
}

fn ipc_lock() -> [PathBuf; 2] {
    ["2002-08-05-ipc-lock/1-2.5.29s4.json", "2002-08-05-ipc-lock/2-2.5.29s4-ipc.json"].map(published)
}

#[test]
fn two_published_kernels_are_compared_as_in_their_post() {
    // The post itself claims these improvements for pipe, AF_UNIX and UDP.
    let said = contains("+8.6 %").and(contains("+8.3 %")).and(contains("+3.2 %")).and(contains("lower is better"));
    benchpages().arg("compare").args(ipc_lock()).assert().success().stdout(said);
}

#[test]
fn a_comparison_has_every_form() {
    let form = |name: &str| benchpages().arg("compare").args(ipc_lock()).args(["--format", name]).assert().success();
    form("markdown").stdout(contains("|"));
    form("csv").stdout(contains("ipc.pipe.latency"));
    let json = form("json").get_output().stdout.clone();
    let comparison: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(comparison["columns"].as_array().map(Vec::len), Some(2));
}

#[test]
fn columns_can_stand_for_a_key_and_rows_be_chosen() {
    let by = ["--by", "kernel.release", "--base", "2.5.29s4-ipc", "--rows", "ipc.pipe.*", "--format", "json"];
    let json = benchpages().arg("compare").args(ipc_lock()).args(by).assert().success().get_output().stdout.clone();
    let comparison: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(comparison["base"], 1);
    let tables = comparison["tables"].as_array().unwrap();
    let rows: Vec<&str> = tables
        .iter()
        .flat_map(|table| table["rows"].as_array().unwrap())
        .map(|row| row["key"]["benchmark"].as_str().unwrap())
        .collect();
    assert_eq!(rows, ["ipc.pipe.latency"]);
}

#[test]
fn what_an_option_cannot_mean_is_said() {
    let wrong = ["--hide", "nonsense"];
    benchpages().arg("compare").args(ipc_lock()).args(wrong).assert().success().stderr(contains("nonsense"));
}

/// A run of twelve starts about so many ns a round trip, one of them after the other a little slower.
fn measured(folder: &std::path::Path, centre: u64) -> PathBuf {
    let starts: Vec<[u64; 1]> = (0..12).map(|start| [1000 * (centre + start)]).collect();
    let document = serde_json::json!({
        "schema": 1, "collector": {"version": "0.1.0"}, "started": "2026-11-30T12:00:00Z", "complete": true,
        "execution": format!("{centre:032x}"), "provenance": {"kind": "measured"}, "machine": {"cpu_model": "a CPU"},
        "kernel": {"name": "Linux", "release": format!("6.1.{centre}")},
        "groups": [{"benchmark": "ipc.pipe.latency", "version": 1, "placement": "same_cpu", "cells": [{"at": {"bytes": 1},
            "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 1000, "elapsed_ns": starts}]}],
    });
    let path = folder.join(format!("{centre}.json"));
    std::fs::write(&path, document.to_string()).unwrap();
    path
}

#[test]
fn a_check_has_a_status_for_bisecting() {
    let folder = tempfile::tempdir().unwrap();
    let [base, near, far] = [3000, 3090, 3300].map(|centre| measured(folder.path(), centre));
    let check = |files: [&PathBuf; 2], row: &str| {
        benchpages().arg("compare").args(files).args(["--check", row, "--worse-than", "5%"]).assert()
    };
    check([&base, &far], "ipc.pipe.*")
        .code(1)
        .stdout(contains("worse: ipc.pipe.latency bytes=1,placement=same_cpu in 6.1.3300"));
    check([&base, &near], "ipc.pipe.latency").code(0).stdout(contains("not worse: ").and(contains("-3.0 %")));
    check([&far, &base], "ipc.pipe.latency").code(0);
    // What cannot be told is left out: no such row, figures without samples, a file that is not there.
    check([&base, &far], "net.*").code(125).stderr(contains("no such row"));
    let [old, new] = ipc_lock();
    check([&old, &new], "ipc.pipe.latency").code(125).stdout(contains("cannot be told"));
    check([&base, &folder.path().join("none.json")], "ipc.*").code(125).stderr(contains("none.json"));
    benchpages().args(["compare", "--check", "ipc.*"]).arg(&base).assert().code(125).stderr(contains("--worse-than"));
}

#[test]
fn measured_runs_are_compared_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let files = [3000, 3300].map(|centre| measured(folder.path(), centre));
    let text = benchpages().arg("compare").args(&files).assert().success();
    text.stdout(contains("-10.0 % worse 1b").and(contains("better, worse: a difference beyond floor and noise")));
    let csv = benchpages().arg("compare").args(&files).args(["--format", "csv"]).assert().success();
    csv.stdout(contains(",worse,").and(contains(",0.02,yes")));
}

#[test]
fn a_run_is_shown_with_its_figures() {
    let [first, _] = ipc_lock();
    let said = contains("2.5.29s4").and(contains("4-way SMP 500 MHz")).and(contains("12.51"));
    benchpages().arg("show").arg(first).assert().success().stdout(said);
}

#[test]
fn a_broken_file_is_named_and_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.json");
    std::fs::write(&cut, "{\"schema\":1,").unwrap();
    for command in ["show", "compare"] {
        benchpages().arg(command).arg(&cut).assert().failure().stderr(contains("cut.json: not a run document"));
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let [good, _] = ipc_lock();
    let both = [good.as_os_str(), cut.as_os_str()];
    let upload = benchpages().arg("upload").args(both).args(["--to", &address]).assert();
    upload.failure().stdout(is_empty()).stderr(contains("cut.json: not a run document"));
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn the_doctor_answers_in_json_too() {
    let json = benchpages().args(["doctor", "--format", "json"]).assert().success().get_output().stdout.clone();
    let findings: Vec<serde_json::Value> = serde_json::from_slice(&json).unwrap();
    for finding in findings {
        for member in ["id", "severity", "seen", "effect", "remedy"] {
            assert!(finding[member].is_string(), "{finding}");
        }
    }
}

#[test]
fn a_program_of_ones_own_is_called_worse_from_four_per_cent_on_one_cpu_and_from_fifteen_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let own = |placement: &str, centre: u64| {
        let measured = std::fs::read_to_string(measured(folder.path(), centre)).unwrap();
        let own = measured.replace("ipc.pipe.latency", "exec.sort").replace("same_cpu", placement);
        let path = folder.path().join(format!("{placement}-{centre}.json"));
        std::fs::write(&path, own).unwrap();
        path
    };
    for (placement, centre, word) in [
        ("same_cpu", 3090, ",same,"),
        ("same_cpu", 3210, ",worse,"),
        ("unpinned", 3210, ",same,"),
        ("unpinned", 3600, ",worse,"),
    ] {
        let files = [own(placement, 3000), own(placement, centre)];
        let csv = benchpages().arg("compare").args(files).args(["--format", "csv"]).assert().success();
        csv.stdout(contains(word).and(contains("exec.sort")));
    }
}

#[test]
fn a_check_that_is_asked_for_wrongly_blames_no_commit() {
    for args in [
        vec!["compare", "--check=exec.sort", "--worse-than=5%"],
        vec!["compare", "--check", "exec.sort", "--worse-than=much", "a.json"],
        vec!["compare", "a.json", "b.json", "--check=exec.sort"],
        vec!["compare", "a.json", "b.json", "--check=exec.sort", "--worse-than=5%"],
    ] {
        benchpages().args(&args).assert().code(125);
    }
    benchpages().args(["compare", "--nosuch"]).assert().code(2);
    benchpages().args(["compare", "--help"]).assert().code(0);
}
