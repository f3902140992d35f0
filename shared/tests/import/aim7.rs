//! AIM Suite VII.

use shared::import::import;

use shared::model::Run;

use crate::support::{imported, nothing_said};

const RESULT: &str = include_str!("aim7-1.1-suite7.txt");
const SCREEN: &str = include_str!("aim7-1.1-screen.txt");
const POST: &str = include_str!("mails/2003-10-21-as-iosched.txt");

fn digits<'a>(run: &'a Run, at: &str, measure: &str) -> &'a str {
    let found = run.groups[0].cells.iter().find(|cell| cell.at.to_string() == at && cell.measure == measure);
    &found.unwrap_or_else(|| panic!("no {measure} at {at}")).printed[0]
}

#[test]
fn the_result_file_and_the_screen_of_one_run_agree() {
    let file = imported(RESULT, &nothing_said());
    let screen = imported(SCREEN, &nothing_said());
    let [file, screen] = [&file.runs[0], &screen.runs[0]];
    assert_eq!(file.started, "2026-11-30");
    for (run, jobs, real, each) in [
        (file, "821.1", "22.1", ("jobs_per_second_per_task", "4.5619")),
        (screen, "821.14", "22.14", ("jobs_per_minute_per_task", "273.7127")),
    ] {
        assert_eq!(run.groups[0].benchmark, "foreign.aim7");
        let found = ["jobs_per_minute", "real", "jti", each.0].map(|measure| digits(run, "tasks=3", measure));
        assert_eq!(found, [jobs, real, "98", each.1]);
    }
}

#[test]
fn neither_the_machine_nor_its_name_is_kept() {
    let run = &imported(&RESULT.replace("\tmachine\t", "\tsecret name\t"), &nothing_said()).runs[0];
    assert_eq!(run.started, "2026-11-30");
    let text = serde_json::to_string(run).unwrap();
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn tables_of_four_columns_are_runs_of_their_files() {
    let imported = imported(POST, &nothing_said());
    let [default, deadline] = imported.runs.as_slice() else { panic!("two runs") };
    assert_eq!(deadline.labels["file"], "suite7-dbase-2.6.0-test8-as");
    assert_eq!(default.labels["file"], "suite7-dbase-2.6.0-test8");
    let at = "mix=database,tasks=256";
    assert_eq!([digits(deadline, at, "jobs_per_minute"), digits(default, at, "jobs_per_minute")], ["1009.9", "552.4"]);
    assert_eq!([digits(deadline, at, "cpu"), digits(default, at, "cpu")], ["1027.7", "980.4"]);
    let real =
        deadline.groups[0].cells.iter().find(|cell| cell.at.to_string() == at && cell.measure == "real").unwrap();
    assert_eq!(real.values, [[1_505.7e9]]);
    assert!(deadline.kernel.release.is_empty(), "the suite does not say the kernel");
}

#[test]
fn a_blank_cell_is_an_error_and_never_the_next_number() {
    for (blank, line) in [("100\t26.5", 4), ("\t26.5\t", 4), ("2.7\t", 4), ("\t4.5619", 6), ("\t4.3572", 7)] {
        let wrong = RESULT.replacen(blank, "\t", 1);
        assert_ne!(wrong, RESULT);
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with("line "), "{line}: {error}");
    }
    // The head of a column is missing, and its numbers are there.
    let wrong = RESULT.replacen("JTI\t", "", 1);
    assert!(import(wrong.as_bytes(), &nothing_said()).is_err());
    let wrong = RESULT.replacen("JTI\tReal", "Real\tJTI", 1);
    assert!(import(wrong.as_bytes(), &nothing_said()).is_err());
}

#[test]
fn rows_by_kernel_are_runs_of_their_kernels() {
    let page = "AIM7 file server workload\n\nkernel Tasks Jobs/Min Real CPU\n\
                2.4.19-rc5-aa1 4 131.6 184.2 45.5\n2.5.33-mm5 4 140.4 172.6 37.7\n";
    let imported = imported(page, &nothing_said());
    let [old, new] = imported.runs.as_slice() else { panic!("two runs") };
    assert_eq!([&*old.kernel.release, &*new.kernel.release], ["2.4.19-rc5-aa1", "2.5.33-mm5"]);
    assert_eq!(digits(new, "mix=fileserver,tasks=4", "jobs_per_minute"), "140.4");
}
