//! System calls that do next to nothing: the cost of entering and leaving the kernel.

use super::{Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::number::Display;

/// What all of the family share.
const CALL: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::SystemCalls,
    axes: &[],
    measures: &[Measure::time("latency", "call", Display::NS, Floor::Cpu)],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan::ALWAYS,
    method: "",
    source: text("the same quantity as lmbench's lat_syscall"),
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "syscall.null",
        title: "Null call",
        detail: "getppid",
        method: text("Calls getppid, which no library answers by itself."),
        ..CALL
    },
    Benchmark {
        id: "syscall.read",
        title: "Read",
        detail: "1 B of /dev/zero",
        method: text("Reads one byte from /dev/zero; each call must return 1."),
        ..CALL
    },
    Benchmark {
        id: "syscall.write",
        title: "Write",
        detail: "1 B to /dev/null",
        method: text("Writes one byte to /dev/null; each call must return 1."),
        ..CALL
    },
    Benchmark {
        id: "syscall.stat",
        title: "Stat",
        detail: "a file in the work folder",
        method: text("Calls stat on a file three names deep in the work folder; each call must return its size."),
        ..CALL
    },
    Benchmark {
        id: "syscall.fstat",
        title: "Fstat",
        detail: "an open file in the work folder",
        method: text(
            "Calls fstat on a file in the work folder that is open for reading; each call must return its size.",
        ),
        ..CALL
    },
    Benchmark {
        id: "syscall.open_close",
        title: "Open and close",
        detail: "a file in the work folder",
        method: text("Opens and closes a file three names deep in the work folder."),
        measures: &[Measure::time("latency", "pair", Display::NS, Floor::Cpu)],
        ..CALL
    },
];
