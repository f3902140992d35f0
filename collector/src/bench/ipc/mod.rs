//! Two processes on one machine, connected by pipes or a Unix socket pair.
//!
//! What every benchmark of two processes needs lies here too, and the `net` family takes it from here.

pub(super) mod bytes;
pub(super) mod pair;
pub(super) mod round_trips;
pub(super) mod token;

pub(super) mod sleep;
pub(super) mod stream;

mod eventfd;
mod futex;
mod record_lock;
mod semaphore;

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, fcntl_getfl, fcntl_setfl, mknodat, openat, unlinkat};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use shared::model::Point;

use self::token::Ends;
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "ipc.pipe.latency", batch: Batch::Calibrated, prepare: pipe_latency },
    Measuring { id: "ipc.fifo.latency", batch: Batch::Calibrated, prepare: fifo_latency },
    Measuring { id: "ipc.unix.latency", batch: Batch::Calibrated, prepare: unix_latency },
    Measuring { id: "ipc.semaphore.latency", batch: Batch::Calibrated, prepare: semaphore_latency },
    Measuring { id: "ipc.fcntl_lock.latency", batch: Batch::Calibrated, prepare: lock_latency },
    Measuring { id: "ipc.futex.latency", batch: Batch::Calibrated, prepare: futex_latency },
    Measuring { id: "ipc.eventfd.latency", batch: Batch::Calibrated, prepare: eventfd_latency },
    Measuring { id: "ipc.pipe.bandwidth", batch: Batch::Calibrated, prepare: pipe_bandwidth },
    Measuring { id: "ipc.unix.bandwidth", batch: Batch::Calibrated, prepare: unix_bandwidth },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("bytes.rs"),
    include_str!("eventfd.rs"),
    include_str!("futex.rs"),
    include_str!("mod.rs"),
    include_str!("pair.rs"),
    include_str!("record_lock.rs"),
    include_str!("round_trips.rs"),
    include_str!("semaphore.rs"),
    include_str!("sleep.rs"),
    include_str!("stream.rs"),
    include_str!("token.rs"),
    include_str!("../page_buffer.rs"),
    include_str!("../../sys/record_locks.rs"),
    include_str!("../../sys/semaphores.rs"),
    include_str!("../../sys/shared_words.rs"),
];

fn pipe_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (from_partner, to_us) = pipe()?;
    let (from_us, to_partner) = pipe()?;
    token::round_trips(setup, point, Ends::two(from_partner, to_partner), Ends::two(from_us, to_us))
}

fn fifo_latency(setup: &Setup, point: &Point) -> Prepared {
    fifos(setup, point, CWD)
}

fn fifos(setup: &Setup, point: &Point, folder: impl AsFd) -> Prepared {
    let (from_partner, to_us) = fifo(&folder)?;
    let (from_us, to_partner) = fifo(&folder)?;
    token::round_trips(setup, point, Ends::two(from_partner, to_partner), Ends::two(from_us, to_us))
}

fn semaphore_latency(setup: &Setup, _: &Point) -> Prepared {
    semaphore::latency(setup, Path::new("."))
}

fn lock_latency(setup: &Setup, _: &Point) -> Prepared {
    record_lock::latency(setup)
}

fn futex_latency(setup: &Setup, _: &Point) -> Prepared {
    futex::latency(setup)
}

fn eventfd_latency(setup: &Setup, _: &Point) -> Prepared {
    eventfd::latency(setup)
}

fn unix_latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = unix_pair()?;
    token::round_trips(setup, point, Ends::one(ours)?, Ends::one(theirs)?)
}

fn pipe_bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (reader, writer) = pipe()?;
    stream::stream(setup, point, reader, writer, |_| Ok(()))
}

fn unix_bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (reader, writer) = unix_pair()?;
    stream::stream(setup, point, reader, writer, |_| Ok(()))
}

/// The reading and the writing end of a new pipe.
pub(super) fn pipe() -> Result<(OwnedFd, OwnedFd), Failure> {
    pipe_with(PipeFlags::CLOEXEC).named("pipe2")
}

/// The reading and the writing end of a new FIFO, which has lost its name.
fn fifo(folder: impl AsFd) -> Result<(OwnedFd, OwnedFd), Failure> {
    let (name, mode) = (c"fifo", Mode::RUSR | Mode::WUSR);
    mknodat(&folder, name, FileType::Fifo, mode, 0).named("mknod")?;
    // Opened without waiting for a writer; what it reads later, it waits for.
    let open = OFlags::CLOEXEC | OFlags::NONBLOCK;
    let reader = openat(&folder, name, OFlags::RDONLY | open, Mode::empty()).named("openat")?;
    let writer = openat(&folder, name, OFlags::WRONLY | open, Mode::empty()).named("openat")?;
    unlinkat(&folder, name, AtFlags::empty()).named("unlinkat")?;
    for end in [&reader, &writer] {
        let flags = fcntl_getfl(end).named("fcntl")?;
        fcntl_setfl(end, flags - OFlags::NONBLOCK).named("fcntl")?;
    }
    Ok((reader, writer))
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
    fn a_token_goes_through_fifos_that_leave_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let folder_fd = std::fs::File::open(folder.path()).unwrap();
        let point = Point::new([("bytes", 1.into())]);
        run_at(fifos(&setup(), &point, &folder_fd).unwrap(), &[1, 20]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn turns_without_a_token_alternate_too() {
        for prepare in [futex_latency, eventfd_latency] {
            run_at(prepare(&setup(), &Point::default()).unwrap(), &[1, 20, 3]);
        }
    }

    #[test]
    fn what_the_kernel_lacks_is_unsupported_and_named() {
        type Prepare = fn(&Setup, &Point) -> Prepared;
        let cases: [(_, Prepare, _); 2] = [
            (libc::SYS_eventfd2, eventfd_latency, "unsupported: kernel_lacks eventfd2 ENOSYS"),
            (libc::SYS_semget, semaphore_latency, "unsupported: kernel_lacks semget ENOSYS"),
        ];
        for (call, prepare, said) in cases {
            let start = setup();
            let work = || {
                crate::sys::lacking::without(&[call]).named("prctl")?;
                let failure = prepare(&start, &Point::default()).err();
                if failure.is_some_and(|failure| failure.to_string() == said) {
                    Ok(())
                } else {
                    Err(Failure::work_not_done())
                }
            };
            assert_eq!(start.partner(work).unwrap().join(), Ok(()), "{said}");
        }
    }

    #[test]
    fn a_partner_that_is_gone_ends_the_waiting_after_a_tick() {
        for prepare in [futex_latency, eventfd_latency] {
            let start = setup();
            let mut workload = prepare(&start, &Point::default()).unwrap();
            // Kills every child of this process: the partner is the only one while the turn is held.
            for child in crate::bench::partner::testing::children() {
                rustix::process::kill_process(child, rustix::process::Signal::KILL).unwrap();
            }
            let failure = workload.batch(10, &crate::clock::Clock::measure()).unwrap_err();
            assert_eq!(failure.reason.kind, shared::model::FailureKind::EndedEarly);
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
