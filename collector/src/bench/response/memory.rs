//! The memory load: processes that map memory, write to each page of it and give it back, again and again.

use shared::model::FailureKind;

use super::super::mem::room;
use super::super::{Failure, Named, Setup};
use super::load::{Load, Priority, Work};
use crate::observe::Root;
use crate::placement;
use crate::sys::region::{Pages, Region};

/// Bytes that all of them touch at most.
const MOST: u64 = 512 << 20;
/// Fewer are no load.
const LEAST: u64 = 8 << 20;
/// Of what is free, they touch one in so many: nothing of others has to make room, let alone be swapped out.
const SHARE: u64 = 4;
/// There are several, also where there is one CPU.
const FEWEST: usize = 2;

/// A process for each CPU that may be used, at least two.
pub fn load(setup: &Setup) -> Result<Load, Failure> {
    let all = bound(&Root::live()).ok_or_else(|| Failure::unsupported(FailureKind::OutOfMemory))?;
    let processes = processes()?;
    let touching =
        (0..processes).map(|_| Touching { bytes: all as usize / processes, region: None, word: 0 }).collect();
    Load::of(setup, touching, 1, Priority::Usual, format!("{processes} processes touch {} MiB in all", all >> 20))
}

/// How many processes a load has whose processes do not depend on each other.
pub fn processes() -> Result<usize, Failure> {
    Ok(placement::allowed().named("sched_getaffinity")?.len().max(FEWEST))
}

/// How many bytes a load may take, if there are enough for one: a share of what is free on the machine and in the own
/// group, and no more than is enough.
pub fn bound(root: &Root) -> Option<u64> {
    let bytes = (room::free(root) / SHARE).min(MOST) >> 20 << 20;
    (bytes >= LEAST).then_some(bytes)
}

/// One process: the memory that it has mapped, and the next word to write to.
struct Touching {
    bytes: usize,
    region: Option<Region>,
    word: usize,
}

impl Work for Touching {
    /// Touches a page.
    fn piece(&mut self) -> Result<(), Failure> {
        let region = match &mut self.region {
            Some(region) if self.word < region.words().len() => region,
            used_up => {
                // The old memory goes before the new comes.
                drop(used_up.take());
                self.word = 0;
                used_up.insert(Region::new(self.bytes, Pages::Usual).named("mmap")?)
            }
        };
        region.words_mut()[self.word] = 1;
        self.word += rustix::param::page_size() / size_of::<u64>();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;
    use crate::sys::usage;

    #[test]
    fn a_quarter_of_what_is_free_is_taken_and_no_more_than_is_enough() {
        let with = |free: &str| bound(&Fixture::of(&[("/proc/meminfo", free)]).root());
        assert_eq!(with("MemAvailable:    409600 kB\n"), Some(100 << 20));
        assert_eq!(with("MemAvailable:  64000000 kB\n"), Some(512 << 20));
        assert_eq!(with("MemAvailable:     16384 kB\n"), None);
        assert_eq!(with("SwapFree:      64000000 kB\n"), None, "swap is no memory");
    }

    #[test]
    fn a_group_that_is_nearly_full_leaves_a_quarter_of_the_rest() {
        let machine =
            Fixture::of(&[("/proc/meminfo", "MemAvailable: 64000000 kB\n"), ("/proc/self/cgroup", "0::/x\n")]);
        let group = |left: u64| {
            let used = (1_u64 << 30) - left;
            machine
                .put_in("/sys/fs/cgroup/x", &[("memory.max", "1073741824\n"), ("memory.current", &used.to_string())]);
            bound(&machine.root())
        };
        assert_eq!(group(1 << 30), Some(256 << 20));
        assert_eq!(group(80 << 20), Some(20 << 20));
        assert_eq!(group(16 << 20), None);
    }

    #[test]
    fn every_page_is_touched_and_given_back_before_others_are_taken() {
        let page = rustix::param::page_size();
        let mut touching = Touching { bytes: 256 * page, region: None, word: 0 };
        touching.piece().unwrap();
        let pages = touching.region.as_ref().unwrap().length() / page;
        let faults = usage::own().minor_faults;
        for _ in 1..3 * pages {
            touching.piece().unwrap();
        }
        let faults = usage::own().minor_faults - faults;
        // Where huge pages are given unasked, a fault stands for many pages.
        assert!(faults >= 3, "{faults} of {pages} pages three times");
        assert!(touching.region.as_ref().unwrap().words().iter().step_by(page / 8).all(|word| *word == 1));
    }
}
