//! `benchpages run --source`: trees of a few lines stand for the real ones.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use rustix::process::{Pid, Signal, kill_process};
use shared::model::{Cell, FailureKind, Run, Status, parse};
use started::{Folder, benchpages, by_way_of, files, folders_left, heeding_interrupts, processes_left, run, wait_for};

const KERNEL: &str = "\
VERSION = 9
PATCHLEVEL = 8
SUBLEVEL = 7

all:
\tprintf '\\177ELF' > vmlinux
tinyconfig defconfig:
\techo $@ > .config
";

/// A folder with these files.
fn tree(folder: &Folder, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let tree = folder.path().join("trees").join(name);
    fs::create_dir_all(&tree).unwrap();
    for (name, text) in files {
        fs::create_dir_all(tree.join(name).parent().unwrap()).unwrap();
        fs::write(tree.join(name), text).unwrap();
    }
    tree
}

fn kernel(folder: &Folder, makefile: &str) -> PathBuf {
    tree(folder, "linux-9.8.7", &[("Makefile", makefile), ("init/main.c", "int main;\n")])
}

/// One start of a build, whose document is `NAME.json`.
fn build(folder: &Folder, kind: &str, source: &Path, name: &str) -> Command {
    let mut command = run(folder);
    command.arg(format!("--only=build.{kind}")).arg(format!("--source={kind}={}", source.display()));
    command.args(["--starts=1", "--seed=7"]).arg(format!("--out={name}.json"));
    command
}

fn read(folder: &Folder, name: &str) -> Run {
    let run = parse(&fs::read(folder.path().join(format!("{name}.json"))).unwrap()).unwrap();
    assert!(processes_within(folder).is_empty() && processes_left(folder).is_empty());
    assert!(folders_left(folder).is_empty());
    run
}

/// The cells of the build's time.
fn times(run: &Run) -> Vec<&Cell> {
    run.groups[0].cells.iter().filter(|cell| cell.measure == "elapsed").collect()
}

/// Processes whose folder is one of the test's: builds have an environment of their own.
fn processes_within(folder: &Folder) -> Vec<Pid> {
    let work = folder.path().join("work").canonicalize().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let within = processes
        .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|folder| folder.starts_with(&work)));
    within.filter_map(|process| Pid::from_raw(process.file_name().to_str()?.parse().ok()?)).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_tarball_and_a_folder_are_built_at_every_point_and_are_the_same_tree() {
    let folder = Folder::new();
    let linux = kernel(&folder, KERNEL);
    let mut tar = Command::new("tar");
    tar.current_dir(linux.parent().unwrap()).args(["-czf", "linux.tar.gz", "linux-9.8.7"]).assert().success();
    build(&folder, "kernel", &linux, "folder").assert().success();
    build(&folder, "kernel", &linux.with_file_name("linux.tar.gz"), "tarball").assert().success();
    let runs = [read(&folder, "folder"), read(&folder, "tarball")];
    let trees = runs.each_ref().map(|run| run.conditions.other["source.kernel"].clone());
    assert!(trees[0].starts_with("linux 9.8.7 sha256:"), "{trees:?}");
    assert_eq!(trees[0], trees[1]);
    let cpus = u64::from(runs[0].conditions.allowed_cpus.unwrap());
    for run in &runs {
        assert!(run.complete && run.conditions.userland["compiler"].contains(|c: char| c.is_ascii_digit()));
        assert!(run.conditions.userland.contains_key("make") && !run.conditions.userland.contains_key("m4"));
        for config in ["tinyconfig", "defconfig"] {
            for jobs in [1, cpus, 4 * cpus] {
                let at = |cell: &&Cell| cell.at.text("config") == Some(config) && cell.at.integer("jobs") == Some(jobs);
                let cells: Vec<&Cell> = run.groups[0].cells.iter().filter(at).collect();
                assert!(cells.iter().all(|cell| cell.status == Status::Ok), "{config} {jobs}: {cells:?}");
                let elapsed = cells.iter().find(|cell| cell.measure == "elapsed").unwrap();
                assert!(elapsed.elapsed_ns.concat().iter().all(|ns| *ns > 100_000), "{elapsed:?}");
                let resident = cells.iter().find(|cell| cell.measure == "max_resident").unwrap();
                assert!(resident.values.concat()[0] > 100_000.0, "{resident:?}");
                assert_eq!(cells.len(), 6, "{cells:?}");
            }
        }
    }
    assert!(!linux.join("vmlinux").exists() && !linux.join(".config").exists(), "the folder is not built in");
}

