//! The loops in the instructions of x86-64: integers in general registers, floating point in SSE2's. A division moves its
//! dividend into place first, which waits for nothing; integer divisions in a chain also move their result.
#![allow(unsafe_code)]

use std::arch::asm;

/// Does `$ops` operations: blocks of 200 of them, then single ones.
macro_rules! repeat {
    ($ops:ident, $count:literal, $block:expr, $single:expr, $($operands:tt)*) => {
        // SAFETY: touches the named registers and the flags only, and ends when both counters have reached zero.
        unsafe {
            asm!(
                "test {n}, {n}", "jz 3f",
                "2:", concat!(".rept ", $count), $block, ".endr", "dec {n}", "jnz 2b",
                "3:", "test {m}, {m}", "jz 5f",
                "4:", $single, "dec {m}", "jnz 4b",
                "5:",
                n = inout(reg) $ops / super::super::ROUND => _, m = inout(reg) $ops % super::super::ROUND => _,
                $($operands)*
                options(nomem, nostack),
            )
        }
    };
}

/// `$op a, k`.
macro_rules! one {
    ($op:literal, $r:literal) => {
        concat!($op, " {a:", $r, "}, {k:", $r, "}")
    };
}

/// The same of eight registers.
macro_rules! eight {
    ($op:literal, $r:literal) => {
        concat!(
            $op, " {a:", $r, "}, {k:", $r, "}\n", $op, " {b:", $r, "}, {k:", $r, "}\n", $op, " {c:", $r, "}, {k:", $r,
            "}\n", $op, " {d:", $r, "}, {k:", $r, "}\n", $op, " {e:", $r, "}, {k:", $r, "}\n", $op, " {f:", $r,
            "}, {k:", $r, "}\n", $op, " {g:", $r, "}, {k:", $r, "}\n", $op, " {h:", $r, "}, {k:", $r, "}",
        )
    };
}

/// Divides the named operand by `a`.
macro_rules! divide {
    ($k:literal, $r:literal, $acc:literal, $extend:literal) => {
        concat!("mov ", $acc, ", {", $k, ":", $r, "}\n", $extend, "\nidiv {a:", $r, "}")
    };
}

/// Divides `k` by the last quotient.
macro_rules! divide_on {
    ($r:literal, $acc:literal, $extend:literal) => {
        concat!("mov ", $acc, ", {k:", $r, "}\n", $extend, "\nidiv {a:", $r, "}\nmov {a:", $r, "}, ", $acc)
    };
}

/// Divides the last remainder with the bits of `k` by `a`.
macro_rules! remain_on {
    ($r:literal, $acc:literal, $rest:literal, $extend:literal) => {
        concat!(
            "or {b:",
            $r,
            "}, {k:",
            $r,
            "}\nmov ",
            $acc,
            ", {b:",
            $r,
            "}\n",
            $extend,
            "\nidiv {a:",
            $r,
            "}\nmov {b:",
            $r,
            "}, ",
            $rest,
        )
    };
}

/// The loops of one width: how a register of it is written, its accumulator, where the remainder is, and what extends the
/// sign there.
macro_rules! integers {
    ($name:ident, $type:ident, $r:literal, $acc:literal, $rest:literal, $extend:literal) => {
        pub mod $name {
            use super::super::Division;
            use super::asm;

            const ROOT: i64 = <$type as Division>::ROOT;
            const SQUARE: i64 = <$type as Division>::SQUARE;
            const MULTIPLE: i64 = <$type as Division>::MULTIPLE;
            const REST: i64 = <$type as Division>::REST;

            fn signed(register: i64) -> i64 {
                i64::from(register as $type)
            }

            fn sum(lanes: [i64; 8]) -> i64 {
                lanes.into_iter().map(signed).fold(0, i64::wrapping_add)
            }

            pub fn add_chain(ops: u64) -> i64 {
                signed(chain!(ops, one!("add", $r)))
            }

            pub fn add_lanes(ops: u64) -> i64 {
                sum(lanes!(ops, one!("add", $r), eight!("add", $r)))
            }

            pub fn mul_chain(ops: u64) -> i64 {
                signed(chain!(ops, one!("imul", $r)))
            }

            pub fn mul_lanes(ops: u64) -> i64 {
                sum(lanes!(ops, one!("imul", $r), eight!("imul", $r)))
            }

            pub fn div_chain(ops: u64) -> i64 {
                let mut a = ROOT;
                repeat!(ops, "200", divide_on!($r, $acc, $extend), divide_on!($r, $acc, $extend),
                    a = inout(reg) a, k = in(reg) SQUARE, out("rax") _, out("rdx") _,);
                signed(a)
            }

            pub fn div_lanes(ops: u64) -> i64 {
                let mut quotient = 0;
                repeat!(ops, "200", divide!("k", $r, $acc, $extend), divide!("k", $r, $acc, $extend),
                    a = in(reg) ROOT, k = in(reg) SQUARE, inout("rax") quotient, out("rdx") _,);
                signed(quotient)
            }

            pub fn mod_chain(ops: u64) -> i64 {
                let mut b = REST;
                repeat!(ops, "200", remain_on!($r, $acc, $rest, $extend), remain_on!($r, $acc, $rest, $extend),
                    a = in(reg) ROOT, b = inout(reg) b, k = in(reg) MULTIPLE, out("rax") _, out("rdx") _,);
                signed(b)
            }

            pub fn mod_lanes(ops: u64) -> i64 {
                let mut rest = 0;
                repeat!(ops, "200", divide!("k", $r, $acc, $extend), divide!("k", $r, $acc, $extend),
                    a = in(reg) ROOT, k = in(reg) MULTIPLE | REST, out("rax") _, inout("rdx") rest,);
                signed(rest)
            }
        }
    };
}

