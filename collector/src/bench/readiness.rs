//! Asking which of many descriptors are ready: all of them are, and each call must say so.

use std::os::fd::OwnedFd;

use rustix::event::{Timespec, epoll};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, unlinkat};
use rustix::io::fcntl_dupfd_cloexec;
use shared::model::Point;

use super::ipc::bytes::with_patience;
use super::ipc::size_at;
use super::net::loopback::{connected, listener};
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::readiness::{Polled, Selected};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "syscall.select", batch: Batch::Calibrated, prepare: select },
    Measuring { id: "syscall.poll", batch: Batch::Calibrated, prepare: poll_all },
    Measuring { id: "syscall.epoll", batch: Batch::Calibrated, prepare: epoll_all },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] =
    &[include_str!("readiness.rs"), include_str!("net/loopback.rs"), include_str!("../sys/readiness.rs")];

/// Most connections that wait at one listener: far below the limit of any kernel.
const BACKLOG: usize = 100;
/// Ask, and do not wait.
const NOW: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

fn select(_: &Setup, point: &Point) -> Prepared {
    let Descriptors { descriptors, listeners } = Descriptors::at(point)?;
    let mut selected = Selected::of(descriptors);
    let count = selected.count();
    Ok(Box::new(Asked { ask: move || selected.writable().named("select"), count, _listeners: listeners }))
}

fn poll_all(_: &Setup, point: &Point) -> Prepared {
    let Descriptors { descriptors, listeners } = Descriptors::at(point)?;
    let mut polled = Polled::of(descriptors);
    let count = polled.count();
    Ok(Box::new(Asked { ask: move || polled.writable().named("poll"), count, _listeners: listeners }))
}

fn epoll_all(_: &Setup, point: &Point) -> Prepared {
    let Descriptors { descriptors, listeners } = Descriptors::at(point)?;
    let set = epoll::create(epoll::CreateFlags::CLOEXEC).named("epoll_create1")?;
    for (number, descriptor) in (0..).zip(&descriptors) {
        epoll::add(&set, descriptor, epoll::EventData::new_u64(number), epoll::EventFlags::OUT).named("epoll_ctl")?;
    }
    let count = descriptors.len();
    let mut events = Vec::with_capacity(count);
    let ask = move || {
        let _open = &descriptors;
        events.clear();
        epoll::wait(&set, rustix::buffer::spare_capacity(&mut events), Some(&NOW)).named("epoll_wait")
    };
    Ok(Box::new(Asked { ask, count, _listeners: listeners }))
}

/// The question, and how many descriptors every answer must name.
struct Asked<F> {
    ask: F,
    count: usize,
    /// The other ends of the connections wait here.
    _listeners: Vec<OwnedFd>,
}

impl<F: FnMut() -> Result<usize, Failure>> Workload for Asked<F> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, all) = clock.time(|| {
            let mut all = true;
            for _ in 0..ops {
                all &= (self.ask)()? == self.count;
            }
            Ok::<bool, Failure>(all)
        });
        if all? { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

/// Descriptors that can be written to at any time.
struct Descriptors {
    descriptors: Vec<OwnedFd>,
    listeners: Vec<OwnedFd>,
}

impl Descriptors {
    fn at(point: &Point) -> Result<Self, Failure> {
        let count = size_at(point, "fds")?;
        match point.text("kind") {
            Some("file") => Self::files(count),
            Some("tcp") => Self::connections(count),
            _ => Err(Failure::work_not_done()),
        }
    }

    /// One file under many numbers.
    fn files(count: usize) -> Result<Self, Failure> {
        let (name, mode) = (c"many", Mode::RUSR | Mode::WUSR);
        let create = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = openat(CWD, name, create, mode).named("openat")?;
        unlinkat(CWD, name, AtFlags::empty()).named("unlinkat")?;
        let mut descriptors = Vec::with_capacity(count);
        for _ in 1..count {
            descriptors.push(fcntl_dupfd_cloexec(&file, 0).named("fcntl")?);
        }
        descriptors.push(file);
        Ok(Self { descriptors, listeners: Vec::new() })
    }

    /// Connections that nobody has accepted: their other ends need no descriptor here. A listener that closes first leaves
    /// nothing of them behind.
    fn connections(count: usize) -> Result<Self, Failure> {
        let _patience = with_patience()?;
        let (mut descriptors, mut listeners) = (Vec::with_capacity(count), Vec::new());
        while descriptors.len() < count {
            let (listener, address) = listener(BACKLOG as i32)?;
            listeners.push(listener);
            for _ in 0..BACKLOG.min(count - descriptors.len()) {
                descriptors.push(connected(address)?);
            }
        }
        Ok(Self { descriptors, listeners })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn every_call_names_every_connection() {
        let start = setup();
        for prepare in [select, poll_all, epoll_all] {
            let point = Point::new([("fds", 120.into()), ("kind", "tcp".into())]);
            run_at(prepare(&start, &point).unwrap(), &[1, 50]);
        }
    }

    #[test]
    fn an_answer_that_leaves_one_out_is_work_not_done() {
        let mut answers = [3, 2].into_iter();
        let ask = move || Ok(answers.next().unwrap_or(3));
        let mut asked = Asked { ask, count: 3, _listeners: Vec::new() };
        let clock = Clock::measure();
        assert!(asked.batch(1, &clock).is_ok());
        assert_eq!(asked.batch(1, &clock), Err(Failure::work_not_done()));
        assert!(asked.batch(2, &clock).is_ok());
    }

    #[test]
    fn an_unknown_kind_has_no_figure() {
        let point = Point::new([("fds", 10.into()), ("kind", "tape".into())]);
        assert_eq!(select(&setup(), &point).err(), Some(Failure::work_not_done()));
    }
}