#[test]
fn autoconf_and_perl_are_configured_made_and_proved() {
    let folder = Folder::new();
    let configure = "PACKAGE_NAME='GNU Autoconf'\nPACKAGE_VERSION='9.1'\necho made > configured\n";
    let makefile =
        "all: configured\n\tmkdir -p bin && echo 'echo autoconf 9.1' > bin/autoconf\ncheck:\n\ttest -f bin/autoconf\n";
    let autoconf = tree(&folder, "autoconf", &[("configure", configure), ("Makefile", makefile)]);
    let levels = "#define PERL_REVISION 5\n#define PERL_VERSION 9\n#define PERL_SUBVERSION 1\n";
    let makefile = "perl: config.sh\n\tprintf '#!/bin/sh\\nprintf 42\\n' > perl && chmod +x perl\n";
    let perl = tree(
        &folder,
        "perl",
        &[("patchlevel.h", levels), ("Configure", "echo made > config.sh\n"), ("Makefile", makefile)],
    );
    for (kind, source, words) in
        [("autoconf", &autoconf, "autoconf 9.1 sha256:"), ("perl", &perl, "perl 5.9.1 sha256:")]
    {
        build(&folder, kind, source, kind).args(["--at=jobs=1"]).assert().success();
        let run = read(&folder, kind);
        assert!(run.conditions.other[&format!("source.{kind}")].starts_with(words), "{:?}", run.conditions.other);
        let cells = times(&run);
        assert_eq!((cells.len(), cells[0].status), (1, Status::Ok));
    }
}

#[test]
fn a_build_that_fails_shows_its_last_lines_and_has_no_figure() {
    let folder = Folder::new();
    let failing =
        "i=0; while [ $$i -lt 40 ]; do i=$$((i+1)); echo \"line $$i\"; done; echo main.c: no such thing >&2; exit 1";
    let linux = kernel(&folder, &KERNEL.replace("printf '\\177ELF' > vmlinux", failing));
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();
    let mut command = benchpages(&folder);
    command.args(["run", "--settle=0", "--only=build.kernel", "--at=jobs=1,config=tinyconfig", "--starts=1"]);
    command.arg(format!("--source=kernel={}", linux.display())).arg(format!("--work={}", work.display()));
    let output = command.arg("--out=run.json").output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let shown = said(&output);
    assert!(shown.contains("    main.c: no such thing\n") && shown.contains("    line 40\n"), "{shown}");
    assert!(!shown.contains("line 20\n"), "{shown}");
    let run = read(&folder, "run");
    let cells = times(&run);
    let reason = cells[0].reason.as_ref().unwrap();
    assert_eq!((cells.len(), cells[0].status, reason.kind), (1, Status::Failed, FailureKind::WorkNotDone));
}

#[test]
fn a_build_without_its_product_has_no_figure() {
    let folder = Folder::new();
    let linux = kernel(&folder, &KERNEL.replace("printf '\\177ELF' > vmlinux", "true"));
    build(&folder, "kernel", &linux, "run").arg("--at=jobs=1,config=tinyconfig").assert().code(3);
    let run = read(&folder, "run");
    assert_eq!(times(&run)[0].status, Status::Failed);
}

#[test]
fn a_source_that_is_missing_wrong_or_unused_is_a_usage_error_or_is_named() {
    let folder = Folder::new();
    let linux = kernel(&folder, KERNEL);
    run(&folder).args(["--only=build.kernel"]).assert().code(2).stderr(contains("--source kernel="));
    let of = |source: String| {
        let mut command = run(&folder);
        command.args(["--only=build.kernel", "--out=run.json"]).arg(format!("--source={source}"));
        command
    };
    of("kernel=no-such-file".to_owned()).assert().code(2).stderr(contains("No such file"));
    of(format!("emacs={}", linux.display())).assert().code(2).stderr(contains("kernel=…, autoconf=…, perl=…"));
    of(format!("perl={}", linux.display())).assert().code(2);
    fs::write(folder.path().join("linux.tar"), "no tar").unwrap();
    of("kernel=linux.tar".to_owned()).assert().code(1).stderr(contains("--source kernel=").and(contains("linux.tar")));
    fs::write(linux.join(".config"), "").unwrap();
    of(format!("kernel={}", linux.display())).assert().code(1).stderr(contains("has been built in (it has .config)"));
    assert!(folders_left(&folder).is_empty() && !folder.path().join("run.json").exists());
}

#[test]
fn other_trees_are_told_in_a_comparison_and_are_not_resumed() {
    let folder = Folder::new();
    let linux = kernel(&folder, KERNEL);
    build(&folder, "kernel", &linux, "one").arg("--at=config=tinyconfig").assert().success();
    fs::write(linux.join("init/main.c"), "int other;\n").unwrap();
    build(&folder, "kernel", &linux, "other").arg("--at=config=tinyconfig").assert().success();
    let compared = benchpages(&folder).args(["compare", "one.json", "other.json"]).output().unwrap();
    let text = String::from_utf8_lossy(&compared.stdout).into_owned();
    let line = text.lines().find(|line| line.contains("source kernel") || line.contains("source.kernel"));
    assert!(line.is_some(), "{text}");

    let mut half = read(&folder, "other");
    half.complete = false;
    fs::write(folder.path().join("half.json"), serde_json::to_vec(&half).unwrap()).unwrap();
    fs::write(linux.join("init/main.c"), "int third;\n").unwrap();
    let mut resumed = run(&folder);
    resumed.args(["--resume=half.json", "--starts=2"]).arg(format!("--source=kernel={}", linux.display()));
    resumed.assert().code(1).stderr(contains("another tree"));
    run(&folder).args(["--resume=half.json", "--starts=2"]).assert().code(2).stderr(contains("--source kernel="));
}

