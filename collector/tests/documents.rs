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
