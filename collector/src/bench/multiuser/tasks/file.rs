//! Files of the user's folder: made, read, written, copied, linked and searched for.

use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fdatasync, fstat, linkat, openat, statat, unlinkat};
use rustix::io::{pread, pwrite};

use super::super::super::{Failure, Named};
use super::super::desk::{BLOCK, BLOCK_WORDS, BLOCKS, Desk, FILES, FOLDERS, create, fill, folder_name, sum};
use super::{Task, sum_below};

/// Files of different sizes made, looked at and deleted.
pub const CREATE: Task = Task { name: "create", work: create_and_delete, proof: || CREATED * (CREATED + 1) / 2 };
/// A file read block by block, from its beginning to its end.
pub const READ: Task = Task { name: "read", work: read, proof: || READS * FILE_SUM };
/// The same blocks in an order that no reading ahead foresees.
pub const RANDOM_READ: Task = Task { name: "random_read", work: random_read, proof: || RANDOM_READS * FILE_SUM };
/// A new file written block by block, and deleted.
pub const WRITE: Task = Task { name: "write", work: write, proof: || WRITES * FILE_SUM };
/// A file's blocks written anew in an order like that of `random_read`, and read.
pub const RANDOM_WRITE: Task = Task {
    name: "random_write",
    work: random_write,
    proof: || REWRITES * FILE_SUM + BLOCKS as u64 * BLOCK_WORDS * sum_below(REWRITES),
};
/// A file copied to a new one, which is read and deleted.
pub const COPY: Task = Task { name: "copy", work: copy, proof: || COPIES * FILE_SUM };
/// Blocks written to a new file, each of which has to be on the device before the next.
pub const SYNC_WRITE: Task =
    Task { name: "sync_write", work: sync_write, proof: || SYNC_FILES * BLOCK_WORDS * sum_below(SYNCED as u64) };
/// Further names of a file, made and deleted.
pub const LINKS: Task = Task { name: "links", work: links, proof: || LINK_ROUNDS * (2 + LINKED) };
/// All files of some folders, found and asked for their sizes.
pub const SEARCH: Task = Task { name: "search", work: search, proof: || SEARCHES * sum_below(FOLDERS * FILES) };

/// What the words of a file add up to.
const FILE_SUM: u64 = BLOCK_WORDS * sum_below(BLOCKS as u64);
/// Files made in one job.
const CREATED: u64 = 200;
/// Times that a file is read, written and so on in one job.
const READS: u64 = 60;
const RANDOM_READS: u64 = 60;
const WRITES: u64 = 24;
const REWRITES: u64 = 36;
const COPIES: u64 = 14;
const SYNC_FILES: u64 = 40;
/// Blocks of a file that is written as they reach the device.
const SYNCED: usize = 8;
const LINK_ROUNDS: u64 = 20;
/// Further names in a round.
const LINKED: u64 = 32;
const SEARCHES: u64 = 20;
/// The place of the next block, of a number of blocks that is a power of two: an odd factor comes to each of them once.
const STRIDE: usize = 29;

fn create_and_delete(_: &mut Desk) -> Result<u64, Failure> {
    let bytes = [1; CREATED as usize];
    let name = |number: usize| CString::new(format!("made-{number}")).map_err(|_| Failure::work_not_done());
    let mut sizes = 0;
    for number in 1..=bytes.len() {
        let file = create(&format!("made-{number}"))?;
        write_at(&file, &bytes[..number], 0)?;
    }
    for number in 1..=bytes.len() {
        sizes += statat(CWD, name(number)?, AtFlags::empty()).named("newfstatat")?.st_size as u64;
        unlinkat(CWD, name(number)?, AtFlags::empty()).named("unlinkat")?;
    }
    Ok(sizes)
}

fn read(desk: &mut Desk) -> Result<u64, Failure> {
    (0..READS).map(|_| read_through(&desk.file, &mut desk.block)).sum()
}

