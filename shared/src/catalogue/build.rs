//! Build times: of trees whose sources the person names, and of one that the collector makes itself.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{AxisValue, Better, Placement, Point, Preset};
use crate::number::{Display, Unit};

/// What all of the family share.
const BUILD: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::Builds,
    axes: &[JOBS],
    measures: MEASURES,
    processes: Processes::Many,
    waits: Waits::Always,
    plan: Plan { points: |preset| in_full(preset, [at_one_job()]), placements: UNPINNED },
    method: "",
    source: text("build tables of the kernel pages of the years after 2000"),
};

/// One, and as many as there are CPUs, and four times as many.
const JOBS: Axis = Axis::jobs("jobs", "jobs", &[1, 4]);

/// What is read of a build: all of its processes together, the largest one's memory.
const MEASURES: &[Measure] = &[
    Measure::time("elapsed", "build", Display::S, Floor::Process),
    Measure::counted_time("user", Display::S),
    Measure::counted_time("system", Display::S),
    Measure::count("voluntary_switches", Better::Lower),
    Measure::count("involuntary_switches", Better::Lower),
    Measure { unit: || Unit::Bytes, display: Display::MIB, ..Measure::count("max_resident", Better::Lower) },
];

const UNPINNED: fn(Preset) -> &'static [Placement] = |_| &[Placement::Unpinned];

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "build.autoconf",
        title: "autoconf",
        method: text(
            "Unpacks an autoconf tree, and times its configure, make and make check: mostly forks and execs. The tree is named with --source.",
        ),
        ..BUILD
    },
    Benchmark {
        id: "build.kernel",
        title: "kernel",
        axes: &[Axis::variant("config", "config", "defconfig"), JOBS],
        plan: Plan {
            points: |preset| {
                in_full(preset, ["tinyconfig", "defconfig"].map(|config| at_one_job().with("config", config)))
            },
            placements: UNPINNED,
        },
        method: text("Unpacks and configures a kernel tree, and times its make. The tree is named with --source."),
        ..BUILD
    },
    Benchmark {
        id: "build.perl",
        title: "perl",
        method: text("Unpacks a perl tree, and times its Configure and make. The tree is named with --source."),
        ..BUILD
    },
    Benchmark {
        id: "build.tree",
        title: "generated C",
        method: text(
            "Writes some hundred files of C, always the same, and times their compiling with -O1 and linking, a process for each; what the program prints is known beforehand.",
        ),
        source: text("own"),
        ..BUILD
    },
];

fn at_one_job() -> Point {
    Point::new([("jobs", AxisValue::Integer(1))])
}

fn in_full<const N: usize>(preset: Preset, points: [Point; N]) -> Vec<Point> {
    if preset == Preset::Full { points.to_vec() } else { Vec::new() }
}
