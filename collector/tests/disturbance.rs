//! What the verdict says of a machine on which others run, and of one on which nobody does. A busy loop stands for others.
//! These tests run alone, and judge by time: what a neighbour may spoil is tried a few times.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::process::{Child, Command};
use std::time::Duration;

use assert_cmd::assert::OutputAssertExt;
use shared::model::{Run, Verdict, VerdictWord, parse};
use started::{Folder, benchpages, busy, run};

/// A process that does nothing but use one CPU, until it is dropped.
struct BusyLoop(Child);

impl BusyLoop {
    fn on(cpu: u32) -> Self {
        let cpu = cpu.to_string();
        Self(Command::new("taskset").args(["-c", &cpu, "sh", "-c", "while :; do :; done"]).spawn().unwrap())
    }
}

impl Drop for BusyLoop {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn read(folder: &Folder) -> Run {
    parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap()
}

/// A run of these benchmarks at a placement.
fn measured(only: &str, placement: &str) -> Run {
    let folder = Folder::new();
    let (only, placement) = (format!("--only={only}"), format!("--placement={placement}"));
    run(&folder).args([&only, &placement, "--starts=3", "--samples=5", "--out=run.json"]).assert().success();
    read(&folder)
}

/// The CPUs that starts of a placement are pinned to, if the machine has it.
fn cpus_of(placement: &str) -> Option<Vec<u32>> {
    let folder = Folder::new();
    let args = ["--only=ipc.pipe.latency", "--starts=1", "--samples=1", "--out=run.json"];
    run(&folder).args(args).arg(format!("--placement={placement}")).assert().success();
    let group = read(&folder).groups.remove(0);
    Some(group.starts.first()?.cpus.clone()).filter(|cpus| !cpus.is_empty())
}

fn judged(run: &Run) -> &Verdict {
    run.verdict.as_ref().unwrap()
}

fn kinds(run: &Run) -> Vec<&str> {
    judged(run).reasons.iter().map(|reason| reason.kind.as_str()).collect()
}

#[test]
fn a_busy_loop_on_the_same_cpu_is_found_by_every_kind_of_benchmark() {
    let cpus = cpus_of("same_cpu").unwrap();
    let _others = BusyLoop::on(cpus[0]);
    for (benchmark, kind) in [
        ("syscall.null", "run_delay"),
        ("cpu.clock", "run_delay"),
        ("ipc.pipe.latency", "load"),
        ("net.tcp.latency", "load"),
        ("process.fork_exit", "load"),
    ] {
        let run = measured(benchmark, "same_cpu");
        assert_ne!(judged(&run).word, VerdictWord::Clean, "{benchmark}");
        assert!(kinds(&run).contains(&kind), "{benchmark}: {:?}", judged(&run));
        let cell = &run.groups[0].cells[0];
        let samples = cell.elapsed_ns.iter().flatten().count();
        assert!(cell.disturbed.len() * 5 > samples, "{benchmark}: {} of {samples}", cell.disturbed.len());
    }
}

#[test]
fn a_busy_loop_on_the_same_cpu_is_found_by_a_short_program() {
    let cpus = cpus_of("same_cpu").unwrap();
    let _others = BusyLoop::on(cpus[0]);
    let folder = Folder::new();
    let args = ["exec", "short", "--placement=same_cpu", "--starts=4", "--settle=0", "--quiet", "--out=run.json", "--"];
    benchpages(&folder).args(args).args(["sh", "-c", "exit 0"]).assert().success();
    let run = read(&folder);
    assert_ne!(judged(&run).word, VerdictWord::Clean);
    assert!(kinds(&run).contains(&"load"), "{:?}", judged(&run));
}

#[test]
fn a_busy_loop_on_the_partners_cpu_is_found() {
    let places = ["smt_sibling", "same_cache", "cross_cache", "cross_node"];
    let Some((place, cpus)) = places.iter().find_map(|place| Some((place, cpus_of(place)?))) else {
        eprintln!("skipped: this machine has one CPU");
        return;
    };
    let _others = BusyLoop::on(cpus[1]);
    let run = measured("ipc.pipe.latency", place);
    assert_ne!(judged(&run).word, VerdictWord::Clean);
    assert!(kinds(&run).contains(&"load"), "{place}: {:?}", judged(&run));
}

#[test]
fn a_busy_loop_on_the_sibling_is_found_by_one_process() {
    let Some(cpus) = cpus_of("smt_sibling") else {
        eprintln!("skipped: no core of this machine has two threads");
        return;
    };
    let own = cpus_of("same_cpu").unwrap()[0];
    let sibling = cpus.iter().find(|cpu| **cpu != own).unwrap();
    // The usual speed is that of a run whose first half has the core to itself.
    let folder = Folder::new();
    let args = ["--only=syscall.null", "--starts=40", "--samples=5", "--out=run.json"];
    let mut child = run(&folder).args(args).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let others = BusyLoop::on(*sibling);
    assert!(child.wait().unwrap().success());
    drop(others);
    let run = read(&folder);
    assert_ne!(judged(&run).word, VerdictWord::Clean);
    assert!(kinds(&run).contains(&"canary"), "{:?}", judged(&run));
}

#[test]
fn on_an_idle_machine_no_cell_of_a_ping_pong_is_marked() {
    let only = "ipc.pipe.latency,ipc.unix.latency,net.tcp.latency,net.udp.latency,sched.context_switch";
    for _ in 0..4 {
        if busy() > 0.05 {
            continue;
        }
        let run = measured(only, "same_cpu");
        let kinds = kinds(&run);
        assert!(
            !kinds.contains(&"load") && !kinds.contains(&"run_delay"),
            "the partner is no disturbance: {:?}",
            judged(&run)
        );
        let cells = run.groups.iter().flat_map(|group| group.cells.iter().map(move |cell| (group, cell)));
        let marked: Vec<String> = cells
            .filter(|(_, cell)| cell.disturbed.len() * 5 > cell.elapsed_ns.iter().flatten().count())
            .map(|(group, cell)| format!("{} {}: {:?}", group.benchmark, cell.at, cell.disturbed))
            .collect();
        if marked.is_empty() {
            return;
        }
        eprintln!("canaries that a neighbour outside this machine slows, or its clock: {marked:?}");
    }
    eprintln!("skipped: this machine is not idle, or shares its cores");
}
