//! Reading, writing and copying memory: how many bytes a second, by how much is worked on.

use shared::model::{FailureKind, Point};

use super::super::ipc::size_at;
use super::super::{Failure, Named, Prepared, Setup, Workload};
use super::room_for;
use crate::clock::Clock;
use crate::sys::passes::{self, BLOCK};
use crate::sys::region::{Pages, Region};

/// Words that are looked at after a sample, besides the last.
const LOOKS: usize = 4096;

pub(super) fn bandwidth(_: &Setup, point: &Point) -> Prepared {
    let size = size_at(point, "size")?;
    let words = size / size_of::<u64>();
    let op = Op::of(point.text("op")).filter(|_| size.is_multiple_of(BLOCK * size_of::<u64>()));
    let op = op.ok_or_else(Failure::work_not_done)?;
    if !op.of_library() && !passes::EXACT {
        return Err(Failure::unsupported(FailureKind::CpuLacks));
    }
    room_for(op.arrays() * size as u64)?;
    let array = || Region::new(size, Pages::Usual).named("mmap");
    let (mut target, mut source) = (array()?, array()?);
    target.words_mut()[..words].fill(1);
    if op.arrays() > 1 {
        source.words_mut()[..words].iter_mut().zip(0..).for_each(|(word, index)| *word = index);
    }
    Ok(Box::new(Bandwidth { op, words, target, source, batches: 0 }))
}

/// What a pass does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Read,
    Write,
    Copy,
    Fill,
    LibraryCopy,
    LibraryFill,
    FillPastCaches,
}

impl Op {
    fn of(name: Option<&str>) -> Option<Self> {
        Some(match name? {
            "read" => Self::Read,
            "write" => Self::Write,
            "copy" => Self::Copy,
            "fill" => Self::Fill,
            "libc_copy" => Self::LibraryCopy,
            "libc_fill" => Self::LibraryFill,
            "non_temporal" => Self::FillPastCaches,
            _ => return None,
        })
    }

    fn of_library(self) -> bool {
        matches!(self, Self::LibraryCopy | Self::LibraryFill)
    }

    /// How many arrays a pass touches.
    fn arrays(self) -> u64 {
        if matches!(self, Self::Copy | Self::LibraryCopy) { 2 } else { 1 }
    }
}

/// One operation is a pass over the whole.
struct Bandwidth {
    op: Op,
    /// Words of each array.
    words: usize,
    /// What is read, written, or copied to.
    target: Region,
    /// What is copied from: each word holds its own number.
    source: Region,
    batches: u64,
}

impl Bandwidth {
    /// What passes of this batch write: of one byte, so that the library can write it too.
    fn value(&self) -> u64 {
        (self.batches % 255 + 1) * 0x0101_0101_0101_0101
    }

    fn passes(&mut self, passes: u64) -> u64 {
        let value = self.value();
        let (target, source) = (&mut self.target.words_mut()[..self.words], &self.source.words()[..self.words]);
        let mut sum = 0_u64;
        for _ in 0..passes {
            match self.op {
                Op::Read => sum = sum.wrapping_add(passes::read(target)),
                Op::Write => passes::write(target, value),
                Op::Copy => passes::copy(target, source),
                Op::Fill => passes::fill(target, value),
                Op::LibraryCopy => passes::library_copy(target, source),
                Op::LibraryFill => passes::library_fill(target, value as u8),
                Op::FillPastCaches => passes::fill_past_caches(target, value),
            }
        }
        sum
    }

    /// Places that are looked at: spread evenly, and the last.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.words;
        (0..words).step_by((words / LOOKS).max(1)).chain([words - 1])
    }

    /// Takes away what an earlier batch copied, where this one will be looked at.
    fn spoil(&mut self) {
        if self.op.arrays() > 1 {
            for place in self.places() {
                self.target.words_mut()[place] = u64::MAX;
            }
        }
    }

    fn right(&self, passes: u64, sum: u64) -> bool {
        let (value, target) = (self.value(), self.target.words());
        let all = |expected: &dyn Fn(usize) -> u64| self.places().all(|place| target[place] == expected(place));
        match self.op {
            Op::Read => sum == passes.wrapping_mul(self.words as u64),
            Op::Write => all(&|place| value.wrapping_add((place / BLOCK) as u64)),
            Op::Copy | Op::LibraryCopy => all(&|place| place as u64),
            Op::Fill | Op::LibraryFill | Op::FillPastCaches => all(&|_| value),
        }
    }
}

impl Workload for Bandwidth {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        self.batches += 1;
        self.spoil();
        let (elapsed, sum) = clock.time(|| self.passes(ops));
        if self.right(ops, sum) { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.op.arrays() * (self.words * size_of::<u64>()) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [&str; 7] = ["read", "write", "copy", "fill", "libc_copy", "libc_fill", "non_temporal"];

    fn at(op: &str, size: u64) -> Prepared {
        let setup = Setup::new(shared::model::Placement::SameCpu, Vec::new(), None);
        bandwidth(&setup, &Point::new([("op", op.into()), ("size", size.into())]))
    }

    #[test]
    fn every_pass_does_what_it_says() {
        for op in OPS {
            let mut work = at(op, 100 << 10).unwrap();
            for ops in [1, 2, 30] {
                work.batch(ops, &Clock::measure()).unwrap();
            }
            let arrays = if op.contains("copy") { 2 } else { 1 };
            assert_eq!(work.amount_per_op(), Some(arrays * (100 << 10)), "{op}");
        }
    }

    #[test]
    fn a_pass_that_was_not_made_is_found_out() {
        for op in OPS {
            let size = 65_536;
            let array = || Region::new(size, Pages::Usual).unwrap();
            let (target, source) = (array(), array());
            let op = Op::of(Some(op)).unwrap();
            let mut work = Bandwidth { op, words: size / 8, target, source, batches: 1 };
            work.spoil();
            assert!(!work.right(1, 0));
        }
    }

    #[test]
    fn parts_of_blocks_and_unknown_passes_have_no_figure() {
        assert!(at("read", 100).is_err());
        assert!(at("swap", 4096).is_err());
    }
}
