//! The half of a build that finds out what the system has: many small processes.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Better, Placement, Point, Preset};
use crate::number::{Display, Unit};

/// The family's benchmark.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
    id: "build.configure",
    version: 1,
    title: "configure",
    detail: "64 folders",
    group: TableGroup::Builds,
    axes: &[Axis::variant("profile", "user land", "system"), Axis::jobs("jobs", "jobs", &[1])],
    measures: &[
        Measure::time("elapsed", "build", Display::S, Floor::Process),
        Measure::counted_time("user", Display::S),
        Measure::counted_time("system", Display::S),
        Measure::count("forks", Better::Lower),
        Measure::count("execs", Better::Lower),
        Measure::count("voluntary_switches", Better::Lower),
        Measure::count("involuntary_switches", Better::Lower),
        Measure { unit: || Unit::Bytes, display: Display::MIB, ..Measure::count("max_resident", Better::Lower) },
    ],
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan { points, placements: |_| &[Placement::Unpinned] },
    method: text(
        "A script of probes runs in each of 64 folders, jobs at once: files of a few lines, a stub compiler, sed, grep, expr and their like, by the system's shell and tools or by this program's own; about 20,000 processes, counted, and every result checked.",
    ),
    source: text(
        "the first half of the autoconf build of the kernel pages of the years after 2000, without a real compiler",
    ),
}];

/// Both profiles, in full only: it takes minutes.
fn points(preset: Preset) -> Vec<Point> {
    match preset {
        Preset::Quick | Preset::Standard => Vec::new(),
        Preset::Full => {
            ["system", "own"].map(|profile| Point::new([("profile", profile.into()), ("jobs", 1.into())])).into()
        }
    }
}
