//! The loops in the instructions of AArch64: integers in general registers, floating point in the scalar ones. All have
//! three operands, so that nothing needs to be moved.
#![allow(unsafe_code)]

use std::arch::asm;

/// Does `$ops` operations: blocks of 200 of them, then single ones.
macro_rules! repeat {
    ($ops:ident, $count:literal, $block:expr, $single:expr, $($operands:tt)*) => {
        // SAFETY: touches the named registers and the flags only, and ends when both counters have reached zero.
        unsafe {
            asm!(
                "cbz {n}, 3f",
                "2:", concat!(".rept ", $count), $block, ".endr", "subs {n}, {n}, #1", "b.ne 2b",
                "3:", "cbz {m}, 5f",
                "4:", $single, "subs {m}, {m}, #1", "b.ne 4b",
                "5:",
                n = inout(reg) $ops / super::super::ROUND => _, m = inout(reg) $ops % super::super::ROUND => _,
                $($operands)*
                options(nomem, nostack),
            )
        }
    };
}

/// `$op a, a, k`, of registers of that kind.
macro_rules! one {
    ($op:literal, $r:literal, $k:literal) => {
        concat!($op, " {a:", $r, "}, {a:", $r, "}, {", $k, ":", $r, "}\n")
    };
}

/// The same of eight registers.
macro_rules! eight {
    ($op:literal, $r:literal, $k:literal) => {
        concat!(
            $op, " {a:", $r, "}, {a:", $r, "}, {", $k, ":", $r, "}\n", $op, " {b:", $r, "}, {b:", $r, "}, {", $k, ":",
            $r, "}\n", $op, " {c:", $r, "}, {c:", $r, "}, {", $k, ":", $r, "}\n", $op, " {d:", $r, "}, {d:", $r,
            "}, {", $k, ":", $r, "}\n", $op, " {e:", $r, "}, {e:", $r, "}, {", $k, ":", $r, "}\n", $op, " {f:", $r,
            "}, {f:", $r, "}, {", $k, ":", $r, "}\n", $op, " {g:", $r, "}, {g:", $r, "}, {", $k, ":", $r, "}\n", $op,
            " {h:", $r, "}, {h:", $r, "}, {", $k, ":", $r, "}\n",
        )
    };
}

/// Divides `k` by `a` into the named register.
macro_rules! divide {
    ($op:literal, $r:literal, $to:literal) => {
        concat!($op, " {", $to, ":", $r, "}, {k:", $r, "}, {a:", $r, "}\n")
    };
}

/// The remainder, in `b`, of the named register divided by `a`.
macro_rules! remainder {
    ($r:literal, $k:literal) => {
        concat!(
            "sdiv {q:", $r, "}, {", $k, ":", $r, "}, {a:", $r, "}\n", "msub {b:", $r, "}, {q:", $r, "}, {a:", $r,
            "}, {", $k, ":", $r, "}\n",
        )
    };
}

/// The loops of one width, by how a register of it is written.
macro_rules! integers {
    ($name:ident, $type:ident, $r:literal) => {
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
                signed(chain!(ops, one!("add", $r, "k")))
            }

            pub fn add_lanes(ops: u64) -> i64 {
                sum(lanes!(ops, one!("add", $r, "k"), eight!("add", $r, "k")))
            }

            pub fn mul_chain(ops: u64) -> i64 {
                signed(chain!(ops, one!("mul", $r, "k")))
            }

            pub fn mul_lanes(ops: u64) -> i64 {
                sum(lanes!(ops, one!("mul", $r, "k"), eight!("mul", $r, "k")))
            }

            pub fn div_chain(ops: u64) -> i64 {
                let mut a = ROOT;
                repeat!(ops, "200", divide!("sdiv", $r, "a"), divide!("sdiv", $r, "a"),
                    a = inout(reg) a, k = in(reg) SQUARE,);
                signed(a)
            }

            pub fn div_lanes(ops: u64) -> i64 {
                let mut b = 0_i64;
                repeat!(ops, "200", divide!("sdiv", $r, "b"), divide!("sdiv", $r, "b"),
                    a = in(reg) ROOT, b = inout(reg) b, k = in(reg) SQUARE,);
                signed(b)
            }

            pub fn mod_chain(ops: u64) -> i64 {
                let mut b = REST;
                repeat!(ops, "200",
                    concat!("orr {b:", $r, "}, {b:", $r, "}, {k:", $r, "}\n", remainder!($r, "b")),
                    concat!("orr {b:", $r, "}, {b:", $r, "}, {k:", $r, "}\n", remainder!($r, "b")),
                    a = in(reg) ROOT, b = inout(reg) b, q = out(reg) _, k = in(reg) MULTIPLE,);
                signed(b)
            }

            pub fn mod_lanes(ops: u64) -> i64 {
                let mut b = 0_i64;
                repeat!(ops, "200", remainder!($r, "k"), remainder!($r, "k"),
                    a = in(reg) ROOT, b = inout(reg) b, q = out(reg) _, k = in(reg) MULTIPLE | REST,);
                signed(b)
            }
        }
    };
}