integers!(int32, i32, "e", "eax", "edx", "cdq");
integers!(int64, i64, "r", "rax", "rdx", "cqo");

/// `$op` with `k` of ten registers.
macro_rules! ten {
    ($op:literal, $k:literal) => {
        concat!(
            $op, " {a}, {", $k, "}\n", $op, " {b}, {", $k, "}\n", $op, " {c}, {", $k, "}\n", $op, " {d}, {", $k, "}\n",
            $op, " {e}, {", $k, "}\n", $op, " {f}, {", $k, "}\n", $op, " {g}, {", $k, "}\n", $op, " {h}, {", $k, "}\n",
            $op, " {i}, {", $k, "}\n", $op, " {j}, {", $k, "}\n",
        )
    };
}

/// Ten chains of one instruction, that take each operand in turn.
macro_rules! ten_lanes {
    ($ops:ident, $count:literal, $ten:expr, $one:expr, $type:ident, $($operands:tt)*) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h, mut i, mut j] = [super::super::ONE as $type; 10];
        repeat!($ops, $count, $ten, $one,
            a = inout(xmm_reg) a, b = inout(xmm_reg) b, c = inout(xmm_reg) c, d = inout(xmm_reg) d,
            e = inout(xmm_reg) e, f = inout(xmm_reg) f, g = inout(xmm_reg) g, h = inout(xmm_reg) h,
            i = inout(xmm_reg) i, j = inout(xmm_reg) j, $($operands)*);
        [a, b, c, d, e, f, g, h, i, j].into_iter().map(f64::from).sum()
    }};
}

/// The loops of one precision: its instructions of addition, multiplication, division, and the one that copies a register.
macro_rules! floats {
    ($type:ident, $add:literal, $mul:literal, $div:literal, $move:literal) => {
        pub mod $type {
            use super::super::{DIVIDEND, DIVISOR, FACTORS, ONE};
            use super::asm;

            const STEP: $type = ONE as $type;
            const FIRST: $type = FACTORS[0] as $type;
            const SECOND: $type = FACTORS[1] as $type;

            pub fn add_chain(ops: u64) -> f64 {
                let mut a = STEP;
                repeat!(ops, "200", concat!($add, " {a}, {k}"), concat!($add, " {a}, {k}"),
                    a = inout(xmm_reg) a, k = in(xmm_reg) STEP,);
                a.into()
            }

            pub fn add_lanes(ops: u64) -> f64 {
                ten_lanes!(ops, "20", ten!($add, "k"), concat!($add, " {a}, {k}"), $type, k = in(xmm_reg) STEP,)
            }

            pub fn mul_chain(ops: u64) -> f64 {
                let mut a = STEP;
                repeat!(ops, "100", concat!($mul, " {a}, {k}\n", $mul, " {a}, {l}"), concat!($mul, " {a}, {k}"),
                    a = inout(xmm_reg) a, k = in(xmm_reg) FIRST, l = in(xmm_reg) SECOND,);
                a.into()
            }

            pub fn mul_lanes(ops: u64) -> f64 {
                ten_lanes!(ops, "10", concat!(ten!($mul, "k"), ten!($mul, "l")), concat!($mul, " {a}, {k}"), $type,
                    k = in(xmm_reg) FIRST, l = in(xmm_reg) SECOND,)
            }

            pub fn div_chain(ops: u64) -> f64 {
                let mut a = DIVISOR as $type;
                repeat!(ops, "100",
                    concat!($move, " {b}, {k}\n", $div, " {b}, {a}\n", $move, " {a}, {k}\n", $div, " {a}, {b}"),
                    concat!($move, " {b}, {k}\n", $div, " {b}, {a}\n", $move, " {a}, {b}"),
                    a = inout(xmm_reg) a, b = out(xmm_reg) _, k = in(xmm_reg) DIVIDEND as $type,);
                a.into()
            }

            pub fn div_lanes(ops: u64) -> f64 {
                let mut b: $type = 0.0;
                repeat!(ops, "200",
                    concat!($move, " {b}, {k}\n", $div, " {b}, {a}"), concat!($move, " {b}, {k}\n", $div, " {b}, {a}"),
                    a = in(xmm_reg) DIVISOR as $type, b = inout(xmm_reg) b, k = in(xmm_reg) DIVIDEND as $type,);
                b.into()
            }
        }
    };
}

floats!(f32, "addss", "mulss", "divss", "movaps");
floats!(f64, "addsd", "mulsd", "divsd", "movapd");
