//! `benchpages run` from outside: what it writes, how it ends, and that nothing of it is left.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use assert_cmd::assert::OutputAssertExt;
use rustix::process::{Pid, Signal, kill_process};
use shared::model::{FailureKind, Preset, Run, Status, VerdictWord, parse};
use started::{
    Folder, benchpages, files, folders_left, heeding_interrupts, processes_left, run, short_run, wait_for, work_of,
};

fn read(folder: &Folder, name: &str) -> Run {
    parse(&std::fs::read(folder.path().join(name)).unwrap()).unwrap()
}

#[test]
fn a_run_is_a_valid_document_with_samples_in_every_cell() {
    let folder = Folder::new();
    let args = [
        "--only=syscall.null,syscall.write,syscall.open_close",
        "--label=config=CONFIG_MK7",
        "--note=a test",
        "--out=run.json",
    ];
    short_run(&folder).args(args).assert().success();
    let document = read(&folder, "run.json");
    assert!(document.complete);
    assert_eq!((document.preset, document.seed), (Some(Preset::Quick), Some(7)));
    assert_eq!(document.labels["config"], "CONFIG_MK7");
    assert_eq!(document.provenance.notes, ["a test"]);
    let ids: Vec<&str> = document.groups.iter().map(|group| group.benchmark.as_str()).collect();
    assert_eq!(ids, ["syscall.null", "syscall.write", "syscall.open_close"]);
    for group in &document.groups {
        let cell = &group.cells[0];
        assert_eq!(cell.status, Status::Ok, "{}", group.benchmark);
        let starts = cell.elapsed_ns.len();
        assert!(starts == group.starts.len() && starts >= 1, "{}", group.benchmark);
        assert!(cell.elapsed_ns.iter().all(|samples| samples.len() == 2), "{}", group.benchmark);
        assert!(!cell.warmup_ns[0].is_empty(), "{}", group.benchmark);
        assert_eq!(group.placement, None, "{}", group.benchmark);
        assert_eq!(group.starts[0].cpus.len(), 1, "{}", group.benchmark);
        assert!(group.starts[0].canary_chain_ns.is_some_and(|ns| ns > 0), "{}", group.benchmark);
    }
    let nanoseconds = |id: &str| {
        let group = document.groups.iter().find(|group| group.benchmark == id).unwrap();
        let cell = &group.cells[0];
        *cell.elapsed_ns.iter().flatten().min().unwrap() as f64 / cell.ops.unwrap() as f64
    };
    assert!((10.0..100_000.0).contains(&nanoseconds("syscall.null")));
    assert!(nanoseconds("syscall.open_close") > nanoseconds("syscall.null"));
}

#[test]
fn two_processes_have_a_placement_and_what_the_machine_lacks_is_unsupported() {
    let folder = Folder::new();
    let args = ["--only=ipc.pipe.latency", "--placement=same_cpu,cross_node", "--out=run.json"];
    short_run(&folder).args(args).assert().success();
    let document = read(&folder, "run.json");
    let placements: Vec<_> = document.groups.iter().map(|group| group.placement.as_deref()).collect();
    assert_eq!(placements, [Some("same_cpu"), Some("cross_node")]);
    assert_eq!(document.groups[0].cells[0].status, Status::Ok);
    if !std::path::Path::new("/sys/devices/system/node/node1").exists() {
        let cell = &document.groups[1].cells[0];
        assert_eq!(cell.status, Status::Unsupported);
        assert_eq!(cell.reason.as_ref().unwrap().kind, FailureKind::NoSuchPlacement);
    }
}

#[test]
fn the_payload_is_the_file() {
    let folder = Folder::new();
    let args = ["--only=syscall.null", "--show-payload", "--out=run.json"];
    let output = short_run(&folder).args(args).output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout, std::fs::read(folder.path().join("run.json")).unwrap());
}

#[test]
fn without_out_the_document_is_in_the_data_folder() {
    let folder = Folder::new();
    let data = folder.path().join("data");
    short_run(&folder).arg("--only=syscall.null").env("XDG_DATA_HOME", &data).assert().success();
    let files: Vec<_> = std::fs::read_dir(data.join("benchpages/runs")).unwrap().collect();
    assert_eq!(files.len(), 1);
    parse(&std::fs::read(files[0].as_ref().unwrap().path()).unwrap()).unwrap();
}