fn random_read(desk: &mut Desk) -> Result<u64, Failure> {
    let mut total = 0;
    for pass in 0..RANDOM_READS as usize {
        for index in 0..BLOCKS {
            total += read_block(&desk.file, &mut desk.block, (index * STRIDE + pass) % BLOCKS)?;
        }
    }
    Ok(total)
}

fn write(desk: &mut Desk) -> Result<u64, Failure> {
    let mut total = 0;
    for _ in 0..WRITES {
        let file = create("written")?;
        for number in 0..BLOCKS {
            fill(&mut desk.block, number as u64);
            write_block(&file, &desk.block, number)?;
        }
        total += BLOCK_WORDS * first_words(&file, &mut desk.block)?;
        delete("written")?;
    }
    Ok(total)
}

/// The sum of the first words of a file's blocks, as far as its size says that there are some.
fn first_words(file: &OwnedFd, block: &mut [u8]) -> Result<u64, Failure> {
    let blocks = fstat(file).named("newfstatat")?.st_size as usize / block.len();
    let mut total = 0;
    for number in 0..blocks {
        let mut word = [0; size_of::<u64>()];
        read_at(file, &mut word, number * block.len())?;
        total += u64::from_ne_bytes(word);
    }
    Ok(total)
}

fn random_write(desk: &mut Desk) -> Result<u64, Failure> {
    let mut total = 0;
    for pass in 0..REWRITES as usize {
        for index in 0..BLOCKS {
            let number = (index * STRIDE + pass) % BLOCKS;
            fill(&mut desk.block, (number + pass) as u64);
            write_block(&desk.draft, &desk.block, number)?;
        }
        total += read_through(&desk.draft, &mut desk.block)?;
    }
    Ok(total)
}

fn copy(desk: &mut Desk) -> Result<u64, Failure> {
    let mut total = 0;
    for _ in 0..COPIES {
        let copy = create("copy")?;
        for number in 0..BLOCKS {
            read_at(&desk.file, &mut desk.block, number * BLOCK)?;
            write_block(&copy, &desk.block, number)?;
        }
        total += read_through(&copy, &mut desk.block)?;
        delete("copy")?;
    }
    Ok(total)
}

fn sync_write(desk: &mut Desk) -> Result<u64, Failure> {
    let mut total = 0;
    for _ in 0..SYNC_FILES {
        let file = create("synced")?;
        for number in 0..SYNCED {
            fill(&mut desk.block, number as u64);
            write_block(&file, &desk.block, number)?;
            fdatasync(&file).named("fdatasync")?;
        }
        for number in 0..SYNCED {
            total += read_block(&file, &mut desk.block, number)?;
        }
        delete("synced")?;
    }
    Ok(total)
}

fn links(desk: &mut Desk) -> Result<u64, Failure> {
    let mut names = 0;
    for _ in 0..LINK_ROUNDS {
        for link in 0..LINKED {
            linkat(CWD, c"file", CWD, format!("link-{link}"), AtFlags::empty()).named("linkat")?;
        }
        names += fstat(&desk.file).named("newfstatat")?.st_nlink as u64;
        for link in 0..LINKED {
            delete(&format!("link-{link}"))?;
        }
        names += fstat(&desk.file).named("newfstatat")?.st_nlink as u64;
    }
    Ok(names)
}

fn search(_: &mut Desk) -> Result<u64, Failure> {
    let mut sizes = 0;
    for _ in 0..SEARCHES {
        for folder in 0..FOLDERS {
            let open = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let folder = openat(CWD, folder_name(folder), open, Mode::empty()).named("openat")?;
            for entry in Dir::read_from(&folder).named("getdents64")? {
                let status = statat(&folder, entry.named("getdents64")?.file_name(), AtFlags::empty());
                let status = status.named("newfstatat")?;
                if FileType::from_raw_mode(status.st_mode) == FileType::RegularFile {
                    sizes += status.st_size as u64;
                }
            }
        }
    }
    Ok(sizes)
}

/// The sum of a file's words, read block by block.
fn read_through(file: &OwnedFd, block: &mut [u8]) -> Result<u64, Failure> {
    (0..BLOCKS).map(|number| read_block(file, block, number)).sum()
}

