//! Tables of lmbench's summaries.

use super::Axis::{Name, Number};
use super::{Axis, HALF_COPY, Meaning, half, rate, same, same_at, time};

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

pub(super) const NULL_IO: Meaning = time("lmbench.null_io", &[]);
pub(super) const SELECT_TCP: Meaning = same_at("syscall.select", &[("fds", Number(100)), ("kind", Name("tcp"))]);
pub(super) const SELECT_FILE: Meaning = same_at("syscall.select", &[("fds", Number(100)), ("kind", Name("file"))]);

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
