//! Copying chunk by chunk: in user space by memcpy, and between user space and the kernel through a memory file.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, CWD, MemfdFlags, Mode, OFlags, memfd_create, openat, unlinkat};
use rustix::io::{Errno, pread, pwrite};
use shared::model::Point;

use super::page_buffer::PageBuffer;
use super::{Batch, Failure, Measuring, Named, Setup, Workload};
use crate::clock::Clock;
use crate::sys::memcpy;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[Measuring { id: "copy.sweep", batch: Batch::Calibrated, prepare: sweep }];

/// The files that measure it.
pub(super) const SOURCE: &[&str] =
    &[include_str!("copy.rs"), include_str!("page_buffer.rs"), include_str!("../sys/memcpy.rs")];

/// Bytes of each buffer and of the file.
const LENGTH: usize = 65_536;

fn sweep(_: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let chunk = point.integer("chunk").and_then(|chunk| usize::try_from(chunk).ok());
    let chunk = chunk.filter(|&chunk| chunk > 0 && LENGTH.is_multiple_of(chunk));
    let (Some(chunk), Some("hot")) = (chunk, point.text("cache")) else {
        return Err(Failure::work_not_done());
    };
    let method = match point.text("method") {
        Some("memcpy") => Method::Memcpy,
        Some("pread") => Method::Pread(memory_file()?),
        Some("pwrite") => Method::Pwrite(memory_file()?),
        _ => return Err(Failure::work_not_done()),
    };
    Ok(Box::new(Sweep::new(method, chunk)))
}

/// What copies.
enum Method {
    /// From `source` to `target`.
    Memcpy,
    /// From the file to `target`.
    Pread(OwnedFd),
    /// From `source` to the file.
    Pwrite(OwnedFd),
}

/// One operation is a copy of one chunk. `source` holds what is copied; `target` is what came of it, in the end.
struct Sweep {
    method: Method,
    chunk: usize,
    source: PageBuffer,
    target: PageBuffer,
    batches: u8,
}

impl Sweep {
    fn new(method: Method, chunk: usize) -> Self {
        Self { method, chunk, source: PageBuffer::new(LENGTH, 0), target: PageBuffer::new(LENGTH, 0), batches: 0 }
    }

    /// Fresh bytes to copy, and none of them where they are to go. Both buffers, or the file, are in the cache afterwards.
    fn set_up(&mut self) -> Result<(), Failure> {
        self.batches = self.batches.wrapping_add(1);
        for (index, byte) in self.source.bytes_mut().iter_mut().enumerate() {
            *byte = (index / 8) as u8 ^ (index / 2048) as u8 ^ self.batches;
        }
        for (byte, source) in self.target.bytes_mut().iter_mut().zip(self.source.bytes()) {
            *byte = !source;
        }
        match &self.method {
            Method::Memcpy => Ok(()),
            Method::Pread(file) => whole(pwrite(file, self.source.bytes(), 0), "pwrite"),
            Method::Pwrite(file) => whole(pwrite(file, self.target.bytes(), 0), "pwrite"),
        }
    }

    /// The work itself.
    #[inline]
    fn copy(&mut self, copies: u64) -> Result<(), Failure> {
        let Self { method, chunk, source, target, .. } = self;
        let (chunk, source, target) = (*chunk, source.bytes(), target.bytes_mut());
        match method {
            Method::Memcpy => {
                memcpy::walk(target, source, chunk, copies);
                Ok(())
            }
            Method::Pread(file) => {
                in_step(chunk, copies, "pread", |at| pread(&*file, &mut target[at..at + chunk], at as u64))
            }
            Method::Pwrite(file) => {
                in_step(chunk, copies, "pwrite", |at| pwrite(&*file, &source[at..at + chunk], at as u64))
            }
        }
    }

