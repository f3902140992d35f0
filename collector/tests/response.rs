//! `load.response` as people run it: what it tells of each load, and what it says where nobody answers.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use shared::model::{Cell, FailureKind, Run, Status, parse};
use started::{Folder, folders_left, processes_left, run};

const ARGUMENTS: [&str; 5] = ["--only=load.response", "--preset=standard", "--starts=1", "--seed=7", "--out=run.json"];

fn document(folder: &Folder) -> Run {
    parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap()
}

/// The figure of the first start that has one at one place.
fn figure(run: &Run, load: &str, measure: &str, percentile: Option<u64>) -> f64 {
    let fits = |cell: &&Cell| {
        cell.measure == measure && cell.at.text("load") == Some(load) && cell.at.integer("percentile") == percentile
    };
    let cell = run.groups[0].cells.iter().find(fits).unwrap();
    assert_eq!(cell.status, Status::Ok, "{load} {measure}");
    cell.values.iter().flatten().copied().next().unwrap()
}

#[test]
fn every_load_is_told_of_and_nothing_is_left() {
    let folder = Folder::new();
    assert!(run(&folder).args(ARGUMENTS).output().unwrap().status.success());
    let run = document(&folder);
    for load in ["none", "memory", "file_io", "process"] {
        let half = figure(&run, load, "response", Some(2));
        let [mean, max, stalled, wait] =
            ["mean", "max", "stalled", "mean_wait"].map(|measure| figure(&run, load, measure, None));
        assert!(half > 500.0 && half <= max && mean <= max, "{load}: {half} {mean} {max}");
        // One that comes at any moment waits for half a mean round trip at least, and never longer than the longest.
        assert!(wait >= 0.499 * mean && wait < max && (0.0..=100.0).contains(&stalled), "{load}: {wait} {stalled}");
        assert_eq!(figure(&run, load, "work", None) > 0.0, load != "none");
    }
    let far = [2, 10, 100].map(|one_in| figure(&run, "none", "response", Some(one_in)));
    assert!(far.is_sorted(), "{far:?}");
    assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
}

/// The only child of a measuring process, if that is all it has.
fn only_child(folder: &Folder) -> Option<Pid> {
    let starts: Vec<Pid> =
        processes_left(folder).iter().filter(|process| process.is_start()).map(|start| start.pid).collect();
    let parent_of = |pid: &Pid| -> Option<i32> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
    };
    let children: Vec<Pid> = starts
        .iter()
        .filter(|pid| starts.iter().any(|start| parent_of(pid) == Some(start.as_raw_nonzero().get())))
        .copied()
        .collect();
    if let [child] = children[..] { Some(child) } else { None }
}

#[test]
fn a_probe_whose_partner_is_stopped_ends_in_time_with_starvation() {
    let folder = Folder::new();
    let begun = Instant::now();
    let mut collector = run(&folder).args(ARGUMENTS).spawn().unwrap();
    // Without a load the probe's partner is the only child, for longer than a moment.
    let stopped = loop {
        let before = only_child(&folder);
        std::thread::sleep(Duration::from_millis(100));
        if let Some(child) = before.filter(|_| before == only_child(&folder)) {
            kill_process(child, Signal::STOP).unwrap();
            break child;
        }
        assert!(collector.try_wait().unwrap().is_none(), "the run ended, and the probe was not met");
    };
    assert!(collector.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let run = document(&folder);
    let none: Vec<&Cell> = run.groups[0].cells.iter().filter(|cell| cell.at.text("load") == Some("none")).collect();
    assert!(!none.is_empty());
    for cell in none {
        assert_eq!(cell.reason.as_ref().map(|reason| reason.kind), Some(FailureKind::Starvation), "{}", cell.measure);
        // A start that was disturbed is repeated, and then nobody is stopped.
        match cell.status {
            Status::Ok => assert!(cell.values[0].is_empty() && cell.values.len() > 1, "{:?}", cell.values),
            status => assert_eq!((status, cell.values.len()), (Status::Timeout, 0)),
        }
    }
    assert!(figure(&run, "process", "mean", None) > 0.0, "the other loads are measured");
    assert!(rustix::process::test_kill_process(stopped).is_err());
    assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
}
