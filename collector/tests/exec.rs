//! `benchpages exec` from outside: somebody's own program becomes a document like any other.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::process::{Command, Output};

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use shared::model::{Better, FailureKind, Run, Status, parse};
use started::{Folder, benchpages, files, processes_left};

/// `benchpages exec NAME` of three starts, with these options and this program.
fn exec(folder: &Folder, name: &str, options: &[&str], program: &[&str]) -> Output {
    let mut command = benchpages(folder);
    command.args(["exec", name, "--starts=3", "--settle=0", "--seed=1"]).args(options).arg("--").args(program);
    command.output().unwrap()
}

fn shell(script: &str) -> [&str; 3] {
    ["/bin/sh", "-c", script]
}

fn read(folder: &Folder) -> Run {
    parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_time_of_a_program_is_a_sample_a_start() {
    let folder = Folder::new();
    let output =
        exec(&folder, "pause.short", &["--out=run.json", "--quiet", "--label=side=a"], &["/bin/sleep", "0.05"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let run = read(&folder);
    assert!(run.complete && run.preset.is_none());
    assert_eq!(run.labels["side"], "a");
    let [group] = run.groups.as_slice() else { panic!("one benchmark") };
    assert_eq!((group.benchmark.as_str(), group.version), ("exec.pause.short", 1));
    assert_eq!((group.placement.as_deref(), &group.fingerprint), (Some("unpinned"), &None));
    let [cell] = group.cells.as_slice() else { panic!("one point") };
    assert!(cell.at.is_empty());
    assert_eq!((cell.unit.name(), cell.better, cell.status), ("ns", Better::Lower, Status::Ok));
    assert_eq!((cell.ops, cell.elapsed_ns.len()), (Some(1), group.starts.len()));
    assert!(group.starts.len() >= 3 && group.starts.iter().all(|start| start.canary_chain_ns.is_some()));
    for samples in &cell.elapsed_ns {
        assert!(samples.len() == 1 && samples[0] >= 50_000_000 && samples[0] < 5_000_000_000, "{samples:?}");
    }
    assert!(run.verdict.is_some());
    benchpages(&folder).args(["show", "run.json"]).assert().success().stdout(contains("exec.pause.short"));
}

#[test]
fn nothing_of_the_command_line_or_the_environment_is_in_the_document() {
    let folder = Folder::new();
    let mut command = benchpages(&folder);
    command.args(["exec", "quiet", "--starts=2", "--settle=0", "--quiet", "--out=run.json", "--"]);
    command.args(["/bin/sh", "-c", "test $ANOTHER = unspeakable2 && test $1 = unspeakable", "-", "unspeakable"]);
    command.env("ANOTHER", "unspeakable2").assert().success();
    let text = std::fs::read_to_string(folder.path().join("run.json")).unwrap();
    assert!(!text.contains("unspeakable") && !text.contains("/bin/sh"));
    assert_eq!(read(&folder).groups[0].cells[0].status, Status::Ok);
}

#[test]
fn a_program_on_one_cpu_sees_one_cpu_and_runs_where_the_person_is() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("here"), "").unwrap();
    let options = ["--out=run.json", "--quiet", "--placement=same_cpu"];
    let output = exec(&folder, "pinned", &options, &shell("test -e here && test $(nproc) = 1"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let group = read(&folder).groups.remove(0);
    assert_eq!(group.placement.as_deref(), Some("same_cpu"));
    assert!(group.starts.iter().all(|start| start.cpus.len() == 1));
}

#[test]
fn a_program_that_fails_is_a_failed_cell_and_its_complaint_is_shown() {
    let folder = Folder::new();
    let output = exec(&folder, "failing", &["--out=run.json"], &shell("echo first >&2; echo no luck >&2; exit 7"));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("exec.failing unpinned: exit status: 7: no luck"), "{}", said(&output));
    let cell = read(&folder).groups.remove(0).cells.remove(0);
    assert_eq!((cell.status, cell.reason.unwrap().kind), (Status::Failed, FailureKind::WorkNotDone));
    assert!(cell.elapsed_ns.is_empty());

    let folder = Folder::new();
    let output = exec(&folder, "killed", &["--out=run.json", "--quiet"], &shell("kill -SEGV $$"));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let reason = read(&folder).groups.remove(0).cells.remove(0).reason.unwrap();
    assert_eq!((reason.kind, reason.signal), (FailureKind::EndedBySignal, Some(11)));
}

#[test]
fn a_program_that_is_not_there_or_never_ends_has_no_figure() {
    let folder = Folder::new();
    exec(&folder, "missing", &["--out=run.json", "--quiet"], &["./no-such-program"]);
    let cell = read(&folder).groups.remove(0).cells.remove(0);
    assert_eq!((cell.status, cell.reason.unwrap().kind), (Status::Unsupported, FailureKind::ProgramMissing));

    let folder = Folder::new();
    let options = ["--out=run.json", "--quiet", "--deadline=1", "--time-limit=4"];
    exec(&folder, "endless", &options, &shell("sleep 600 & sleep 600"));
    let cell = read(&folder).groups.remove(0).cells.remove(0);
    assert_eq!((cell.status, cell.reason.unwrap().kind), (Status::Timeout, FailureKind::Deadline));
    assert!(processes_left(&folder).is_empty());
}

#[test]
fn printed_figures_are_cells_with_unit_and_direction() {
    let folder = Folder::new();
    let script =
        "echo 'rate 3e6 ops/s better=higher'; echo 'peak 12.5 MiB better=lower'; echo 'rate 4e6 ops/s better=higher'";
    let output = exec(&folder, "printing", &["--figures", "--out=run.json", "--quiet"], &shell(script));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let group = read(&folder).groups.remove(0);
    let [rate, peak] = group.cells.as_slice() else { panic!("two figures") };
    assert_eq!((rate.measure.as_str(), rate.unit.name(), rate.better), ("rate", "ops/s", Better::Higher));
    assert_eq!((peak.measure.as_str(), peak.unit.name(), peak.better), ("peak", "MiB", Better::Lower));
    assert!(rate.elapsed_ns.is_empty() && rate.values.len() == group.starts.len());
    assert!(
        rate.values.iter().all(|values| *values == [3e6, 4e6]) && peak.values.iter().all(|values| *values == [12.5])
    );
    let figures = contains("printing").and(contains("ops/s")).and(contains("MiB"));
    benchpages(&folder).args(["show", "run.json"]).assert().success().stdout(figures);
}

#[test]
fn a_line_that_is_no_figure_is_quoted_and_nothing_is_written() {
    let folder = Folder::new();
    let script = "echo 'rate 3e6 ops/s better=higher'; echo 'and so on'";
    let output = exec(&folder, "wordy", &["--figures", "--out=run.json", "--quiet"], &shell(script));
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("exec.wordy: \"and so on\" is no figure"), "{}", said(&output));
    assert!(files(&folder).is_empty());
}

#[test]
fn names_and_placements_are_checked_before_anything_runs() {
    let folder = Folder::new();
    for (name, options, word) in [
        ("Upper", &[][..], "a-z"),
        ("a..b", &[], "parts between dots"),
        ("fine", &["--placement=cross_node"], "same_cpu or unpinned"),
    ] {
        let output = exec(&folder, name, options, &shell("touch ran"));
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(word), "{}", said(&output));
    }
    let nothing: Command = benchpages(&folder);
    { nothing }.args(["exec", "fine", "--"]).assert().code(2);
    assert!(files(&folder).is_empty());
}
