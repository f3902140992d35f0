//! STREAM.

use shared::import::import;

use crate::support::{imported, nothing_said, printed};

const ALONE: &str = include_str!("stream-5.10.txt");
const THREADS: &str = include_str!("stream-5.10-openmp.txt");

#[test]
fn one_threads_rates_are_the_catalogues() {
    let run = &imported(ALONE, &nothing_said()).runs[0];
    let digits =
        ["copy", "scale", "add", "triad"].map(|kernel| printed(run, "mem.stream", &format!("kernel={kernel}")));
    assert_eq!(digits, [["14466.5"], ["12718.4"], ["19797.3"], ["14898.5"]]);
    let triad = &run.groups[0].cells[3];
    assert_eq!((triad.n, triad.reduced_by.as_deref()), (Some(9), Some("best")));
    assert_eq!(triad.values, [[14_898_500_000.0]]);
    assert_eq!(triad.note.as_deref(), Some("arrays of 80000000 B; mean 0.036451 s, longest 0.145813 s"));
}

#[test]
fn rates_of_several_threads_stand_apart() {
    let run = &imported(THREADS, &nothing_said()).runs[0];
    assert_eq!(printed(run, "foreign.stream", "kernel=scale,threads=2"), ["49611.0"]);
}

#[test]
fn two_tables_in_one_text_keep_their_own_settings() {
    let both = format!("{THREADS}{ALONE}");
    let run = &imported(&both, &nothing_said()).runs[0];
    assert_eq!(printed(run, "mem.stream", "kernel=copy"), ["14466.5"]);
    assert_eq!(printed(run, "foreign.stream", "kernel=copy,threads=2"), ["6605.0"]);
}

#[test]
fn rates_that_are_not_those_of_the_least_time_and_failures_are_errors() {
    for (from, to, problem) in [
        ("12718.4", "1271.4", "160 MB in 0.012580 s are not 1271.4 MB/s"),
        ("Best Rate MB/s", "Best Rate GB/s", ""),
        ("0.019196     0.012580", "0.012580     0.019196", "the mean time is not between the least and the largest"),
        (
            "Solution Validates:",
            "Failed Validation on array a[], AvgRelAbsErr > epsilon",
            "STREAM says that its results are wrong",
        ),
        ("Scale:          12718.4", "Scale:", "the largest time is expected where \"Add:\" stands"),
        ("Scale:          12718.4", "Scale:          0.0", "the rate is 0, which is no figure"),
    ] {
        let wrong = ALONE.replacen(from, to, 1);
        assert_ne!(wrong, ALONE);
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.ends_with(problem) && (problem.is_empty() || error.starts_with("line ")), "{error}");
    }
}
