//! Processor: clock and arithmetic.

use super::{Benchmark, Derivation, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Better, Role};
use crate::number::{Display, Unit};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
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
    }],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan::ALWAYS,
    method: text(
        "Times dependent register-to-register add, xor and shift chains, one cycle a link, that must agree within 1 %.",
    ),
    source: text("the same quantity as lmbench's mhz"),
}];
