//! `benchpages import` and the forms that other tools read.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn benchpages(args: &[&str]) -> (bool, String, String) {
    let done = Command::cargo_bin("benchpages").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.success(), text(done.stdout), text(done.stderr))
}

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/tests/import").join(name).to_str().unwrap().to_owned()
}

fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_summary_of_five_kernels_becomes_five_documents_that_compare() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let summary = fixture("lmbench/summary-2.0.txt");
    let (done, said, error) =
        benchpages(&["import", &summary, "--out", out, "--date", "2002-09-08", "--label", "from=mail"]);
    assert!(done, "{error}");
    assert!(said.contains("format: lmbench-summary") && said.contains("5 runs"), "{said}");
    let files = documents(folder.path());
    assert_eq!(files.len(), 5);
    let compare = said.lines().find_map(|line| line.strip_prefix("compare: benchpages ")).unwrap();
    let (done, text, error) = benchpages(&compare.split(' ').collect::<Vec<_>>());
    assert!(done, "{error}");
    for kernel in ["2.4.18", "2.4.19", "2.5.33", "2.5.33x", "2.5.33M"] {
        assert!(text.contains(kernel), "{kernel}:\n{text}");
    }
    let first = std::fs::read_to_string(&files[0]).unwrap();
    assert!(first.contains("\"from\":\"mail\"") && first.contains("\"started\":\"2002-09-08\""), "{first}");
    assert!(!first.contains("hosta"), "{first}");
}

#[test]
fn an_error_names_the_file_the_line_and_the_flag_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let good = fixture("lmbench/summary-2.0.txt");
    let open = fixture("mails/2002-09-11-quad-xeon.txt");
    let (done, _, error) = benchpages(&["import", &good, &open, "--out", out]);
    assert!(!done);
    assert!(error.contains("quad-xeon.txt: line ") && error.contains("supply it with --"), "{error}");
    assert!(documents(folder.path()).is_empty());
    let (done, _, error) = benchpages(&["import", &good, "--as", "something", "--out", out]);
    assert!(!done && error.contains("lmbench-summary"), "{error}");
    let (done, said, _) = benchpages(&["import", &good, "--dry-run", "--out", out]);
    assert!(done && said.contains("5 runs") && documents(folder.path()).is_empty());
}

#[test]
fn a_folder_for_several_runs_is_made_and_a_file_in_its_place_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (made, taken) = (folder.path().join("a/b"), folder.path().join("taken"));
    std::fs::write(&taken, "mine").unwrap();
    let summary = fixture("lmbench/summary-2.0.txt");
    let (done, _, error) = benchpages(&["import", &summary, "--out", made.to_str().unwrap()]);
    assert!(done && documents(&made).len() == 5, "{error}");
    let (done, _, error) = benchpages(&["import", &summary, "--out", taken.to_str().unwrap()]);
    assert!(!done && error.contains("taken: is no folder, and there are 5 runs"), "{error}");
    assert_eq!(std::fs::read(&taken).unwrap(), b"mine");
}

#[test]
fn a_page_is_made_of_a_post_and_its_sidecar() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let (post, sidecar) = (fixture("mails/2002-08-05-ipc-lock.txt"), fixture("mails/2002-08-05-ipc-lock.json"));
    let (done, _, error) = benchpages(&["import", &post, "--page", &sidecar, "--out", out]);
    assert!(done, "{error}");
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/published/2002-08-05-ipc-lock");
    let made = documents(&folder.path().join("2002-08-05-ipc-lock"));
    assert_eq!(made.len(), 3);
    for file in made {
        let name = file.file_name().unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(published.join(name)).unwrap());
    }
}

#[test]
fn imported_runs_are_shown_as_lmbench_and_as_gos_benchmarks() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let (done, said, _) = benchpages(&["import", &fixture("lmbench/summary-2.0.txt"), "--out", out]);
    assert!(done);
    let files: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("wrote ")).collect();
    let (done, text, error) = benchpages(&[&["show", "--format", "lmbench"], files.as_slice()].concat());
    assert!(done, "{error}");
    assert!(text.contains("run-5     Linux 2.5.33M"), "{text}");
    let (done, text, _) = benchpages(&["show", "--format", "benchfmt", files[0]]);
    assert!(done);
    assert!(
        text.contains("Unit ns/op better=lower\n") && text.contains("\nBenchmarkIpc.pipe.latency 1 4437 ns/op\n"),
        "{text}"
    );
}
