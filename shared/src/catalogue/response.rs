//! How long a round trip takes while the machine is loaded.

use super::benchmark::unless_quick;
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Better, Placement, Point, Preset};
use crate::number::{Display, Unit};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
    id: "load.response",
    version: 1,
    title: "Response",
    detail: "",
    group: TableGroup::Response,
    axes: &[Axis::variant("load", "load", "none"), Axis::percentile("percentile", "percentile", 2)],
    measures: &[
        // Round trips as they came one after the other: one that stalls is one of them, however long it takes.
        Measure::time("response", "round trip", Display::US, Floor::Across).over("percentile"),
        Measure::counted_time("max", Display::US),
        Measure::counted_time("mean", Display::US),
        Measure::counted_time("sd", Display::US),
        // By time: what somebody who comes at any moment waits until the round trip under way then is done.
        Measure::counted_time("wait", Display::US).over("percentile"),
        Measure::counted_time("mean_wait", Display::US),
        in_a_million("over_1ms"),
        in_a_million("over_10ms"),
        in_a_million("over_100ms"),
        Measure {
            unit: || Unit::Other("%".to_owned()),
            display: Display::PERCENT,
            ..Measure::count("stalled", Better::Lower)
        },
        Measure { unit: || Unit::PerSecond, display: Display::PER_S, ..Measure::count("work", Better::Neutral) },
    ],
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan { points, placements: |_| &[Placement::Unpinned] },
    method: text(
        "One byte goes to and fro between two processes, every round trip timed, while a load runs. Waits are those of somebody who comes at any moment; over_1ms and the like are in a million round trips, stalled is the time in those above 1 ms, work is the load's.",
    ),
    source: text("as irman of the kernel pages of the years after 2000"),
}];

/// How many of a million round trips.
const fn in_a_million(id: &'static str) -> Measure {
    Measure { per: "million round trips", ..Measure::count(id, Better::Lower) }
}

/// Each load; at idle priority, which shows what of a load is its priority, in full only.
fn points(preset: Preset) -> Vec<Point> {
    let loads: &[&str] = match preset {
        Preset::Quick | Preset::Standard => &["none", "memory", "file_io", "process"],
        Preset::Full => &["none", "memory", "file_io", "process", "process_idle"],
    };
    unless_quick(preset, || loads.iter().map(|&load| Point::new([("load", load.into())])).collect())
}
