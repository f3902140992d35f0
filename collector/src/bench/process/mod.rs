//! Making processes and threads. A forked child of this process does it, as the cost of a fork grows with the memory of
//! who forks.

pub(super) mod program;

use std::ffi::{CStr, CString};
use std::fs::read_to_string;

use shared::model::{FailureKind, Point, Reason};

use self::program::Program;
use super::apart::apart;
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::exit_program;
use crate::sys::processes::{self, Ended, Exec};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "process.fork_exit", batch: Batch::Calibrated, prepare: fork_exit },
    Measuring { id: "process.fork_exec", batch: Batch::Calibrated, prepare: fork_exec },
    Measuring { id: "process.fork_shell", batch: Batch::Calibrated, prepare: fork_shell },
    Measuring { id: "process.spawn", batch: Batch::Calibrated, prepare: spawn },
    Measuring { id: "process.thread", batch: Batch::Calibrated, prepare: thread },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("mod.rs"),
    include_str!("program.rs"),
    include_str!("../apart.rs"),
    include_str!("../../sys/exit_program.rs"),
    include_str!("../../sys/processes.rs"),
];

/// The shell that the C library's `system` runs.
const SHELL: &CStr = c"/bin/sh";
/// The status of a child that executes nothing: another than the program's.
const FORKED: i32 = 7;

fn fork_exit(setup: &Setup, _: &Point) -> Prepared {
    apart(setup, || made(FORKED, || processes::fork_exit(FORKED).named("fork")))
}

fn fork_exec(setup: &Setup, _: &Point) -> Prepared {
    apart(setup, || {
        let program = Program::executable()?;
        made(exit_program::STATUS, move || processes::fork_exec(program.exec(), &[c"exit"], None).named("fork"))
    })
}

fn fork_shell(setup: &Setup, _: &Point) -> Prepared {
    apart(setup, || {
        let program = Program::run_by_shell()?;
        let command = CString::new(program.path().to_bytes()).map_err(|_| Failure::work_not_done())?;
        made(exit_program::STATUS, move || {
            let shell = [c"sh", c"-c", command.as_c_str()];
            processes::fork_exec(Exec::Path(SHELL), &shell, program.inherited()).named("fork")
        })
    })
}

fn spawn(setup: &Setup, _: &Point) -> Prepared {
    apart(setup, || {
        let program = Program::with_path()?;
        made(exit_program::STATUS, move || processes::spawn(program.path(), &[c"exit"]).named("posix_spawn"))
    })
}

fn thread(setup: &Setup, _: &Point) -> Prepared {
    apart(setup, || {
        let mut number: usize = 0;
        made(0, move || {
            number = number.wrapping_add(1);
            let returned = processes::thread(number).named("pthread_create")?;
            Ok(if returned == number { Ended::Exited(0) } else { Ended::Otherwise })
        })
    })
}

/// A process is made again and again; each must end with the same status.
fn made<F: FnMut() -> Result<Ended, Failure> + 'static>(status: i32, make: F) -> Prepared {
    let mut made = Made { make, status };
    // What cannot be made at all is known before anything is timed.
    made.one()?;
    Ok(Box::new(made))
}

struct Made<F> {
    make: F,
    status: i32,
}

impl<F: FnMut() -> Result<Ended, Failure>> Made<F> {
    #[inline]
    fn one(&mut self) -> Result<(), Failure> {
        let ended = (self.make)()?;
        if ended == Ended::Exited(self.status) { Ok(()) } else { Err(not_as_it_should(ended)) }
    }
}

impl<F: FnMut() -> Result<Ended, Failure>> Workload for Made<F> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, all) = clock.time(|| {
            for _ in 0..ops {
                self.one()?;
            }
            Ok(())
        });
        all.map(|()| elapsed)
    }

    fn note(&self) -> Option<String> {
        own_kib().map(|[own, resident]| format!("made by a process of {own} KiB of its own, {resident} KiB resident"))
    }
}

/// Why a child did not do its work: what it should have executed is missing, or cannot be executed.
#[cold]
fn not_as_it_should(ended: Ended) -> Failure {
    match ended {
        Ended::NotExecuted(rustix::io::Errno::NOENT) => {
            let failure = Failure::call("execve", rustix::io::Errno::NOENT);
            let reason = Reason { kind: FailureKind::ProgramMissing, ..failure.reason };
            Failure { reason, ..Failure::unsupported(FailureKind::ProgramMissing) }
        }
        Ended::NotExecuted(error) => Failure::call("execve", error),
        Ended::Exited(_) | Ended::Otherwise => Failure::work_not_done(),
    }
}

/// Memory of this process in KiB: what a fork copies the tables of, which no file holds, and all that is resident.
fn own_kib() -> Option<[usize; 2]> {
    let memory = read_to_string("/proc/self/statm").ok()?;
    let mut pages = memory.split_whitespace().skip(1).map_while(|pages| pages.parse::<usize>().ok());
    let (resident, of_files) = (pages.next()?, pages.next()?);
    Some([resident.saturating_sub(of_files), resident].map(|pages| pages * rustix::param::page_size() / 1024))
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::{run_at, setup};
    use super::*;
    use crate::sys::lacking::without;

    #[test]
    fn every_way_of_making_one_ends_as_it_should() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for prepare in [fork_exit, fork_exec, fork_shell, spawn, thread] {
            let workload = prepare(&start, &Point::default()).unwrap();
            assert!(workload.note().unwrap().contains("KiB resident"));
            run_at(workload, &[1, 10]);
        }
    }

    #[test]
    fn kernels_without_execution_from_memory_execute_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for (lacks, in_a_file) in
            [(&[libc::SYS_execveat][..], false), (&[libc::SYS_execveat, libc::SYS_memfd_create], true)]
        {
            let work = || {
                without(lacks).named("prctl")?;
                let program = Program::executable()?;
                let by_path = matches!(program.exec(), Exec::Path(_));
                let ended = processes::fork_exec(program.exec(), &[c"exit"], None).named("fork")?;
                let right = by_path && program.inherited().is_none() == in_a_file;
                if right && ended == Ended::Exited(exit_program::STATUS) {
                    Ok(())
                } else {
                    Err(Failure::work_not_done())
                }
            };
            assert_eq!(start.partner(work).unwrap().join(), Ok(()), "{in_a_file}");
        }
    }

    #[test]
    fn another_status_is_work_not_done_and_a_missing_program_is_unsupported() {
        let wrong = made(FORKED, || Ok(Ended::Exited(FORKED + 1)));
        assert_eq!(wrong.err(), Some(Failure::work_not_done()));
        let start = setup();
        let missing = apart(&start, || {
            made(0, || processes::fork_exec(Exec::Path(c"/nowhere/sh"), &[c"sh"], None).named("fork"))
        });
        assert_eq!(missing.err().unwrap().to_string(), "unsupported: program_missing execve ENOENT");
    }
}
