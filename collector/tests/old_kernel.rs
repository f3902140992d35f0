//! Runs on a kernel that lacks every call that came after Linux 3.10.
//!
//! The calls are taken away by a seccomp filter, so that they answer ENOSYS as an old kernel does. It is put on by a
//! small C program, since the rules of this repository keep unsafe code out of tests.

#![cfg(target_arch = "x86_64")]
#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::path::PathBuf;
use std::process::{Command, Output};

use shared::model::{FailureKind, Run, Status, parse};
use started::Folder;

/// Executes its arguments without the calls from `sched_setattr` (314, Linux 3.14) on: `finit_module` (313, Linux 3.8) is
/// the last that Linux 3.10 has on x86-64.
const WITHOUT_NEWER_CALLS: &str = r#"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 314, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 126;
    execv(words[1], words + 1);
    return 127;
}
"#;

/// The C program, compiled.
fn without_newer_calls(folder: &Folder) -> PathBuf {
    let (source, program) = (folder.path().join("old.c"), folder.path().join("old"));
    std::fs::write(&source, WITHOUT_NEWER_CALLS).unwrap();
    assert!(Command::new("cc").arg("-o").arg(&program).arg(&source).status().unwrap().success());
    program
}

/// `benchpages` with these arguments, in the folder, on the old kernel.
fn benchpages(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(without_newer_calls(folder));
    command.arg(assert_cmd::cargo::cargo_bin!("benchpages")).args(arguments);
    command.current_dir(folder.path()).env("HOME", folder.path()).env_remove("XDG_DATA_HOME").output().unwrap()
}

fn read(folder: &Folder) -> Run {
    parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap()
}

#[test]
fn every_benchmark_is_measured_or_says_which_call_is_missing() {
    let folder = Folder::new();
    let arguments = ["run", "--starts=1", "--samples=2", "--settle=0", "--quiet", "--out=run.json"];
    let output = benchpages(&folder, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let run = read(&folder);
    assert!(run.complete);
    let mut measured = 0;
    for group in &run.groups {
        for cell in &group.cells {
            let reason = cell.reason.as_ref();
            let honest = reason.is_some_and(|reason| reason.kind == FailureKind::KernelLacks && reason.call.is_some());
            match cell.status {
                Status::Ok => measured += 1,
                Status::Unsupported if honest => {}
                _ => panic!("{} {}: {:?} {reason:?}", group.benchmark, cell.at, cell.status),
            }
        }
    }
    assert!(measured > 50, "{measured}");
}

#[test]
fn a_program_of_the_person_is_executed_there() {
    let folder = Folder::new();
    let arguments =
        ["exec", "true", "--starts=2", "--settle=0", "--quiet", "--out=run.json", "--", "/bin/sh", "-c", "exit 0"];
    let output = benchpages(&folder, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(read(&folder).groups[0].cells[0].status, Status::Ok);
}

#[test]
fn the_filter_takes_calls_away() {
    let folder = Folder::new();
    // memfd_create (319) came with Linux 3.17.
    let source = folder.path().join("ask.c");
    std::fs::write(
        &source,
        "#define _GNU_SOURCE\n#include <unistd.h>\nint main(void) { return syscall(319, \"x\", 0) < 0; }\n",
    )
    .unwrap();
    let ask = folder.path().join("ask");
    assert!(Command::new("cc").arg("-o").arg(&ask).arg(&source).status().unwrap().success());
    assert!(Command::new(&ask).status().unwrap().success(), "this kernel has memfd_create");
    assert!(!Command::new(without_newer_calls(&folder)).arg(&ask).status().unwrap().success());
}
