//! Throwing memory out of the caches, line by line.
#![allow(unsafe_code)]

/// Whether this kind of processor lets a program do it.
pub const AVAILABLE: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The length of every x86-64's lines.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Throws out the lines of these bytes, from all caches, and waits until that is done. Changed lines are written back, so
/// nothing is lost.
#[cfg(target_arch = "x86_64")]
pub(super) fn flush(bytes: *const u8, length: usize) {
    use std::arch::asm;

    let first = bytes.map_addr(|address| address / LINE * LINE);
    let lines = (bytes.addr() - first.addr() + length).div_ceil(LINE);
    let unordered = raw_cpuid::CpuId::new().get_extended_feature_info().is_some_and(|has| has.has_clflushopt());
    for line in 0..lines {
        let line = first.wrapping_add(line * LINE);
        // SAFETY: changes no memory; an address that is not mapped faults, as a load of it would, so the caller's bytes
        // must be there. The instruction was asked for, and the other is in every x86-64.
        unsafe {
            if unordered {
                asm!("clflushopt [{}]", in(reg) line, options(nostack, preserves_flags));
            } else {
                asm!("clflush [{}]", in(reg) line, options(nostack, preserves_flags));
            }
        }
    }
    // SAFETY: orders memory accesses, and does nothing else.
    unsafe { asm!("mfence", options(nostack, preserves_flags)) };
}

/// See above.
#[cfg(target_arch = "aarch64")]
pub(super) fn flush(bytes: *const u8, length: usize) {
    use std::arch::asm;
    let types: u64;
    // SAFETY: reads a register that tells the length of lines; kernels that forbid it answer in its place.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) types, options(nomem, nostack, preserves_flags)) };
    let line = 4_usize << ((types >> 16) & 15);
    let first = bytes.map_addr(|address| address / line * line);
    for index in 0..(bytes.addr() - first.addr() + length).div_ceil(line) {
        // SAFETY: changes no memory; as for x86-64 the bytes must be there.
        unsafe { asm!("dc civac, {}", in(reg) first.wrapping_add(index * line), options(nostack, preserves_flags)) };
    }
    // SAFETY: orders memory accesses, and does nothing else.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
}

/// Nothing: see [`AVAILABLE`].
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn flush(_: *const u8, _: usize) {}

/// The lines of a slice, which is there.
pub fn slice(bytes: &[u8]) {
    if !bytes.is_empty() {
        flush(bytes.as_ptr(), bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flushed_bytes_keep_their_values() {
        let bytes: Vec<u8> = (0..1000).map(|index| (index % 251) as u8).collect();
        for start in [0, 1, 63, 64] {
            slice(&bytes[start..]);
        }
        slice(&[]);
        assert!(bytes.iter().enumerate().all(|(index, &byte)| byte == (index % 251) as u8));
    }

    /// A chain through all lines, of which each load waits for the one before: no compiler and no processor makes the loads
    /// overlap, so that what they take is told beside what the loop itself takes.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_flushed_line_takes_longer_to_load() {
        const LINES: usize = 1024;
        let clock = crate::clock::Clock::measure();
        let mut chain = vec![[0_usize; 8]; LINES];
        // An odd step visits every line of a power of two, none beside the one before.
        (0..LINES).for_each(|line| chain[line][0] = (line + 389) % LINES);
        let walk = || (0..LINES).fold(0, |line, _| std::hint::black_box(chain[line][0]));
        let took = |prepare: &dyn Fn()| {
            let once = |_| {
                prepare();
                let (took, last) = clock.time(walk);
                assert_eq!(last, 0, "a whole round");
                took
            };
            (0..50).map(once).min().unwrap()
        };
        let cached = took(&|| ());
        let flushed = took(&|| flush(chain.as_ptr().cast(), size_of_val(&*chain)));
        assert!(flushed > cached + cached / 4, "{flushed} ns flushed, {cached} ns cached");
    }
}
