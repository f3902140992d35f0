//! Communication between two processes by pipes, Unix sockets, semaphores, locks and shared memory.

use super::benchmark::{pair_placements, unless_quick};
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::model::Point;
use crate::number::Display;

/// A one-byte round trip between two processes.
const ROUND_TRIP: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "1 B round trip",
    group: TableGroup::CommunicationLatency,
    axes: &[Axis::bytes("bytes", "message size", 1)],
    measures: &[Measure::time("latency", "round trip", Display::US, Floor::Cpu)],
    processes: Processes::Two,
    waits: Waits::AcrossCpus,
    plan: Plan { points: |_| vec![Point::new([("bytes", 1.into())])], placements: pair_placements },
    method: "",
    source: "",
};

/// A round trip of a turn: nothing is carried.
const TURN: Benchmark = Benchmark {
    detail: "round trip",
    axes: &[],
    plan: Plan { points: |preset| unless_quick(preset, || vec![Point::default()]), placements: pair_placements },
    ..ROUND_TRIP
};

/// A one-way stream from one process to another.
const STREAM: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "64 KiB messages",
    group: TableGroup::CommunicationBandwidth,
    axes: &[Axis::bytes("message", "message size", 65_536)],
    measures: &[Measure::bandwidth(Display::MB_S, Floor::Cpu)],
    processes: Processes::Two,
    waits: Waits::AcrossCpus,
    plan: Plan { points: |_| vec![Point::new([("message", 65_536.into())])], placements: pair_placements },
    method: "",
    source: "",
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "ipc.pipe.latency",
        title: "Pipe",
        method: text(
            "Two processes pass a token forth and back through two pipes; voluntary switches prove that they slept.",
        ),
        source: text("the same quantity as lmbench's lat_pipe"),
        ..ROUND_TRIP
    },
    Benchmark {
        id: "ipc.fifo.latency",
        title: "FIFO",
        plan: Plan { points: |preset| unless_quick(preset, || (ROUND_TRIP.plan.points)(preset)), ..ROUND_TRIP.plan },
        method: text("As for pipes, but they had names when they were opened."),
        source: text("the same quantity as lmbench's lat_fifo"),
        ..ROUND_TRIP
    },
    Benchmark {
        id: "ipc.unix.latency",
        title: "AF_UNIX stream",
        method: text(
            "Two processes pass a token forth and back through a Unix stream socket pair; voluntary switches prove that they slept.",
        ),
        source: text("the same quantity as lmbench's lat_unix"),
        ..ROUND_TRIP
    },
    Benchmark {
        id: "ipc.semaphore.latency",
        title: "System V semaphore",
        method: text(
            "Two processes take from one semaphore and add to the other by one call, in turn; voluntary switches prove that they slept.",
        ),
        source: text("lmbench's lat_sem prints half of it"),
        ..TURN
    },
    Benchmark {
        id: "ipc.fcntl_lock.latency",
        title: "Record lock",
        method: text(
            "Two processes lock three bytes of a file in turn by fcntl, each waiting for one that the other lets go of.",
        ),
        source: text("lmbench's lat_fcntl prints half of it"),
        ..TURN
    },
    Benchmark {
        id: "ipc.futex.latency",
        title: "Futex",
        method: text("Two processes pass a turn through a word of shared memory, waiting for it by futex."),
        source: text("the round trip of lmbench's lat_pipe, by another call"),
        ..TURN
    },
    Benchmark {
        id: "ipc.eventfd.latency",
        title: "Eventfd",
        method: text("Two processes add to and read from two eventfd counters in turn."),
        source: text("the round trip of lmbench's lat_pipe, by another call"),
        ..TURN
    },
    Benchmark {
        id: "ipc.pipe.bandwidth",
        title: "Pipe",
        method: text(
            "One process writes messages into a pipe that another reads; the bytes that arrived are the ones counted.",
        ),
        source: text("the same quantity as lmbench's bw_pipe"),
        ..STREAM
    },
    Benchmark {
        id: "ipc.unix.bandwidth",
        title: "AF_UNIX stream",
        method: text(
            "One process writes messages into a Unix stream socket that another reads; the bytes that arrived are counted.",
        ),
        source: text("the same quantity as lmbench's bw_unix"),
        ..STREAM
    },
];
