//! Curves of lmbench, and its figures that are neither labels nor cells of a table.

use super::Axis::Name;
use super::{HALF_COPY, How, Meaning, bandwidth, half, same, same_at, time};
use crate::model::Better;

/// A curve of lmbench: a heading and rows of two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    /// The heading, without its opening quote.
    pub heading: &'static str,
    /// What the first number is.
    pub x: X,
    /// The unit of the second, unless it stands in the row.
    pub y: Y,
    /// What a row means.
    pub means: Meaning,
}

/// What the first number of a curve's row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum X {
    /// A size in 10⁶ bytes, printed with six decimals below one and two above: as the header lists it.
    Megabytes(&'static str),
    /// A size in 2²⁰ bytes, a multiple of 512 bytes, printed with five decimals.
    Mebibytes(&'static str),
    /// A count.
    Count(&'static str),
}

/// The unit of a curve's second number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Y {
    /// 10⁶ bytes a second.
    MegabytesPerSecond,
    /// The same, and the row says so.
    StatedMegabytesPerSecond,
    /// µs.
    Microseconds,
    /// ns.
    Nanoseconds,
    /// A ratio.
    Ratio,
}

const fn curve(heading: &'static str, x: X, y: Y, means: Meaning) -> Curve {
    Curve { heading, x, y, means }
}

const fn memory(heading: &'static str, means: Meaning) -> Curve {
    curve(heading, X::Megabytes("size"), Y::MegabytesPerSecond, means)
}

/// lmbench's curves. `"size=…` and `"stride=…` state a value in their heading and are read apart.
pub const CURVES: &[Curve] = &[
    curve("mappings", X::Megabytes("size"), Y::Microseconds, same("vm.mmap")),
    curve(
        "Socket bandwidth using localhost",
        X::Megabytes("message"),
        Y::StatedMegabytesPerSecond,
        same("net.tcp.bandwidth"),
    ),
    memory("read bandwidth", same_at("file.reread", &[("mode", Name("io_only"))])),
    memory("read open2close bandwidth", same_at("file.reread", &[("mode", Name("open2close"))])),
    memory("Mmap read bandwidth", same_at("file.mmap_reread", &[("mode", Name("io_only"))])),
    memory("Mmap read open2close bandwidth", same_at("file.mmap_reread", &[("mode", Name("open2close"))])),
    memory("libc bcopy unaligned", half("mem.bandwidth", &[("op", Name("libc_copy"))], HALF_COPY)),
    // The arrays are moved so that their lines fall together in caches.
    memory("libc bcopy aligned", bandwidth("lmbench.bcopy_conflict", &[])),
    memory("Memory bzero bandwidth", same_at("mem.bandwidth", &[("op", Name("libc_fill"))])),
    memory("unrolled bcopy unaligned", half("mem.bandwidth", &[("op", Name("copy"))], HALF_COPY)),
    // One word in four.
    memory("unrolled partial bcopy unaligned", bandwidth("lmbench.partial", &[("op", Name("copy"))])),
    memory("Memory read bandwidth", same_at("mem.bandwidth", &[("op", Name("read"))])),
    memory("Memory partial read bandwidth", bandwidth("lmbench.partial", &[("op", Name("read"))])),
    memory("Memory write bandwidth", same_at("mem.bandwidth", &[("op", Name("write"))])),
    memory("Memory partial write bandwidth", bandwidth("lmbench.partial", &[("op", Name("write"))])),
    memory("Memory partial read/write bandwidth", bandwidth("lmbench.partial", &[("op", Name("read_write"))])),
    curve(
        "Memory load parallelism",
        X::Megabytes("size"),
        Y::Ratio,
        Meaning { id: "lmbench.load_parallelism", at: &[], how: How::Foreign("ratio", Better::Higher) },
    ),
];

/// The rows of `"size=0k ovr=0.75`: processes and µs a switch, less the overhead.
pub const SWITCHES: Meaning = same("sched.context_switch");
/// The overhead of `"size=0k ovr=0.75`.
pub const SWITCH_OVERHEAD: Meaning = time("lmbench.context_switch_overhead", &[]);
/// The rows of `"stride=128` below `Memory load latency`; the stride is the pattern.
pub const LOADS: Meaning = same("mem.latency");
/// The rows of `"stride=16` below `Random load latency`: several loads fall in a line, unlike here.
pub const RANDOM_LOADS: Meaning = time("lmbench.random_load", &[]);
/// Files made and deleted a second, by size.
pub const FILES: [&str; 2] = ["fs.create", "fs.delete"];
/// `integer add parallelism: 2.63`.
pub const PARALLELISM: Meaning =
    Meaning { id: "lmbench.parallelism", at: &[], how: How::Foreign("ratio", Better::Higher) };
/// `tlb: 64 pages`.
pub const TLB: &str = "lmbench.tlb";
/// `199.49 Mhz, 5 nanosec clock`.
pub const CLOCK: Meaning = same("cpu.clock");
