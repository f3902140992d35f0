//! Whole files that people made, from a folder that `BENCHPAGES_DATA` names; they are not in the repository.

use std::path::PathBuf;

use shared::import::import;

use crate::support::nothing_said;

/// The files of other tools than lmbench, and how many figures each holds, counted by eye.
const FILES: [(&str, usize); 6] = [
    ("aim7-suite7-2.6.0-test8-iosched.txt", 48),
    ("hackbench-local-outputs.txt", 2),
    ("irman-log-efault-2.5.69-20030521.txt", 32),
    ("kernbench-2.6.16-and-4.13.txt", 18),
    ("netio2-k7-l1shift-20021102.txt", 10),
    ("perf-bench-local-outputs.txt", 11),
];

#[test]
fn every_file_gives_the_figures_that_stand_in_it() {
    let Some(folder) = std::env::var_os("BENCHPAGES_DATA").map(PathBuf::from) else { return };
    for (name, figures) in FILES {
        let bytes = std::fs::read(folder.join("text").join(name)).unwrap();
        let imported = import(&bytes, &nothing_said()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(imported.report.figures, figures, "{name}: {}", imported.report.text());
    }
}
