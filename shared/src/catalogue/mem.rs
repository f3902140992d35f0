//! Memory: loads that wait for each other, and bytes a second.

use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::{Placement, Point, Preset};
use crate::number::Display;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// The largest size of all sweeps; a machine ends at four times its last cache.
const LARGEST: u64 = 1 << 30;

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "mem.latency",
        version: 1,
        title: "Load",
        detail: "",
        group: TableGroup::MemoryLatency,
        axes: &[
            Axis::memory("size", "size", 128 * MIB),
            Axis::variant("pattern", "pattern", "random"),
            Axis::variant("pages", "pages", "small"),
        ],
        measures: &[Measure::time("latency", "load", Display::NS, Floor::Memory)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: latency_points, placements: |_| &[Placement::SameCpu] },
        method: text(
            "Loads the address of the next load: through all lines of 64 B in one random cycle, or in strides. The kind of pages is proved.",
        ),
        source: text("the same quantity as lmbench's lat_mem_rd"),
    },
    Benchmark {
        id: "mem.bandwidth",
        version: 1,
        title: "Memory",
        detail: "",
        group: TableGroup::MemoryBandwidth,
        axes: &[Axis::variant("op", "operation", "read"), Axis::memory("size", "size of an array", 128 * MIB)],
        measures: &[Measure::bandwidth(Display::MB_S, Floor::Memory)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: bandwidth_points, placements: |_| &[Placement::SameCpu] },
        method: text(
            "Touches every word: loads, stores and copies of 8 B, fills of 16 B, memcpy and memset. Bytes are counted once for each array, so that a copy counts twice what it copies.",
        ),
        source: text("the same quantities as lmbench's bw_mem, which counts a copy once"),
    },
    Benchmark {
        id: "mem.stream",
        version: 1,
        title: "Stream",
        detail: "",
        group: TableGroup::MemoryBandwidth,
        axes: &[Axis::variant("kernel", "kernel", "triad")],
        measures: &[Measure::bandwidth(Display::MB_S, Floor::Memory)],
        processes: Processes::One,
        waits: Waits::Never,
        plan: Plan { points: stream_points, placements: |_| &[Placement::SameCpu] },
        method: text(
            "c = a, s·a, a + b, a + s·b over arrays of four times the last cache, whose size is noted; every array named is counted.",
        ),
        source: text("the same quantities as STREAM"),
    },
];

/// Sizes from `least` to [`LARGEST`], so many an octave, in whole lines.
fn sizes(least: u64, an_octave: u32) -> Vec<u64> {
    let octaves = (LARGEST / least).ilog2();
    let mut sizes: Vec<u64> = (0..octaves)
        .flat_map(|octave| {
            (0..an_octave).map(move |part| {
                let size = (least << octave) as f64 * libm::exp2(f64::from(part) / f64::from(an_octave));
                size as u64 / 64 * 64
            })
        })
        .collect();
    sizes.push(LARGEST);
    sizes
}

fn latency_points(preset: Preset) -> Vec<Point> {
    let point = |size: u64, pattern: &str, pages: &str| {
        Point::new([("size", size.into()), ("pattern", pattern.into()), ("pages", pages.into())])
    };
    let of = |sizes: Vec<u64>, pattern: &str, pages: &str| -> Vec<Point> {
        sizes.into_iter().map(|size| point(size, pattern, pages)).collect()
    };
    match preset {
        // Inside the first and second caches and the last one of most machines, and beyond it.
        Preset::Quick => of(vec![16 * KIB, 256 * KIB, 4 * MIB, 128 * MIB], "random", "small"),
        Preset::Standard => [of(sizes(512, 2), "random", "small"), of(sizes(4 * KIB, 1), "random", "huge")].concat(),
        Preset::Full => [
            of(sizes(512, 4), "random", "small"),
            of(sizes(512, 4), "random", "huge"),
            of(sizes(512, 2), "stride_64", "small"),
            of(sizes(512, 2), "stride_128", "small"),
        ]
        .concat(),
    }
}

fn bandwidth_points(preset: Preset) -> Vec<Point> {
    let all = ["read", "write", "copy", "fill", "libc_copy", "libc_fill", "non_temporal"];
    let (ops, sizes): (&[&str], Vec<u64>) = match preset {
        Preset::Quick => (&["read", "write", "libc_copy"], vec![128 * MIB]),
        Preset::Standard => (&all, vec![16 * KIB, 256 * KIB, 4 * MIB, 128 * MIB]),
        Preset::Full => (&all, sizes(4 * KIB, 1)),
    };
    let point = |op: &str, size: u64| Point::new([("op", op.into()), ("size", size.into())]);
    ops.iter().flat_map(|op| sizes.iter().map(|&size| point(op, size))).collect()
}

fn stream_points(preset: Preset) -> Vec<Point> {
    let kernels: &[&str] = match preset {
        Preset::Quick => &["triad"],
        Preset::Standard | Preset::Full => &["copy", "scale", "add", "triad"],
    };
    kernels.iter().map(|&kernel| Point::new([("kernel", kernel.into())])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_even_steps_of_whole_lines() {
        let sizes = sizes(512, 4);
        assert_eq!(sizes[..6], [512, 576, 704, 832, 1024, 1216]);
        assert_eq!(sizes.last(), Some(&LARGEST));
    }
}
