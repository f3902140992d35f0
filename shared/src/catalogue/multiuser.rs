//! Many users at once, each with jobs of a mix.

use super::benchmark::unless_quick;
use super::{Axis, Benchmark, Derivation, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Better, Placement, Point, Preset, Role};
use crate::number::{Display, Unit};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
    id: "load.multiuser",
    version: 1,
    title: "Jobs a minute",
    detail: "",
    group: TableGroup::Multiuser,
    axes: &[Axis::variant("mix", "mix", "shared"), Axis::count("users", "users", 1).read()],
    measures: &[
        THROUGHPUT,
        Measure::count("crossover", Better::Higher).place_on("users"),
        Measure::count("peak", Better::Neutral).place_on("users"),
        Measure { id: "highest", role: Role::Secondary, derivation: Derivation::Counted, over: "", ..THROUGHPUT },
        Measure::counted_time("real", Display::S).over("users"),
        Measure::counted_time("cpu", Display::S).over("users"),
        Measure {
            unit: || Unit::Other("%".to_owned()),
            display: Display::PERCENT,
            ..Measure::count("fairness", Better::Higher)
        }
        .over("users"),
    ],
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan { points, placements: |_| &[Placement::Unpinned] },
    method: text(
        "Each user does 100 jobs drawn in random order from the mix, all released at once; jobs a minute of all of them. At the crossover each has half of what one alone has.",
    ),
    source: text("the method of the multiuser benchmarks of the 1990s"),
}];

/// Jobs of all users over the time until the last of them is done.
const THROUGHPUT: Measure = Measure {
    id: "throughput",
    per: "",
    unit: || Unit::PerSecond,
    display: Display::PER_MIN,
    better: Better::Higher,
    role: Role::Primary,
    floor: Floor::Process,
    derivation: Derivation::Stored,
    over: "users",
    place_on: "",
};

/// The mixes that were published most in standard, all of them in full.
fn points(preset: Preset) -> Vec<Point> {
    let mixes: &[&str] = match preset {
        Preset::Full => &["shared", "compute", "database", "fileserver"],
        Preset::Quick | Preset::Standard => &["shared", "compute"],
    };
    unless_quick(preset, || mixes.iter().map(|&mix| Point::new([("mix", mix.into())])).collect())
}
