//! Reading and writing files that the kernel holds in memory.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

/// What rereading a file shares.
const REREAD: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "8 MiB, open already",
    group: TableGroup::FileBandwidth,
    axes: &[Axis::bytes("size", "file size", 8 * MIB), Axis::variant("mode", "what a pass holds", "io_only")],
    measures: &[Measure::bandwidth(Display::MB_S, Floor::Process)],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan { points: reread_points, placements: |_| &[Placement::SameCpu] },
    method: "",
    source: "",
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "file.reread",
        title: "Reread a file",
        method: "Reads a file of the work folder in pieces of 64 KiB and sums every byte; a pass may include opening and closing it.",
        source: "the same quantity as lmbench's bw_file_rd",
        ..REREAD
    },
    Benchmark {
        id: "file.mmap_reread",
        title: "Reread a mapped file",
        method: "Sums every byte of a mapped file; a pass may include opening, mapping, unmapping and closing it.",
        source: "the same quantity as lmbench's bw_mmap_rd",
        ..REREAD
    },
    Benchmark {
        id: "file.write",
        title: "Write a file",
        detail: "8 MiB",
        axes: &[Axis::bytes("size", "file size", 8 * MIB), Axis::variant("fsync", "fsync", "no")],
        waits: Waits::Always,
        plan: Plan { points: write_points, placements: |_| &[Placement::SameCpu] },
        method: "Empties a file of the work folder and writes it anew in pieces of 64 KiB, with or without an fsync; what it then holds is checked.",
        source: "the same quantity as lmbench's lmdd",
        ..REREAD
    },
];

fn sizes(preset: Preset) -> &'static [u64] {
    match preset {
        Preset::Quick => &[],
        Preset::Standard => &[4 * KIB, 64 * KIB, MIB, 8 * MIB],
        Preset::Full => &[4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB, 8 * MIB, 32 * MIB],
    }
}

fn reread_points(preset: Preset) -> Vec<Point> {
    let point = |mode: &str, size: u64| Point::new([("size", size.into()), ("mode", mode.into())]);
    ["io_only", "open2close"].iter().flat_map(|mode| sizes(preset).iter().map(|&size| point(mode, size))).collect()
}

fn write_points(preset: Preset) -> Vec<Point> {
    let point = |fsync: &str, size: u64| Point::new([("size", size.into()), ("fsync", fsync.into())]);
    ["no", "yes"].iter().flat_map(|fsync| sizes(preset).iter().map(|&size| point(fsync, size))).collect()
}
