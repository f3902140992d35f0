//! Switching between processes, and many that talk to each other.

use super::benchmark::group_placements;
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Point, Preset};
use crate::number::Display;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "sched.context_switch",
        version: 1,
        title: "Context switch",
        detail: "",
        group: TableGroup::ContextSwitches,
        axes: &[Axis::count("processes", "processes", 2), Axis::bytes("size", "working set", 0)],
        measures: &[
            Measure::less_overhead("latency", "switch", Display::US, Floor::Cpu),
            Measure::time("total", "switch", Display::US, Floor::Cpu).raw(),
            Measure::overhead("overhead", "switch", Display::US, Floor::Cpu),
        ],
        processes: Processes::Several,
        waits: Waits::AcrossCpus,
        plan: Plan { points: switch_points, placements: group_placements },
        method: "A token goes round a ring of processes by pipes, each summing its working set; less the same by one process. Both raw times are kept.",
        source: "the same quantity as lmbench's lat_ctx",
    },
    Benchmark {
        id: "sched.messaging",
        version: 1,
        title: "Messaging",
        detail: "4 groups of processes, pipes",
        group: TableGroup::ContextSwitches,
        axes: &[
            Axis::count("groups", "groups", 4),
            Axis::variant("mode", "channel", "pipe"),
            Axis::variant("workers", "workers", "processes"),
        ],
        measures: &[Measure::time("elapsed", "exchange", Display::S, Floor::Cpu)],
        processes: Processes::Several,
        waits: Waits::AcrossCpus,
        plan: Plan { points: messaging_points, placements: group_placements },
        method: "In each group 20 senders send 10 messages of 100 bytes to each of 20 receivers, all released at once.",
        source: "as hackbench, with a tenth of its messages",
    },
];

/// The old tables' points in quick; every number of processes in the others, with most sizes or all.
fn switch_points(preset: Preset) -> Vec<Point> {
    const KIB: u64 = 1024;
    let point = |processes: u64, size: u64| Point::new([("processes", processes.into()), ("size", size.into())]);
    let all = [2, 4, 8, 16, 24, 32, 64, 96];
    match preset {
        Preset::Quick => vec![point(2, 0), point(2, 16 * KIB), point(8, 16 * KIB)],
        Preset::Standard | Preset::Full => {
            let sizes: &[u64] = if preset == Preset::Full { &[0, 4, 8, 16, 32, 64] } else { &[0, 4, 16, 64] };
            sizes.iter().flat_map(|&size| all.map(|processes| point(processes, size * KIB))).collect()
        }
    }
}

fn messaging_points(preset: Preset) -> Vec<Point> {
    let groups: &[u64] = match preset {
        Preset::Quick => &[],
        Preset::Standard => &[4],
        Preset::Full => &[1, 2, 4, 8],
    };
    let mut points = Vec::new();
    for mode in ["pipe", "socket"] {
        for workers in ["processes", "threads"] {
            points.extend(groups.iter().map(|&groups| {
                Point::new([("groups", groups.into()), ("mode", mode.into()), ("workers", workers.into())])
            }));
        }
    }
    points
}
