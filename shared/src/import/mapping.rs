//! What the names of other tools mean here, as data: our benchmark where the meaning is the same, else one of its own
//! below `foreign.`. What a source leaves open, such as a placement or a message's size, is an absent axis.

use crate::model::{Better, Point};
use crate::number::{Display, Unit};

use super::number::Printed;
use super::{Figure, Quantity};
use Axis::{Name, Number};

/// What a printed figure means.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// A benchmark of the catalogue, or the part of a foreign one's id after `foreign.`.
    pub id: &'static str,
    /// Axes that the name states.
    pub at: &'static [(&'static str, Axis)],
    /// How the figure becomes one of the benchmark.
    pub how: How,
}

/// The value of an axis.
#[derive(Clone, Copy, Debug)]
pub enum Axis {
    /// A size in bytes or a count.
    Number(u64),
    /// A name.
    Name(&'static str),
}

/// How a printed figure becomes one of a benchmark.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// It is one.
    Same,
    /// It is half of one, for the reason given.
    Half(&'static str),
    /// It is the time of one event of a rate.
    TimeOfOne,
    /// The tool's own: measure, direction.
    Foreign(&'static str, Better),
}

/// Half a round trip.
pub const HALF_TRIP: &str = "doubled: lmbench prints half a round trip";
/// Half of the bytes.
pub const HALF_COPY: &str = "doubled: lmbench counts a copy's bytes once, here they count once for each array";

const fn same(id: &'static str) -> Meaning {
    Meaning { id, at: &[], how: How::Same }
}

const fn same_at(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Same }
}

const fn half(id: &'static str, at: &'static [(&'static str, Axis)], why: &'static str) -> Meaning {
    Meaning { id, at, how: How::Half(why) }
}

const fn rate(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::TimeOfOne }
}

const fn time(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Foreign("latency", Better::Lower) }
}

const fn bandwidth(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Foreign("bandwidth", Better::Higher) }
}

impl Meaning {
    /// The figure printed in `unit`, whose base is `base`, at the point that the name states and `more`. None where the
    /// unit is of another quantity than the benchmark's.
    pub fn figure(&self, more: Point, printed: &Printed, unit: (Display, Unit), word: usize) -> Option<Figure> {
        let figure = self.without_remark(more, printed, unit, word)?;
        Some(Figure { remark: self.remark(), ..figure })
    }

    fn without_remark(&self, more: Point, printed: &Printed, unit: (Display, Unit), word: usize) -> Option<Figure> {
        let (unit, base) = unit;
        let mut at = more;
        for (name, value) in self.at {
            at = match value {
                Number(value) => at.with(name, *value),
                Name(value) => at.with(name, *value),
            };
        }
        match self.how {
            How::Foreign(measure, better) => {
                let quantity = Quantity::foreign(self.id, measure, base, better);
                Some(Figure::new(quantity, at, printed, unit, word))
            }
            How::Same => {
                let quantity = Quantity::of(self.id).filter(|quantity| quantity.unit == base)?;
                Some(Figure::new(quantity, at, printed, unit, word))
            }
            How::Half(why) => {
                let quantity = Quantity::of(self.id).filter(|quantity| quantity.unit == base)?;
                let note = format!("{why} ({})", printed.text);
                Some(Figure::new(quantity, at, &printed.doubled(), unit, word).noted(note))
            }
            How::TimeOfOne => {
                let quantity = Quantity::of(self.id).filter(|q| q.unit == Unit::PerSecond && base == Unit::Ns)?;
                let time = printed.in_base(unit);
                let figure = Figure::new(quantity, at, printed, unit, word);
                (time > 0.0).then(|| {
                    let note = format!("printed as {} {} for one", printed.text, unit.ascii);
                    Figure { value: 1e9 / time, ..figure }.noted(note)
                })
            }
        }
    }

