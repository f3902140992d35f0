//! Making processes and threads, and waiting for their end.

use super::benchmark::unless_quick;
use super::{Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Placement, Point};
use crate::number::Display;

/// What all of the family share.
const PROCESS: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::Processes,
    axes: &[],
    measures: &[Measure::time("latency", "process", Display::US, Floor::Process)],
    processes: Processes::Many,
    waits: Waits::Never,
    plan: Plan::ALWAYS,
    method: "",
    source: "the same quantity as lmbench's lat_proc",
};

/// What the old tables lack.
const NOT_QUICK: Plan =
    Plan { points: |preset| unless_quick(preset, || vec![Point::default()]), placements: |_| &[Placement::SameCpu] };

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "process.fork_exit",
        title: "Fork",
        detail: "and exit",
        method: "A small process forks a child that exits at once, and checks its status; how small is noted.",
        ..PROCESS
    },
    Benchmark {
        id: "process.fork_exec",
        title: "Fork and exec",
        detail: "a program without libc",
        method: "The child executes a program of a few instructions, by execveat from memory where possible; its status proves that it ran.",
        ..PROCESS
    },
    Benchmark {
        id: "process.fork_shell",
        title: "Fork and shell",
        detail: "sh -c a program without libc",
        method: "The child executes /bin/sh, which runs the program; which shell that is stands among the conditions.",
        ..PROCESS
    },
    Benchmark {
        id: "process.spawn",
        title: "Spawn",
        detail: "a program without libc",
        plan: NOT_QUICK,
        method: "The same program by posix_spawn.",
        source: "lmbench's lat_proc, with another call",
        ..PROCESS
    },
    Benchmark {
        id: "process.thread",
        title: "Thread",
        detail: "create and join",
        measures: &[Measure::time("latency", "thread", Display::US, Floor::Process)],
        plan: NOT_QUICK,
        method: "Creates a thread that returns what it was given, and joins it.",
        source: "lmbench's lat_proc, with another call",
        ..PROCESS
    },
];
