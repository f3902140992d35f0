//! Processor: clock and arithmetic.

use super::{Axis, Benchmark, Derivation, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Better, Placement, Point, Preset, Role};
use crate::number::{Display, Unit};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "cpu.clock",
        version: 1,
        title: "Clock",
        detail: "measured",
        group: TableGroup::Cpu,
        axes: &[],
        measures: &[Measure {
            id: "frequency",
            per: "",
            unit: || Unit::Hertz,
            display: Display::MHZ,
            better: Better::Neutral,
            role: Role::Primary,
            floor: Floor::Cpu,
            derivation: Derivation::Stored,
            over: "",
            place_on: "",
        }],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan::ALWAYS,
        method: text(
            "Times dependent register-to-register add, xor and shift chains, one cycle a link, that must agree within 1 %.",
        ),
        source: text("the same quantity as lmbench's mhz"),
    },
    Benchmark {
        id: "cpu.ops",
        version: 1,
        title: "Arithmetic",
        detail: "",
        group: TableGroup::Cpu,
        axes: &[
            Axis::variant("op", "operation", "add"),
            Axis::variant("type", "type", "int64"),
            Axis::variant("order", "order", "chained"),
        ],
        measures: &[Measure::time("time", "operation", Display::NS, Floor::Cpu)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: arithmetic, placements: |_| &[Placement::SameCpu] },
        method: text(
            "Instructions between registers, each waiting for the one before (chained) or for none (parallel); results are checked. Divisions have the same operands all through; a chain of mod includes an or.",
        ),
        source: text("the same quantities as lmbench's lat_ops and par_ops"),
    },
];

/// The operations that each type has: without remainders, a few of them and chained only in quick.
fn arithmetic(preset: Preset) -> Vec<Point> {
    let point =
        |op: &str, of: &str, order: &str| Point::new([("op", op.into()), ("type", of.into()), ("order", order.into())]);
    let all = ["add", "mul", "div", "mod"];
    match preset {
        Preset::Quick => {
            ["int64", "f64"].iter().flat_map(|of| all[..3].iter().map(|op| point(op, of, "chained"))).collect()
        }
        Preset::Standard | Preset::Full => {
            let mut points = Vec::new();
            for (of, ops) in [("int32", &all[..]), ("int64", &all), ("f32", &all[..3]), ("f64", &all[..3])] {
                points.extend(ops.iter().flat_map(|op| ["chained", "parallel"].map(|order| point(op, of, order))));
            }
            points
        }
    }
}
