//! `benchpages run` where something stops, fills up or is taken away: each affected cell says so, the rest is measured,
//! and nothing is left.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustix::process::{Pid, Signal, kill_process};
use shared::model::{Cell, FailureKind, Run, Status, parse};
use started::{Folder, Process, benchpages, by_way_of, folders_left, processes_left, run, short_run, wait_for};

fn read(folder: &Folder) -> Run {
    parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap()
}

fn cell<'a>(run: &'a Run, benchmark: &str) -> &'a Cell {
    &run.groups.iter().find(|group| group.benchmark == benchmark).unwrap().cells[0]
}

fn nothing_is_left(folder: &Folder) {
    assert!(processes_left(folder).is_empty() && folders_left(folder).is_empty());
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn parent(pid: Pid) -> Option<Pid> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    // The name in parentheses may hold anything.
    Pid::from_raw(text.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?)
}

/// The first start of a run, or its partner, is stopped; the run goes on to its end.
fn with_one_stopped(benchmarks: [&str; 2], find: impl Fn(&[Process]) -> Option<Pid>) -> Run {
    let folder = Folder::new();
    let only = format!("--only={}", benchmarks.join(","));
    // Many samples, so that the process is there when it is stopped.
    let args = [&only, "--starts=1", "--samples=40", "--placement=same_cpu", "--out=run.json"];
    let mut child = run(&folder).args(args).spawn().unwrap();
    let stopped = wait_for("the process to stop", || find(&processes_left(&folder)));
    kill_process(stopped, Signal::STOP).unwrap();
    let status = child.wait().unwrap();
    nothing_is_left(&folder);
    let run = read(&folder);
    assert!(run.complete);
    assert_eq!(status.code(), Some(3), "one failed");
    let of = |status| benchmarks.iter().filter(|id| cell(&run, id).status == status).count();
    assert_eq!(of(Status::Ok), 1, "the other one is measured");
    run
}

#[test]
fn a_stopped_start_is_a_timeout_and_the_rest_is_measured() {
    let run = with_one_stopped(["syscall.null", "syscall.read"], |processes| {
        processes.iter().find(|process| process.is_start()).map(|process| process.pid)
    });
    let late = run.groups.iter().map(|group| &group.cells[0]).find(|cell| cell.status == Status::Timeout).unwrap();
    assert_eq!(late.reason.as_ref().unwrap().kind, FailureKind::Deadline);
}

#[test]
fn a_stopped_partner_fails_its_start_and_the_rest_is_measured() {
    let run = with_one_stopped(["ipc.pipe.latency", "ipc.unix.latency"], |processes| {
        let starts: Vec<Pid> =
            processes.iter().filter(|process| process.is_start()).map(|process| process.pid).collect();
        starts.iter().find(|pid| parent(**pid).is_some_and(|parent| starts.contains(&parent))).copied()
    });
    let hurt = run.groups.iter().map(|group| &group.cells[0]).find(|cell| cell.status != Status::Ok).unwrap();
    assert!(matches!(hurt.status, Status::Timeout | Status::Failed), "{hurt:?}");
    assert!(hurt.reason.is_some());
}

