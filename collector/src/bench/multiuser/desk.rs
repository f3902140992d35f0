//! What a user has before him when the work begins: memory, files in a folder of his own, a program to execute. All of
//! it is made and touched before the users are released.

use std::os::fd::OwnedFd;

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use rustix::thread::disable_transparent_huge_pages;

use super::super::ipc::bytes::write_whole;
use super::super::process::program::Program;
use super::super::{Failure, Named};
use crate::plan::Random;

/// Words of each of two stretches of memory that are copied, swept and sorted.
pub const WORDS: usize = 1 << 16;
/// Places of the cycle that is walked.
pub const PLACES: usize = 1 << 17;
/// Rows and columns of a matrix.
pub const ORDER: usize = 96;
/// Bytes of a block of a file, and of what goes through a channel at once.
pub const BLOCK: usize = 4096;
/// Blocks of a file.
pub const BLOCKS: usize = 64;
/// Folders in which files are searched for.
pub const FOLDERS: u64 = 4;
/// Files in each of them.
pub const FILES: u64 = 16;
/// Bytes that a user has room for: about twice what he has at most, his children's and his files' in memory among it.
pub const MEMORY: u64 = 16 << 20;

/// The desk of one user. The current folder is his.
pub struct Desk {
    /// Words that tell where they stand.
    pub words: Vec<u64>,
    /// As many that are written to.
    pub other: Vec<u64>,
    /// For each place the next, in one cycle through all of them in random order.
    pub cycle: Vec<u32>,
    /// Three matrices.
    pub matrices: [Vec<f64>; 3],
    /// What is executed.
    pub program: Program,
    /// A file whose blocks are filled with their numbers.
    pub file: OwnedFd,
    /// As large a one that is written to.
    pub draft: OwnedFd,
    /// A block to write from or read into.
    pub block: Vec<u8>,
}

impl Desk {
    /// Lays everything out in the current folder.
    pub fn lay() -> Result<Self, Failure> {
        // Whether a stretch of memory happens to hold a huge page must not tell one user from another. Older kernels
        // have no such switch.
        let _ = disable_transparent_huge_pages(true);
        let mut block = vec![0; BLOCK];
        let (file, draft) = (create("file")?, create("draft")?);
        for number in 0..BLOCKS as u64 {
            fill(&mut block, number);
            write_whole(&file, &block)?;
            write_whole(&draft, &block)?;
        }
        for folder in 0..FOLDERS {
            mkdirat(CWD, folder_name(folder), Mode::RWXU).named("mkdirat")?;
            for number in 0..FILES {
                // As many bytes as the file's number among all.
                let bytes = vec![0; (folder * FILES + number) as usize];
                write_whole(create(&format!("{}/{number}", folder_name(folder)))?, &bytes)?;
            }
        }
        Ok(Self {
            words: (0..WORDS as u64).collect(),
            other: vec![1; WORDS],
            cycle: cycle(PLACES),
            matrices: std::array::from_fn(|_| vec![1.0; ORDER * ORDER]),
            program: Program::executable()?,
            file,
            draft,
            block,
        })
    }
}

/// Fills a block with a number's words.
pub fn fill(block: &mut [u8], number: u64) {
    for word in block.chunks_exact_mut(size_of::<u64>()) {
        word.copy_from_slice(&number.to_ne_bytes());
    }
}

/// The sum of a block's words.
pub fn sum(block: &[u8]) -> u64 {
    let words = block.chunks_exact(size_of::<u64>()).filter_map(|word| word.first_chunk());
    words.fold(0, |sum: u64, word| sum.wrapping_add(u64::from_ne_bytes(*word)))
}

/// Words of a block.
pub const BLOCK_WORDS: u64 = (BLOCK / size_of::<u64>()) as u64;

/// The name of a folder in which files are searched for.
pub fn folder_name(folder: u64) -> String {
    format!("folder-{folder}")
}

/// A new file of the current folder, to be read and written.
pub fn create(name: &str) -> Result<OwnedFd, Failure> {
    let create = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    openat(CWD, name, create, Mode::RUSR | Mode::WUSR).named("openat")
}

/// One cycle through all places in random order (Sattolo).
fn cycle(places: usize) -> Vec<u32> {
    let mut random = Random::for_purpose(0, "cycle");
    let mut next: Vec<u32> = (0..places as u32).collect();
    for last in (1..places).rev() {
        next.swap(last, random.below(last));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cycle_goes_through_all_places() {
        let next = cycle(1000);
        let mut seen = vec![false; 1000];
        let mut at = 0;
        for _ in 0..1000 {
            assert!(!seen[at]);
            seen[at] = true;
            at = next[at] as usize;
        }
        assert_eq!(at, 0);
    }

    #[test]
    fn a_block_of_a_number_sums_to_its_words() {
        let mut block = vec![9; BLOCK];
        fill(&mut block, 5);
        assert_eq!(sum(&block), 5 * 512);
    }
}
