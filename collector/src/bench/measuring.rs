//! What a benchmark is to the harness: a way to prepare a point, and batches of it.
//!
//! A benchmark knows its own work and its proof. It does not know how many samples are wanted, what a disturbance is, or
//! where results go.

use std::cell::Cell;
use std::os::fd::RawFd;

use shared::model::{Placement, Point};

use super::{Failure, Partner};
use crate::clock::Clock;

/// One benchmark: the catalogue's id, and how a point of it is prepared.
pub struct Measuring {
    /// The id in the catalogue.
    pub id: &'static str,
    /// How many operations a sample has.
    pub batch: Batch,
    /// Makes everything that a point needs. Ends by returning its workload, or why there is none.
    pub prepare: fn(&Setup, &Point) -> Prepared,
}

/// A point that is ready to be measured, or why it cannot be.
pub type Prepared = Result<Box<dyn Workload>, Failure>;

/// How many operations a sample has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// As many as fill the target time, found once a run.
    Calibrated,
    /// As many as fill the target time, but at most this many.
    AtMost(u64),
    /// Always this many: the method says so.
    Fixed(u64),
}

/// A prepared point. Dropping it frees all it holds, partners included.
pub trait Workload {
    /// Does `ops` operations and returns the nanoseconds that they took. Only the operations stand inside
    /// [`Clock::time`]; what must be made afresh for a sample, and the checks of it, stand outside.
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure>;

    /// Does what `ops` operations hold besides the work that the benchmark is about, and returns the nanoseconds that it
    /// took; none where nothing is told apart. Called after each batch.
    fn overhead(&mut self, ops: u64, clock: &Clock) -> Result<Option<u64>, Failure> {
        let _ = (ops, clock);
        Ok(None)
    }

    /// What one operation amounts to where the measure is a rate: bytes, or cycles.
    fn amount_per_op(&self) -> Option<u64> {
        None
    }

    /// How many operations had to be done again so far, as after a lost datagram. Their time counts, and the cell says so.
    fn retries(&self) -> u64 {
        0
    }

    /// What a reader must know of the figure: nothing that could name a path.
    fn note(&self) -> Option<String> {
        None
    }

    /// Proves at the end what no single batch can, and takes down what may fail to come down: partners must exit with
    /// success.
    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(())
    }
}

/// Where a benchmark runs. The current folder is a private one, empty at each start, on tmpfs where there is one.
pub struct Setup {
    /// How its processes are placed.
    pub placement: Placement,
    /// A CPU for each process, the measuring one first; empty where they are not pinned.
    cpus: Vec<u32>,
    /// What partners must not keep open: the end of the pipe to the collector.
    private_fd: Option<RawFd>,
    /// Partners made so far.
    partners: Cell<usize>,
}

impl Setup {
    /// The place of one start.
    pub fn new(placement: Placement, cpus: Vec<u32>, private_fd: Option<RawFd>) -> Self {
        Self { placement, cpus, private_fd, partners: Cell::new(0) }
    }

    /// Forks a partner, pinned where the placement puts it, that runs `body` and exits: with success where `body` returns
    /// `Ok`. It shares nothing with this process but what was open before; descriptors that only the other side should
    /// hold must be dropped on each side, or end-of-file will not come.
    pub fn partner(&self, body: impl FnOnce() -> Result<(), Failure>) -> Result<Partner, Failure> {
        self.partners.set(self.partners.get() + 1);
        Partner::fork(self.cpu_of(self.partners.get()), self.private_fd, body)
    }

    /// The CPU of a process or thread by its number; the measuring one has 0. None where they are not pinned.
    pub fn cpu_of(&self, number: usize) -> Option<u32> {
        match self.cpus.as_slice() {
            [] => None,
            cpus => Some(cpus[number % cpus.len()]),
        }
    }

    /// Forgets the partners of the last point, so that the next point's are placed alike.
    pub fn next_point(&self) {
        self.partners.set(0);
    }
}
