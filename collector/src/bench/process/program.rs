//! Where the program that exits is, so that it can be executed: in memory, or where kernel or mount forbid that, in a file
//! of the current folder.

use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use rustix::fs::{CWD, MemfdFlags, Mode, OFlags, memfd_create, openat};
use shared::model::FailureKind;

use super::super::ipc::bytes::write_whole;
use super::super::{Failure, Named};
use super::{SHELL, not_as_it_should};
use crate::sys::exit_program::{STATUS, image};
use crate::sys::processes::{Ended, Exec, fork_exec};

/// Its name in the current folder.
const NAME: &CStr = c"exit";

/// The program.
pub struct Program {
    memory: Option<OwnedFd>,
    path: CString,
    by_path: bool,
}

impl Program {
    /// The first place from which it can be executed: memory, without a path or with that of its descriptor; a file.
    pub fn executable() -> Result<Self, Failure> {
        let nameless = || Self::in_memory().map(|program| Self { by_path: false, ..program });
        first(&[&nameless, &Self::in_memory, &Self::in_a_file], |program| fork_exec(program.exec(), &[NAME], None))
    }

    /// The first path by which it can be executed. That of a descriptor comes last, as looking it up costs more than much
    /// of an exec.
    pub fn with_path() -> Result<Self, Failure> {
        first(&[&Self::in_a_file, &Self::in_memory], |program| fork_exec(program.exec(), &[NAME], None))
    }

    /// The first path by which a shell can execute it.
    pub fn run_by_shell() -> Result<Self, Failure> {
        first(&[&Self::in_a_file, &Self::in_memory], |program| {
            fork_exec(Exec::Path(SHELL), &[c"sh", c"-c", program.path()], program.inherited())
        })
    }

    /// How to execute it.
    pub fn exec(&self) -> Exec<'_> {
        match &self.memory {
            Some(memory) if !self.by_path => Exec::Open(memory.as_fd()),
            _ => Exec::Path(&self.path),
        }
    }

    /// Its path, in a process that holds what is [`inherited`](Self::inherited).
    pub fn path(&self) -> &CStr {
        &self.path
    }

    /// What must be open in the process that executes it by its path.
    pub fn inherited(&self) -> Option<BorrowedFd<'_>> {
        self.memory.as_ref().map(AsFd::as_fd)
    }

    fn in_memory() -> Result<Self, Failure> {
        let memory = memfd_create(NAME, MemfdFlags::CLOEXEC).named("memfd_create")?;
        write_whole(&memory, &file()?)?;
        let path =
            CString::new(format!("/proc/self/fd/{}", memory.as_raw_fd())).map_err(|_| Failure::work_not_done())?;
        Ok(Self { memory: Some(memory), path, by_path: true })
    }

    fn in_a_file() -> Result<Self, Failure> {
        let create = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
        let written = openat(CWD, NAME, create, Mode::RWXU).named("openat")?;
        write_whole(&written, &file()?)?;
        Ok(Self { memory: None, path: c"./exit".to_owned(), by_path: true })
    }
}

fn file() -> Result<Vec<u8>, Failure> {
    image().ok_or_else(|| Failure::unsupported(FailureKind::ProgramMissing))
}

/// The first place from which the program runs; why the last one does not.
fn first(
    places: &[&dyn Fn() -> Result<Program, Failure>],
    run: impl Fn(&Program) -> std::io::Result<Ended>,
) -> Result<Program, Failure> {
    let mut failure = Failure::work_not_done();
    for place in places {
        let tried = place().and_then(|program| match run(&program).named("fork")? {
            Ended::Exited(STATUS) => Ok(program),
            ended => Err(not_as_it_should(ended)),
        });
        match tried {
            Ok(program) => return Ok(program),
            Err(why) => failure = why,
        }
    }
    Err(failure)
}
