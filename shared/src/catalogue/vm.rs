//! Mapping files, and page faults.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

const MIB: u64 = 1 << 20;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "vm.mmap",
        version: 1,
        title: "Map a file",
        detail: "8 MiB",
        group: TableGroup::FilesAndMemory,
        axes: &[Axis::bytes("size", "mapped size", 8 * MIB)],
        measures: &[Measure::time("latency", "mapping", Display::US, Floor::Process)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: mmap_points, placements: |_| &[Placement::SameCpu] },
        method: "Maps a file, writes a byte in each 160 KiB of it, and unmaps it; the faults are counted.",
        source: "the same quantity as lmbench's lat_mmap",
    },
    Benchmark {
        id: "vm.page_fault",
        version: 1,
        title: "Page fault",
        detail: "a page of a file",
        group: TableGroup::FilesAndMemory,
        axes: &[Axis::variant("kind", "kind of fault", "file")],
        measures: &[Measure::time("latency", "fault", Display::NS, Floor::Process)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: fault_points, placements: |_| &[Placement::SameCpu] },
        method: "Touches pages for the first time, without huge pages. Of the file only every 16th page is in memory, so that a fault maps one. The faults counted must be the pages touched.",
        source: "the same quantity as lmbench's lat_pagefault",
    },
];

fn mmap_points(preset: Preset) -> Vec<Point> {
    let sizes: &[u64] = match preset {
        Preset::Quick => &[8],
        Preset::Standard => &[1, 4, 8, 16, 64],
        Preset::Full => &[1, 2, 4, 8, 16, 32, 64],
    };
    sizes.iter().map(|&size| Point::new([("size", (size * MIB).into())])).collect()
}

fn fault_points(preset: Preset) -> Vec<Point> {
    let kinds: &[&str] = match preset {
        Preset::Quick => &["file"],
        Preset::Standard | Preset::Full => &["file", "anonymous", "cow"],
    };
    kinds.iter().map(|&kind| Point::new([("kind", kind.into())])).collect()
}
