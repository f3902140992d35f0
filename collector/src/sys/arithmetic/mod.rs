//! Arithmetic instructions in registers, one after the other or side by side, in loops that no optimiser looks into.
//!
//! Each loop does exactly so many operations and returns what came of them. A chained operation takes the result of the
//! one before it; those side by side do not wait for each other. All operands are registers: an add of a constant is done
//! at rename on new processors. Those of divisions are the same all through, because their time depends on them.
#![allow(unsafe_code)]

/// A chain of one instruction, by the processor's own `repeat!`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! chain {
    ($ops:ident, $one:expr) => {{
        let mut a = super::super::START;
        repeat!($ops, "200", $one, $one, a = inout(reg) a, k = in(reg) super::super::STEP,);
        a
    }};
}

/// Eight chains of one instruction.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! lanes {
    ($ops:ident, $one:expr, $eight:expr) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = [super::super::START; 8];
        repeat!($ops, "25", $eight, $one, a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
            e = inout(reg) e, f = inout(reg) f, g = inout(reg) g, h = inout(reg) h, k = in(reg) super::super::STEP,);
        [a, b, c, d, e, f, g, h]
    }};
}

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
use aarch64 as exact;
#[cfg(target_arch = "x86_64")]
use x86_64 as exact;

/// Operations of one round, whose counter then costs nothing that counts. What is left of them is done one by one.
pub const ROUND: u64 = 200;
/// Chains of integers side by side: no core begins more adds a cycle.
pub const INTEGER_LANES: u64 = 8;
/// Chains of floating-point numbers side by side.
pub const FLOAT_LANES: u64 = 10;

/// What integers begin with.
pub const START: i64 = 1;
/// What is added, or multiplied by.
pub const STEP: i64 = 3;
/// What floating-point numbers begin with, and what is added.
pub const ONE: f64 = 1.0;
/// They are multiplied by these in turn, and do not grow.
pub const FACTORS: [f64; 2] = [1.25, 0.8];
/// The dividend of floating-point divisions.
pub const DIVIDEND: f64 = 2.345_678_901_234_567;
/// Their first divisor; the next is the quotient.
pub const DIVISOR: f64 = 1.234_567_890_123_456_7;

/// The operands of integer divisions.
pub trait Division {
    /// The divisor.
    const ROOT: i64;
    /// Divided by the root it is the root, so that a chain divides the same numbers all through.
    const SQUARE: i64 = Self::ROOT * Self::ROOT;
    /// A chain of remainders makes its dividend from the last remainder and these bits, by an `or`: a multiple of the
    /// root, so that the remainder stays.
    const MULTIPLE: i64;
    /// That remainder.
    const REST: i64;
}

impl Division for i32 {
    const ROOT: i64 = 46_337;
    const MULTIPLE: i64 = Self::ROOT << 15;
    const REST: i64 = 21_845;
}

impl Division for i64 {
    const ROOT: i64 = 3_037_000_493;
    const MULTIPLE: i64 = Self::ROOT << 31;
    const REST: i64 = 1_431_655_765;
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Addition.
    Add,
    /// Multiplication.
    Mul,
    /// Division.
    Div,
    /// The remainder of a division.
    Mod,
}

/// What is calculated with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 32-bit integers with a sign.
    Int32,
    /// 64-bit integers with a sign.
    Int64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// A loop of so many operations. It returns the last result, or the sum over the lanes.
#[derive(Clone, Copy, Debug)]
pub enum Loop {
    /// Of integers.
    Integers(fn(u64) -> i64),
    /// Of floating-point numbers.
    Floats(fn(u64) -> f64),
}

/// The loop of an operation; none where there is no such operation, or this kind of processor has no loop.
pub fn find(op: Op, of: Type, chained: bool) -> Option<Loop> {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    return choose(op, of, chained);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = (op, of, chained);
        None
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn choose(op: Op, of: Type, chained: bool) -> Option<Loop> {
    use exact::{f32, f64, int32, int64};
    macro_rules! loops {
        ($module:ident, $($remainders:tt)*) => {
            match (op, chained) {
                (Op::Add, true) => $module::add_chain,
                (Op::Add, false) => $module::add_lanes,
                (Op::Mul, true) => $module::mul_chain,
                (Op::Mul, false) => $module::mul_lanes,
                (Op::Div, true) => $module::div_chain,
                (Op::Div, false) => $module::div_lanes,
                $($remainders)*
            }
        };
    }
    macro_rules! integers {
        ($module:ident) => {
            Loop::Integers(loops!($module, (Op::Mod, true) => $module::mod_chain, (Op::Mod, false) => $module::mod_lanes))
        };
    }
    macro_rules! floats {
        ($module:ident) => {
            Loop::Floats(loops!($module, (Op::Mod, _) => return None))
        };
    }
    Some(match of {
        Type::Int32 => integers!(int32),
        Type::Int64 => integers!(int64),
        Type::F32 => floats!(f32),
        Type::F64 => floats!(f64),
    })
}
