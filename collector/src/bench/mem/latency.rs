//! The time of a load that waits for the one before it.

use shared::model::{FailureKind, Point};

use super::super::ipc::size_at;
use super::super::{Failure, Named, Prepared, Setup, Workload};
use super::room_for;
use crate::clock::Clock;
use crate::observe::Root;
use crate::plan::Random;
use crate::sys::region::{Chain, Pages, Region};

/// Bytes of a line as random chains count them, whatever the processor's are, so that sizes mean the same everywhere.
const LINE: usize = 64;

pub(super) fn latency(_: &Setup, point: &Point) -> Prepared {
    let size = size_at(point, "size")?;
    let (stride, random) = match point.text("pattern") {
        Some("random") => (LINE, true),
        Some("stride_64") => (64, false),
        Some("stride_128") => (128, false),
        _ => return Err(Failure::work_not_done()),
    };
    let pages = match point.text("pages") {
        Some("small") => Pages::Small,
        Some("huge") => Pages::Huge(huge_page().ok_or_else(|| Failure::unsupported(FailureKind::KernelLacks))?),
        _ => return Err(Failure::work_not_done()),
    };
    let lines = u32::try_from(size / stride).map_err(|_| Failure::work_not_done())?;
    if lines == 0 {
        return Err(Failure::work_not_done());
    }
    room_for(size as u64)?;
    let mut order: Vec<u32> = (0..lines).collect();
    if random {
        Random::for_purpose(size as u64, "mem.latency").shuffle(&mut order);
    }
    let chain = Chain::link(Region::new(size, pages).named("mmap")?, stride, &order);
    prove(&chain, pages)?;
    Ok(Box::new(Latency { chain, stride, order, loads: 0 }))
}

/// One operation is a load. Samples go on where the last one ended, so that a chain beyond the caches stays beyond them.
struct Latency {
    chain: Chain,
    stride: usize,
    order: Vec<u32>,
    /// Loads so far.
    loads: u64,
}

impl Workload for Latency {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, ()) = clock.time(|| self.chain.walk(ops));
        self.loads += ops;
        let here = self.order[(self.loads % self.order.len() as u64) as usize];
        if self.chain.place() == here as usize * self.stride { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

/// Bytes of a transparent huge page; none where the kernel has none.
fn huge_page() -> Option<usize> {
    Root::live().number("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size").filter(|&bytes: &usize| bytes > 0)
}

/// The pages must be those that were asked for, all of them.
fn prove(chain: &Chain, pages: Pages) -> Result<(), Failure> {
    let region = chain.region();
    let text = Root::live().text("/proc/self/smaps").unwrap_or_default();
    let huge = huge_bytes(&text, region.address() as u64);
    let right = match pages {
        Pages::Huge(_) => huge.is_some_and(|bytes| bytes >= region.length() as u64),
        // A kernel that does not count them has none.
        Pages::Small | Pages::Usual => huge.is_none_or(|bytes| bytes == 0),
    };
    if right { Ok(()) } else { Err(Failure::unsupported(FailureKind::KernelLacks)) }
}

/// Bytes in huge pages of the mapping around an address, from `/proc/self/smaps`.
fn huge_bytes(smaps: &str, address: u64) -> Option<u64> {
    let holds = |line: &str| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        Some((number(from)?..number(to)?).contains(&address))
    };
    let mut lines = smaps.lines().skip_while(|line| holds(line) != Some(true)).skip(1);
    let field =
        lines.by_ref().take_while(|line| holds(line).is_none()).find_map(|line| line.strip_prefix("AnonHugePages:"));
    field?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(size: u64, pattern: &str, pages: &str) -> Prepared {
        let setup = Setup::new(shared::model::Placement::SameCpu, Vec::new(), None);
        latency(&setup, &Point::new([("size", size.into()), ("pattern", pattern.into()), ("pages", pages.into())]))
    }

    #[test]
    fn every_pattern_is_walked_to_the_right_place() {
        let clock = Clock::measure();
        for pattern in ["random", "stride_64", "stride_128"] {
            for size in [512, 1456, 65_536] {
                let mut work = at(size, pattern, "small").unwrap();
                for ops in [1, 15, 16, 17, 4001] {
                    work.batch(ops, &clock).unwrap();
                }
            }
        }
    }

    #[test]
    fn huge_pages_are_there_or_unsupported() {
        match at(3 << 20, "random", "huge") {
            Ok(mut work) => assert!(work.batch(1000, &Clock::measure()).is_ok()),
            Err(failure) => assert_eq!(failure, Failure::unsupported(FailureKind::KernelLacks)),
        }
    }

    #[test]
    fn the_field_of_the_right_mapping_is_read() {
        let smaps = "7f00-7f10 rw-p 00000000 00:00 0\nSize: 4 kB\nAnonHugePages:      2048 kB\nVmFlags: rd wr\n\
                     7f10-7f20 rw-p 00000000 00:00 0\nSize: 4 kB\nAnonHugePages:         0 kB\n\
                     7f20-7f30 rw-p 00000000 00:00 0\nSize: 4 kB\n";
        assert_eq!(huge_bytes(smaps, 0x7f0f), Some(2 << 20));
        assert_eq!(huge_bytes(smaps, 0x7f10), Some(0));
        assert_eq!(huge_bytes(smaps, 0x7f20), None);
        assert_eq!(huge_bytes(smaps, 0x8000), None);
    }

    #[test]
    fn sizes_below_a_line_and_unknown_names_have_no_figure() {
        assert!(at(32, "random", "small").is_err());
        assert!(at(512, "zigzag", "small").is_err());
        assert!(at(512, "random", "giant").is_err());
    }
}