#[test]
fn what_is_too_large_for_the_work_folder_is_an_error_before_anything_runs() {
    let folder = Folder::new();
    let linux = kernel(&folder, KERNEL);
    let root = rustix::process::geteuid().is_root();
    let words: &[&str] = if root { &["--mount"] } else { &["--mount", "--map-root-user"] };
    let command = build(&folder, "kernel", &linux, "run");
    let mount = format!("mount -t tmpfs -o size=1m none {}", folder.path().join("work").display());
    let mut probe = Command::new("unshare");
    if !probe.args(words).args(["sh", "-c", &mount]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no small filesystem can be mounted here");
        return;
    }
    let script = format!("{mount} && exec \"$0\" \"$@\"");
    let output = by_way_of(&command, "unshare", &[words, &["sh", "-c", &script]].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let shown = said(&output);
    assert!(shown.contains("build.kernel needs about") && shown.contains("--work FOLDER"), "{shown}");
    assert!(files(&folder).is_empty() && folders_left(&folder).is_empty());
}

/// A kernel whose build writes folders for ever, in process groups of its own, some of which forbid their removal.
fn endless(folder: &Folder) -> PathBuf {
    let write = "i=0; while :; do i=$$((i+1)); mkdir -p d/$$i/e && echo > d/$$i/e/f && chmod 500 d/$$i/e; done";
    let body = format!("(setsid sh -c '{write}' &) ; touch writes ; {write}");
    kernel(folder, &KERNEL.replace("printf '\\177ELF' > vmlinux", &body))
}

/// Starts a build that does not end, and waits until it writes.
fn started_endless(folder: &Folder, wrap: impl Fn(&Command) -> Command) -> std::process::Child {
    let linux = endless(folder);
    let mut command = build(folder, "kernel", &linux, "run");
    command.arg("--at=jobs=1,config=tinyconfig");
    let child = wrap(&command).spawn().unwrap();
    wait_for("a build that writes", || {
        let works = folders_left(folder).into_iter().find(|run| run.join("start-1/tree/d/20").exists());
        works.filter(|_| processes_within(folder).len() > 2)
    });
    child
}

fn nothing_is_left(folder: &Folder) {
    wait_for("the end of all processes", || {
        (processes_left(folder).is_empty() && processes_within(folder).is_empty()).then_some(())
    });
    wait_for("the end of the folder", || folders_left(folder).is_empty().then_some(()));
}

#[test]
fn a_build_that_is_interrupted_leaves_nothing_and_says_so() {
    let folder = Folder::new();
    let mut child = started_endless(&folder, heeding_interrupts);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    nothing_is_left(&folder);
    let run = read(&folder, "run");
    assert!(!run.complete);
    assert_eq!(times(&run)[0].status, Status::Skipped);
}

#[test]
fn a_collector_that_is_killed_leaves_nothing_of_a_build() {
    let folder = Folder::new();
    let mut child = started_endless(&folder, |command| by_way_of(command, "env", &[]));
    child.kill().unwrap();
    child.wait().unwrap();
    nothing_is_left(&folder);
    assert!(!folder.path().join("run.json").exists());
}

#[test]
fn what_a_killed_supervisor_left_of_a_build_goes_with_the_next_run() {
    let folder = Folder::new();
    let mut child = started_endless(&folder, |command| by_way_of(command, "env", &[]));
    let supervisor = processes_left(&folder).into_iter().find(|process| process.is_supervisor()).unwrap();
    kill_process(supervisor.pid, Signal::KILL).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // What left its process group is nobody's now: here the test ends it.
    wait_for("the end of what is left", || {
        let left = processes_within(&folder);
        for pid in &left {
            // Fails only where it has ended since.
            let _ = kill_process(*pid, Signal::KILL);
        }
        left.is_empty().then_some(())
    });
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(120);
    for left in folders_left(&folder) {
        fs::File::open(left).unwrap().set_modified(long_ago).unwrap();
    }
    run(&folder).args(["--only=syscall.null", "--starts=1", "--samples=2", "--out=next.json"]).assert().success();
    assert!(folders_left(&folder).is_empty(), "{:?}", folders_left(&folder));
}

#[test]
fn a_plan_says_how_long_builds_take_and_reads_no_tree() {
    let folder = Folder::new();
    let linux = kernel(&folder, KERNEL);
    fs::set_permissions(linux.join("init"), fs::Permissions::from_mode(0o000)).unwrap();
    let mut command = benchpages(&folder);
    command.args(["run", "--plan", "--only=build.kernel"]).arg(format!("--source=kernel={}", linux.display()));
    command.assert().success().stdout(contains("build.kernel"));
    fs::set_permissions(linux.join("init"), fs::Permissions::from_mode(0o700)).unwrap();
}
