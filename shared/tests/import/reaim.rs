//! re-aim.

use shared::import::import;
use shared::model::{Cell, FailureKind, Run, Status};

use crate::support::{imported, nothing_said};

const SCREEN: &str = include_str!("reaim-7.0.1.13.txt");
const FILE: &str = include_str!("reaim-7.0.1.13-csv.txt");
/// The first two rows of a run that was too short for its clock.
const SHORT: &str = "Forks,JPM,JPM_C,JPS_C,parent_tm,childU_tm,childS_tm,std_dev,JTI,max_c,min_c\n\
                     1,inf,inf,inf,0.00,0.00,0.00,0.00,100.00,0.00,0.00\n\
                     2,102000.00,51000.00,850.00,0.02,0.00,0.00,0.00,100.00,0.02,0.02\n";

fn cell<'a>(run: &'a Run, children: u64, measure: &str) -> &'a Cell {
    let found = run.groups[0].cells.iter();
    let found = found.into_iter().find(|cell| cell.at.integer("children") == Some(children) && cell.measure == measure);
    found.unwrap_or_else(|| panic!("no {measure} of {children}"))
}

#[test]
fn screen_and_file_of_one_run_agree_although_their_columns_do_not() {
    let screen = &imported(SCREEN, &nothing_said()).runs[0];
    let file = &imported(FILE, &nothing_said()).runs[0];
    for measure in ["jobs_per_minute", "jobs_per_minute_per_child", "real", "user", "system", "child_sd"] {
        for children in 1..=6 {
            assert_eq!(cell(screen, children, measure).printed, cell(file, children, measure).printed, "{measure}");
        }
    }
    let six = |measure| cell(file, 6, measure).printed[0].as_str();
    assert_eq!(
        [six("jobs_per_minute"), six("real"), six("user"), six("system")],
        ["127274.34", "2.26", "0.21", "0.59"]
    );
    assert_eq!(cell(file, 6, "real").values, [[2_260_000_000.0]]);
}

#[test]
fn what_was_divided_by_nothing_is_no_figure() {
    let run = &imported(SHORT, &nothing_said()).runs[0];
    for measure in ["jobs_per_minute", "real"] {
        let lacking = cell(run, 1, measure);
        assert_eq!((lacking.status, lacking.values.len()), (Status::Failed, 0), "{measure}");
        assert_eq!(lacking.reason.as_ref().unwrap().kind, FailureKind::NotReported);
    }
    assert_eq!(cell(run, 2, "jobs_per_minute").printed, ["102000.00"]);
}

#[test]
fn cells_that_are_missing_or_contradict_each_other_are_errors_of_their_lines() {
    for (text, from, to, error) in [
        (FILE, "66583.33,33291.67", "66583.33", "line 4: 11 cells are expected and there are 10"),
        (
            FILE,
            "33291.67,554.86",
            "554.86,33291.67",
            "line 4: 66583.33 jobs a minute by 2 children are not 554.86 each",
        ),
        (FILE, "66583.33", "fast", "line 4: \"fast\" is no number"),
        (SCREEN, "66583.33   33291.67", "33291.67", "line 9: 33291.67 jobs a minute by 2 children are not 0.01 each"),
        (SCREEN, "Child   Child  Jobs", "Child  Jobs", "nothing in the text looks like a format known here"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text);
        let found = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn times_that_are_said_to_be_in_another_unit_are_an_error() {
    let damaged = SCREEN.replacen("Times are in seconds", "Times are in milliseconds", 1);
    let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.starts_with("line 4: re-aim's times are in seconds"), "{error}");
}
