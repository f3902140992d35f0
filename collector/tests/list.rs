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
    let plan = contains("7 samples of about 10 ms").and(contains("ipc.pipe.latency")).and(contains("without repeats"));
    let planned = benchpages(&folder).args(["run", "--plan", "--out=run.json"]).assert().success().stdout(plan);
    assert_eq!(starts(&planned.get_output().stdout, "ipc.pipe.latency"), "3");
    assert!(files(&folder).is_empty());
}

#[test]
fn a_plan_says_how_many_starts_each_benchmark_has() {
    let folder = Folder::new();
    let planned = |more: &[&str]| {
        let mut command = benchpages(&folder);
        command.args(["run", "--plan", "--preset=standard", "--only=load.response,syscall.null"]).args(more);
        let output = command.assert().success().get_output().stdout.clone();
        ["load.response", "syscall.null"].map(|id| starts(&output, id))
    };
    assert_eq!(planned(&[]), ["3", "12"]);
    assert_eq!(planned(&["--starts=5"]), ["5", "5"]);
}

/// The starts in a plan's row: benchmark, placement, CPUs, starts, points, time and its unit.
fn starts(plan: &[u8], benchmark: &str) -> String {
    let plan = String::from_utf8_lossy(plan).into_owned();
    let row = plan.lines().find(|line| line.starts_with(benchmark)).unwrap();
    row.split_whitespace().nth(3).unwrap().to_owned()
}