integers!(int32, i32, "w");
integers!(int64, i64, "x");

/// Ten registers.
macro_rules! ten {
    ($op:literal, $r:literal, $k:literal) => {
        concat!(
            eight!($op, $r, $k),
            $op,
            " {i:",
            $r,
            "}, {i:",
            $r,
            "}, {",
            $k,
            ":",
            $r,
            "}\n",
            $op,
            " {j:",
            $r,
            "}, {j:",
            $r,
            "}, {",
            $k,
            ":",
            $r,
            "}\n",
        )
    };
}

/// Ten chains.
macro_rules! ten_lanes {
    ($ops:ident, $count:literal, $ten:expr, $one:expr, $type:ident, $($operands:tt)*) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h, mut i, mut j] = [super::super::ONE as $type; 10];
        repeat!($ops, $count, $ten, $one,
            a = inout(vreg) a, b = inout(vreg) b, c = inout(vreg) c, d = inout(vreg) d, e = inout(vreg) e,
            f = inout(vreg) f, g = inout(vreg) g, h = inout(vreg) h, i = inout(vreg) i, j = inout(vreg) j,
            $($operands)*);
        [a, b, c, d, e, f, g, h, i, j].into_iter().map(f64::from).sum()
    }};
}

/// The loops of one precision, by how a register of it is written.
macro_rules! floats {
    ($type:ident, $r:literal) => {
        pub mod $type {
            use super::super::{DIVIDEND, DIVISOR, FACTORS, ONE};
            use super::asm;

            const STEP: $type = ONE as $type;
            const FIRST: $type = FACTORS[0] as $type;
            const SECOND: $type = FACTORS[1] as $type;

            pub fn add_chain(ops: u64) -> f64 {
                let mut a = STEP;
                repeat!(ops, "200", one!("fadd", $r, "k"), one!("fadd", $r, "k"),
                    a = inout(vreg) a, k = in(vreg) STEP,);
                a.into()
            }

            pub fn add_lanes(ops: u64) -> f64 {
                ten_lanes!(ops, "20", ten!("fadd", $r, "k"), one!("fadd", $r, "k"), $type, k = in(vreg) STEP,)
            }

            pub fn mul_chain(ops: u64) -> f64 {
                let mut a = STEP;
                repeat!(ops, "100", concat!(one!("fmul", $r, "k"), one!("fmul", $r, "l")), one!("fmul", $r, "k"),
                    a = inout(vreg) a, k = in(vreg) FIRST, l = in(vreg) SECOND,);
                a.into()
            }

            pub fn mul_lanes(ops: u64) -> f64 {
                ten_lanes!(ops, "10", concat!(ten!("fmul", $r, "k"), ten!("fmul", $r, "l")), one!("fmul", $r, "k"), $type,
                    k = in(vreg) FIRST, l = in(vreg) SECOND,)
            }

            pub fn div_chain(ops: u64) -> f64 {
                let mut a = DIVISOR as $type;
                repeat!(ops, "200", divide!("fdiv", $r, "a"), divide!("fdiv", $r, "a"),
                    a = inout(vreg) a, k = in(vreg) DIVIDEND as $type,);
                a.into()
            }

            pub fn div_lanes(ops: u64) -> f64 {
                let mut b: $type = 0.0;
                repeat!(ops, "200", divide!("fdiv", $r, "b"), divide!("fdiv", $r, "b"),
                    a = in(vreg) DIVISOR as $type, b = inout(vreg) b, k = in(vreg) DIVIDEND as $type,);
                b.into()
            }
        }
    };
}

floats!(f32, "s");
floats!(f64, "d");
