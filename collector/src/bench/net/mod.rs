//! Two processes that talk over the loopback interface.

mod connect;
mod datagram;
pub(super) mod loopback;
mod netstat;
mod rpc;
mod rpc_message;
mod socket_copy;
mod udp;
mod unix;

use std::os::fd::OwnedFd;

use rustix::net::sockopt::set_tcp_nodelay;
use shared::model::Point;

use super::ipc::stream::stream;
use super::ipc::token::{Ends, round_trips};
use super::{Batch, Failure, Measuring, Named, Setup, Workload};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "net.udp.latency", batch: Batch::Calibrated, prepare: udp::latency },
    Measuring { id: "net.tcp.latency", batch: Batch::Calibrated, prepare: tcp_latency },
    Measuring { id: "net.rpc_udp.latency", batch: Batch::Calibrated, prepare: rpc::udp_latency },
    Measuring { id: "net.rpc_tcp.latency", batch: Batch::Calibrated, prepare: rpc::tcp_latency },
    Measuring { id: "net.tcp.connect", batch: Batch::AtMost(connect::MOST), prepare: connect::tcp_latency },
    Measuring { id: "net.unix.connect", batch: Batch::Calibrated, prepare: connect::unix_latency },
    Measuring { id: "net.tcp.bandwidth", batch: Batch::Calibrated, prepare: tcp_bandwidth },
    Measuring { id: "net.socket_copy", batch: Batch::Fixed(socket_copy::TRANSFERS), prepare: socket_copy::bandwidth },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("connect.rs"),
    include_str!("datagram.rs"),
    include_str!("loopback.rs"),
    include_str!("mod.rs"),
    include_str!("netstat.rs"),
    include_str!("rpc.rs"),
    include_str!("rpc_message.rs"),
    include_str!("socket_copy.rs"),
    include_str!("udp.rs"),
    include_str!("unix.rs"),
    include_str!("../ipc/bytes.rs"),
    include_str!("../ipc/pair.rs"),
    include_str!("../ipc/round_trips.rs"),
    include_str!("../ipc/sleep.rs"),
    include_str!("../ipc/stream.rs"),
    include_str!("../ipc/token.rs"),
    include_str!("../page_buffer.rs"),
];

fn tcp_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = loopback::tcp_pair()?;
    round_trips(setup, point, Ends::one(ours)?, Ends::one(theirs)?)
}

/// Small messages may be put together on their way, as they are where nobody asks otherwise.
fn tcp_bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (reader, writer) = loopback::tcp_pair()?;
    set_tcp_nodelay(&writer, false).named("setsockopt")?;
    stream(setup, point, reader, writer, send_the_rest)
}

/// What waits for company goes at once: else the last bytes of a batch might wait for an acknowledgement of others.
fn send_the_rest(writer: &OwnedFd) -> Result<(), Failure> {
    set_tcp_nodelay(writer, true).named("setsockopt")?;
    set_tcp_nodelay(writer, false).named("setsockopt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::ipc::pair::testing::{run_at, setup};

    #[test]
    fn messages_of_any_size_arrive_without_waiting_for_an_acknowledgement() {
        for message in [1, 1437, 10 << 20] {
            let start = setup();
            let mut workload = tcp_bandwidth(&start, &Point::new([("message", message.into())])).unwrap();
            let clock = crate::clock::Clock::measure();
            let fastest = (0..5).map(|_| workload.batch(3, &clock).unwrap()).min().unwrap();
            // An acknowledgement that is delayed comes after 40 ms.
            assert!(fastest < 40_000_000 || message > 1437, "{message}: {fastest} ns");
            workload.finish().unwrap();
        }
    }

    #[test]
    fn a_token_goes_over_tcp_whole() {
        for bytes in [1, 300_000] {
            run_at(tcp_latency(&setup(), &Point::new([("bytes", bytes.into())])).unwrap(), &[1, 20]);
        }
    }
}
