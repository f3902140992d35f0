//! Making and deleting files, in the work folder's filesystem or in a tmpfs.

pub(super) mod mount;
mod place;

use std::ffi::CString;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, Dir, Mode, OFlags, openat, statat, unlinkat};
use shared::model::Point;

use self::place::Place;
use super::ipc::bytes::write_whole;
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "fs.create", batch: Batch::Fixed(FILES), prepare: create },
    Measuring { id: "fs.delete", batch: Batch::Fixed(FILES), prepare: delete },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[include_str!("mod.rs"), include_str!("place.rs")];

/// Files of a sample.
const FILES: u64 = 1000;

fn create(_: &Setup, point: &Point) -> Prepared {
    Ok(Box::new(Create(Files::at(point)?)))
}

fn delete(_: &Setup, point: &Point) -> Prepared {
    Ok(Box::new(Delete(Files::at(point)?)))
}

/// One operation makes a file.
struct Create(Files);

impl Workload for Create {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let files = &self.0;
        let names = names(ops);
        let (elapsed, made) = clock.time(|| files.make(&names));
        made?;
        files.check(&names)?;
        files.delete(&names)?;
        Ok(elapsed)
    }

    fn note(&self) -> Option<String> {
        self.0.place.filesystem.clone()
    }
}

/// One operation deletes a file.
struct Delete(Files);

impl Workload for Delete {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let files = &self.0;
        let names = names(ops);
        files.make(&names)?;
        files.check(&names)?;
        let (elapsed, deleted) = clock.time(|| files.delete(&names));
        deleted?;
        files.check(&[])?;
        Ok(elapsed)
    }

    fn note(&self) -> Option<String> {
        self.0.place.filesystem.clone()
    }
}

/// Names of files, made before anything is timed.
fn names(count: u64) -> Vec<CString> {
    (0..count).filter_map(|number| CString::new(number.to_string()).ok()).collect()
}

/// What files are made of, and where.
struct Files {
    place: Place,
    contents: Vec<u8>,
}

impl Files {
    fn at(point: &Point) -> Result<Self, Failure> {
        let size = point.integer("size").and_then(|size| usize::try_from(size).ok());
        let size = size.ok_or_else(Failure::work_not_done)?;
        let place = match point.text("filesystem") {
            Some("work") => Place::work()?,
            Some("tmpfs") => Place::tmpfs()?,
            _ => return Err(Failure::work_not_done()),
        };
        Ok(Self { place, contents: vec![1; size] })
    }

    fn folder(&self) -> &OwnedFd {
        &self.place.folder
    }

    #[inline]
    fn make(&self, names: &[CString]) -> Result<(), Failure> {
        let create = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        for name in names {
            let file = openat(self.folder(), name, create, Mode::RUSR | Mode::WUSR).named("openat")?;
            write_whole(&file, &self.contents)?;
        }
        Ok(())
    }

    #[inline]
    fn delete(&self, names: &[CString]) -> Result<(), Failure> {
        names.iter().try_for_each(|name| unlinkat(self.folder(), name, AtFlags::empty()).named("unlinkat"))
    }

    /// Whether exactly these files are there, each of its size.
    fn check(&self, names: &[CString]) -> Result<(), Failure> {
        for name in names {
            let status = statat(self.folder(), name, AtFlags::empty()).named("newfstatat")?;
            if status.st_size != self.contents.len() as i64 {
                return Err(Failure::work_not_done());
            }
        }
        let mut there = 0;
        for entry in Dir::read_from(self.folder()).named("getdents64")? {
            let entry = entry.named("getdents64")?;
            there += usize::from(![c".", c".."].contains(&entry.file_name()));
        }
        if there == names.len() { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn files_are_made_and_deleted_in_either_filesystem_and_none_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for prepare in [create, delete] {
            for filesystem in ["work", "tmpfs"] {
                for size in [0, 10_240] {
                    let point = Point::new([("size", size.into()), ("filesystem", filesystem.into())]);
                    let workload = prepare(&start, &point).unwrap();
                    assert!(filesystem == "work" || workload.note().unwrap().starts_with("on tmpfs"));
                    run_at(workload, &[1, 50]);
                    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
                }
            }
        }
    }

    #[test]
    fn a_file_that_is_missing_of_another_size_or_too_many_is_found_out() {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let point = Point::new([("size", 5.into()), ("filesystem", "work".into())]);
        let files = Files::at(&point).unwrap();
        let names = names(3);
        files.make(&names).unwrap();
        assert_eq!(files.check(&names), Ok(()));
        assert_eq!(files.check(&names[..2]), Err(Failure::work_not_done()));
        assert_eq!(files.check(&[]), Err(Failure::work_not_done()));
        std::fs::write(folder.path().join("files/1"), "longer").unwrap();
        assert_eq!(files.check(&names), Err(Failure::work_not_done()));
    }
}
