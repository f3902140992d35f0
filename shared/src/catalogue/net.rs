//! Communication between two processes over the loopback interface.

use super::benchmark::{pair_placements, unless_quick};
use super::{Axis, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use crate::model::{Point, Preset};
use crate::number::Display;

/// A round trip over loopback.
const ROUND_TRIP: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::CommunicationLatency,
    axes: &[],
    measures: &[Measure::time("latency", "round trip", Display::US, Floor::Cpu)],
    processes: Processes::Two,
    waits: Waits::AcrossCpus,
    plan: Plan { points: |_| vec![Point::default()], placements: pair_placements },
    method: "",
    source: "",
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "net.udp.latency",
        title: "UDP",
        detail: "4 B, localhost",
        axes: &[Axis::bytes("bytes", "message size", 4)],
        plan: Plan { points: |_| vec![Point::new([("bytes", 4.into())])], placements: pair_placements },
        method: "Two processes pass a four-byte datagram forth and back over loopback; a lost one is counted and sent again.",
        source: "the same quantity as lmbench's lat_udp",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.tcp.latency",
        title: "TCP",
        detail: "1 B, localhost",
        axes: &[Axis::bytes("bytes", "message size", 1)],
        plan: Plan { points: |_| vec![Point::new([("bytes", 1.into())])], placements: pair_placements },
        method: "Two processes pass a byte forth and back over a loopback TCP connection without Nagle's delay.",
        source: "the same quantity as lmbench's lat_tcp",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.rpc_tcp.latency",
        title: "RPC/TCP",
        detail: "localhost",
        method: "One ONC RPC call with record marks over TCP: 44-byte call, 28-byte reply, AUTH_NONE, one XDR char, no portmapper.",
        source: "RFC 5531; the same quantity as lmbench's lat_rpc",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.rpc_udp.latency",
        title: "RPC/UDP",
        detail: "localhost",
        method: "One ONC RPC call over UDP: 44-byte call, 28-byte reply, AUTH_NONE, one XDR char, no portmapper; retransmits are counted.",
        source: "RFC 5531; the same quantity as lmbench's lat_rpc",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.tcp.connect",
        title: "TCP connect",
        detail: "handshake, localhost",
        measures: &[Measure::time("latency", "round trip", Display::US, Floor::Process)],
        method: "Opens a socket, connects to a listener that accepts in step, and closes; a new listener for each sample.",
        source: "the same quantity as lmbench's lat_connect, without its backlog overruns",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.unix.connect",
        title: "AF_UNIX connect",
        detail: "stream",
        plan: Plan { points: |preset| unless_quick(preset, || vec![Point::default()]), ..ROUND_TRIP.plan },
        measures: &[Measure::time("latency", "round trip", Display::US, Floor::Process)],
        method: "Opens a socket, connects to a listener of an abstract name that accepts in step, and closes.",
        source: "lmbench's lat_unix_connect, whose address is a path",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.tcp.bandwidth",
        title: "TCP",
        detail: "10 MiB messages, localhost",
        group: TableGroup::CommunicationBandwidth,
        axes: &[Axis::bytes("message", "message size", 10 << 20)],
        measures: &[Measure::bandwidth(Display::MB_S, Floor::Cpu)],
        plan: Plan { points: tcp_bandwidth_points, placements: pair_placements },
        method: "One process writes messages into a loopback TCP connection that another reads; Nagle's algorithm may join them, and the bytes that arrived are the ones counted.",
        source: "the same quantity as lmbench's bw_tcp",
        ..ROUND_TRIP
    },
    Benchmark {
        id: "net.socket_copy",
        version: 1,
        title: "Socket copy",
        detail: "",
        group: TableGroup::CommunicationBandwidth,
        axes: &[
            Axis::variant("family", "socket family", "tcp"),
            Axis::bytes("size", "transfer size", 8_388_608),
            Axis::bytes("off_src", "offset of the sender's buffer", 0),
            Axis::bytes("off_dst", "offset of the receiver's buffer", 0),
        ],
        measures: &[Measure::bandwidth(Display::MIB_S, Floor::Cpu)],
        processes: Processes::Two,
        waits: Waits::AcrossCpus,
        plan: Plan { points: socket_copy_points, placements: pair_placements },
        method: "Sends `size` bytes five times through a stream socket from a buffer at page + offset into one at page + offset: shows how the kernel's copies to and from user space care for alignment.",
        source: "the same quantity as netio2; its Mbyte is 2^20 bytes",
    },
];

/// From single bytes to 10 MiB; quick has that alone.
fn tcp_bandwidth_points(preset: Preset) -> Vec<Point> {
    let sizes: &[u64] = match preset {
        Preset::Quick => &[10 << 20],
        Preset::Standard | Preset::Full => &[1, 64, 128, 256, 512, 1024, 1437, 10 << 20],
    };
    sizes.iter().map(|&size| Point::new([("message", size.into())])).collect()
}

/// Equal offsets at both ends: 100 to 120 in steps of 4, and aligned; more families, sizes and offsets in larger presets.
fn socket_copy_points(preset: Preset) -> Vec<Point> {
    let point = |family: &str, size: u64, offset: u64| {
        Point::new([
            ("family", family.into()),
            ("size", size.into()),
            ("off_src", offset.into()),
            ("off_dst", offset.into()),
        ])
    };
    let high = (100..=120).step_by(4);
    match preset {
        Preset::Quick => std::iter::once(0).chain(high).map(|offset| point("tcp", 8_388_608, offset)).collect(),
        Preset::Standard => {
            let offsets: Vec<u64> = std::iter::once(0).chain(high).collect();
            ["tcp", "unix"].iter().flat_map(|f| offsets.iter().map(|&o| point(f, 8_388_608, o))).collect()
        }
        Preset::Full => {
            let offsets: Vec<u64> = (0..=8).chain(high).collect();
            let mut points = Vec::new();
            for family in ["tcp", "unix"] {
                for size in [1_048_576, 8_388_608] {
                    points.extend(offsets.iter().map(|&offset| point(family, size, offset)));
                }
            }
            points
        }
    }
}