    /// What a reader must know of all such figures.
    fn remark(&self) -> Option<String> {
        match self.how {
            How::Half(why) => Some(format!("{}: {why}.", self.id)),
            How::TimeOfOne => {
                Some(format!("{}: lmbench's summary prints the time of one; the rate is its reciprocal.", self.id))
            }
            _ => None,
        }
    }
}

/// A line with a label, a figure and its unit: `Simple syscall: 0.1058 microseconds`. In the pattern `=` is the figure,
/// `*` any word, and a word in angle brackets a number that is an axis of that name.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The words before the unit.
    pub pattern: &'static str,
    /// What it means.
    pub means: Meaning,
}

const fn label(pattern: &'static str, means: Meaning) -> Label {
    Label { pattern, means }
}

const fn op(op: &'static [(&'static str, Axis)]) -> Meaning {
    same_at("cpu.ops", op)
}

/// lmbench's labels, of versions 1 to 3. Those of `cpu.ops` are chained, as in `lat_ops`.
pub const LABELS: &[Label] = &[
    label("Simple syscall: =", same("syscall.null")),
    label("Simple read: =", same("syscall.read")),
    label("Simple write: =", same("syscall.write")),
    // Version 1 wrote a byte to /dev/null.
    label("Null syscall: =", same("syscall.write")),
    label("Simple stat: =", same("syscall.stat")),
    label("Simple fstat: =", same("syscall.fstat")),
    label("Simple open/close: =", same("syscall.open_close")),
    label("Select on <fds> fd's: =", same_at("syscall.select", &[("kind", Name("file"))])),
    label("Select on <fds> tcp fd's: =", same_at("syscall.select", &[("kind", Name("tcp"))])),
    label("Signal handler installation: =", same("signal.install")),
    label("Signal handler overhead: =", same("signal.catch")),
    label("Protection fault: =", same("signal.protection_fault")),
    label("Pipe latency: =", same("ipc.pipe.latency")),
    label("Fifo latency: =", same("ipc.fifo.latency")),
    label("AF_UNIX sock stream latency: =", same("ipc.unix.latency")),
    label("Semaphore latency: =", half("ipc.semaphore.latency", &[], HALF_TRIP)),
    label("Fcntl lock latency: =", half("ipc.fcntl_lock.latency", &[], HALF_TRIP)),
    label("UNIX connection cost: =", same("net.unix.connect")),
    label("Procedure call: =", time("lmbench.procedure_call", &[])),
    label("Process fork+exit: =", same("process.fork_exit")),
    label("Process fork+execve: =", same("process.fork_exec")),
    label("Process fork+/bin/sh -c: =", same("process.fork_shell")),
    label("UDP latency using localhost: =", same("net.udp.latency")),
    label("TCP latency using localhost: =", same("net.tcp.latency")),
    label("RPC/udp latency using localhost: =", same("net.rpc_udp.latency")),
    label("RPC/tcp latency using localhost: =", same("net.rpc_tcp.latency")),
    label("TCP/IP connection cost to localhost: =", same("net.tcp.connect")),
    label("Pipe bandwidth: =", same("ipc.pipe.bandwidth")),
    label("AF_UNIX sock stream bandwidth: =", same("ipc.unix.bandwidth")),
    // By `lmdd` with `fsync=1`.
    label("File * write bandwidth: =", same_at("file.write", &[("fsync", Name("yes"))])),
    label("Pagefaults on *: =", same_at("vm.page_fault", &[("kind", Name("file"))])),
    label("integer bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int32"))])),
    label("integer add: =", op(&[("op", Name("add")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer mul: =", op(&[("op", Name("mul")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer div: =", op(&[("op", Name("div")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer mod: =", op(&[("op", Name("mod")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("int64 bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int64"))])),
    label("uint64 bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int64"))])),
    label("int64 add: =", op(&[("op", Name("add")), ("type", Name("int64")), ("order", Name("chained"))])),
    // Its release 3.0-a9 calls this one of the five so.
    label("uint64 add: =", op(&[("op", Name("add")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 mul: =", op(&[("op", Name("mul")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 div: =", op(&[("op", Name("div")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 mod: =", op(&[("op", Name("mod")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("float add: =", op(&[("op", Name("add")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("float mul: =", op(&[("op", Name("mul")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("float div: =", op(&[("op", Name("div")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("double add: =", op(&[("op", Name("add")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("double mul: =", op(&[("op", Name("mul")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("double div: =", op(&[("op", Name("div")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("float bogomflops: =", time("lmbench.bogomflops", &[("type", Name("f32"))])),
    label("double bogomflops: =", time("lmbench.bogomflops", &[("type", Name("f64"))])),
    label("STREAM copy latency: =", time("lmbench.stream", &[("kernel", Name("copy"))])),
    label("STREAM copy bandwidth: =", same_at("mem.stream", &[("kernel", Name("copy"))])),
    label("STREAM scale latency: =", time("lmbench.stream", &[("kernel", Name("scale"))])),
    label("STREAM scale bandwidth: =", same_at("mem.stream", &[("kernel", Name("scale"))])),
    label("STREAM add latency: =", time("lmbench.stream", &[("kernel", Name("add"))])),
    label("STREAM add bandwidth: =", same_at("mem.stream", &[("kernel", Name("add"))])),
    label("STREAM triad latency: =", time("lmbench.stream", &[("kernel", Name("triad"))])),
    label("STREAM triad bandwidth: =", same_at("mem.stream", &[("kernel", Name("triad"))])),
    label("STREAM2 fill latency: =", time("lmbench.stream2", &[("kernel", Name("fill"))])),
    label("STREAM2 fill bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("fill"))])),
    label("STREAM2 copy latency: =", time("lmbench.stream2", &[("kernel", Name("copy"))])),
    label("STREAM2 copy bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("copy"))])),
    label("STREAM2 daxpy latency: =", time("lmbench.stream2", &[("kernel", Name("daxpy"))])),
    label("STREAM2 daxpy bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("daxpy"))])),
    label("STREAM2 sum latency: =", time("lmbench.stream2", &[("kernel", Name("sum"))])),
    label("STREAM2 sum bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("sum"))])),
];

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

/// A column of a summary.
#[derive(Clone, Copy, Debug)]
pub enum Cell {
    /// Says nothing that is kept: a description, a guess.
    Nothing,
    /// The clock in MHz, or 0 where it was not known.
    Clock,
    /// A figure in the unit of the table's caption.
    Figure(Meaning),
    /// A fact of the machine in a unit of its own.
    Fact(&'static str, &'static str),
}

/// A table of a summary, known by its caption and headings.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its caption, up to the unit.
    pub caption: &'static str,
    /// The words of its headings, line after line, without the columns of host and system.
    pub heads: &'static [&'static str],
    /// Its columns after these two.
    pub cells: &'static [Cell],
}

const fn cell(means: Meaning) -> Cell {
    Cell::Figure(means)
}

const fn ints(of: &'static [Cell], heads: &'static [&'static str], caption: &'static str) -> Table {
    Table { caption, heads, cells: of }
}

const NULL_IO: Meaning = time("lmbench.null_io", &[]);
const SELECT_TCP: Meaning = same_at("syscall.select", &[("fds", Number(100)), ("kind", Name("tcp"))]);
const SELECT_FILE: Meaning = same_at("syscall.select", &[("fds", Number(100)), ("kind", Name("file"))]);

const PROCESSES: &[Cell] = &[
    Cell::Clock,
    cell(same("syscall.null")),
    cell(NULL_IO),
    cell(same("syscall.stat")),
    cell(same("syscall.open_close")),
    cell(SELECT_TCP),
    cell(same("signal.install")),
    cell(same("signal.catch")),
    cell(same("process.fork_exit")),
    cell(same("process.fork_exec")),
    cell(same("process.fork_shell")),
];

const fn switch(at: &'static [(&'static str, Axis)]) -> Cell {
    cell(same_at("sched.context_switch", at))
}

const KIB: u64 = 1024;
const SWITCH_2_0: Cell = switch(&[("processes", Number(2)), ("size", Number(0))]);
const CONTEXT: &[Cell] = &[
    SWITCH_2_0,
    switch(&[("processes", Number(2)), ("size", Number(16 * KIB))]),
    switch(&[("processes", Number(2)), ("size", Number(64 * KIB))]),
    switch(&[("processes", Number(8)), ("size", Number(16 * KIB))]),
    switch(&[("processes", Number(8)), ("size", Number(64 * KIB))]),
    switch(&[("processes", Number(16)), ("size", Number(16 * KIB))]),
    switch(&[("processes", Number(16)), ("size", Number(64 * KIB))]),
];

const LOCAL: &[Cell] = &[
    SWITCH_2_0,
    cell(same("ipc.pipe.latency")),
    cell(same("ipc.unix.latency")),
    cell(same("net.udp.latency")),
    cell(same("net.rpc_udp.latency")),
    cell(same("net.tcp.latency")),
    cell(same("net.rpc_tcp.latency")),
    cell(same("net.tcp.connect")),
];

const fn remote(what: &'static [(&'static str, Axis)]) -> Cell {
    cell(time("lmbench.remote", what))
}

const CREATE_0: Cell = cell(rate("fs.create", &[("size", Number(0))]));
const DELETE_0: Cell = cell(rate("fs.delete", &[("size", Number(0))]));
const CREATE_10: Cell = cell(rate("fs.create", &[("size", Number(10 * KIB))]));
const DELETE_10: Cell = cell(rate("fs.delete", &[("size", Number(10 * KIB))]));
const FILE_VM: &[Cell] = &[
    CREATE_0,
    DELETE_0,
    CREATE_10,
    DELETE_10,
    cell(same("vm.mmap")),
    cell(same("signal.protection_fault")),
    cell(same_at("vm.page_fault", &[("kind", Name("file"))])),
    cell(SELECT_FILE),
];

const REREAD: Cell = cell(same("file.reread"));
const MMAP_REREAD: Cell = cell(same("file.mmap_reread"));
const LIBC_COPY: Cell = cell(half("mem.bandwidth", &[("op", Name("libc_copy"))], HALF_COPY));
const HAND_COPY: Cell = cell(half("mem.bandwidth", &[("op", Name("copy"))], HALF_COPY));
const MEM_READ: Cell = cell(same_at("mem.bandwidth", &[("op", Name("read"))]));
const MEM_WRITE: Cell = cell(same_at("mem.bandwidth", &[("op", Name("write"))]));
const PIPE_BANDWIDTH: Cell = cell(same("ipc.pipe.bandwidth"));
const UNIX_BANDWIDTH: Cell = cell(same("ipc.unix.bandwidth"));
const TCP_BANDWIDTH: Cell = cell(same("net.tcp.bandwidth"));

const fn level(at: &'static [(&'static str, Axis)]) -> Cell {
    cell(time("lmbench.memory_latency", at))
}

const L1: Cell = level(&[("level", Name("L1"))]);
const L2: Cell = level(&[("level", Name("L2"))]);
const MAIN: Cell = level(&[("level", Name("main"))]);
const RANDOM: Cell = level(&[("level", Name("random"))]);

const fn arithmetic(at: &'static [(&'static str, Axis)]) -> Cell {
    cell(same_at("cpu.ops", at))
}

const INT: &[Cell] = &[
    cell(time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int32"))])),
    arithmetic(&[("op", Name("add")), ("type", Name("int32")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mul")), ("type", Name("int32")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("div")), ("type", Name("int32")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mod")), ("type", Name("int32")), ("order", Name("chained"))]),
];
const INT64: &[Cell] = &[
    cell(time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int64"))])),
    arithmetic(&[("op", Name("add")), ("type", Name("int64")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mul")), ("type", Name("int64")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("div")), ("type", Name("int64")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mod")), ("type", Name("int64")), ("order", Name("chained"))]),
];
const FLOAT: &[Cell] = &[
    arithmetic(&[("op", Name("add")), ("type", Name("f32")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mul")), ("type", Name("f32")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("div")), ("type", Name("f32")), ("order", Name("chained"))]),
    cell(time("lmbench.bogomflops", &[("type", Name("f32"))])),
];
const DOUBLE: &[Cell] = &[
    arithmetic(&[("op", Name("add")), ("type", Name("f64")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("mul")), ("type", Name("f64")), ("order", Name("chained"))]),
    arithmetic(&[("op", Name("div")), ("type", Name("f64")), ("order", Name("chained"))]),
    cell(time("lmbench.bogomflops", &[("type", Name("f64"))])),
];

const BASIC: &str = "Basic system parameters";
const PROCESS: &str = "Processor, Processes - times in microseconds";
const CTX: &str = "Context switching - times in microseconds";
/// The caption of the table of round trips, which repeats a context switch.
pub const LATENCIES: &str = "*Local* Communication latencies in microseconds";
const FILES_VM: &str = "File & VM system latencies in microseconds";
const BANDWIDTHS: &str = "*Local* Communication bandwidths in MB/s";
const MEMORY: &str = "Memory latencies in nanoseconds";
const CTX_HEADS: &[&str] =
    &["2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K", "ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw"];

/// lmbench's tables: `make see` of versions 1.0 to 3.0. A heading that is not here is an error, never a guess.
pub const TABLES: &[Table] = &[
    Table { caption: BASIC, heads: &["Mhz", ""], cells: &[Cell::Nothing, Cell::Clock] },
    Table {
        caption: BASIC,
        heads: &["Mhz tlb cache mem scal", "pages line par load", "bytes"],
        cells: &[
            Cell::Nothing,
            Cell::Clock,
            Cell::Fact("lmbench.tlb", "pages"),
            Cell::Fact("lmbench.cache_line", "B"),
            Cell::Fact("lmbench.memory_parallelism", "1"),
            Cell::Nothing,
        ],
    },
    Table {
        caption: PROCESS,
        heads: &["Mhz null null open slct sig sig fork exec sh", "call I/O stat clos TCP inst hndl proc proc proc"],
        cells: PROCESSES,
    },
    Table {
        caption: PROCESS,
        heads: &["Mhz null null open selct sig sig fork exec sh", "call I/O stat clos TCP inst hndl proc proc proc"],
        cells: PROCESSES,
    },
    Table {
        // Version 1.9 has no word below selct: it does not say of which descriptors.
        caption: PROCESS,
        heads: &["Mhz null null open selct sig sig fork exec sh", "call I/O stat clos inst hndl proc proc proc"],
        cells: &[
            Cell::Clock,
            cell(same("syscall.null")),
            cell(NULL_IO),
            cell(same("syscall.stat")),
            cell(same("syscall.open_close")),
            cell(time("lmbench.select", &[])),
            cell(same("signal.install")),
            cell(same("signal.catch")),
            cell(same("process.fork_exit")),
            cell(same("process.fork_exec")),
            cell(same("process.fork_shell")),
        ],
    },
    Table {
        // Version 1.1's null call writes a byte to /dev/null.
        caption: PROCESS,
        heads: &["Mhz Null sig sig fork exec sh", "call inst hndl Proc Proc Proc"],
        cells: &[
            Cell::Clock,
            cell(same("syscall.write")),
            cell(same("signal.install")),
            cell(same("signal.catch")),
            cell(same("process.fork_exit")),
            cell(same("process.fork_exec")),
            cell(same("process.fork_shell")),
        ],
    },
    Table {
        // Version 1.0; context switches of processes that have no working set.
        caption: PROCESS,
        heads: &["Mhz Null Null Simple /bin/sh Mmap 2-proc 8-proc", "Syscall Process Process Process lat ctxsw ctxsw"],
        cells: &[
            Cell::Clock,
            cell(same("syscall.write")),
            cell(same("process.fork_exit")),
            cell(same("process.fork_exec")),
            cell(same("process.fork_shell")),
            cell(same("vm.mmap")),
            switch(&[("processes", Number(2))]),
            switch(&[("processes", Number(8))]),
        ],
    },
    ints(
        INT,
        &["intgr intgr intgr intgr intgr", "bit add mul div mod"],
        "Basic integer operations - times in nanoseconds",
    ),
    ints(
        INT64,
        &["int64 int64 int64 int64 int64", "bit add mul div mod"],
        "Basic uint64 operations - times in nanoseconds",
    ),
    ints(FLOAT, &["float float float float", "add mul div bogo"], "Basic float operations - times in nanoseconds"),
    ints(
        DOUBLE,
        &["double double double double", "add mul div bogo"],
        "Basic double operations - times in nanoseconds",
    ),
    Table { caption: CTX, heads: CTX_HEADS, cells: CONTEXT },
    Table {
        caption: LATENCIES,
        heads: &["2p/0K Pipe AF UDP RPC/ TCP RPC/ TCP", "ctxsw UNIX UDP TCP conn"],
        cells: LOCAL,
    },
    Table {
        // Version 1.1.
        caption: LATENCIES,
        heads: &["2p/0K Pipe UDP RPC/ TCP RPC/ TCP", "ctxsw UDP TCP conn"],
        cells: &[
            SWITCH_2_0,
            cell(same("ipc.pipe.latency")),
            cell(same("net.udp.latency")),
            cell(same("net.rpc_udp.latency")),
            cell(same("net.tcp.latency")),
            cell(same("net.rpc_tcp.latency")),
            cell(same("net.tcp.connect")),
        ],
    },
    Table {
        // Version 1.0.
        caption: LATENCIES,
        heads: &["Pipe UDP RPC/ TCP RPC/", "UDP TCP"],
        cells: &[
            cell(same("ipc.pipe.latency")),
            cell(same("net.udp.latency")),
            cell(same("net.rpc_udp.latency")),
            cell(same("net.tcp.latency")),
            cell(same("net.rpc_tcp.latency")),
        ],
    },
    Table {
        caption: "*Remote* Communication latencies in microseconds",
        heads: &["UDP RPC/ TCP RPC/ TCP", "UDP TCP conn"],
        cells: &[
            remote(&[("what", Name("udp"))]),
            remote(&[("what", Name("rpc_udp"))]),
            remote(&[("what", Name("tcp"))]),
            remote(&[("what", Name("rpc_tcp"))]),
            remote(&[("what", Name("tcp_connect"))]),
        ],
    },
    Table {
        caption: FILES_VM,
        heads: &["0K File 10K File Mmap Prot Page 100fd", "Create Delete Create Delete Latency Fault Fault selct"],
        cells: FILE_VM,
    },
    Table {
        caption: FILES_VM,
        heads: &["0K File 10K File Mmap Prot Page", "Create Delete Create Delete Latency Fault Fault"],
        cells: FILE_VM.split_at(7).0,
    },
    Table {
        caption: BANDWIDTHS,
        heads: &["Pipe AF TCP File Mmap Bcopy Bcopy Mem Mem", "UNIX reread reread (libc) (hand) read write"],
        cells: &[
            PIPE_BANDWIDTH,
            UNIX_BANDWIDTH,
            TCP_BANDWIDTH,
            REREAD,
            MMAP_REREAD,
            LIBC_COPY,
            HAND_COPY,
            MEM_READ,
            MEM_WRITE,
        ],
    },
    Table {
        // Versions 1.1 and, with another caption, 1.0.
        caption: BANDWIDTHS,
        heads: &["Pipe TCP File Mmap Bcopy Bcopy Mem Mem", "reread reread (libc) (hand) read write"],
        cells: &[PIPE_BANDWIDTH, TCP_BANDWIDTH, REREAD, MMAP_REREAD, LIBC_COPY, HAND_COPY, MEM_READ, MEM_WRITE],
    },
    Table {
        caption: "*Local* Communication bandwidths in megabytes/second",
        heads: &["Pipe TCP File Mmap Bcopy Bcopy Mem Mem", "reread reread (libc) (hand) read write"],
        cells: &[PIPE_BANDWIDTH, TCP_BANDWIDTH, REREAD, MMAP_REREAD, LIBC_COPY, HAND_COPY, MEM_READ, MEM_WRITE],
    },
    Table {
        caption: MEMORY,
        heads: &["Mhz L1 $ L2 $ Main mem Guesses"],
        cells: &[Cell::Clock, L1, L2, MAIN, Cell::Nothing],
    },
    Table {
        caption: MEMORY,
        heads: &["Mhz L1 $ L2 $ Main mem Rand mem Guesses"],
        cells: &[Cell::Clock, L1, L2, MAIN, RANDOM, Cell::Nothing],
    },
    Table {
        caption: MEMORY,
        heads: &["Mhz L1 $ L2 $ Main mem TLB Guesses"],
        cells: &[Cell::Clock, L1, L2, MAIN, level(&[("level", Name("TLB"))]), Cell::Nothing],
    },
];

/// The catalogue's name of a column of tables that have a row a kernel or a machine, by words that may be split over
/// lines, without spaces and in lower case; `rate` where the caption is one of bandwidths.
pub fn column(name: &str, rate: bool) -> Option<Meaning> {
    let squeezed: String = name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    let list = if rate { RATE_COLUMNS } else { TIME_COLUMNS };
    list.iter().find(|(known, _)| *known == squeezed).map(|(_, means)| *means)
}

/// The benchmark of a column of build times: the names of the trees.
pub fn build(name: &str) -> Option<&'static str> {
    ["autoconf", "kernel", "perl"]
        .iter()
        .position(|tree| *tree == name)
        .map(|index| ["build.autoconf", "build.kernel", "build.perl"][index])
}

const TIME_COLUMNS: &[(&str, Meaning)] = &[
    ("nullcall", same("syscall.null")),
    ("nulli/o", NULL_IO),
    ("stat", same("syscall.stat")),
    ("fstat", same("syscall.fstat")),
    ("openclose", same("syscall.open_close")),
    ("signalinstall", same("signal.install")),
    ("signalhandle", same("signal.catch")),
    ("forkprocess", same("process.fork_exit")),
    ("execprocess", same("process.fork_exec")),
    ("execveprocess", same("process.fork_exec")),
    ("/bin/shprocess", same("process.fork_shell")),
    ("select10fd", same_at("syscall.select", &[("fds", Number(10)), ("kind", Name("file"))])),
    ("select100fd", SELECT_FILE),
    ("select250fd", same_at("syscall.select", &[("fds", Number(250)), ("kind", Name("file"))])),
    ("select500fd", same_at("syscall.select", &[("fds", Number(500)), ("kind", Name("file"))])),
    ("select10tcp", same_at("syscall.select", &[("fds", Number(10)), ("kind", Name("tcp"))])),
    ("select100tcp", SELECT_TCP),
    ("select250tcp", same_at("syscall.select", &[("fds", Number(250)), ("kind", Name("tcp"))])),
    ("select500tcp", same_at("syscall.select", &[("fds", Number(500)), ("kind", Name("tcp"))])),
    ("pipe", same("ipc.pipe.latency")),
    ("pipelatency", same("ipc.pipe.latency")),
    ("af/unix", same("ipc.unix.latency")),
    ("af_unixsockstreamlatency", same("ipc.unix.latency")),
    ("udp", same("net.udp.latency")),
    ("udplatencyusinglocalhost", same("net.udp.latency")),
    ("rpc/udp", same("net.rpc_udp.latency")),
    ("rpc/udplatencyusinglocalhost", same("net.rpc_udp.latency")),
    ("tcp", same("net.tcp.latency")),
    ("tcplatencyusinglocalhost", same("net.tcp.latency")),
    ("rpc/tcp", same("net.rpc_tcp.latency")),
    ("rpc/tcplatencyusinglocalhost", same("net.rpc_tcp.latency")),
    ("tcpconn", same("net.tcp.connect")),
    ("tcp/ipconnectioncosttolocalhost", same("net.tcp.connect")),
    ("l1$", time("lmbench.memory_latency", &[("level", Name("L1"))])),
    ("l2$", time("lmbench.memory_latency", &[("level", Name("L2"))])),
    ("mainmem", time("lmbench.memory_latency", &[("level", Name("main"))])),
];

const RATE_COLUMNS: &[(&str, Meaning)] = &[
    ("pipe", same("ipc.pipe.bandwidth")),
    ("af/unix", same("ipc.unix.bandwidth")),
    ("tcp", same("net.tcp.bandwidth")),
    ("filereread", same("file.reread")),
    ("mmapreread", same("file.mmap_reread")),
    ("bcopy(libc)", half("mem.bandwidth", &[("op", Name("libc_copy"))], HALF_COPY)),
    ("bcopy(hand)", half("mem.bandwidth", &[("op", Name("copy"))], HALF_COPY)),
    ("memoryread", same_at("mem.bandwidth", &[("op", Name("read"))])),
    ("memorywrite", same_at("mem.bandwidth", &[("op", Name("write"))])),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    /// Every meaning that stands in a table.
    fn all() -> Vec<Meaning> {
        let cells = TABLES.iter().flat_map(|table| table.cells).filter_map(|cell| match cell {
            Cell::Figure(means) => Some(*means),
            _ => None,
        });
        let labels = LABELS.iter().map(|label| label.means);
        let curves = CURVES.iter().map(|curve| curve.means);
        let columns = TIME_COLUMNS.iter().chain(RATE_COLUMNS).map(|(_, means)| *means);
        let others = [SWITCHES, SWITCH_OVERHEAD, LOADS, RANDOM_LOADS, PARALLELISM, CLOCK];
        cells.chain(labels).chain(curves).chain(columns).chain(others).collect()
    }

    #[test]
    fn what_has_the_same_meaning_is_in_the_catalogue_with_the_axes_that_are_stated() {
        for means in all() {
            match means.how {
                How::Foreign(..) => assert!(catalogue::find(means.id).is_none(), "{}", means.id),
                _ => {
                    let benchmark = catalogue::find(means.id).unwrap_or_else(|| panic!("{}", means.id));
                    for (axis, value) in means.at {
                        let kind = benchmark.axis(axis).unwrap_or_else(|| panic!("{} {axis}", means.id)).kind;
                        let name = kind == catalogue::AxisKind::Name;
                        assert_eq!(name, matches!(value, Name(_)), "{} {axis}", means.id);
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_is_known_by_its_heads_alone_within_its_caption() {
        for (index, table) in TABLES.iter().enumerate() {
            for other in &TABLES[..index] {
                assert!(table.caption != other.caption || table.heads != other.heads, "{} twice", table.caption);
            }
        }
    }

    #[test]
    fn half_a_round_trip_is_doubled_and_says_so() {
        let printed = Printed::parse("3.25").unwrap();
        let means = LABELS.iter().find(|label| label.pattern.starts_with("Semaphore")).unwrap().means;
        let figure = means.figure(Point::default(), &printed, (Display::US, Unit::Ns), 0).unwrap();
        assert_eq!((figure.value, figure.printed.as_str()), (6500.0, "6.50"));
        assert!(figure.note.unwrap().contains("half a round trip (3.25)"));
    }

    #[test]
    fn a_time_of_one_becomes_a_rate() {
        let means = rate("fs.create", &[]);
        let figure =
            means.figure(Point::default(), &Printed::parse("68.9").unwrap(), (Display::US, Unit::Ns), 0).unwrap();
        assert!((figure.value - 14_513.788).abs() < 0.001, "{}", figure.value);
        let none =
            means.figure(Point::default(), &Printed::parse("68.9").unwrap(), (Display::MB_S, Unit::BytesPerSecond), 0);
        assert!(none.is_none(), "a rate of bytes is no time");
    }
}
