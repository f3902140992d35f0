//! Copying memory: in user space, and between user space and the kernel.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
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
            "Walks two 64 KiB buffers in step: memcpy with a size known only at run time, pread and pwrite on a memory file by chunks, or up to 1024 chunks a call. Before each time round all is flushed, uncounted or counted (include_flush); streaming walks twice the last cache.",
        ),
        source: text(
            "the chunk sweep of a 2008 post on linuxppc-embedded, which did it for the kernel's memcpy and __copy_tofrom_user",
        ),
    },
    Benchmark {
        id: "copy.empty_call",
        version: 1,
        title: "Call that copies nothing",
        detail: "0 B",
        group: TableGroup::Copy,
        axes: &[Axis::variant("method", "method", "pread")],
        measures: &[Measure::time("time", "call", Display::NS, Floor::Cpu)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: call_points, placements: |_| &[Placement::SameCpu] },
        method: text("The calls of the sweep with one segment of no bytes: the floor of its times."),
        source: text("the sweep's own floor"),
    },
];

const BY_CHUNK: [&str; 3] = ["memcpy", "pread", "pwrite"];
const MANY_CHUNKS: [&str; 3] = ["preadv", "pwritev", "process_vm_readv"];

/// 64 KiB down to 8 B by halves in hot caches: one chunk a call in quick, every method in the others. The other states of
/// the cache with a few chunks in standard, with all in full.
fn sweep_points(preset: Preset) -> Vec<Point> {
    let all: Vec<u64> = (3..=16).rev().map(|power| 1 << power).collect();
    let few = [65_536, 4096, 512, 64];
    let of = |methods: &[&str], chunks: &[u64], cache: &str| -> Vec<Point> {
        let point = |method: &str, chunk: u64| {
            Point::new([("method", method.into()), ("chunk", chunk.into()), ("cache", cache.into())])
        };
        methods.iter().flat_map(|method| chunks.iter().map(|&chunk| point(method, chunk))).collect()
    };
    match preset {
        Preset::Quick => of(&BY_CHUNK, &all, "hot"),
        Preset::Standard => [
            of(&BY_CHUNK, &all, "hot"),
            of(&MANY_CHUNKS, &all, "hot"),
            of(&BY_CHUNK, &few, "flushed"),
            of(&BY_CHUNK[..1], &few, "streaming"),
        ]
        .concat(),
        Preset::Full => [
            of(&BY_CHUNK, &all, "hot"),
            of(&MANY_CHUNKS, &all, "hot"),
            of(&BY_CHUNK, &all, "flushed"),
            of(&BY_CHUNK, &all, "streaming"),
            of(&BY_CHUNK[..1], &all, "include_flush"),
        ]
        .concat(),
    }
}

fn call_points(preset: Preset) -> Vec<Point> {
    let point = |method: &&str| Point::new([("method", (*method).into())]);
    let by_chunk = BY_CHUNK[1..].iter().map(point);
    match preset {
        Preset::Quick => by_chunk.collect(),
        Preset::Standard | Preset::Full => by_chunk.chain(MANY_CHUNKS.iter().map(point)).collect(),
    }
}
