//! UnixBench.

use shared::import::import;
use shared::model::{Cell, Run};

use crate::support::{imported, nothing_said, printed};

const OUTPUT: &str = include_str!("unixbench-6.0.0.txt");

fn cell<'a>(run: &'a Run, benchmark: &str, at: &str) -> &'a Cell {
    let group = run.groups.iter().find(|group| group.benchmark == benchmark);
    let group = group.unwrap_or_else(|| panic!("no {benchmark}"));
    let found = group.cells.iter().find(|cell| cell.at.to_string() == at);
    found.unwrap_or_else(|| panic!("nothing at {at}"))
}

#[test]
fn results_stand_at_their_number_of_copies_with_their_units() {
    let run = &imported(OUTPUT, &nothing_said()).runs[0];
    assert_eq!(run.started, "2026-11-30");
    let pipe = |at| printed(run, "foreign.unixbench.pipe_throughput", at);
    assert_eq!([pipe("copies=1"), pipe("copies=2")], [["511234.9"], ["332938.7"]]);
    let scripts = cell(run, "foreign.unixbench.shell_scripts_1_concurrent", "copies=1");
    assert_eq!((&*scripts.printed[0], scripts.unit.name()), ("2972.3", "lpm"));
    let files = cell(run, "foreign.unixbench.file_copy_1024_bufsize_2000_maxblocks", "copies=1");
    // 186753 * 1024: fstime.c divides by blocks of 1024 bytes.
    assert_eq!((files.values[0][0], files.printed_unit.as_deref()), (191_235_072.0, Some("KiB/s")));
    let whetstone = cell(run, "foreign.unixbench.double_precision_whetstone", "copies=1");
    assert_eq!((whetstone.n, whetstone.unit.name()), (Some(2), "MWIPS"));
    assert_eq!(cell(run, "foreign.unixbench.index", "copies=2,tests=5").printed, ["627.9"]);
}

#[test]
fn results_that_are_not_those_of_the_index_and_other_units_are_errors() {
    for (from, to, problem) in [
        ("511234.9 lps", "51123.9 lps", "51123.9 as in the table above is expected where \"511234.9\" stands"),
        ("    411.0\n", "    41.1\n", "511234.9 to 12440.0 is no index of 41.1"),
        ("511234.9 lps", "511234.9 mps", "a result in lps, lpm, KBps or MWIPS is expected where \"(10.0\" stands"),
        ("511234.9 lps", "lps", "a result in lps, lpm, KBps or MWIPS is expected where \"(10.0\" stands"),
        ("running 1 parallel", "running parallel", "the number of copies is expected where \"parallel\" stands"),
    ] {
        let wrong = OUTPUT.replacen(from, to, 1);
        assert_ne!(wrong, OUTPUT, "{from}");
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with("line ") && error.ends_with(problem), "{error}");
    }
}
