//! Arithmetic: the time of an operation that waits for the one before it, and of one that does not.

use shared::model::{FailureKind, Point};

use super::{Batch, Failure, Measuring, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::arithmetic::{
    self, DIVIDEND, DIVISOR, Division, FACTORS, FLOAT_LANES, INTEGER_LANES, Loop, ONE, Op, ROUND, START, STEP, Type,
};
use crate::sys::chain;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[Measuring { id: "cpu.ops", batch: Batch::Calibrated, prepare: ops }];

/// The files that measure it.
pub(super) const SOURCE: &[&str] = &[
    include_str!("ops.rs"),
    include_str!("../sys/arithmetic/mod.rs"),
    include_str!("../sys/arithmetic/x86_64.rs"),
    include_str!("../sys/arithmetic/aarch64.rs"),
];

/// No core begins more operations a cycle: a figure below is not one of operations.
const MOST_A_CYCLE: f64 = 8.0;
/// How far the clock may move between two measurements of it.
const CLOCK_MOVES: f64 = 1.05;
/// Fewer operations than this tell nothing of one.
const TELLING: u64 = 1_000_000;

fn ops(_: &Setup, point: &Point) -> Prepared {
    let op = match point.text("op") {
        Some("add") => Op::Add,
        Some("mul") => Op::Mul,
        Some("div") => Op::Div,
        Some("mod") => Op::Mod,
        _ => return Err(Failure::work_not_done()),
    };
    let of = match point.text("type") {
        Some("int32") => Type::Int32,
        Some("int64") => Type::Int64,
        Some("f32") => Type::F32,
        Some("f64") => Type::F64,
        _ => return Err(Failure::work_not_done()),
    };
    let chained = match point.text("order") {
        Some("chained") => true,
        Some("parallel") => false,
        _ => return Err(Failure::work_not_done()),
    };
    let work = arithmetic::find(op, of, chained).ok_or_else(|| Failure::unsupported(FailureKind::CpuLacks))?;
    Ok(Box::new(Operations { op, of, chained, work, fastest: f64::INFINITY }))
}

/// One operation is one.
struct Operations {
    op: Op,
    of: Type,
    chained: bool,
    work: Loop,
    /// The least time of an operation in cycles.
    fastest: f64,
}

impl Workload for Operations {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, right) = match self.work {
            Loop::Integers(run) => {
                let (elapsed, result) = clock.time(|| run(ops));
                (elapsed, result == integer(self.op, self.of, self.chained, ops))
            }
            Loop::Floats(run) => {
                let (elapsed, result) = clock.time(|| run(ops));
                let expected = match self.of {
                    Type::F32 => single(self.op, self.chained, ops),
                    _ => double(self.op, self.chained, ops),
                };
                (elapsed, result == expected)
            }
        };
        if !right {
            return Err(Failure::work_not_done());
        }
        if ops >= TELLING {
            self.tell(ops, elapsed, clock);
        }
        Ok(elapsed)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let possible = self.fastest * MOST_A_CYCLE * CLOCK_MOVES >= 1.0;
        if possible { Ok(()) } else { Err(Failure::failed(FailureKind::Inconsistent)) }
    }
}

impl Operations {
    /// Keeps how many cycles an operation took, by the clock of this moment.
    fn tell(&mut self, ops: u64, elapsed: u64, clock: &Clock) {
        if let Some(hertz) = chain::hertz(|run| clock.time(run).0) {
            self.fastest = self.fastest.min(elapsed as f64 / ops as f64 * hertz / 1e9);
        }
    }
}

/// What integers come to.
fn integer(op: Op, of: Type, chained: bool, ops: u64) -> i64 {
    let (root, rest) = match of {
        Type::Int32 => (i32::ROOT, i32::REST),
        _ => (i64::ROOT, i64::REST),
    };
    let cut = |value: i64| if of == Type::Int32 { i64::from(value as i32) } else { value };
    let power = |exponent: u64| cut(STEP.wrapping_pow(u32::try_from(exponent).unwrap_or(u32::MAX)));
    let (rounds, singles) = (ops / ROUND, ops % ROUND);
    let of_lane = ROUND / INTEGER_LANES * rounds;
    let over_lanes = |lane: &dyn Fn(u64) -> i64| {
        (1..INTEGER_LANES).fold(lane(of_lane + singles), |sum, _| sum.wrapping_add(lane(of_lane)))
    };
    let added = |times: u64| cut(START.wrapping_add(STEP.wrapping_mul(times as i64)));
    match (op, chained) {
        (Op::Add, true) => added(ops),
        (Op::Add, false) => over_lanes(&added),
        (Op::Mul, true) => power(ops),
        (Op::Mul, false) => over_lanes(&power),
        (Op::Div, _) => root,
        (Op::Mod, _) => rest,
    }
}

