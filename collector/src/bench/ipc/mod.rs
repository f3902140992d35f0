//! Two processes on one machine, connected by pipes or a Unix socket pair.
//!
//! What every benchmark of two processes needs lies here too, and the `net` family takes it from here.

pub(super) mod bytes;
pub(super) mod pair;
pub(super) mod round_trips;
pub(super) mod token;

mod sleep;
mod stream;

use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use shared::model::Point;

use self::token::Ends;
use super::{Batch, Failure, Measuring, Named, Setup, Workload};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "ipc.pipe.latency", batch: Batch::Calibrated, prepare: pipe_latency },
    Measuring { id: "ipc.unix.latency", batch: Batch::Calibrated, prepare: unix_latency },
    Measuring { id: "ipc.pipe.bandwidth", batch: Batch::Calibrated, prepare: pipe_bandwidth },
    Measuring { id: "ipc.unix.bandwidth", batch: Batch::Calibrated, prepare: unix_bandwidth },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("bytes.rs"),
    include_str!("mod.rs"),
    include_str!("pair.rs"),
    include_str!("round_trips.rs"),
    include_str!("sleep.rs"),
    include_str!("stream.rs"),
    include_str!("token.rs"),
    include_str!("../page_buffer.rs"),
];

fn pipe_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (from_partner, to_us) = pipe()?;
    let (from_us, to_partner) = pipe()?;
    token::round_trips(setup, point, Ends::two(from_partner, to_partner), Ends::two(from_us, to_us))
}

fn unix_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = unix_pair()?;
    token::round_trips(setup, point, Ends::one(ours)?, Ends::one(theirs)?)
}

fn pipe_bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (reader, writer) = pipe()?;
    stream::stream(setup, point, reader, writer)
}

fn unix_bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (reader, writer) = unix_pair()?;
    stream::stream(setup, point, reader, writer)
}

/// The reading and the writing end of a new pipe.
fn pipe() -> Result<(OwnedFd, OwnedFd), Failure> {
    pipe_with(PipeFlags::CLOEXEC).named("pipe2")
}

/// Two connected Unix stream sockets.
pub(super) fn unix_pair() -> Result<(OwnedFd, OwnedFd), Failure> {
    socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None).named("socketpair")
}

/// The size that a point gives for `axis`.
pub(super) fn size_at(point: &Point, axis: &str) -> Result<usize, Failure> {
    let size = point.integer(axis).filter(|&size| size > 0).and_then(|size| usize::try_from(size).ok());
    size.ok_or_else(Failure::work_not_done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::ipc::pair::testing::{run_at, setup};

    #[test]
    fn round_trips_of_a_byte_and_of_many_take_time_and_end_well() {
        for prepare in [pipe_latency, unix_latency] {
            for bytes in [1, 300_000] {
                let point = Point::new([("bytes", bytes.into())]);
                run_at(prepare(&setup(), &point).unwrap(), &[1, 20]);
            }
        }
    }

    #[test]
    fn streams_move_what_an_operation_amounts_to() {
        for prepare in [pipe_bandwidth, unix_bandwidth] {
            let start = setup();
            let workload = prepare(&start, &Point::new([("message", 65_536.into())])).unwrap();
            assert_eq!(workload.amount_per_op(), Some(65_536));
            run_at(workload, &[1, 100, 7]);
        }
    }
}
