//! How long a round trip takes while the machine is loaded.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::Better;
use crate::number::Display;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
    id: "load.response",
    version: 1,
    title: "Response",
    detail: "",
    group: TableGroup::Response,
    axes: &[Axis::variant("load", "load", "none"), Axis::percentile("percentile", "percentile", 2)],
    measures: &[
        Measure::time("response", "round trip", Display::US, Floor::Process).over("percentile"),
        Measure::counted_time("max", Display::US),
        Measure::counted_time("mean", Display::US),
        Measure::counted_time("sd", Display::US),
        Measure::count("over_1ms", Better::Lower),
        Measure::count("over_10ms", Better::Lower),
        Measure::count("over_100ms", Better::Lower),
    ],
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan::NEVER,
    method: text("One byte goes to and fro between two processes, every round trip timed, while a load runs."),
    source: text("as irman of the kernel pages of the years after 2000"),
}];