/// What floating-point numbers come to, calculated once more in each precision.
macro_rules! floating {
    ($name:ident, $type:ident) => {
        fn $name(op: Op, chained: bool, ops: u64) -> f64 {
            let (rounds, singles) = (ops / ROUND, ops % ROUND);
            let of_lane = ROUND / FLOAT_LANES * rounds;
            let over_lanes = |lane: &dyn Fn(u64) -> $type| {
                (1..FLOAT_LANES).fold(f64::from(lane(of_lane + singles)), |sum, _| sum + f64::from(lane(of_lane)))
            };
            // Ones are counted exactly, up to where the next number is too far away.
            let most = 1_u64 << $type::MANTISSA_DIGITS;
            let added = |times: u64| (1 + times).min(most) as $type;
            // Both factors together are exactly one, so that whole rounds leave what they found.
            let multiplied = |singles: u64| (0..singles).fold(ONE as $type, |value, _| value * FACTORS[0] as $type);
            let divided = |times: u64| {
                let next = |divisor: $type| DIVIDEND as $type / divisor;
                let (mut divisor, mut left) = (DIVISOR as $type, times);
                while left > 0 {
                    if next(next(divisor)) == divisor {
                        left %= 2;
                        return if left == 1 { next(divisor) } else { divisor };
                    }
                    divisor = next(divisor);
                    left -= 1;
                }
                divisor
            };
            match (op, chained) {
                (Op::Add, true) => added(ops).into(),
                (Op::Add, false) => over_lanes(&added),
                (Op::Mul, true) => multiplied(singles).into(),
                (Op::Mul, false) => f64::from(multiplied(singles)) + (FLOAT_LANES - 1) as f64 * ONE,
                (Op::Div, true) => divided(ops).into(),
                (Op::Div, false) => divided(1).into(),
                (Op::Mod, _) => f64::NAN,
            }
        }
    };
}

floating!(single, f32);
floating!(double, f64);

#[cfg(test)]
mod tests {
    use super::*;

    fn point(op: &str, of: &str, order: &str) -> Point {
        Point::new([("op", op.into()), ("type", of.into()), ("order", order.into())])
    }

    fn all() -> Vec<Point> {
        let benchmark = shared::catalogue::find("cpu.ops").unwrap();
        (benchmark.plan.points)(shared::model::Preset::Full)
    }

    fn setup() -> Setup {
        Setup::new(shared::model::Placement::SameCpu, Vec::new(), None)
    }

    #[test]
    fn every_loop_does_as_many_operations_as_it_was_asked_for() {
        let clock = Clock::measure();
        for point in all() {
            let mut work = ops(&setup(), &point).unwrap();
            for ops in [1, 2, 7, 199, 200, 201, 1000, 54_321, 20_000_000] {
                assert!(work.batch(ops, &clock).is_ok(), "{point} {ops}");
            }
            assert_eq!(work.finish(), Ok(()), "{point}");
        }
    }

    #[test]
    fn results_are_those_of_the_operations_written_out() {
        assert_eq!(integer(Op::Add, Type::Int32, true, 5), 16);
        assert_eq!(integer(Op::Mul, Type::Int64, true, 5), 243);
        // 3^21 = 10 460 353 203, less 2 × 2^32.
        assert_eq!(integer(Op::Mul, Type::Int32, true, 21), 1_870_418_611);
        assert_eq!(double(Op::Mul, true, 402), 1.5625);
        assert_eq!(double(Op::Mul, false, 402), 9.0 + 1.5625);
        assert_eq!(single(Op::Add, true, 20_000_000), 16_777_216.0);
        assert_eq!((i32::MULTIPLE | i32::REST) % i32::ROOT, i32::REST);
        assert_eq!((i64::MULTIPLE | i64::REST) % i64::ROOT, i64::REST);
        assert!(i32::SQUARE <= i64::from(i32::MAX) && i32::MULTIPLE | i32::REST <= i64::from(i32::MAX));
    }

    #[test]
    fn a_time_that_no_core_can_reach_is_no_figure() {
        let at = |fastest| {
            let work = arithmetic::find(Op::Add, Type::Int64, false).unwrap();
            Box::new(Operations { op: Op::Add, of: Type::Int64, chained: false, work, fastest }).finish()
        };
        assert_eq!(at(0.125), Ok(()));
        assert_eq!(at(0.1), Err(Failure::failed(FailureKind::Inconsistent)));
    }

    #[test]
    fn there_is_no_remainder_of_floating_point_numbers() {
        assert!(ops(&setup(), &point("mod", "f64", "chained")).is_err());
        assert!(ops(&setup(), &point("add", "f80", "chained")).is_err());
    }
}
