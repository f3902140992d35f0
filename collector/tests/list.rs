//! What can be measured is said without measuring.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use started::{Folder, benchpages, files};

#[test]
fn every_benchmark_that_a_preset_plans_is_listed() {
    let folder = Folder::new();
    let output = benchpages(&folder).arg("list").output().unwrap();
    assert!(output.status.success());
    let listed = String::from_utf8(output.stdout).unwrap();
    for benchmark in shared::catalogue::all() {
        let planned = !(benchmark.plan.points)(shared::model::Preset::Full).is_empty();
        let has_a_line = listed.lines().any(|line| line.split_whitespace().next() == Some(benchmark.id));
        assert_eq!(has_a_line, planned, "{}", benchmark.id);
    }
}

#[test]
fn a_list_can_be_narrowed_and_explained() {
    let folder = Folder::new();
    let narrowed = contains("syscall.null")
        .and(contains("Calls getppid, which no library answers by itself"))
        .and(contains("ipc.").not());
    benchpages(&folder).args(["list", "syscall.*", "--long"]).assert().success().stdout(narrowed);
}

#[test]
fn a_plan_measures_and_writes_nothing() {
    let folder = Folder::new();
    let plan = contains("3 starts of 7 samples").and(contains("ipc.pipe.latency")).and(contains("without repeats"));
    benchpages(&folder).args(["run", "--plan", "--out=run.json"]).assert().success().stdout(plan);
    assert!(files(&folder).is_empty());
}
