//! Phoronix Test Suite.

use shared::import::{Hint, import};
use shared::model::{Better, Status};

use crate::support::{imported, nothing_said};

const OUTPUT: &str = include_str!("phoronix-10.8.6.txt");

#[test]
fn every_run_of_a_test_is_a_sample_at_its_case() {
    let imported = imported(OUTPUT, &nothing_said());
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    assert_eq!(
        (&*run.started, &*run.kernel.release, run.machine.cpu_model.as_deref()),
        ("2026-11-30", "6.18.44", Some("AMD EPYC"))
    );
    assert_eq!(run.groups[0].benchmark, "foreign.phoronix.local/hackbench-loops");
    let [one, two] = run.groups[0].cells.as_slice() else { panic!("two cells") };
    assert_eq!((one.at.to_string(), one.better), ("app=2.4,case=Groups: 1".to_owned(), Better::Lower));
    assert_eq!(one.printed, ["0.19", "0.13", "0.152"]);
    assert_eq!(two.values, [[256e6], [281e6], [306e6]]);
}

#[test]
fn the_user_and_the_rest_of_the_machine_are_dropped() {
    let named = OUTPUT.replace("<User>backup</User>", "<User>ann</User>").replace("252GB", "ann's disk");
    let run = &imported(&named, &nothing_said()).runs[0];
    assert!(!serde_json::to_string(run).unwrap().contains("ann"));
}

#[test]
fn a_direction_or_unit_that_is_not_stated_is_asked_for_with_its_line() {
    let bare = OUTPUT.replacen("<Proportion>LIB</Proportion>", "<Proportion></Proportion>", 1);
    let line = OUTPUT.lines().position(|line| line.contains("<Result>")).unwrap() + 1;
    let error = import(bare.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "line {line}: whether a higher value of local/hackbench-loops is better is not stated; supply it with --better {line}=higher or lower"
        )
    );
    let mut options = nothing_said();
    options.hints.push(Hint::better(&format!("{line}=lower")).unwrap());
    assert_eq!(imported(&bare, &options).runs[0].groups, imported(OUTPUT, &nothing_said()).runs[0].groups);
    let bare = OUTPUT.replacen("<Scale>Seconds</Scale>", "", 1);
    let error = import(bare.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("line {line}: the unit of local/hackbench-loops is not stated")), "{error}");
}

#[test]
fn a_value_that_is_not_the_mean_of_its_runs_stands_alone() {
    let other = OUTPUT.replacen("<Value>0.157</Value>", "<Value>0.130</Value>", 1);
    let cell = &imported(&other, &nothing_said()).runs[0].groups[0].cells[0];
    assert_eq!(
        (&cell.printed, cell.n, cell.reduced_by.as_deref()),
        (&vec!["0.130".to_owned()], Some(3), Some("the suite"))
    );
    let none = OUTPUT.replacen("<Value>0.157</Value>", "<Value></Value>", 1);
    let cells = &imported(&none, &nothing_said()).runs[0].groups[0].cells;
    let lacking: Vec<_> = cells.iter().filter(|cell| cell.status == Status::Failed).collect();
    assert_eq!(lacking.iter().map(|cell| cell.at.text("case")).collect::<Vec<_>>(), [Some("Groups: 1")]);
}

#[test]
fn broken_xml_and_numbers_are_errors_of_their_lines() {
    for (from, to, problem) in [
        ("</Result>", "</Resul>", "the tag ends another element than the last"),
        ("<Value>0.157", "<Value>fast", "\"fast\" is no number that is not negative"),
        ("LIB", "SIDEWAYS", "the Proportion SIDEWAYS is neither LIB nor HIB"),
    ] {
        let wrong = OUTPUT.replacen(from, to, 1);
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with("line ") && error.ends_with(problem), "{error}");
    }
}
