//! `benchpages run` where little can be taken for granted: few CPUs, no home, a PID namespace of its own, helpers killed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::process::{Command, ExitStatus};

use assert_cmd::assert::OutputAssertExt;
use rustix::process::{Pid, Signal, kill_process};
use shared::model::{Run, Status, parse};
use started::{Folder, by_way_of, files, folders_left, processes_left, run, short_run, wait_for, work_of};

const BOTH: &str = "--only=syscall.stat,ipc.pipe.latency";

/// The only document in the folder.
fn document(folder: &Folder) -> Run {
    let written = files(folder);
    assert_eq!(written.len(), 1, "{written:?}");
    parse(&std::fs::read(&written[0]).unwrap()).unwrap()
}

/// Whether this machine and user can do what a test needs.
fn works(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).arg("true").status().as_ref().is_ok_and(ExitStatus::success)
}

fn all_measured(run: &Run) -> bool {
    run.complete && run.groups.len() == 2 && run.groups.iter().all(|group| group.cells[0].status == Status::Ok)
}

#[test]
fn as_process_one_of_a_pid_namespace_with_and_without_its_own_proc() {
    let root = rustix::process::geteuid().is_root();
    let user: &[&str] = if root { &[] } else { &["--user", "--map-root-user"] };
    for proc in [&[][..], &["--mount-proc"]] {
        let arguments = [user, &["--pid", "--fork"], proc].concat();
        if !works("unshare", &arguments) {
            eprintln!("skipped: unshare {arguments:?} does not work here");
            continue;
        }
        let folder = Folder::new();
        let mut command = short_run(&folder);
        command.args([BOTH, "--out=run.json"]);
        by_way_of(&command, "unshare", &arguments).assert().success();
        assert!(all_measured(&document(&folder)));
        assert!(processes_left(&folder).is_empty() && folders_left(&folder).is_empty());
    }
}

#[test]
fn pinned_to_one_cpu_all_processes_stay_there() {
    let allowed = std::fs::read_to_string("/proc/self/status").unwrap();
    let list = allowed.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().to_owned();
    let last = list.rsplit([',', '-']).next().unwrap();
    let folder = Folder::new();
    let mut command = short_run(&folder);
    command.args([BOTH, "--out=run.json"]);
    by_way_of(&command, "taskset", &["-c", last]).assert().success();
    let run = document(&folder);
    assert!(all_measured(&run));
    assert_eq!(run.conditions.allowed_cpus, Some(1));
    let cpus = run.groups.iter().flat_map(|group| &group.starts).flat_map(|start| &start.cpus);
    assert!(cpus.clone().all(|cpu| cpu.to_string() == last), "{:?}", cpus.collect::<Vec<_>>());
}

#[test]
fn without_a_home_or_with_one_that_cannot_be_written_the_document_is_in_the_current_folder() {
    for home in [None, Some("/proc")] {
        let folder = Folder::new();
        let mut command = short_run(&folder);
        command.arg(BOTH).env_remove("HOME");
        if let Some(home) = home {
            command.env("HOME", home);
        }
        command.assert().success();
        assert!(all_measured(&document(&folder)));
    }
}

#[test]
fn a_killed_supervisor_ends_the_run_which_keeps_what_it_measured() {
    let folder = Folder::new();
    let mut child = run(&folder).args(["--only=syscall.*", "--starts=50", "--out=run.json"]).spawn().unwrap();
    wait_for("the eighth start", || work_of(&folder, "start-8"));
    let supervisor = processes_left(&folder).into_iter().find(|process| process.is_supervisor()).unwrap();
    kill_process(supervisor.pid, Signal::KILL).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    wait_for("the end of all processes", || processes_left(&folder).is_empty().then_some(()));
    assert!(folders_left(&folder).is_empty());
    let run = document(&folder);
    assert!(!run.complete);
    assert!(run.groups.iter().any(|group| group.cells[0].status == Status::Ok));
}

#[test]
fn a_signal_that_comes_last_leaves_no_folder_of_a_killed_supervisor() {
    let folder = Folder::new();
    let mut child = run(&folder).args(["--only=syscall.*", "--starts=50", "--out=run.json"]).spawn().unwrap();
    wait_for("a start", || work_of(&folder, "start-1"));
    let supervisor = processes_left(&folder).into_iter().find(|process| process.is_supervisor()).unwrap();
    let collector = Pid::from_child(&child);
    // One of the two requests to end is received; the other is pending until the process takes signals again.
    for (process, signal) in [
        (collector, Signal::STOP),
        (supervisor.pid, Signal::KILL),
        (collector, Signal::INT),
        (collector, Signal::TERM),
        (collector, Signal::CONT),
    ] {
        kill_process(process, signal).unwrap();
    }
    child.wait().unwrap();
    wait_for("the end of all processes", || processes_left(&folder).is_empty().then_some(()));
    assert!(folders_left(&folder).is_empty());
    assert!(!document(&folder).complete);
}
