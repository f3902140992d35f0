//! Mapping files, and page faults: counted by the kernel, and so many as pages were touched.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, ftruncate, openat, unlinkat};
use rustix::io::pwrite;
use rustix::param::page_size;
use shared::model::Point;

use super::ipc::size_at;
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::mapping::Mapping;
use crate::sys::usage;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "vm.mmap", batch: Batch::Calibrated, prepare: mmap },
    Measuring { id: "vm.page_fault", batch: Batch::Calibrated, prepare: page_fault },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[include_str!("vm.rs"), include_str!("../sys/mapping.rs")];

/// Of a mapped file, a byte in so many is written to.
const STRIDE: usize = 160 << 10;
/// Pages of a mapping whose faults are timed.
const PAGES: usize = 512;
/// Pages that one fault of a file maps at once, where they are in memory.
const AROUND: usize = 16;
/// Faults of the program's own code and data that may come between.
const OWN: u64 = 16;
/// What pages hold at first.
const BYTE: u8 = 1;

fn mmap(_: &Setup, point: &Point) -> Prepared {
    let size = size_at(point, "size")?;
    let file = file()?;
    ftruncate(&file, size as u64).named("ftruncate")?;
    // Where the file is written to, it is in memory: no fault has to wait for a device.
    for place in (0..size).step_by(STRIDE) {
        if pwrite(&file, &[BYTE], place as u64).named("pwrite")? != 1 {
            return Err(Failure::work_not_done());
        }
    }
    Ok(Box::new(Mmap { file, size }))
}

/// One operation maps the file, writes to some places of it, and unmaps it.
struct Mmap {
    file: OwnedFd,
    size: usize,
}

impl Workload for Mmap {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let places = self.size.div_ceil(STRIDE);
        let before = usage::own().minor_faults;
        let (elapsed, all) = clock.time(|| {
            (0..ops).try_for_each(|_| {
                let mapping = Mapping::to_write(&self.file, self.size).named("mmap")?;
                mapping.write_each(STRIDE, places, BYTE);
                Ok(())
            })
        });
        all?;
        let faults = usage::own().minor_faults - before;
        if faults >= ops * places as u64 { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

fn page_fault(_: &Setup, point: &Point) -> Prepared {
    let page = page_size();
    let kind = match point.text("kind") {
        Some("file") => Kind::File(file_of_pages(AROUND * page)?),
        Some("anonymous") => Kind::Anonymous,
        Some("cow") => Kind::CopyOnWrite(file_of_pages(page)?),
        _ => return Err(Failure::work_not_done()),
    };
    Ok(Box::new(Faults { kind, page }))
}

/// What a fault does.
enum Kind {
    /// Maps a page of a file, to be read.
    File(OwnedFd),
    /// Makes a page of zeroes.
    Anonymous,
    /// Copies a page of a file that could only be read.
    CopyOnWrite(OwnedFd),
}

/// One operation is a fault.
struct Faults {
    kind: Kind,
    page: usize,
}

impl Faults {
    /// So many faults in a fresh mapping, and how long they took.
    fn round(&self, faults: usize, clock: &Clock) -> Result<u64, Failure> {
        match &self.kind {
            Kind::File(file) => {
                let stride = AROUND * self.page;
                let mapping = Mapping::to_read(file, PAGES * stride).named("mmap")?.without_huge_pages();
                let (elapsed, sum) = counted(faults, || clock.time(|| mapping.read_each(stride, faults)))?;
                if sum == faults as u64 * u64::from(BYTE) { Ok(elapsed) } else { Err(Failure::work_not_done()) }
            }
            Kind::Anonymous => {
                let mapping = Mapping::anonymous(PAGES * self.page).named("mmap")?.without_huge_pages();
                let (elapsed, ()) = counted(faults, || clock.time(|| mapping.write_each(self.page, faults, BYTE)))?;
                Ok(elapsed)
            }
            Kind::CopyOnWrite(file) => {
                let mapping = Mapping::copied_on_write(file, PAGES * self.page).named("mmap")?.without_huge_pages();
                let before = mapping.read_each(self.page, faults);
                let write = || clock.time(|| mapping.write_each(self.page, faults, BYTE + 1));
                let (elapsed, ()) = counted(faults, write)?;
                let after = mapping.read_each(self.page, faults);
                if after == 2 * before { Ok(elapsed) } else { Err(Failure::work_not_done()) }
            }
        }
    }
}

impl Workload for Faults {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let mut left = ops;
        let mut elapsed = 0;
        while left > 0 {
            let faults = left.min(PAGES as u64);
            elapsed += self.round(faults as usize, clock)?;
            left -= faults;
        }
        Ok(elapsed)
    }
}

/// Does work that must take so many faults: fewer mean that one fault mapped several pages, more that something else was
/// measured. A few may be this program's own, above all where it was forked just now.
fn counted<T>(faults: usize, work: impl FnOnce() -> T) -> Result<T, Failure> {
    let before = usage::own().minor_faults;
    let result = work();
    let counted = usage::own().minor_faults - before;
    let most = faults as u64 + faults as u64 / 50 + OWN;
    if (faults as u64..=most).contains(&counted) { Ok(result) } else { Err(Failure::work_not_done()) }
}

/// An empty file of the current folder that has lost its name.
fn file() -> Result<OwnedFd, Failure> {
    let (name, mode) = (c"mapped", Mode::RUSR | Mode::WUSR);
    let create = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = openat(CWD, name, create, mode).named("openat")?;
    unlinkat(CWD, name, AtFlags::empty()).named("unlinkat")?;
    Ok(file)
}

/// A file with pages at multiples of `stride`, and with holes between them where that is more than a page.
fn file_of_pages(stride: usize) -> Result<OwnedFd, Failure> {
    let file = file()?;
    let page = vec![BYTE; page_size()];
    for index in 0..PAGES {
        if pwrite(&file, &page, (index * stride) as u64).named("pwrite")? != page.len() {
            return Err(Failure::work_not_done());
        }
    }
    ftruncate(&file, (PAGES * stride) as u64).named("ftruncate")?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::setup;
    use super::*;

    #[test]
    fn faults_are_counted_in_a_process_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for kind in ["file", "anonymous", "cow"] {
            let work = || {
                let mut faults = page_fault(&start, &Point::new([("kind", kind.into())]))?;
                for ops in [1, 100, 1200] {
                    faults.batch(ops, &Clock::measure())?;
                }
                Ok(())
            };
            assert_eq!(start.partner(work).unwrap().join(), Ok(()), "{kind}");
        }
        let work = || mmap(&start, &Point::new([("size", (1 << 20).into())]))?.batch(20, &Clock::measure()).map(|_| ());
        start.partner(work).unwrap().join().unwrap();
    }

    #[test]
    fn fewer_or_more_faults_than_pages_are_found_out() {
        let start = setup();
        let work = || {
            let mapping = || Mapping::anonymous(300 * page_size()).named("mmap").map(Mapping::without_huge_pages);
            let (few, many) = (mapping()?, mapping()?);
            let too_few = counted(200, || few.write_each(page_size(), 100, 1)).is_err();
            let too_many = counted(200, || many.write_each(page_size(), 300, 1)).is_err();
            if too_few && too_many { Ok(()) } else { Err(Failure::work_not_done()) }
        };
        start.partner(work).unwrap().join().unwrap();
    }
}
