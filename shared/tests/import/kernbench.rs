//! kernbench.

use shared::import::import;
use shared::model::{Better, Cell, Run};

use crate::support::{imported, nothing_said};

const SCREEN: &str = include_str!("kernbench-0.42.txt");
const LOG: &str = include_str!("kernbench-0.42-log.txt");
const POSTS: &str = include_str!("kernbench-posts.txt");

fn cell<'a>(run: &'a Run, at: &str, measure: &str) -> &'a Cell {
    let found = run.groups[0].cells.iter().find(|cell| cell.at.to_string() == at && cell.measure == measure);
    found.unwrap_or_else(|| panic!("no {measure} at {at}"))
}

#[test]
fn screen_and_log_of_one_run_give_the_same_figures() {
    let screen = imported(SCREEN, &nothing_said());
    let log = imported(LOG, &nothing_said());
    assert_eq!([screen.report.figures, log.report.figures], [12, 12]);
    assert_eq!(log.runs[0].started, "2026-11-30");
    for run in [&screen.runs[0], &log.runs[0]] {
        assert_eq!((&*run.kernel.name, &*run.kernel.release), ("Linux", "6.18.44"));
        let elapsed = cell(run, "jobs=4,load=optimal", "elapsed");
        assert_eq!(
            (&elapsed.printed, &elapsed.values, elapsed.better),
            (&vec!["0.89".to_owned()], &vec![vec![0.89e9]], Better::Lower)
        );
        assert_eq!(elapsed.reduced_by.as_deref(), Some("mean"));
        assert_eq!(elapsed.note.as_deref(), Some("standard deviation 0.01"));
        assert_eq!(cell(run, "load=single", "sleeps").printed, ["317.667"]);
    }
    assert_eq!(cell(&screen.runs[0], "jobs=4,load=optimal", "elapsed").n, Some(3));
    assert_eq!(cell(&log.runs[0], "jobs=4,load=optimal", "elapsed").n, None, "the log does not say how many runs");
}

#[test]
fn what_kernbench_sums_over_several_loads_is_said_and_has_no_number_of_runs() {
    let run = &imported(SCREEN, &nothing_said()).runs[0];
    let switches = cell(run, "jobs=4,load=optimal", "context_switches");
    // 205.167 * 6 - 199 * 3 = 634: three runs of 211.3 each, and three of 199 before.
    assert_eq!((switches.n, &*switches.printed[0]), (None, "205.167"));
    assert!(switches.note.as_ref().unwrap().contains("this load and those that it made before"));
    assert_eq!(cell(run, "load=single", "context_switches").n, Some(3));
}

#[test]
fn two_kernels_in_two_posts_are_two_runs() {
    let imported = imported(POSTS, &nothing_said());
    let [old, new] = imported.runs.as_slice() else { panic!("two runs") };
    assert_eq!([&*old.kernel.release, &*new.kernel.release], ["2.6.16", "4.13.0-rc5+"]);
    assert_eq!(new.started, "2017-08-23");
    assert_eq!(cell(old, "jobs=64,load=optimal", "elapsed").printed, ["86.496"]);
    assert_eq!(cell(old, "jobs=8,load=half", "elapsed").n, Some(5));
    assert_eq!(cell(new, "jobs=2,load=half", "user").printed, ["87.1233"]);
}

#[test]
fn awks_exponents_are_read_and_single_runs_have_no_deviation() {
    let large = LOG.replacen("199 (15.5242)", "1.23457e+06 (15.5242)", 1).replacen("0.89 (0.01)", "0.89", 1);
    let run = &imported(&large, &nothing_said()).runs[0];
    let switches = cell(run, "load=single", "context_switches");
    assert_eq!((switches.values[0][0], &*switches.printed[0]), (1_234_570.0, "1.23457e+06"));
    assert_eq!(cell(run, "jobs=4,load=optimal", "elapsed").reduced_by, None);
}

#[test]
fn blocks_that_are_not_whole_and_zeros_are_errors_of_their_lines() {
    for (from, to, error) in [
        ("User Time 0.29 ", "User Time ", "line 6: a mean is expected where \"(0.02)\" stands"),
        ("Percent CPU 31.6667 (2.88675)\n", "", "line 8: \"Percent\" is expected where \"Context\" stands"),
        ("Elapsed Time 1.47", "Elapsed Time 0", "line 5: Elapsed Time 0 is no figure"),
        (
            "Average Single threaded",
            "Average Optimal load -j 2",
            "line 12: kernbench makes each load once, and Optimal load -j earlier; the line with the kernel of this block is missing",
        ),
        ("load -j 4 Run", "load -j Run", "line 12: the number of jobs is expected where \"Run\" stands"),
    ] {
        let wrong = LOG.replacen(from, to, 1);
        assert_ne!(wrong, LOG);
        assert_eq!(import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string(), error);
    }
}