/// The words that start a command in namespaces of its own, as root or, where users may, as a user who looks like root.
fn unshare(kinds: &[&'static str]) -> Vec<&'static str> {
    let root = rustix::process::geteuid().is_root();
    let mut words = vec!["unshare"];
    words.extend(kinds);
    words.extend((!root).then_some("--map-root-user"));
    words
}

fn works(words: &[&str], script: &str) -> bool {
    let mut probe = Command::new(words[0]);
    probe.args(&words[1..]).args(["sh", "-c", script]).output().is_ok_and(|output| output.status.success())
}

/// A command after a shell script, in namespaces.
fn after(words: &[&str], script: &str, command: &Command) -> Command {
    let script = format!("{script}exec \"$0\" \"$@\"");
    by_way_of(command, words[0], &[&words[1..], &["sh", "-c", &script]].concat())
}

/// A run in a work folder that is a small filesystem of its own; none where that cannot be made.
fn in_a_small_filesystem(options: &str, only: &str) -> Option<Run> {
    let words = unshare(&["--mount"]);
    let folder = Folder::new();
    let mut command = short_run(&folder);
    command.args(["--preset=standard", "--placement=same_cpu", only, "--out=run.json"]);
    let script = format!("mount -t tmpfs -o {options} none {} && ", folder.path().join("work").display());
    if !works(&words, &format!("{script} true")) {
        eprintln!("skipped: no small filesystem can be mounted here");
        return None;
    }
    let output = after(&words, &script, &command).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    nothing_is_left(&folder);
    let run = read(&folder);
    assert!(run.complete);
    Some(run)
}

/// Status, call and error of a cell.
fn outcome(cell: &Cell) -> (Status, Option<&str>, Option<&str>) {
    let reason = cell.reason.as_ref();
    (cell.status, reason.and_then(|reason| reason.call.as_deref()), reason.and_then(|reason| reason.errno.as_deref()))
}

#[test]
fn in_a_folder_that_is_full_what_does_not_fit_fails_and_the_rest_is_measured() {
    let only = "--only=syscall.null,syscall.read,file.*,fs.create,ipc.fifo.latency,process.fork_exec";
    let Some(run) = in_a_small_filesystem("size=64k", only) else { return };
    let mut too_large = 0;
    for group in &run.groups {
        for cell in &group.cells {
            let size = cell.at.integer("size").unwrap_or(0);
            let expected = match group.benchmark.as_str() {
                // It makes many files of a size.
                "fs.create" if size > 0 => (Status::Failed, Some("write"), Some("ENOSPC")),
                "file.write" | "file.reread" | "file.mmap_reread" if size > 64 << 10 => {
                    (Status::Failed, Some("pwrite"), Some("ENOSPC"))
                }
                _ => (Status::Ok, None, None),
            };
            assert_eq!(outcome(cell), expected, "{} {}", group.benchmark, cell.at);
            too_large += usize::from(cell.status == Status::Failed);
        }
    }
    assert!(too_large > 6, "{too_large}");
}

#[test]
fn where_a_start_can_have_no_folder_its_cells_say_so() {
    // Two files: the filesystem's own folder and the run's.
    let Some(run) = in_a_small_filesystem("nr_inodes=2", "--only=syscall.null,ipc.pipe.latency") else { return };
    assert_eq!(run.groups.len(), 2);
    for cell in run.groups.iter().flat_map(|group| &group.cells) {
        assert_eq!(outcome(cell), (Status::Failed, Some("mkdir"), Some("ENOSPC")));
    }
}

#[test]
fn without_loopback_what_needs_it_says_so_and_the_rest_is_measured() {
    let words = unshare(&["--net"]);
    if !works(&words, "true") {
        eprintln!("skipped: no network namespace can be made here");
        return;
    }
    let folder = Folder::new();
    let mut command = run(&folder);
    command.args(["--preset=standard", "--starts=1", "--samples=2", "--placement=same_cpu", "--out=run.json"]);
    command.args(["--only=net.*,ipc.pipe.latency,syscall.epoll"]);
    let output = after(&words, "", &command).output().unwrap();
    nothing_is_left(&folder);
    let run = read(&folder);
    assert!(run.complete, "{}", said(&output));
    assert_eq!(cell(&run, "ipc.pipe.latency").status, Status::Ok);
    let lacks = |id: &str, cell: &Cell| {
        let over_unix = id == "net.unix.connect" || cell.at.text("family") == Some("unix");
        id.starts_with("net.") && !over_unix || cell.at.text("kind") == Some("tcp")
    };
    let mut without = 0;
    for group in &run.groups {
        for cell in &group.cells {
            if lacks(&group.benchmark, cell) {
                without += 1;
                let expected = (Status::Failed, Some("connect"), Some("ENETUNREACH"));
                assert_eq!(outcome(cell), expected, "{} {}", group.benchmark, cell.at);
            } else {
                assert_eq!(cell.status, Status::Ok, "{} {}: {:?}", group.benchmark, cell.at, cell.reason);
            }
        }
    }
    assert!(without > 20, "{without}");
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
}

/// A control group that may use a fifth of one CPU; removed when dropped.
struct Quota {
    folder: PathBuf,
    entry: &'static str,
}

impl Quota {
    fn make() -> Option<Self> {
        let name = format!("benchpages-test-{}", std::process::id());
        let (v1, v2) = (Path::new("/sys/fs/cgroup/cpu"), Path::new("/sys/fs/cgroup"));
        let quota = if v1.join("cpu.cfs_quota_us").exists() || v1.join("tasks").exists() {
            let quota = Self { folder: v1.join(name), entry: "tasks" };
            std::fs::create_dir(&quota.folder).ok()?;
            std::fs::write(quota.folder.join("cpu.cfs_period_us"), "100000").ok()?;
            std::fs::write(quota.folder.join("cpu.cfs_quota_us"), "20000").ok()?;
            quota
        } else {
            let quota = Self { folder: v2.join(name), entry: "cgroup.procs" };
            std::fs::create_dir(&quota.folder).ok()?;
            std::fs::write(quota.folder.join("cpu.max"), "20000 100000").ok()?;
            quota
        };
        Some(quota)
    }

    /// What a shell does to go there.
    fn enter(&self) -> String {
        format!("echo $$ > {} && ", self.folder.join(self.entry).display())
    }
}

impl Drop for Quota {
    fn drop(&mut self) {
        // The last process of the group may be about to go.
        for _ in 0..100 {
            if std::fs::remove_dir(&self.folder).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[test]
fn with_a_quota_everything_is_measured_and_the_verdict_and_doctor_name_it() {
    let Some(quota) = Quota::make() else {
        eprintln!("skipped: no control group with a CPU quota can be made here");
        return;
    };
    let folder = Folder::new();
    let mut command = short_run(&folder);
    command.args(["--only=syscall.null,ipc.pipe.latency", "--placement=same_cpu", "--out=run.json"]);
    let output = after(&["env"], &quota.enter(), &command).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    nothing_is_left(&folder);
    let run = read(&folder);
    assert!(run.complete);
    assert!(run.groups.iter().flat_map(|group| &group.cells).all(|cell| cell.status == Status::Ok));
    let verdict = run.verdict.as_ref().unwrap();
    let reason = verdict.reasons.iter().find(|reason| reason.kind == "quota").unwrap();
    assert!(reason.text.contains("CPU quota was used up in"), "{}", reason.text);
    assert!(run.during.cgroup_throttled.is_some_and(|periods| periods > 0));
    let doctor = after(&["env"], &quota.enter(), benchpages(&folder).arg("doctor")).output().unwrap();
    let text = String::from_utf8_lossy(&doctor.stdout);
    assert!(text.contains("0.2"), "{text}");
}

#[test]
fn a_limit_that_is_too_small_is_named_and_no_signal_ends_the_collector() {
    let folder = Folder::new();
    let mut command = short_run(&folder);
    command.args(["--only=syscall.null", "--out=run.json"]);
    for (limit, expected) in [("-s 64", "ulimit -s 512"), ("-f 1", "File too large")] {
        let output = after(&["env"], &format!("ulimit {limit} && "), &command).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{limit}: {}", said(&output));
        assert!(said(&output).contains(expected), "{limit}: {}", said(&output));
        nothing_is_left(&folder);
        assert!(!folder.path().join("run.json").exists());
    }
}

#[test]
fn what_a_limit_of_files_leaves_is_measured_and_a_program_of_the_person_meets_it_as_ever() {
    let folder = Folder::new();
    let mut command = short_run(&folder);
    command.args(["--preset=standard", "--only=syscall.null,file.write", "--placement=same_cpu", "--out=run.json"]);
    // In units of 512 or 1024 bytes, by shell.
    let output = after(&["env"], "ulimit -f 1000 && ", &command).output().unwrap();
    let (fits, too_large) = ((Status::Ok, None, None), (Status::Failed, Some("pwrite"), Some("EFBIG")));
    let sizes = [(64 << 10, fits), (8 << 20, too_large)];
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let measured = read(&folder);
    assert_eq!(outcome(cell(&measured, "syscall.null")), (Status::Ok, None, None));
    let writes = measured.groups.iter().find(|group| group.benchmark == "file.write").unwrap();
    for (size, expected) in sizes {
        let of_size = writes.cells.iter().filter(|cell| cell.at.integer("size") == Some(size));
        let outcomes: Vec<_> = of_size.map(outcome).collect();
        assert_eq!(outcomes, [expected; 2], "{size}, with and without fsync");
    }
    nothing_is_left(&folder);

    let mut own = benchpages(&folder);
    own.args(["exec", "own", "--starts=1", "--settle=0", "--quiet", "--out=own.json", "--"]);
    own.args(["sh", "-c", "exec head -c 9000000 /dev/zero > large"]);
    let output = after(&["env"], "ulimit -f 1000 && ", &own).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let own = parse(&std::fs::read(folder.path().join("own.json")).unwrap()).unwrap();
    let reason = own.groups[0].cells[0].reason.as_ref().unwrap();
    assert_eq!((reason.kind, reason.signal), (FailureKind::EndedBySignal, Some(25)), "SIGXFSZ");
}
