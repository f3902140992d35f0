//! Passes over memory: each touches every word once, in order, and no optimiser makes it another.
//!
//! Words are moved by ordinary loads and stores of eight bytes, fills by vectors of sixteen; the library's copy and fill are
//! whatever they are on the machine.
#![allow(unsafe_code)]

use std::hint::black_box;

use libc::{c_int, c_void, size_t};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use exact::{copy, fill, fill_past_caches, read, write};
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use portable::{copy, fill, fill_past_caches, read, write};

/// Whether passes are these instructions; where not, only the library's are measured.
pub const EXACT: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Words of a block: passes work on whole blocks.
pub const BLOCK: usize = 8;

/// The C library's memcpy, chosen at run time.
///
/// # Panics
/// Where lengths differ.
pub fn library_copy(to: &mut [u64], from: &[u64]) {
    type Memcpy = unsafe extern "C" fn(*mut c_void, *const c_void, size_t) -> *mut c_void;
    assert_eq!(to.len(), from.len(), "as long");
    let memcpy: Memcpy = black_box(libc::memcpy);
    // SAFETY: both are that long, and a `&mut` and a `&` never overlap.
    unsafe { memcpy(to.as_mut_ptr().cast(), from.as_ptr().cast(), size_of_val(from)) };
}

/// The C library's memset, chosen at run time.
pub fn library_fill(to: &mut [u64], byte: u8) {
    type Memset = unsafe extern "C" fn(*mut c_void, c_int, size_t) -> *mut c_void;
    let memset: Memset = black_box(libc::memset);
    // SAFETY: the slice is that long, and any bytes are words.
    unsafe { memset(to.as_mut_ptr().cast(), c_int::from(byte), size_of_val(to)) };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod exact {
    use std::arch::asm;

    use super::BLOCK;

    fn blocks(words: &[u64]) -> usize {
        assert!(!words.is_empty() && words.len().is_multiple_of(BLOCK), "whole blocks");
        words.len() / BLOCK
    }

    /// Loads every word; their sum.
    pub fn read(words: &[u64]) -> u64 {
        let [mut a, mut b, mut c, mut d] = [0_u64; 4];
        // SAFETY: reads the slice's blocks and nothing beyond.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "2:", "add {a}, [{p}]", "add {b}, [{p} + 8]", "add {c}, [{p} + 16]", "add {d}, [{p} + 24]",
                "add {a}, [{p} + 32]", "add {b}, [{p} + 40]", "add {c}, [{p} + 48]", "add {d}, [{p} + 56]",
                "add {p}, 64", "dec {n}", "jnz 2b",
                p = inout(reg) words.as_ptr() => _, n = inout(reg) blocks(words) => _,
                a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
                options(nostack, readonly),
            );
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "2:", "ldp {e}, {f}, [{p}]", "add {a}, {a}, {e}", "add {b}, {b}, {f}",
                "ldp {e}, {f}, [{p}, #16]", "add {c}, {c}, {e}", "add {d}, {d}, {f}",
                "ldp {e}, {f}, [{p}, #32]", "add {a}, {a}, {e}", "add {b}, {b}, {f}",
                "ldp {e}, {f}, [{p}, #48]", "add {c}, {c}, {e}", "add {d}, {d}, {f}",
                "add {p}, {p}, #64", "subs {n}, {n}, #1", "b.ne 2b",
                p = inout(reg) words.as_ptr() => _, n = inout(reg) blocks(words) => _, e = out(reg) _, f = out(reg) _,
                a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
                options(nostack, readonly),
            );
        }
        a.wrapping_add(b).wrapping_add(c).wrapping_add(d)
    }

    /// Stores every word: the number of its block, from `first` on.
    pub fn write(words: &mut [u64], first: u64) {
        // SAFETY: writes the slice's blocks and nothing beyond.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "2:", "mov [{p}], {v}", "mov [{p} + 8], {v}", "mov [{p} + 16], {v}", "mov [{p} + 24], {v}",
                "mov [{p} + 32], {v}", "mov [{p} + 40], {v}", "mov [{p} + 48], {v}", "mov [{p} + 56], {v}",
                "add {p}, 64", "inc {v}", "dec {n}", "jnz 2b",
                p = inout(reg) words.as_mut_ptr() => _, n = inout(reg) blocks(words) => _, v = inout(reg) first => _,
                options(nostack),
            );
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "2:", "str {v}, [{p}]", "str {v}, [{p}, #8]", "str {v}, [{p}, #16]", "str {v}, [{p}, #24]",
                "str {v}, [{p}, #32]", "str {v}, [{p}, #40]", "str {v}, [{p}, #48]", "str {v}, [{p}, #56]",
                "add {p}, {p}, #64", "add {v}, {v}, #1", "subs {n}, {n}, #1", "b.ne 2b",
                p = inout(reg) words.as_mut_ptr() => _, n = inout(reg) blocks(words) => _, v = inout(reg) first => _,
                options(nostack),
            );
        }
    }

    /// Copies every word.
    ///
    /// # Panics
    /// Where lengths differ.
    pub fn copy(to: &mut [u64], from: &[u64]) {
        assert_eq!(to.len(), from.len(), "as long");
        // SAFETY: reads and writes the blocks of two slices of one length, and nothing beyond.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "2:", "mov {a}, [{q}]", "mov {b}, [{q} + 8]", "mov {c}, [{q} + 16]", "mov {d}, [{q} + 24]",
                "mov [{p}], {a}", "mov [{p} + 8], {b}", "mov [{p} + 16], {c}", "mov [{p} + 24], {d}",
                "mov {a}, [{q} + 32]", "mov {b}, [{q} + 40]", "mov {c}, [{q} + 48]", "mov {d}, [{q} + 56]",
                "mov [{p} + 32], {a}", "mov [{p} + 40], {b}", "mov [{p} + 48], {c}", "mov [{p} + 56], {d}",
                "add {p}, 64", "add {q}, 64", "dec {n}", "jnz 2b",
                p = inout(reg) to.as_mut_ptr() => _, q = inout(reg) from.as_ptr() => _, n = inout(reg) blocks(to) => _,
                a = out(reg) _, b = out(reg) _, c = out(reg) _, d = out(reg) _,
                options(nostack),
            );
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "2:", "ldp {a}, {b}, [{q}]", "ldp {c}, {d}, [{q}, #16]", "stp {a}, {b}, [{p}]", "stp {c}, {d}, [{p}, #16]",
                "ldp {a}, {b}, [{q}, #32]", "ldp {c}, {d}, [{q}, #48]", "stp {a}, {b}, [{p}, #32]",
                "stp {c}, {d}, [{p}, #48]", "add {p}, {p}, #64", "add {q}, {q}, #64", "subs {n}, {n}, #1", "b.ne 2b",
                p = inout(reg) to.as_mut_ptr() => _, q = inout(reg) from.as_ptr() => _, n = inout(reg) blocks(to) => _,
                a = out(reg) _, b = out(reg) _, c = out(reg) _, d = out(reg) _,
                options(nostack),
            );
        }
    }

    /// A pass of sixteen-byte stores of one value, by that instruction; what orders them stands at the end.
    macro_rules! fill {
        ($(#[$doc:meta])* $name:ident, $x86:literal, $fence:literal, $arm:literal) => {
            $(#[$doc])*
            pub fn $name(words: &mut [u64], value: u64) {
                // SAFETY: writes the slice's blocks and nothing beyond. Stores need no alignment, or the check below.
                #[cfg(target_arch = "x86_64")]
                unsafe {
                    assert!(words.as_ptr().addr().is_multiple_of(16), "vectors at their places");
                    asm!(
                        "movq {x}, {v}", "punpcklqdq {x}, {x}", "2:", concat!($x86, " [{p}], {x}"),
                        concat!($x86, " [{p} + 16], {x}"), concat!($x86, " [{p} + 32], {x}"),
                        concat!($x86, " [{p} + 48], {x}"), "add {p}, 64", "dec {n}", "jnz 2b", $fence,
                        p = inout(reg) words.as_mut_ptr() => _, n = inout(reg) blocks(words) => _, v = in(reg) value,
                        x = out(xmm_reg) _,
                        options(nostack),
                    );
                }
                // SAFETY: as above.
                #[cfg(target_arch = "aarch64")]
                unsafe {
                    asm!(
                        "dup {x:v}.2d, {v}", "2:", concat!($arm, " {x:q}, {x:q}, [{p}]"),
                        concat!($arm, " {x:q}, {x:q}, [{p}, #32]"), "add {p}, {p}, #64", "subs {n}, {n}, #1", "b.ne 2b",
                        p = inout(reg) words.as_mut_ptr() => _, n = inout(reg) blocks(words) => _, v = in(reg) value,
                        x = out(vreg) _,
                        options(nostack),
                    );
                }
            }
        };
    }

    fill!(
        /// Stores one value everywhere.
        fill, "movaps", "", "stp");
    fill!(
        /// The same with the hint that the caches need not hold it.
        fill_past_caches, "movntdq", "sfence", "stnp");
}

/// The same in ordinary loops: not measured, because a compiler may make anything of them.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod portable {
    pub fn read(words: &[u64]) -> u64 {
        words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
    }

    pub fn write(words: &mut [u64], first: u64) {
        for (block, words) in words.chunks_mut(super::BLOCK).enumerate() {
            words.fill(first.wrapping_add(block as u64));
        }
    }

    pub fn copy(to: &mut [u64], from: &[u64]) {
        to.copy_from_slice(from);
    }

    pub fn fill(words: &mut [u64], value: u64) {
        words.fill(value);
    }

    pub fn fill_past_caches(words: &mut [u64], value: u64) {
        words.fill(value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::region::{Pages, Region};
    use super::*;

    fn region() -> Region {
        let mut region = Region::new(65_536, Pages::Usual).unwrap();
        region.words_mut().iter_mut().zip(1..).for_each(|(word, number)| *word = number);
        region
    }

    #[test]
    fn every_word_is_read_once() {
        assert_eq!(read(region().words()), 8192 * 8193 / 2);
        assert_eq!(read(&region().words()[8..16]), (9..=16).sum::<u64>());
    }

    #[test]
    fn every_word_is_written_and_none_beyond() {
        type Pass = fn(&mut [u64]);
        type Expected = fn(u64) -> u64;
        let passes: [(Pass, Expected); 4] = [
            (|words| write(words, 70), |index| 70 + index / 8),
            (|words| fill(words, 7), |_| 7),
            (|words| fill_past_caches(words, 7), |_| 7),
            (|words| library_fill(words, 7), |_| 0x0707_0707_0707_0707),
        ];
        for (pass, expected) in passes {
            let mut region = region();
            pass(&mut region.words_mut()[8..8000]);
            let words = region.words();
            assert!(words[8..8000].iter().zip(0..).all(|(&word, index)| word == expected(index)));
            assert_eq!((words[7], words[8000]), (8, 8001));
        }
    }

    #[test]
    fn every_word_is_copied_and_none_beyond() {
        for pass in [copy, library_copy] {
            let mut to = vec![0; 8192];
            pass(&mut to[8..8000], &region().words()[8..8000]);
            assert_eq!((to[7], to[8000]), (0, 0));
            assert!(to[8..8000].iter().zip(9..).all(|(&word, expected)| word == expected));
        }
    }

    #[test]
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[should_panic(expected = "whole blocks")]
    fn parts_of_blocks_are_refused() {
        read(&region().words()[..9]);
    }
}
