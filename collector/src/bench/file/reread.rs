//! Reading a file that is in memory already, by read or by a mapping.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, unlinkat};
use shared::model::Point;

use super::super::ipc::size_at;
use super::super::page_buffer::PageBuffer;
use super::super::{Failure, Named, Prepared, Setup, Workload};
use super::contents::{PIECE, piece, sum_all, sum_of_pieces, write_all};
use crate::clock::Clock;
use crate::sys::mapping::Mapping;

/// The file's name in the current folder.
const NAME: &str = "reread";

/// By read.
pub fn read(_: &Setup, point: &Point) -> Prepared {
    let file = Reread::make(NAME, size_at(point, "size")?)?;
    let mut buffer = PageBuffer::new(PIECE, 0);
    match point.text("mode") {
        Some("io_only") => {
            let open = file.open()?;
            Ok(file.passes(move |file| sum_all(&open, &mut buffer, file.size)))
        }
        Some("open2close") => Ok(file.passes(move |file| sum_all(file.open()?, &mut buffer, file.size))),
        _ => Err(Failure::work_not_done()),
    }
}

/// By a mapping.
pub fn mapped(_: &Setup, point: &Point) -> Prepared {
    let file = Reread::make(NAME, size_at(point, "size")?)?;
    match point.text("mode") {
        Some("io_only") => {
            let mapping = Mapping::to_read(file.open()?, file.size).named("mmap")?;
            Ok(file.passes(move |_| Ok(std::hint::black_box(&mapping).sum())))
        }
        Some("open2close") => {
            Ok(file.passes(|file| Ok(Mapping::to_read(file.open()?, file.size).named("mmap")?.sum())))
        }
        _ => Err(Failure::work_not_done()),
    }
}

/// A file, and what a pass over it must sum up to. It goes when this is dropped.
struct Reread {
    name: &'static str,
    size: usize,
    sum: u64,
}

impl Reread {
    fn make(name: &'static str, size: usize) -> Result<Self, Failure> {
        let create = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let written = openat(CWD, name, create, Mode::RUSR | Mode::WUSR).named("openat")?;
        let piece = piece(size, 1);
        let file = Self { name, size, sum: sum_of_pieces(&piece, size) };
        write_all(written, &piece, size)?;
        Ok(file)
    }

    #[inline]
    fn open(&self) -> Result<OwnedFd, Failure> {
        openat(CWD, self.name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("openat")
    }

    fn passes(self, pass: impl FnMut(&Self) -> Result<u64, Failure> + 'static) -> Box<dyn Workload> {
        Box::new(Passes { file: self, pass })
    }
}

impl Drop for Reread {
    fn drop(&mut self) {
        // Fails only where it is gone; the folder goes in any case.
        let _ = unlinkat(CWD, self.name, AtFlags::empty());
    }
}

/// One operation is a pass over the file.
struct Passes<F> {
    file: Reread,
    pass: F,
}

impl<F: FnMut(&Reread) -> Result<u64, Failure>> Workload for Passes<F> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, all) = clock.time(|| {
            let mut all = true;
            for _ in 0..ops {
                all &= (self.pass)(&self.file)? == self.file.sum;
            }
            Ok::<bool, Failure>(all)
        });
        if all? { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.file.size as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn every_byte_is_summed_in_every_mode() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for prepare in [read, mapped] {
            for mode in ["io_only", "open2close"] {
                for size in [4096, PIECE as u64, 200_000] {
                    let point = Point::new([("size", size.into()), ("mode", mode.into())]);
                    let workload = prepare(&start, &point).unwrap();
                    assert_eq!(workload.amount_per_op(), Some(size));
                    run_at(workload, &[1, 3]);
                }
            }
        }
    }

    #[test]
    fn a_pass_over_other_bytes_is_work_not_done() {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let file = Reread::make("other", 100_000).unwrap();
        let mut passes = file.passes(|file| sum_all(file.open()?, &mut PageBuffer::new(PIECE, 0), file.size));
        let clock = Clock::measure();
        passes.batch(1, &clock).unwrap();
        let other = piece(100_000, 2);
        write_all(std::fs::File::options().write(true).open("other").unwrap(), &other, 100_000).unwrap();
        assert_eq!(passes.batch(1, &clock), Err(Failure::work_not_done()));
    }
}
