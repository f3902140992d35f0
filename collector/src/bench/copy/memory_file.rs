//! A file in memory that nobody else sees.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, CWD, MemfdFlags, Mode, OFlags, memfd_create, openat, unlinkat};
use rustix::io::{Errno, pread, pwrite};

use super::super::{Failure, Named};

/// A file in memory without a name. Kernels before 3.17 have no call for it: then one without a name in the current folder.
pub(super) fn memory_file() -> Result<OwnedFd, Failure> {
    match memfd_create(c"copy", MemfdFlags::CLOEXEC) {
        Err(Errno::NOSYS) => nameless_file(),
        file => file.named("memfd_create"),
    }
}

/// Writes the bytes at the file's start.
pub(super) fn put(file: &OwnedFd, bytes: &[u8]) -> Result<(), Failure> {
    let mut done = 0;
    while done < bytes.len() {
        match pwrite(file, &bytes[done..], done as u64).named("pwrite")? {
            0 => return Err(Failure::work_not_done()),
            written => done += written,
        }
    }
    Ok(())
}

/// Reads what is at that place of the file.
pub(super) fn get(file: &OwnedFd, bytes: &mut [u8], at: usize) -> Result<(), Failure> {
    let mut done = 0;
    while done < bytes.len() {
        match pread(file, &mut bytes[done..], (at + done) as u64).named("pread")? {
            0 => return Err(Failure::work_not_done()),
            read => done += read,
        }
    }
    Ok(())
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

    #[test]
    fn the_files_that_older_kernels_have_keep_bytes_too() {
        let folder = tempfile::tempdir().unwrap();
        let _turn = super::super::super::ipc::pair::testing::alone();
        std::env::set_current_dir(&folder).unwrap();
        let mode = Mode::RUSR | Mode::WUSR;
        for file in [nameless_file().unwrap(), unlinked_file(OFlags::RDWR, mode).unwrap()] {
            assert_eq!(put(&file, &[7; 65_536]), Ok(()));
            let mut back = vec![0; 65_535];
            assert_eq!(get(&file, &mut back, 1), Ok(()));
            assert!(back.iter().all(|&byte| byte == 7));
            assert_eq!(get(&file, &mut back, 2), Err(Failure::work_not_done()));
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }
}
