//! Memory to work on, at the start of a page of a chosen kind, and a chain of loads through it.
#![allow(unsafe_code)]

use std::io;
use std::ptr;

use libc::{MADV_HUGEPAGE, MADV_NOHUGEPAGE, MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE, c_void};

/// What pages a region asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// Those that the kernel gives unasked.
    Usual,
    /// The smallest.
    Small,
    /// Huge ones, of that many bytes.
    Huge(usize),
}

/// Private memory of zeroes, that nothing else refers to.
pub struct Region {
    mapped: *mut c_void,
    mapped_length: usize,
    start: *mut u64,
    length: usize,
}

impl Region {
    /// At least `bytes`, which no page backs before it is touched. Advice that the kernel does not take is found out by
    /// looking at the pages.
    pub fn new(bytes: usize, pages: Pages) -> io::Result<Self> {
        let unit = match pages {
            Pages::Huge(bytes) => bytes,
            Pages::Usual | Pages::Small => 1 << 16,
        };
        let length = bytes.next_multiple_of(unit);
        let mapped_length = length + unit;
        let flags = MAP_PRIVATE | MAP_ANONYMOUS;
        // SAFETY: asks for a mapping at an address of the kernel's choice.
        let mapped = unsafe { libc::mmap(ptr::null_mut(), mapped_length, PROT_READ | PROT_WRITE, flags, -1, 0) };
        if mapped == MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = mapped.cast::<u8>().wrapping_add(mapped.addr().next_multiple_of(unit) - mapped.addr());
        let advice = match pages {
            Pages::Usual => None,
            Pages::Small => Some(MADV_NOHUGEPAGE),
            Pages::Huge(_) => Some(MADV_HUGEPAGE),
        };
        if let Some(advice) = advice {
            // SAFETY: advice on memory of the mapping made above.
            unsafe { libc::madvise(start.cast(), length, advice) };
        }
        Ok(Self { mapped, mapped_length, start: start.cast(), length })
    }

    /// Where it starts.
    pub fn address(&self) -> usize {
        self.start.addr()
    }

    /// Its bytes: those asked for, up to whole pages.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Its words.
    pub fn words(&self) -> &[u64] {
        // SAFETY: the whole is mapped, readable, aligned as a page is, and borrowed as `self` is; zeroes are words.
        unsafe { std::slice::from_raw_parts(self.start, self.length / size_of::<u64>()) }
    }

    /// Its words, to write to.
    pub fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above, writable, and borrowed for this alone.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.length / size_of::<u64>()) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and nothing refers to it any more.
        unsafe { libc::munmap(self.mapped, self.mapped_length) };
    }
}

/// Words of a region that hold the address of the next, round and round.
pub struct Chain {
    region: Region,
    at: *const *const u64,
}

impl Chain {
    /// Links the words at these multiples of `stride` bytes in this order. They are written in it too, so that a walk meets
    /// those first that were touched longest ago, as in the rounds after.
    ///
    /// # Panics
    /// Where there are none, one lies outside, or they are not words.
    pub fn link(mut region: Region, stride: usize, order: &[u32]) -> Self {
        let step = stride / size_of::<u64>();
        assert!(step > 0 && stride.is_multiple_of(size_of::<u64>()) && !order.is_empty(), "words to link");
        let base = region.address();
        let words = region.words_mut();
        for (index, &place) in order.iter().enumerate() {
            let next = order[(index + 1) % order.len()] as usize;
            assert!(next * step < words.len(), "words within the region");
            words[place as usize * step] = (base + next * stride) as u64;
        }
        let at = region.start.wrapping_add(order[0] as usize * step).cast_const().cast();
        Self { region, at }
    }

    /// The memory.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// Loads that often, each time from where the last load says.
    #[inline]
    pub fn walk(&mut self, loads: u64) {
        if loads > 0 {
            self.at = follow(self.at, loads);
        }
    }

    /// How far from the start of the region the walk stands, in bytes.
    pub fn place(&self) -> usize {
        self.at.addr() - self.region.address()
    }
}

/// Follows so many links, at least one.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline]
fn follow(mut at: *const *const u64, loads: u64) -> *const *const u64 {
    use std::arch::asm;
    let (rounds, singles) = (loads / 16, loads % 16);
    // SAFETY: every linked word holds the address of a linked word of the region, and `at` is one: only those are read.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            "test {n}, {n}", "jz 3f", "2:", ".rept 16", "mov {p}, [{p}]", ".endr", "dec {n}", "jnz 2b",
            "3:", "test {m}, {m}", "jz 5f", "4:", "mov {p}, [{p}]", "dec {m}", "jnz 4b", "5:",
            p = inout(reg) at, n = inout(reg) rounds => _, m = inout(reg) singles => _,
            options(nostack, readonly),
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            "cbz {n}, 3f", "2:", ".rept 16", "ldr {p}, [{p}]", ".endr", "subs {n}, {n}, #1", "b.ne 2b",
            "3:", "cbz {m}, 5f", "4:", "ldr {p}, [{p}]", "subs {m}, {m}, #1", "b.ne 4b", "5:",
            p = inout(reg) at, n = inout(reg) rounds => _, m = inout(reg) singles => _,
            options(nostack, readonly),
        );
    }
    at
}

/// The same in an ordinary loop, which waits for each load too.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn follow(mut at: *const *const u64, loads: u64) -> *const *const u64 {
    for _ in 0..loads {
        // SAFETY: every linked word holds the address of a linked word of the region, and `at` is one.
        at = unsafe { at.read_volatile() }.cast();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_follows_the_order_and_comes_round() {
        let mut chain = Chain::link(Region::new(512, Pages::Small).unwrap(), 64, &[3, 0, 7, 1]);
        let places: Vec<usize> = (0..6)
            .map(|_| {
                let place = chain.place();
                chain.walk(1);
                place / 64
            })
            .collect();
        assert_eq!(places, [3, 0, 7, 1, 3, 0]);
        chain.walk(4001);
        assert_eq!(chain.place(), 64);
    }

    #[test]
    fn regions_start_where_their_pages_do() {
        for (pages, unit) in [(Pages::Small, 4096), (Pages::Usual, 4096), (Pages::Huge(1 << 21), 1 << 21)] {
            let mut region = Region::new(5000, pages).unwrap();
            assert_eq!(region.address() % unit, 0);
            assert!(region.length() >= 5000 && region.words().len() * 8 == region.length());
            region.words_mut()[624] = 7;
            assert_eq!(region.words()[624], 7);
        }
    }

    #[test]
    #[should_panic(expected = "words within the region")]
    fn links_outside_are_refused() {
        Chain::link(Region::new(512, Pages::Small).unwrap(), 1 << 16, &[0, 1]);
    }
}
