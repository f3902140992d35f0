//! System calls that ask which of many descriptors are ready.

use super::benchmark::unless_quick;
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

/// What all of the family share.
const CALL: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::SystemCalls,
    axes: &[Axis::count("fds", "descriptors", 100), Axis::variant("kind", "kind of descriptor", "tcp")],
    measures: &[Measure::time("latency", "call", Display::US, Floor::Cpu)],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan { points, placements: |_| &[Placement::SameCpu] },
    method: "",
    source: "",
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "syscall.select",
        title: "Select",
        detail: "100 TCP sockets",
        plan: Plan { points: select_points, ..CALL.plan },
        method: "Asks without waiting which descriptors can be written to, up to the highest one: all of them, each in the set.",
        source: "the same quantity as lmbench's lat_select",
        ..CALL
    },
    Benchmark {
        id: "syscall.poll",
        title: "Poll",
        detail: "100 TCP sockets",
        method: "The same question by poll.",
        source: "lmbench's lat_select, with another call",
        ..CALL
    },
    Benchmark {
        id: "syscall.epoll",
        title: "Epoll",
        detail: "100 TCP sockets",
        plan: Plan { points: epoll_points, ..CALL.plan },
        method: "The same question by epoll_wait, level-triggered, to a set that was made before. Regular files cannot be in one.",
        source: "lmbench's lat_select, with another call",
        ..CALL
    },
];

fn of(kinds: &[&str]) -> Vec<Point> {
    let point = |kind: &str, fds: u64| Point::new([("fds", fds.into()), ("kind", kind.into())]);
    kinds.iter().flat_map(|kind| [10, 100, 250, 500].map(|fds| point(kind, fds))).collect()
}

fn points(preset: Preset) -> Vec<Point> {
    unless_quick(preset, || of(&["file", "tcp"]))
}

/// As the others, and the one of the old tables in the quick preset.
fn select_points(preset: Preset) -> Vec<Point> {
    match preset {
        Preset::Quick => vec![Point::new([("fds", 100.into()), ("kind", "tcp".into())])],
        Preset::Standard | Preset::Full => points(preset),
    }
}

fn epoll_points(preset: Preset) -> Vec<Point> {
    unless_quick(preset, || of(&["tcp"]))
}
