//! The file load: processes that overwrite 1 KiB at random places of files of the work folder.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::statvfs;
use rustix::io::Errno;

use super::super::fs::mount;
use super::super::{Failure, Named, Setup};
use super::load::{Load, Priority, Work};
use super::memory;
use crate::observe::Root;
use crate::plan::Random;

/// Bytes of an overwrite.
const PIECE: u64 = 1024;
/// Bytes of all files at most.
const MOST: u64 = 64 << 20;
/// Fewer are no load.
const LEAST: u64 = 1 << 20;
/// Of what is free on the filesystem, files take one in so many.
const SHARE: u64 = 4;
/// Bytes of a write when a file is made.
const BLOCK: usize = 64 << 10;

/// Files of the current folder.
pub fn load(setup: &Setup) -> Result<Load, Failure> {
    load_in(setup, Path::new("."))
}

/// A process with a file of its own for each CPU that may be used, at least two.
pub fn load_in(setup: &Setup, folder: &Path) -> Result<Load, Failure> {
    let processes = memory::processes()?;
    let space = statvfs(folder).named("statvfs")?;
    let all = bound(&Root::live(), space.f_bavail.saturating_mul(space.f_frsize))?;
    let pieces = all / processes as u64 / PIECE;
    let files = (0..processes).map(|number| Overwriting::make(folder, number, pieces));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let on = mount::words(folder).map(|words| format!(", {words}")).unwrap_or_default();
    let note = format!("{processes} processes overwrite {} MiB of files{on}", all >> 20);
    Load::of(setup, files, 1, Priority::Usual, note)
}

/// How many bytes files may have: a share of the filesystem, which may be in memory, so of that as well.
fn bound(root: &Root, space: u64) -> Result<u64, Failure> {
    let memory = memory::bound(root).unwrap_or_default();
    let bytes = (space / SHARE).min(memory).min(MOST) >> 20 << 20;
    if bytes >= LEAST { Ok(bytes) } else { Err(Failure::call("pwrite64", Errno::NOSPC)) }
}

/// One process: its file, which has no name any more.
struct Overwriting {
    file: File,
    pieces: u64,
    random: Random,
    content: [u8; PIECE as usize],
}

impl Overwriting {
    fn make(folder: &Path, number: usize, pieces: u64) -> Result<Self, Failure> {
        let path = folder.join(format!("overwritten-{number}"));
        let file = File::options().read(true).write(true).create_new(true).open(&path).named("openat")?;
        // Whatever ends this process, nothing is left of it.
        std::fs::remove_file(&path).named("unlinkat")?;
        let (length, block) = (pieces * PIECE, [1; BLOCK]);
        for at in (0..length).step_by(BLOCK) {
            let bytes = (length - at).min(BLOCK as u64) as usize;
            file.write_all_at(&block[..bytes], at).named("pwrite64")?;
        }
        let random = Random::for_purpose(number as u64, "overwrites");
        Ok(Self { file, pieces, random, content: [2; PIECE as usize] })
    }
}

impl Work for Overwriting {
    fn piece(&mut self) -> Result<(), Failure> {
        let at = self.random.next() % self.pieces * PIECE;
        self.file.write_all_at(&self.content, at).named("pwrite64")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    #[test]
    fn files_take_a_quarter_of_what_is_free_on_the_disk_and_in_memory() {
        let machine = Fixture::of(&[("/proc/meminfo", "MemAvailable: 64000000 kB\n")]);
        assert_eq!(bound(&machine.root(), 1 << 40), Ok(64 << 20));
        assert_eq!(bound(&machine.root(), 100 << 20), Ok(25 << 20));
        assert_eq!(bound(&machine.root(), 3 << 20), Err(Failure::call("pwrite64", Errno::NOSPC)));
        machine.put("/proc/meminfo", "MemAvailable: 65536 kB\n");
        assert_eq!(bound(&machine.root(), 1 << 40), Ok(16 << 20));
    }

    #[test]
    fn places_all_over_the_file_are_overwritten_and_it_grows_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let mut overwriting = Overwriting::make(folder.path(), 0, 8).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it has no name");
        for _ in 0..400 {
            overwriting.piece().unwrap();
        }
        assert_eq!(overwriting.file.metadata().unwrap().len(), 8 * PIECE);
        let mut content = [0; 8 * PIECE as usize];
        overwriting.file.read_exact_at(&mut content, 0).unwrap();
        assert!(content.iter().all(|byte| *byte == 2), "400 overwrites leave out one of 8 places once in 10^22");
    }
}