#[test]
fn an_interrupted_run_keeps_what_it_measured_and_can_be_resumed() {
    let folder = Folder::new();
    let args = ["--only=syscall.*", "--starts=60", "--samples=5", "--seed=3", "--out=half.json"];
    let mut child = heeding_interrupts(run(&folder).args(args)).spawn().unwrap();
    wait_for("the tenth start", || work_of(&folder, "start-10"));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
    let half = read(&folder, "half.json");
    assert!(!half.complete);
    let verdict = half.verdict.as_ref().unwrap();
    assert_ne!(verdict.word, VerdictWord::Clean);
    assert_eq!(verdict.reasons[0].kind, "interrupted");
    let starts = |run: &Run| run.groups.iter().map(|group| group.starts.len()).sum::<usize>();
    assert!(starts(&half) > 0 && starts(&half) < 300, "{}", starts(&half));

    let counts: Vec<usize> = half.groups.iter().map(|group| group.starts.len()).collect();
    let enough = format!("--starts={}", counts.iter().max().unwrap() + 1);
    let args = ["--resume=half.json", "--samples=5", "--out=whole.json", &enough];
    run(&folder).args(args).assert().success();
    let whole = read(&folder, "whole.json");
    assert!(whole.complete);
    assert_eq!(whole.seed, half.seed);
    let id = shared::model::RunId::of(&std::fs::read(folder.path().join("half.json")).unwrap());
    assert_eq!(whole.supersedes.as_deref(), Some(id.as_str()));
    for (whole, half) in whole.groups.iter().zip(&half.groups) {
        let (samples, before) = (&whole.cells[0].elapsed_ns, &half.cells[0].elapsed_ns);
        assert_eq!(&samples[..before.len()], &before[..], "{}", whole.benchmark);
        assert!(samples.len() > *counts.iter().max().unwrap(), "{}", whole.benchmark);
    }
}

#[test]
fn who_interrupts_twice_has_the_document_all_the_same() {
    let folder = Folder::new();
    let args = ["--only=syscall.*", "--starts=60", "--samples=5", "--out=half.json"];
    let child = RefCell::new(heeding_interrupts(run(&folder).args(args)).spawn().unwrap());
    wait_for("the third start", || work_of(&folder, "start-3"));
    let pid = Pid::from_child(&child.borrow());
    kill_process(pid, Signal::INT).unwrap();
    let began = Instant::now();
    let status = wait_for("the end", || {
        // Once more every few milliseconds, so that some come while it ends, until it is there to be waited for.
        let _ = kill_process(pid, Signal::INT);
        child.borrow_mut().try_wait().unwrap()
    });
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(130), "{status}");
    assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
    let half = read(&folder, "half.json");
    assert!(!half.complete);
    assert_eq!(half.verdict.unwrap().reasons[0].kind, "interrupted");
}

#[test]
fn a_time_limit_ends_a_run_which_says_so() {
    let folder = Folder::new();
    let args = ["--only=syscall.*", "--starts=500", "--samples=2", "--time-limit=2", "--out=run.json"];
    run(&folder).args(args).assert().code(3);
    let document = read(&folder, "run.json");
    assert!(!document.complete);
    assert!(document.during.wall_s.is_some_and(|seconds| seconds < 60.0));
    let starts: usize = document.groups.iter().map(|group| group.starts.len()).sum();
    assert!(starts > 0 && starts < 2500, "{starts}");
}

#[test]
fn nothing_is_left_when_the_collector_is_killed() {
    let folder = Folder::new();
    let args = ["--only=ipc.pipe.latency,net.tcp.latency", "--starts=200", "--out=run.json"];
    let mut child = run(&folder).args(args).spawn().unwrap();
    wait_for("a start and its partner", || (processes_left(&folder).len() >= 4).then_some(()));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for("the end of all processes", || processes_left(&folder).is_empty().then_some(()));
    wait_for("the end of the folder", || folders_left(&folder).is_empty().then_some(()));
    assert!(!folder.path().join("run.json").exists());
}

#[test]
fn a_killed_start_is_a_failed_cell_and_the_run_goes_on() {
    let folder = Folder::new();
    let args = ["--only=syscall.null,syscall.read", "--starts=1", "--samples=60", "--out=run.json"];
    let mut child = run(&folder).args(args).spawn().unwrap();
    let start = wait_for("a start", || processes_left(&folder).into_iter().find(|process| process.is_start()));
    kill_process(start.pid, Signal::KILL).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
    let document = read(&folder, "run.json");
    assert!(document.complete);
    let cells: Vec<_> = document.groups.iter().map(|group| &group.cells[0]).collect();
    let failed: Vec<_> = cells.iter().filter(|cell| cell.status == Status::Failed).collect();
    assert_eq!((failed.len(), cells.iter().filter(|cell| cell.status == Status::Ok).count()), (1, 1));
    let reason = failed[0].reason.as_ref().unwrap();
    assert_eq!((reason.kind, reason.signal), (FailureKind::EndedBySignal, Some(9)));
}

