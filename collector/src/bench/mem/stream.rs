//! Arithmetic on arrays far larger than the caches, as in STREAM (McCalpin: Memory bandwidth and machine balance in current
//! high performance computers, 1995).

use shared::model::{FailureKind, Point};

use super::super::{Failure, Named, Prepared, Setup, Workload};
use super::{last_cache, room_for};
use crate::clock::Clock;
use crate::sys::passes;
use crate::sys::region::{Pages, Region};

/// An array is so many times as large as the last cache.
const CACHES: u64 = 4;
/// And at least so large.
const LEAST: u64 = 32 << 20;
/// Places of an array that are looked at after a sample, besides the last.
const LOOKS: usize = 4096;

pub(super) fn stream(setup: &Setup, point: &Point) -> Prepared {
    let kernel = match point.text("kernel") {
        Some("copy") if !passes::EXACT => return Err(Failure::unsupported(FailureKind::CpuLacks)),
        Some("copy") => Kernel::Copy,
        Some("scale") => Kernel::Scale,
        Some("add") => Kernel::Add,
        Some("triad") => Kernel::Triad,
        _ => return Err(Failure::work_not_done()),
    };
    let bytes = (CACHES * last_cache(setup)).max(LEAST).next_multiple_of(1 << 20);
    room_for(kernel.arrays() * bytes)?;
    Ok(Box::new(Stream::new(kernel, bytes as usize)?))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kernel {
    /// c = a
    Copy,
    /// c = s · a
    Scale,
    /// c = a + b
    Add,
    /// c = a + s · b
    Triad,
}

impl Kernel {
    /// How many arrays it names.
    fn arrays(self) -> u64 {
        match self {
            Self::Copy | Self::Scale => 2,
            Self::Add | Self::Triad => 3,
        }
    }
}

/// One operation is a pass over the arrays, of numbers of eight bytes.
struct Stream {
    kernel: Kernel,
    bytes: usize,
    /// The index of each place, and twice that.
    a: Region,
    b: Option<Region>,
    c: Region,
    batches: u64,
}

impl Stream {
    fn new(kernel: Kernel, bytes: usize) -> Result<Self, Failure> {
        let array = |scale: f64| {
            let mut array = Region::new(bytes, Pages::Usual).named("mmap")?;
            for (index, word) in array.words_mut().iter_mut().enumerate() {
                *word = (scale * index as f64).to_bits();
            }
            Ok::<Region, Failure>(array)
        };
        let b = if kernel.arrays() > 2 { Some(array(2.0)?) } else { None };
        Ok(Self { kernel, bytes, a: array(1.0)?, b, c: array(0.0)?, batches: 0 })
    }

    /// The factor of this batch, so that results of an earlier one are told from it.
    fn factor(&self) -> f64 {
        (3 + self.batches % 64) as f64
    }

    fn pass(&mut self) {
        let factor = self.factor();
        let (a, b, c) = (self.a.words(), self.b.as_ref().map(Region::words), self.c.words_mut());
        match (self.kernel, b) {
            (Kernel::Copy, _) => passes::copy(c, a),
            (Kernel::Scale, _) => scale(c, a, factor),
            (Kernel::Add, Some(b)) => add(c, a, b),
            (Kernel::Triad, Some(b)) => triad(c, a, b, factor),
            (Kernel::Add | Kernel::Triad, None) => {}
        }
    }

    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.c.words().len();
        (0..words).step_by((words / LOOKS).max(1)).chain([words - 1])
    }

    fn spoil(&mut self) {
        for place in self.places() {
            self.c.words_mut()[place] = f64::NAN.to_bits();
        }
    }

    fn right(&self) -> bool {
        let factor = self.factor();
        self.places().all(|place| {
            let index = place as f64;
            let expected = match self.kernel {
                Kernel::Copy => index,
                Kernel::Scale => factor * index,
                Kernel::Add => 3.0 * index,
                Kernel::Triad => index + factor * (2.0 * index),
            };
            f64::from_bits(self.c.words()[place]) == expected
        })
    }
}

impl Workload for Stream {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        self.batches += 1;
        self.spoil();
        let (elapsed, ()) = clock.time(|| (0..ops).for_each(|_| self.pass()));
        if self.right() { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.kernel.arrays() * self.bytes as u64)
    }

    fn note(&self) -> Option<String> {
        Some(format!("arrays of {} MiB", self.bytes >> 20))
    }
}

#[inline(never)]
fn scale(c: &mut [u64], a: &[u64], factor: f64) {
    for (c, a) in c.iter_mut().zip(a) {
        *c = (factor * f64::from_bits(*a)).to_bits();
    }
}

#[inline(never)]
fn add(c: &mut [u64], a: &[u64], b: &[u64]) {
    for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
        *c = (f64::from_bits(*a) + f64::from_bits(*b)).to_bits();
    }
}

#[inline(never)]
fn triad(c: &mut [u64], a: &[u64], b: &[u64], factor: f64) {
    for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
        *c = (f64::from_bits(*a) + factor * f64::from_bits(*b)).to_bits();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNELS: [Kernel; 4] = [Kernel::Copy, Kernel::Scale, Kernel::Add, Kernel::Triad];

    #[test]
    fn every_kernel_calculates_what_it_says_and_counts_its_arrays() {
        for (kernel, arrays) in KERNELS.into_iter().zip([2, 2, 3, 3]) {
            let mut work = Stream::new(kernel, 1 << 20).unwrap();
            assert!(!work.right());
            assert!(work.batch(2, &Clock::measure()).is_ok());
            assert_eq!(work.amount_per_op(), Some(arrays << 20));
            work.spoil();
            assert!(!work.right());
        }
    }

    #[test]
    fn add_is_an_add() {
        let [one, two, half] = [1.0, 2.0, 0.5].map(f64::to_bits);
        let mut c = [0];
        add(&mut c, &[one], &[half]);
        assert_eq!(f64::from_bits(c[0]), 1.5);
        triad(&mut c, &[one], &[two], 3.0);
        assert_eq!(f64::from_bits(c[0]), 7.0);
        scale(&mut c, &[two], 3.0);
        assert_eq!(f64::from_bits(c[0]), 6.0);
    }
}
