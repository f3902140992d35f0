//! hyperfine.

use shared::import::import;
use shared::model::{Cell, FailureKind, Run, Status};

use crate::support::{imported, nothing_said};

const OUTPUT: &str = include_str!("hyperfine-1.15.0.txt");
const PARAMETERS: &str = include_str!("hyperfine-1.15.0-parameters.txt");
const ZERO: &str = include_str!("hyperfine-1.15.0-zero.txt");
const NEWER: &str = include_str!("hyperfine-1.20.0.txt");

fn cell<'a>(run: &'a Run, at: &str, measure: &str) -> &'a Cell {
    let found = run.groups[0].cells.iter().find(|cell| cell.at.to_string() == at && cell.measure == measure);
    found.unwrap_or_else(|| panic!("no {measure} at {at}"))
}

#[test]
fn every_run_of_a_command_is_a_sample_with_all_its_digits() {
    let run = &imported(OUTPUT, &nothing_said()).runs[0];
    let short = cell(run, "command=true", "elapsed");
    assert_eq!(short.printed[..3], ["0.0006716070000000001", "0.000628443", "0.000578589"]);
    assert_eq!((short.values.len(), short.n, &short.reduced_by), (5, None, &None));
    assert!((short.values[1][0] - 628_443.0).abs() < 1e-6);
    let user = cell(run, "command=sleep 0.01", "user");
    assert_eq!((&*user.printed[0], user.n, user.reduced_by.as_deref()), ("0.0010554", Some(5), Some("mean")));
}

#[test]
fn parameters_are_axes_and_a_newer_version_has_memory() {
    let run = &imported(PARAMETERS, &nothing_said()).runs[0];
    assert_eq!(cell(run, "command=sleep 0.02,parameter_n=2", "elapsed").printed[2], "0.0213428797");
    let run = &imported(NEWER, &nothing_said()).runs[0];
    assert_eq!(cell(run, "command=a short sleep", "memory").values, [[2_973_696.0]; 4]);
}

#[test]
fn a_time_of_which_the_shell_left_nothing_is_no_figure() {
    let imported = imported(ZERO, &nothing_said());
    let elapsed = cell(&imported.runs[0], "command=exit 3", "elapsed");
    assert_eq!((elapsed.status, elapsed.values.len()), (Status::Failed, 0));
    assert_eq!(elapsed.reason.as_ref().unwrap().kind, FailureKind::NotReported);
    assert_eq!(imported.report.figures, 1, "the time in user mode");
}

#[test]
fn failures_of_the_command_are_said() {
    let failed = OUTPUT.replacen("        0,\n", "        1,\n", 1);
    let run = &imported(&failed, &nothing_said()).runs[0];
    let note = cell(run, "command=true", "elapsed").note.clone();
    assert_eq!(note.as_deref(), Some("1 of 5 runs of the command failed"));
}

#[test]
fn folders_are_left_out_and_commands_that_are_then_the_same_are_an_error() {
    let folders = OUTPUT.replace("\"true\"", "\"/home/ann/bin/true --log=/home/ann\"");
    let run = &imported(&folders, &nothing_said()).runs[0];
    assert_eq!(cell(run, "command=true --log=~", "elapsed").values.len(), 5);
    assert!(!serde_json::to_string(run).unwrap().contains("ann"));
    let same = folders.replace("\"sleep 0.01\"", "\"/home/bob/bin/true --log=~\"");
    let error = import(same.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.starts_with("line 2: two commands read \"true --log=~\""), "{error}");
}

#[test]
fn broken_json_is_an_error_of_its_line_and_other_json_is_left() {
    let broken = OUTPUT.replacen("0.000628443", "fast", 1);
    let error = import(broken.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.starts_with("line 15: hyperfine's JSON cannot be read"), "{error}");
    let negative = OUTPUT.replacen("0.000628443", "-0.000628443", 1);
    let error = import(negative.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert_eq!(error, "line 15: -0.000628443 is no elapsed that is not negative");
    let other = "{\"results\": [{\"name\": \"x\", \"value\": 3}]}\n";
    assert!(import(other.as_bytes(), &nothing_said()).unwrap_err().to_string().starts_with("nothing in the text"));
}

#[test]
fn many_broken_objects_take_no_time() {
    let many = "{\"results\": [{\"x\": [1, ".repeat(40_000);
    assert!(import(many.as_bytes(), &nothing_said()).is_err());
}