#[test]
fn what_cannot_be_measured_or_written_is_said_before_anything_is_measured() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("there.json"), "{}").unwrap();
    let long = ["--label=x=".to_owned() + &"y".repeat(257), "--note=".to_owned() + &"y".repeat(4097)];
    for (args, code, said) in [
        (["--only=syscal.null", "--out=a.json"], 2, "no benchmark has such an id"),
        (["--out=a.json", &long[0]], 1, "labels.x: key and value must have 1 to 256 bytes"),
        (["--out=a.json", &long[1]], 1, "provenance.notes[0]: has 4097 bytes"),
        (["--only=syscall.null", "--out=there.json"], 1, "is there already"),
        (["--only=syscall.null", "--label=config"], 2, "KEY=VALUE"),
        (["--only=syscall.null", "--upload=nowhere"], 2, "nowhere"),
        (["--label=side=a", "--label=side=b"], 2, "--label side: given more than once"),
        (["--samples=2", "--resume=there.json"], 1, "there.json"),
    ] {
        let output = benchpages(&folder).arg("run").args(args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(said), "{args:?}: {error}");
    }
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn repeated_runs_are_documents_of_their_own_in_orders_of_their_own() {
    let folder = Folder::new();
    let args = ["--only=syscall.null", "--repeat=2", "--out=."];
    short_run(&folder).args(args).assert().success();
    let runs: Vec<Run> = files(&folder).iter().map(|file| parse(&std::fs::read(file).unwrap()).unwrap()).collect();
    let mut seeds: Vec<Option<u64>> = runs.iter().map(|run| run.seed).collect();
    seeds.sort_unstable();
    assert_eq!(seeds, [Some(7), Some(8)]);
    assert_ne!(runs[0].execution, runs[1].execution);
    assert_eq!(runs[0].boot.key, runs[1].boot.key);
    let output = short_run(&folder).args(["--repeat=2", "--out=one.json"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("must be a folder"));
}

#[test]
fn a_run_against_a_base_measures_what_it_has_until_it_can_be_told() {
    let disturbed = |run: &Run| run.verdict.as_ref().unwrap().word != VerdictWord::Clean;
    let folder = Folder::new();
    let base = ["--only=syscall.null,syscall.read", "--starts=12", "--samples=2", "--seed=7", "--out=base.json"];
    run(&folder).args(base).assert().success();
    // The base made a hundred times as fast in one benchmark, so that this one is told at the first look.
    let mut faster = read(&folder, "base.json");
    faster.groups[0].cells[0].elapsed_ns.iter_mut().flatten().for_each(|elapsed| *elapsed /= 100);
    std::fs::write(folder.path().join("faster.json"), serde_json::to_vec(&faster).unwrap()).unwrap();
    let args = ["--against=faster.json", "--starts=6", "--out=now.json"];
    let output = run(&folder).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let now = read(&folder, "now.json");
    if disturbed(&faster) || disturbed(&now) {
        eprintln!("skipped: others run on this machine: {said}");
        return;
    }
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.lines().any(|line| line.starts_with("worse    syscall.null, better by -")), "{said}");
    assert!(said.contains("syscall.read, better by "), "{said}");
    assert!(now.complete);
    let starts = |index: usize| now.groups[index].starts.iter().filter(|start| !start.repeat).count();
    assert_eq!(now.groups[0].benchmark, "syscall.null");
    assert_eq!(starts(0), 6, "{said}");
    let open = said.lines().any(|line| line.starts_with('~'));
    // What stays open has in the end as many starts as the base, repeated ones among them.
    let [own, base] = [&now, &faster].map(|run| run.groups[1].starts.len());
    assert!(if open { own == base } else { (6..=base).contains(&own) }, "{own} of {base}: {said}");
    assert!(now.groups.iter().all(|group| group.cells[0].elapsed_ns.iter().all(|samples| samples.len() == 2)));

    let wrong = run(&folder).args(["--against=faster.json", "--only=net.*"]).output().unwrap();
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("holds nothing that this program measures"));
}
