//! `benchpages run` where something that a benchmark needs is missing: it says so, and measures the rest.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::fs::DirEntry;
use std::path::Path;
use std::process::{Command, ExitStatus};

use shared::model::{Cell, FailureKind, Run, Status, parse};
use started::{Folder, folders_left, processes_left, run, short_run, wait_for};

/// The collector's command with its arguments, started by a shell script that ends in `exec "$0" "$@"`.
fn by_script(folder: &Folder, wrapper: &[&str], script: &str, args: &[&str]) -> Run {
    let mut command = short_run(folder);
    command.args(args).arg("--out=run.json");
    let mut wrapped = Command::new(wrapper[0]);
    wrapped.args(&wrapper[1..]).args(["sh", "-c", script]).arg(command.get_program()).args(command.get_args());
    wrapped.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped.output().unwrap();
    let run = parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap();
    assert!(run.complete);
    assert!(processes_left(folder).is_empty() && folders_left(folder).is_empty());
    run
}

fn cells<'a>(run: &'a Run, benchmark: &str) -> &'a [Cell] {
    &run.groups.iter().find(|group| group.benchmark == benchmark).unwrap().cells
}

#[test]
fn more_descriptors_than_allowed_are_failed_points_and_the_rest_is_measured() {
    let folder = Folder::new();
    let args = ["--preset=standard", "--only=syscall.select,syscall.poll,sched.context_switch", "--placement=same_cpu"];
    let run = by_script(&folder, &["env"], "ulimit -n 64 && exec \"$0\" \"$@\"", &args);
    let ten = |cell: &&Cell| cell.at.integer("fds") == Some(10) || cell.at.integer("processes").is_some_and(|n| n < 10);
    for benchmark in ["syscall.select", "syscall.poll", "sched.context_switch"] {
        let (few, many): (Vec<&Cell>, Vec<&Cell>) = cells(&run, benchmark).iter().partition(ten);
        assert!(few.iter().all(|cell| cell.status == Status::Ok), "{benchmark}");
        let beyond = many.iter().filter(|cell| cell.at.integer("fds").or(cell.at.integer("processes")) > Some(60));
        for cell in beyond {
            let reason = cell.reason.as_ref().unwrap();
            assert_eq!(
                (cell.status, reason.errno.as_deref()),
                (Status::Failed, Some("EMFILE")),
                "{benchmark} {}",
                cell.at
            );
        }
    }
}

#[test]
fn without_a_shell_only_what_runs_one_is_unsupported() {
    let root = rustix::process::geteuid().is_root();
    let unshare: &[&str] = if root { &["unshare", "--mount"] } else { &["unshare", "--mount", "--map-root-user"] };
    let hide = "for folder in /usr/bin /bin; do mount -t tmpfs none $folder || exit 1; done";
    let works = |script: &str| {
        let mut probe = Command::new(unshare[0]);
        probe.args(&unshare[1..]).args(["sh", "-c", script]).status().as_ref().is_ok_and(ExitStatus::success)
    };
    // Where /bin is /usr/bin, mount itself is gone after the first.
    let hide = if works(hide) { hide } else { "mount -t tmpfs none /usr/bin" };
    if !works(hide) {
        eprintln!("skipped: folders cannot be hidden here");
        return;
    }
    let folder = Folder::new();
    let script = format!("{hide} && exec \"$0\" \"$@\"");
    let run = by_script(&folder, unshare, &script, &["--only=process.*"]);
    for benchmark in ["process.fork_exit", "process.fork_exec"] {
        assert_eq!(cells(&run, benchmark)[0].status, Status::Ok, "{benchmark}");
    }
    let shell = &cells(&run, "process.fork_shell")[0];
    assert_eq!(shell.status, Status::Unsupported);
    assert_eq!(shell.reason.as_ref().unwrap().kind, FailureKind::ProgramMissing);
}

/// What lies in the folders of the starts that run.
fn files_of_starts(folder: &Folder) -> Vec<DirEntry> {
    let starts = folders_left(folder).into_iter().filter_map(|run| std::fs::read_dir(run).ok()).flatten().flatten();
    starts.filter_map(|start| std::fs::read_dir(start.path()).ok()).flatten().flatten().collect()
}

#[test]
fn a_folder_in_another_filesystem_is_gone_when_the_collector_is_killed() {
    let folder = Folder::new();
    let args = ["--preset=full", "--only=fs.create", "--starts=50", "--out=run.json"];
    let is_tmpfs =
        |path: &Path| rustix::fs::statfs(path).is_ok_and(|seen| seen.f_type as u64 & 0xffff_ffff == 0x0102_1994);
    if is_tmpfs(folder.path()) || !is_tmpfs(Path::new("/dev/shm")) {
        eprintln!("skipped: there is no tmpfs beside another filesystem here");
        return;
    }
    let mut child = run(&folder).args(args).spawn().unwrap();
    let elsewhere = wait_for("a folder elsewhere", || {
        let link = files_of_starts(&folder).into_iter().find(|file| file.file_name() == "elsewhere")?;
        std::fs::read_link(link.path()).ok().filter(|folder| folder.exists())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for("the end of all processes", || processes_left(&folder).is_empty().then_some(()));
    wait_for("the end of the folder", || folders_left(&folder).is_empty().then_some(()));
    assert!(!elsewhere.exists(), "{}", elsewhere.display());
}

#[test]
fn semaphores_are_gone_when_the_collector_is_killed() {
    let folder = Folder::new();
    let args = ["--preset=standard", "--only=ipc.semaphore.latency", "--starts=200", "--out=run.json"];
    let mut child = run(&folder).args(args).spawn().unwrap();
    let set = wait_for("a set of semaphores", || {
        let mut names = files_of_starts(&folder).into_iter().filter_map(|file| file.file_name().into_string().ok());
        names.find_map(|name| name.strip_prefix("semaphores-")?.parse::<u64>().ok())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for("the end of all processes", || processes_left(&folder).is_empty().then_some(()));
    wait_for("the end of the folder", || folders_left(&folder).is_empty().then_some(()));
    let sets = std::fs::read_to_string("/proc/sysvipc/sem").unwrap();
    let ids = sets.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    assert!(ids.into_iter().all(|id| id != set), "{set} in {sets}");
}
