//! `perf bench`.

use shared::import::import;

use crate::support::{imported, nothing_said, printed};

const OUTPUT: &str = include_str!("perf-bench-6.1.txt");

#[test]
fn a_pipe_round_trip_and_a_null_call_are_the_catalogues() {
    let imported = imported(OUTPUT, &nothing_said());
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    assert_eq!(printed(run, "ipc.pipe.latency", "bytes=4"), ["6.972750"]);
    assert_eq!(printed(run, "syscall.null", ""), ["0.439615"]);
    let null = run.groups.iter().find(|group| group.benchmark == "syscall.null").unwrap();
    assert_eq!(null.cells[0].values, [[439.615]]);
}

#[test]
fn copies_keep_their_function_and_size_and_a_gigabyte_is_2_to_the_30() {
    let imported = imported(OUTPUT, &nothing_said());
    let run = &imported.runs[0];
    let copies = run.groups.iter().find(|group| group.benchmark == "foreign.perf.mem_memcpy").unwrap();
    assert_eq!(copies.cells.len(), 4);
    let at = "function=x86-64-movsb,options=-s 16MB -l 3,size=16MB";
    assert_eq!(printed(run, "foreign.perf.mem_memcpy", at), ["9.322792"]);
    // 5.333371 * 1024^3, by bc.
    assert!((copies.cells[0].values[0][0] - 5_726_663_505.8).abs() < 1.0);
    assert_eq!(copies.cells[0].printed_unit.as_deref(), Some("GiB/s"));
}

#[test]
fn exchanges_with_other_options_stand_apart() {
    let imported = imported(OUTPUT, &nothing_said());
    let run = &imported.runs[0];
    let id = "foreign.perf.sched_messaging";
    assert_eq!(printed(run, id, "groups=2,options=-g 2 -l 20,senders=20,workers=processes"), ["0.137"]);
    assert_eq!(printed(run, id, "groups=2,options=-t -p -g 2 -l 20,senders=20,workers=threads"), ["0.043"]);
}

#[test]
fn without_commands_a_note_says_what_is_taken_for_granted() {
    let bare: String = OUTPUT.lines().filter(|line| !line.starts_with('$')).map(|line| format!("{line}\n")).collect();
    let imported = imported(&bare, &nothing_said());
    assert_eq!(imported.report.figures, 12);
    assert!(imported.report.notes.iter().any(|note| note.contains("perf does not print its options")));
    assert_eq!(printed(&imported.runs[0], "ipc.pipe.latency", "bytes=4"), ["6.972750"]);
}

#[test]
fn figures_that_do_not_agree_and_other_units_are_errors_of_their_lines() {
    for (from, to, problem) in [
        ("6.972750 usecs/op", "5.972750 usecs/op", "20000 operations of 5.972750 us are not 0.139 s"),
        ("143415 ops/sec", "14341 ops/sec", "6.972750 us are not 14341 a second"),
        ("usecs/op", "msecs/op", "\"usecs/op\" is expected where \"msecs/op\" stands"),
        ("5.333371 GB/sec", "5.333371 GB", "\"GB/sec\" or \"MB/sec\" is expected where \"GB\" stands"),
        ("5.333371 GB/sec", "0.000000 GB/sec", "the rate is 0, which is no figure"),
        ("2 groups == 80 processes", "3 groups == 80 processes", "3 groups of 20 pairs are not 80 processes"),
    ] {
        let wrong = OUTPUT.replacen(from, to, 1);
        let line = wrong.lines().zip(OUTPUT.lines()).position(|(wrong, right)| wrong != right).unwrap() + 1;
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err();
        assert_eq!(error.to_string(), format!("line {line}: {problem}"));
    }
}

#[test]
fn a_function_without_its_size_does_not_take_the_next_ones_rate() {
    let mark = "# Copying 16MB bytes ...\n";
    for (at, _) in OUTPUT.match_indices(mark) {
        let damaged = format!("{}{}", &OUTPUT[..at], &OUTPUT[at + mark.len()..]);
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains("Copying\" is expected"), "{error}");
    }
    assert!(OUTPUT.matches(mark).count() > 4);
}
