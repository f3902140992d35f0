//! System calls that do next to nothing.

use std::ffi::CStr;

use rustix::fd::AsFd;
use rustix::fs::{CWD, Mode, OFlags, mkdirat, open, openat};
use shared::model::Point;

use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::calls;

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
    let parent = calls::parent();
    Ok(Box::new(Repeated(move || Ok(calls::parent() == parent))))
}

fn read(_: &Setup, _: &Point) -> Prepared {
    let zero = open(c"/dev/zero", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("open")?;
    let mut byte = 1;
    Ok(Box::new(Repeated(move || Ok(calls::read_byte(zero.as_fd(), &mut byte).named("read")? == 1 && byte == 0))))
}

fn write(_: &Setup, _: &Point) -> Prepared {
    let null = open(c"/dev/null", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()).named("open")?;
    Ok(Box::new(Repeated(move || Ok(calls::write_byte(null.as_fd(), &0).named("write")? == 1))))
}

fn stat(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    Ok(Box::new(Repeated(|| Ok(calls::length(FILE).named("stat")? == CONTENT.len() as u64))))
}

fn fstat(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    let file = openat(CWD, FILE, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("openat")?;
    Ok(Box::new(Repeated(move || Ok(calls::length_of(file.as_fd()).named("fstat")? == CONTENT.len() as u64))))
}

fn open_close(_: &Setup, _: &Point) -> Prepared {
    make_file()?;
    Ok(Box::new(Repeated(|| calls::open_and_close(FILE).named("open").map(|()| true))))
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
