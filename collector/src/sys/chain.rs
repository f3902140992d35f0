//! Loops of known length in registers: dependent chains, one cycle a link, and a loop of independent adds.
#![allow(unsafe_code)]

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use exact::{add, shift, throughput, xor};
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use portable::{add, shift, throughput, xor};

/// Links in a chain for each repeat.
pub const LINKS: u64 = 400;

/// Whether links are single instructions. Where not, the loops tell changes of speed but not the clock.
pub const EXACT: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The clock of the CPU that this is called on, in Hz, given how to time work in ns; none where links are not exact.
pub fn hertz(time: impl Fn(fn()) -> u64) -> Option<f64> {
    const REPEATS: u32 = 100;
    let fastest = (0..20).map(|_| time(|| add(REPEATS))).min().filter(|_| EXACT)?;
    Some(LINKS as f64 * f64::from(REPEATS) / fastest.max(1) as f64 * 1e9)
}

/// Register-to-register operands throughout: an add of a constant is done at rename on new processors, and moves are
/// eliminated.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod exact {
    use std::arch::asm;

    /// A function that repeats `.rept` blocks of the given instructions.
    macro_rules! repeated {
        ($(#[$doc:meta])* $name:ident, $count:literal, $x86:literal, $arm:literal) => {
            $(#[$doc])*
            pub fn $name(repeats: u32) {
                if repeats == 0 {
                    return;
                }
                // SAFETY: touches the named registers and the flags only, and ends when the counter reaches zero.
                #[cfg(target_arch = "x86_64")]
                unsafe {
                    asm!(
                        "2:", concat!(".rept ", $count), $x86, ".endr", "dec {n:e}", "jnz 2b",
                        a = inout(reg) 1u64 => _, b = inout(reg) 2u64 => _, c = inout(reg) 3u64 => _,
                        d = inout(reg) 4u64 => _, k = in(reg) 3u64, n = inout(reg) repeats => _,
                        options(nomem, nostack),
                    );
                }
                // SAFETY: as above.
                #[cfg(target_arch = "aarch64")]
                unsafe {
                    asm!(
                        "2:", concat!(".rept ", $count), $arm, ".endr", "subs {n:w}, {n:w}, #1", "b.ne 2b",
                        a = inout(reg) 1u64 => _, b = inout(reg) 2u64 => _, c = inout(reg) 3u64 => _,
                        d = inout(reg) 4u64 => _, k = in(reg) 3u64, n = inout(reg) repeats => _,
                        options(nomem, nostack),
                    );
                }
            }
        };
    }

    repeated!(
        /// A chain of adds.
        add, 400, "add {a}, {k} // {b} {c} {d}", "add {a}, {a}, {k} // {b} {c} {d}");
    repeated!(
        /// A chain of exclusive ors.
        xor, 400, "xor {a}, {k} // {b} {c} {d}", "eor {a}, {a}, {k} // {b} {c} {d}");
    repeated!(
        /// A chain of shifts by one.
        shift, 400, "shl {a}, 1 // {b} {c} {d} {k}", "lsl {a}, {a}, {k} // {b} {c} {d}");
    repeated!(
        /// Four chains of adds side by side: as many a cycle as the core has free units for.
        throughput, 400,
        "add {a}, {k}\nadd {b}, {k}\nadd {c}, {k}\nadd {d}, {k}",
        "add {a}, {a}, {k}\nadd {b}, {b}, {k}\nadd {c}, {c}, {k}\nadd {d}, {d}, {k}");
}

/// The same shapes from ordinary arithmetic, for processors without a loop above.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod portable {
    use std::hint::black_box;

    fn chain(repeats: u32, link: impl Fn(u64) -> u64) {
        let mut value = black_box(1);
        for _ in 0..u64::from(repeats) * super::LINKS {
            value = link(value);
        }
        black_box(value);
    }

    /// A chain of multiplications.
    pub fn add(repeats: u32) {
        chain(repeats, |value| value.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
    }

    /// A chain of exclusive ors.
    pub fn xor(repeats: u32) {
        chain(repeats, |value| (value ^ (value >> 7)).wrapping_add(3));
    }

    /// A chain of shifts.
    pub fn shift(repeats: u32) {
        chain(repeats, |value| value.rotate_left(9) ^ 5);
    }

    /// Four chains side by side.
    pub fn throughput(repeats: u32) {
        let mut values = black_box([1u64, 2, 3, 4]);
        for _ in 0..u64::from(repeats) * super::LINKS {
            values = values.map(|value| value.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
        }
        black_box(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_ends() {
        for run in [add, xor, shift, throughput] {
            run(0);
            run(3);
        }
    }
}
