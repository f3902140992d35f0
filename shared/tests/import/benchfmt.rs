//! Go's benchmark text.

use shared::import::{Hint, Options, import};
use shared::model::{Better, Cell, Role, Run};

use crate::support::{imported, nothing_said};

const OUTPUT: &str = include_str!("benchfmt-go1.19.8.txt");

/// Options of a person who says that more elements are neither better nor worse.
fn said() -> Options {
    let mut options = nothing_said();
    options.hints.extend(Hint::better("neutral"));
    options
}

fn cell<'a>(run: &'a Run, benchmark: &str, at: &str, measure: &str) -> &'a Cell {
    let mut cells = run.groups.iter().filter(|group| group.benchmark == benchmark).flat_map(|group| &group.cells);
    let found = cells.find(|cell| cell.at.to_string() == at && cell.measure == measure);
    found.unwrap_or_else(|| panic!("no {measure} at {at}"))
}

#[test]
fn repeated_lines_are_samples_and_parts_of_a_name_are_axes() {
    let run = &imported(OUTPUT, &said()).runs[0];
    let at = "gomaxprocs=2,pkg=example.org/copies,size=64";
    let time = cell(run, "foreign.go.Copy", at, "time");
    // Three of the first command, one of the second.
    assert_eq!(time.printed, ["4.062", "2.470", "5.504", "10.97"]);
    assert_eq!(time.values, [[4.062], [2.47], [5.504], [10.97]]);
    assert_eq!((time.better, time.role, &time.reduced_by), (Better::Lower, Role::Primary, &None));
    assert_eq!(cell(run, "foreign.go.Copy", at, "bandwidth").values[0], [15_754.95e6]);
    assert_eq!(cell(run, "foreign.go.Copy", "pkg=example.org/copies,size=64", "time").printed, ["9.766"]);
    let appended = cell(run, "foreign.go.Append", "gomaxprocs=2,pkg=example.org/copies", "allocations");
    assert_eq!((&appended.printed, appended.role), (&vec!["8".to_owned(); 3], Role::Secondary));
}

#[test]
fn the_direction_of_a_persons_own_unit_is_asked_for() {
    let error = import(OUTPUT.as_bytes(), &nothing_said()).unwrap_err().to_string();
    let line = OUTPUT.lines().position(|line| line.contains("elements/op")).unwrap() + 1;
    assert_eq!(
        error,
        format!(
            "line {line}: whether a higher elements/op is better is not stated; supply it with --better {line}=higher or lower, or a line Unit elements/op better=higher"
        )
    );
    let stated = format!("Unit elements/op better=higher\n{OUTPUT}");
    let run = &imported(&stated, &nothing_said()).runs[0];
    let own = cell(run, "foreign.go.Append", "gomaxprocs=2,pkg=example.org/copies", "elements/op");
    assert_eq!((own.better, own.unit.name()), (Better::Higher, "elements/op"));
}

#[test]
fn a_unit_or_number_that_is_missing_is_an_error_of_its_line() {
    for (from, to) in
        [("4.062 ns/op", "4.062"), ("4.062 ns/op", "ns/op"), ("ns/op\t15754.95", "ns/op"), ("2.470 ns/op", "0 ns/op")]
    {
        let wrong = OUTPUT.replacen(from, to, 1);
        assert_ne!(wrong, OUTPUT);
        let error = import(wrong.as_bytes(), &said()).unwrap_err().to_string();
        assert!(error.starts_with("line "), "{error}");
    }
}

#[test]
fn other_tools_that_say_benchmark_are_not_gos() {
    for text in ["Benchmark Run: Mon Nov 30 2026\n", "Benchmark 1 Machine\n", "Benchmarks 3 4 5\n"] {
        assert!(import(text.as_bytes(), &nothing_said()).is_err(), "{text}");
    }
}
