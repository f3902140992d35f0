//! Communication between two processes by pipes and Unix sockets.

use super::benchmark::pair_placements;
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
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
        method: "Two processes pass a token forth and back through two pipes; voluntary switches prove that they slept.",
        source: "the same quantity as lmbench's lat_pipe",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "ipc.unix.latency",
        title: "AF_UNIX stream",
        method: "Two processes pass a token forth and back through a Unix stream socket pair; voluntary switches prove that they slept.",
        source: "the same quantity as lmbench's lat_unix",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "ipc.pipe.bandwidth",
        title: "Pipe",
        method: "One process writes messages into a pipe that another reads; the bytes that arrived are the ones counted.",
        source: "the same quantity as lmbench's bw_pipe",
        ..STREAM
    },
    Benchmark {
        id: "ipc.unix.bandwidth",
        title: "AF_UNIX stream",
        method: "One process writes messages into a Unix stream socket that another reads; the bytes that arrived are counted.",
        source: "the same quantity as lmbench's bw_unix",
        ..STREAM
    },
];
