//! Writing a file anew.

use rustix::fs::{CWD, Mode, OFlags, fsync, openat};
use shared::model::Point;

use super::super::ipc::size_at;
use super::super::page_buffer::PageBuffer;
use super::super::{Failure, Named, Prepared, Setup, Workload};
use super::contents::{PIECE, piece, sum_all, sum_of_pieces, write_all};
use crate::clock::Clock;

/// The file's name in the current folder.
const NAME: &str = "written";

/// A file of the point's size.
pub fn write(_: &Setup, point: &Point) -> Prepared {
    let size = size_at(point, "size")?;
    let fsync = match point.text("fsync") {
        Some("no") => false,
        Some("yes") => true,
        _ => return Err(Failure::work_not_done()),
    };
    Ok(Box::new(Write { size, fsync, number: 0, buffer: PageBuffer::new(PIECE, 0) }))
}

/// One operation writes the whole file.
struct Write {
    size: usize,
    fsync: bool,
    number: u8,
    buffer: PageBuffer,
}

impl Write {
    #[inline]
    fn anew(&self, piece: &PageBuffer) -> Result<(), Failure> {
        let open = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
        let file = openat(CWD, NAME, open, Mode::RUSR | Mode::WUSR).named("openat")?;
        write_all(&file, piece, self.size)?;
        if self.fsync { fsync(&file).named("fsync") } else { Ok(()) }
    }
}

impl Workload for Write {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        self.number = self.number.wrapping_add(1);
        let piece = piece(self.size, self.number);
        let (elapsed, all) = clock.time(|| (0..ops).try_for_each(|_| self.anew(&piece)));
        all?;
        let file = openat(CWD, NAME, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).named("openat")?;
        let sum = sum_all(&file, &mut self.buffer, self.size)?;
        if sum == sum_of_pieces(&piece, self.size) { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.size as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn a_file_holds_what_was_written_last() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for fsync in ["no", "yes"] {
            let point = Point::new([("size", 150_000.into()), ("fsync", fsync.into())]);
            run_at(write(&start, &point).unwrap(), &[1, 2]);
            assert_eq!(std::fs::metadata(NAME).unwrap().len(), 150_000);
        }
    }
}
