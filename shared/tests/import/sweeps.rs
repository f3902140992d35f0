//! Copies by chunk.

use shared::import::ImportError;

use crate::support::{imported, nothing_said, printed};

const MAIL: &str = include_str!("mails/2008-10-08-mpc8313-copy.html");

#[test]
fn a_sweep_in_a_mail_of_html_gives_every_figure_under_its_method() {
    let imported = imported(MAIL, &nothing_said());
    assert_eq!(imported.report.figures, 28);
    assert_eq!(imported.report.formats[0].format, "chunk-sweep");
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    assert_eq!(run.groups[0].cells.len(), MAIL.matches("chunk:").count());
    assert_eq!(printed(run, "copy.sweep", "chunk=65536,method=kernel_memcpy"), ["69.2"]);
    assert_eq!(printed(run, "copy.sweep", "chunk=8,method=copy_tofrom_user"), ["41.5"]);
    let cell = &run.groups[0].cells[0];
    // 69.2 * 2^20: 128 * 10^6 bytes would be no whole number of chunks of 65536.
    assert_eq!(cell.values, [[72_561_459.2]]);
    assert_eq!(cell.note.as_deref(), Some("1.849727 s for 128.000 MB"));
    assert!(cell.at.get("cache").is_none() && run.groups[0].placement.is_none(), "what is not stated is absent");
}

#[test]
fn figures_that_contradict_each_other_are_an_error_of_their_line() {
    let wrong = MAIL.replacen("97.3 [MB/s]", "98.3 [MB/s]", 1);
    let line = MAIL.lines().position(|line| line.contains("97.3")).unwrap() + 1;
    let error = shared::import::import(wrong.as_bytes(), &nothing_said()).unwrap_err();
    let ImportError::Line { line: found, problem } = error else { panic!("{error}") };
    assert_eq!((found, problem.as_str()), (line, "128.000 MB in 1.315155 s are not 98.3 MB/s"));
}

#[test]
fn another_unit_and_a_blank_cell_are_errors() {
    for (from, to) in [("[MB/s]", "[KB/s]"), ("time: 1.849727", "time:"), ("transfer:", "size:"), ("8192 [B]", "[B]")] {
        let wrong = MAIL.replacen(from, to, 1);
        assert_ne!(wrong, MAIL);
        let done = shared::import::import(wrong.as_bytes(), &nothing_said());
        // A line without its chunk is no line of a sweep: it is reported, not read.
        assert!(
            done.is_err() || done.is_ok_and(|done| done.report.figures == 27 && !done.report.not_understood.is_empty()),
            "{to}"
        );
    }
}

#[test]
fn a_megabyte_that_may_be_either_is_asked_for() {
    let both = "memcpy()\nchunk: 64 [B] | transfer: 64.0 [MB/s] | time: 1.000000 [s] | size: 64.000 [MB]\n";
    let error = shared::import::import(both.as_bytes(), &nothing_said()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: whether MB are 10^6 or 2^20 bytes is not stated; supply it with --unit MB/s or --unit MiB/s"
    );
    let mut options = nothing_said();
    options.hints.push(shared::import::Hint::unit("MB/s").unwrap());
    assert_eq!(imported(both, &options).runs[0].groups[0].cells[0].values, [[64e6]]);
}