fn read_block(file: &OwnedFd, block: &mut [u8], number: usize) -> Result<u64, Failure> {
    read_at(file, block, number * block.len())?;
    Ok(sum(block))
}

fn write_block(file: &OwnedFd, block: &[u8], number: usize) -> Result<(), Failure> {
    write_at(file, block, number * block.len())
}

fn read_at(file: impl AsFd, into: &mut [u8], at: usize) -> Result<(), Failure> {
    let read = pread(file, &mut *into, at as u64).named("pread")?;
    if read == into.len() { Ok(()) } else { Err(Failure::work_not_done()) }
}

fn write_at(file: impl AsFd, bytes: &[u8], at: usize) -> Result<(), Failure> {
    let written = pwrite(&file, bytes, at as u64).named("pwrite")?;
    if written < bytes.len() {
        // What is full or limited takes the part that fits, and says why only when it is asked for the rest.
        pwrite(&file, &bytes[written..], (at + written) as u64).named("pwrite")?;
        return Err(Failure::work_not_done());
    }
    Ok(())
}

fn delete(name: &str) -> Result<(), Failure> {
    unlinkat(CWD, name, AtFlags::empty()).named("unlinkat")
}

#[cfg(test)]
mod tests {
    use rustix::process::{Resource, Rlimit, setrlimit};

    use super::super::testing::place;
    use super::*;
    use crate::bench::Partner;

    #[test]
    fn a_block_that_was_changed_is_found_out() {
        let mut place = place();
        write_at(&place.desk.file, &[7], 5 * BLOCK + 100).unwrap();
        for task in [READ, RANDOM_READ, COPY] {
            assert_eq!(task.run(&mut place.desk), Err(Failure::work_not_done()), "{}", task.name);
        }
    }

    #[test]
    fn a_shorter_file_is_found_out() {
        let mut place = place();
        rustix::fs::ftruncate(&place.desk.file, BLOCK as u64).unwrap();
        for task in [READ, RANDOM_READ, COPY] {
            assert_eq!(task.run(&mut place.desk), Err(Failure::work_not_done()), "{}", task.name);
        }
    }

    #[test]
    fn files_that_are_missing_too_many_or_in_the_way_are_found_out() {
        let mut place = place();
        std::fs::write("folder-1/more", "x").unwrap();
        assert_eq!(SEARCH.run(&mut place.desk), Err(Failure::work_not_done()));
        std::fs::remove_file("folder-1/more").unwrap();
        assert_eq!(SEARCH.run(&mut place.desk), Ok(()));
        std::fs::remove_file("folder-2/5").unwrap();
        assert_eq!(SEARCH.run(&mut place.desk), Err(Failure::work_not_done()));
        for (name, task) in [("made-3", CREATE), ("written", WRITE), ("copy", COPY), ("synced", SYNC_WRITE)] {
            std::fs::write(name, "").unwrap();
            let failure = task.run(&mut place.desk).unwrap_err();
            assert_eq!(failure.to_string(), "failed: system_call openat EEXIST", "{name}");
        }
        std::fs::hard_link("file", "another").unwrap();
        assert_eq!(LINKS.run(&mut place.desk), Err(Failure::work_not_done()));
    }

    #[test]
    fn a_file_that_may_not_grow_fails_its_jobs() {
        let mut place = place();
        let work = || {
            // As the collector does at its start: an error, not a signal.
            crate::sys::signals::file_limit_is_an_error();
            let limit = Rlimit { current: Some(6000), maximum: Some(6000) };
            setrlimit(Resource::Fsize, limit).named("setrlimit")?;
            for task in [WRITE, COPY, SYNC_WRITE, RANDOM_WRITE] {
                match task.run(&mut place.desk) {
                    Err(failure) if failure.reason.errno.as_deref() == Some("EFBIG") => {}
                    _ => return Err(Failure::work_not_done()),
                }
                for name in ["written", "copy", "synced"] {
                    let _ = delete(name);
                }
            }
            Ok(())
        };
        assert_eq!(Partner::fork(None, None, work).unwrap().join(), Ok(()));
    }
}