    /// Whether exactly what should have been copied was.
    fn check(&mut self, copies: u64) -> Result<(), Failure> {
        if let Method::Pwrite(file) = &self.method {
            whole(pread(file, self.target.bytes_mut(), 0), "pread")?;
        }
        let copied = usize::try_from(copies).unwrap_or(usize::MAX).saturating_mul(self.chunk).min(LENGTH);
        let right = self.target.bytes().iter().zip(self.source.bytes()).enumerate();
        let mut right = right.map(|(at, (target, source))| (target == source) == (at < copied));
        if right.all(|right| right) { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

impl Workload for Sweep {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        self.set_up()?;
        let (elapsed, copied) = clock.time(|| self.copy(ops));
        copied?;
        self.check(ops)?;
        Ok(elapsed)
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.chunk as u64)
    }
}

/// Makes `copies` calls, walking the buffer chunk by chunk from its start and round again. Each must move a whole chunk.
#[inline]
fn in_step(
    chunk: usize,
    copies: u64,
    name: &str,
    mut call: impl FnMut(usize) -> Result<usize, Errno>,
) -> Result<(), Failure> {
    let mut at = 0;
    for _ in 0..copies {
        match call(at) {
            Ok(moved) if moved == chunk => {}
            other => return Err(other.map_or_else(|error| Failure::call(name, error), |_| Failure::work_not_done())),
        }
        at += chunk;
        if at == LENGTH {
            at = 0;
        }
    }
    Ok(())
}

fn whole(moved: Result<usize, Errno>, call: &str) -> Result<(), Failure> {
    if moved.named(call)? == LENGTH { Ok(()) } else { Err(Failure::work_not_done()) }
}

/// A file in memory without a name. Kernels before 3.17 have no call for it: then one without a name in the current folder.
fn memory_file() -> Result<OwnedFd, Failure> {
    match memfd_create(c"copy", MemfdFlags::CLOEXEC) {
        Err(Errno::NOSYS) => nameless_file(),
        file => file.named("memfd_create"),
    }
}

/// A file of the current folder without a name, or, where the filesystem lacks those, one that has lost it.
fn nameless_file() -> Result<OwnedFd, Failure> {
    let open = OFlags::RDWR | OFlags::CLOEXEC;
    let mode = Mode::RUSR | Mode::WUSR;
    openat(CWD, c".", open | OFlags::TMPFILE, mode).or_else(|_| unlinked_file(open, mode))
}

fn unlinked_file(open: OFlags, mode: Mode) -> Result<OwnedFd, Failure> {
    let name = c"copied";
    let file = openat(CWD, name, open | OFlags::CREATE | OFlags::EXCL, mode).named("openat")?;
    unlinkat(CWD, name, AtFlags::empty()).named("unlinkat")?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(method: &str, chunk: u64) -> Point {
        Point::new([("method", method.into()), ("chunk", chunk.into()), ("cache", "hot".into())])
    }

    fn setup() -> Setup {
        Setup::new(shared::model::Placement::SameCpu, Vec::new(), None)
    }

    #[test]
    fn every_method_copies_what_it_says_and_no_more() {
        let clock = Clock::measure();
        for method in ["memcpy", "pread", "pwrite"] {
            for chunk in [8, 4096, 65_536] {
                let mut workload = sweep(&setup(), &point(method, chunk)).unwrap();
                assert_eq!(workload.amount_per_op(), Some(chunk));
                for ops in [1, 3, LENGTH as u64 / chunk + 1] {
                    assert!(workload.batch(ops, &clock).unwrap() > 0, "{method} {chunk}");
                }
                workload.finish().unwrap();
            }
        }
    }

    #[test]
    fn a_copy_that_was_not_made_is_found_out() {
        let mut sweep = Sweep::new(Method::Memcpy, 8);
        sweep.set_up().unwrap();
        sweep.copy(99).unwrap();
        assert_eq!(sweep.check(99), Ok(()));
        assert_eq!(sweep.check(100), Err(Failure::work_not_done()));
        assert_eq!(sweep.check(98), Err(Failure::work_not_done()));
    }

    #[test]
    fn the_files_that_older_kernels_have_copy_too() {
        let folder = tempfile::tempdir().unwrap();
        let _turn = super::super::ipc::pair::testing::alone();
        std::env::set_current_dir(&folder).unwrap();
        let mode = Mode::RUSR | Mode::WUSR;
        for file in [nameless_file().unwrap(), unlinked_file(OFlags::RDWR, mode).unwrap()] {
            assert_eq!(whole(pwrite(&file, &[7; LENGTH], 0), "pwrite"), Ok(()));
            let mut back = vec![0; LENGTH];
            assert_eq!(whole(pread(&file, back.as_mut_slice(), 0), "pread"), Ok(()));
            assert!(back.iter().all(|&byte| byte == 7));
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn chunks_that_do_not_divide_the_buffer_and_unknown_methods_have_no_figure() {
        for point in [point("memcpy", 0), point("memcpy", 3), point("magic", 8)] {
            assert_eq!(sweep(&setup(), &point).err(), Some(Failure::work_not_done()));
        }
    }
}
