//! Two processes that talk over the loopback interface.

mod connect;
mod datagram;
pub(super) mod loopback;
mod netstat;
mod rpc;
mod rpc_message;
mod socket_copy;
mod udp;

use shared::model::Point;

use super::ipc::token::{Ends, round_trips};
use super::{Batch, Failure, Measuring, Setup, Workload};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "net.udp.latency", batch: Batch::Calibrated, prepare: udp::latency },
    Measuring { id: "net.tcp.latency", batch: Batch::Calibrated, prepare: tcp_latency },
    Measuring { id: "net.rpc_udp.latency", batch: Batch::Calibrated, prepare: rpc::udp_latency },
    Measuring { id: "net.rpc_tcp.latency", batch: Batch::Calibrated, prepare: rpc::tcp_latency },
    Measuring { id: "net.tcp.connect", batch: Batch::AtMost(connect::MOST), prepare: connect::latency },
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
    include_str!("../ipc/bytes.rs"),
    include_str!("../ipc/pair.rs"),
    include_str!("../ipc/round_trips.rs"),
    include_str!("../ipc/sleep.rs"),
    include_str!("../ipc/token.rs"),
    include_str!("../page_buffer.rs"),
];

fn tcp_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = loopback::tcp_pair()?;
    round_trips(setup, point, Ends::one(ours)?, Ends::one(theirs)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::ipc::pair::testing::{run_at, setup};

    #[test]
    fn a_token_goes_over_tcp_whole() {
        for bytes in [1, 300_000] {
            run_at(tcp_latency(&setup(), &Point::new([("bytes", bytes.into())])).unwrap(), &[1, 20]);
        }
    }
}
