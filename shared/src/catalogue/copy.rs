//! Copying memory: in user space, and between user space and the kernel.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[Benchmark {
    id: "copy.sweep",
    version: 1,
    title: "Copy",
    detail: "",
    group: TableGroup::Copy,
    axes: &[
        Axis::variant("method", "method", "memcpy"),
        Axis::bytes("chunk", "chunk", 65_536),
        Axis::variant("cache", "state of the cache", "hot"),
    ],
    measures: &[
        Measure::bandwidth(Display::MIB_S, Floor::Cpu),
        Measure::derived_time("time", "chunk", Display::NS, Floor::Cpu),
    ],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan { points: sweep_points, placements: |_| &[Placement::SameCpu] },
    method: text(
        "Walks two 64 KiB buffers in step, one chunk a copy: memcpy with a size known only at run time, or pread and pwrite on a prefilled memory file.",
    ),
    source: text(
        "the chunk sweep of a 2008 post on linuxppc-embedded, which did it for the kernel's memcpy and __copy_tofrom_user",
    ),
}];

/// 64 KiB down to 8 B by halves, by method.
fn sweep_points(_: Preset) -> Vec<Point> {
    let chunks: Vec<u64> = (3..=16).rev().map(|power| 1 << power).collect();
    ["memcpy", "pread", "pwrite"]
        .iter()
        .flat_map(|&method| {
            chunks.iter().map(move |&chunk| {
                Point::new([("method", method.into()), ("chunk", chunk.into()), ("cache", "hot".into())])
            })
        })
        .collect()
}
