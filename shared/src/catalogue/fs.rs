//! Making and deleting files.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Placement, Point, Preset};

/// What both share.
const FILES: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "empty",
    group: TableGroup::FilesAndMemory,
    axes: &[Axis::bytes("size", "file size", 0), Axis::variant("filesystem", "filesystem", "work")],
    measures: &[Measure::events("rate", Floor::Process)],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan { points, placements: |_| &[Placement::SameCpu] },
    method: "",
    source: "the same quantity as lmbench's lat_fs",
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "fs.create",
        title: "Create a file",
        method: "Creates 1,000 files in an empty folder, of the work folder's filesystem or of a tmpfs, and writes each; names and sizes are checked.",
        ..FILES
    },
    Benchmark {
        id: "fs.delete",
        title: "Delete a file",
        method: "Deletes 1,000 files, after which the folder must be empty.",
        ..FILES
    },
];

fn points(preset: Preset) -> Vec<Point> {
    const KIB: u64 = 1024;
    let (sizes, filesystems): (&[u64], &[&str]) = match preset {
        Preset::Quick => (&[0, 10 * KIB], &["work"]),
        Preset::Standard => (&[0, KIB, 4 * KIB, 10 * KIB], &["work"]),
        Preset::Full => (&[0, KIB, 4 * KIB, 10 * KIB], &["work", "tmpfs"]),
    };
    let point = |size: u64, on: &str| Point::new([("size", size.into()), ("filesystem", on.into())]);
    filesystems.iter().flat_map(|on| sizes.iter().map(|&size| point(size, on))).collect()
}
