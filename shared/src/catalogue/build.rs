//! Build times of real trees.

use super::{Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::number::Display;

/// What all of the family share.
const BUILD: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::Builds,
    axes: &[],
    measures: &[Measure::time("elapsed", "build", Display::S, Floor::Process)],
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan::NEVER,
    method: "",
    source: text("build tables of the kernel pages of the years after 2000"),
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "build.autoconf",
        title: "autoconf",
        method: text("Configures, makes and checks a clean autoconf tree: mostly forks and execs."),
        ..BUILD
    },
    Benchmark { id: "build.kernel", title: "kernel", method: text("Builds a clean kernel tree."), ..BUILD },
    Benchmark { id: "build.perl", title: "perl", method: text("Configures and builds a clean perl tree."), ..BUILD },
];
