//! Irman.

use shared::import::{Hint, import};

use crate::support::{imported, nothing_said, printed};

const OUTPUT: &str = include_str!("irman-2.5.69.txt");

#[test]
fn two_tables_of_one_kernel_are_two_runs() {
    let imported = imported(OUTPUT, &nothing_said());
    assert_eq!(imported.report.figures, 32);
    let [before, after] = imported.runs.as_slice() else { panic!("two runs") };
    assert_eq!([&*before.kernel.release, &*after.kernel.release], ["2.5.69", "2.5.69"]);
    let process = |run: &shared::model::Run, measure: &str| {
        let cells = run.groups[0].cells.iter();
        let cell = cells.into_iter().find(|cell| cell.at.text("load") == Some("process") && cell.measure == measure);
        cell.unwrap().printed[0].clone()
    };
    assert_eq!([process(before, "max"), process(after, "max")], ["1021.873", "359.072"]);
    assert_eq!([process(before, "sd"), process(after, "sd")], ["5.625", "0.687"]);
    assert_eq!(printed(before, "foreign.irman", "load=none").len(), 1);
}

#[test]
fn a_load_that_never_finished_is_absent() {
    let cut: String = OUTPUT.lines().take(6).map(|line| format!("{line}\n")).collect();
    let imported = imported(&cut, &nothing_said());
    assert_eq!(imported.report.figures, 12);
    assert!(imported.runs[0].groups[0].cells.iter().all(|cell| cell.at.text("load") != Some("process")));
}

#[test]
fn a_table_by_kernels_is_read_with_its_load() {
    let page = "FILE_IO Response time measurements (milliseconds)\n  Max Min Avg StdDev\n\
                2.4.20-pre4-ac1 40.603 0.008 0.009 0.043\n2.5.33-mm5 2.955 0.008 0.010 0.004\n";
    let imported = imported(page, &nothing_said());
    let [old, new] = imported.runs.as_slice() else { panic!("two runs") };
    assert_eq!([&*old.kernel.release, &*new.kernel.release], ["2.4.20-pre4-ac1", "2.5.33-mm5"]);
    let cells = &new.groups[0].cells;
    assert_eq!(
        cells.iter().map(|cell| cell.values[0][0]).collect::<Vec<_>>(),
        [2_955_000.0, 8_000.0, 10_000.0, 4_000.0]
    );
}

#[test]
fn a_missing_unit_is_asked_for_with_the_line() {
    let bare = OUTPUT.replace(" (milliseconds)", "");
    let error = import(bare.as_bytes(), &nothing_said()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: the unit of response times is not stated; supply it with --unit 2=ms or another"
    );
    let mut options = nothing_said();
    options.hints.push(Hint::unit("ms").unwrap());
    assert_eq!(
        imported(&bare, &options).runs,
        imported(OUTPUT, &nothing_said())
            .runs
            .into_iter()
            .map(|mut run| {
                run.provenance.source.as_mut().unwrap().sha256 =
                    imported(&bare, &options).runs[0].provenance.source.clone().unwrap().sha256;
                run
            })
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_blank_cell_and_another_order_are_errors() {
    for (from, to) in [
        ("0.021", ""),
        ("107.040", ""),
        ("Max       Min", "Min       Max"),
        ("(milliseconds)", "(furlongs)"),
        ("Avg", ""),
    ] {
        let wrong = OUTPUT.replacen(from, to, 1);
        assert_ne!(wrong, OUTPUT);
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with("line "), "{error}");
    }
}
