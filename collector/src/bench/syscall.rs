//! System calls that do next to nothing.

use std::ffi::CStr;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, open, openat, statat};
use rustix::process::{Pid, getppid};
use shared::model::Point;

use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "syscall.null", batch: Batch::Calibrated, prepare: null },
    Measuring { id: "syscall.read", batch: Batch::Calibrated, prepare: read },
    Measuring { id: "syscall.write", batch: Batch::Calibrated, prepare: write },
    Measuring { id: "syscall.stat", batch: Batch::Calibrated, prepare: stat },
    Measuring { id: "syscall.fstat", batch: Batch::Calibrated, prepare: fstat },
    Measuring { id: "syscall.open_close", batch: Batch::Calibrated, prepare: open_close },
];

/// A file three names below the work folder, whatever lies above it: the depth is the same on every machine.
const FILE: &CStr = c"a/b/file";
/// What it holds, so that stat has something to report that can be checked.
const CONTENT: &[u8] = b"benchpages";

/// A call that is made again and again, and how often it did what it should.
struct Repeated<F>(F);

impl<F: FnMut() -> Result<bool, Failure>> Workload for Repeated<F> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, done) = clock.time(|| {
            let mut done = 0;
            for _ in 0..ops {
                done += u64::from((self.0)()?);
            }
            Ok::<u64, Failure>(done)
        });
        if done? == ops { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

fn null(_: &Setup, _: &Point) -> Prepared {
    let parent = getppid();
    Ok(Box::new(Repeated(move || Ok(std::hint::black_box::<Option<Pid>>(getppid()) == parent))))
}

fn read(_: &Setup, _: &Point) -> Prepared {
    let zero = open(c"/dev/zero", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("open")?;
    let mut byte = [1];
    Ok(Box::new(Repeated(move || Ok(rustix::io::read(&zero, &mut byte).named("read")? == 1 && byte[0] == 0))))
}

fn write(_: &Setup, _: &Point) -> Prepared {
    let null = open(c"/dev/null", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()).named("open")?;
    Ok(Box::new(Repeated(move || Ok(rustix::io::write(&null, &[0]).named("write")? == 1))))
}

fn stat(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    Ok(Box::new(Repeated(|| {
        let status = statat(CWD, FILE, AtFlags::empty()).named("newfstatat")?;
        Ok(status.st_size == CONTENT.len() as i64)
    })))
}

fn fstat(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    let file = openat(CWD, FILE, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("openat")?;
    Ok(Box::new(Repeated(move || {
        let status = rustix::fs::fstat(&file).named("fstat")?;
        Ok(status.st_size == CONTENT.len() as i64)
    })))
}

fn open_close(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    Ok(Box::new(Repeated(|| {
        let file: OwnedFd = openat(CWD, FILE, OFlags::RDONLY, Mode::empty()).named("openat")?;
        drop(file);
        Ok(true)
    })))
}

/// Makes the file in the current folder, which is private to the start.
fn make_file() -> Result<(), Failure> {
    for folder in [c"a", c"a/b"] {
        mkdirat(CWD, folder, Mode::RWXU).named("mkdir")?;
    }
    let file = openat(CWD, FILE, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL, Mode::RUSR).named("openat")?;
    match rustix::io::write(&file, CONTENT).named("write")? {
        written if written == CONTENT.len() => Ok(()),
        _ => Err(Failure::work_not_done()),
    }
}
