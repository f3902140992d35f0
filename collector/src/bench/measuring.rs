//! What a benchmark is to the harness: a way to prepare a point, and batches of it.
//!
//! A benchmark knows its own work and its proof. It does not know how many samples are wanted, what a disturbance is, or
//! where results go.

use std::cell::Cell;
use std::os::fd::RawFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shared::model::{Placement, Point, Preset};

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
#[derive(Clone, Copy)]
pub enum Batch {
    /// As many as fill the target time, found once a run.
    Calibrated,
    /// As many as fill the target time, but at most this many: they use up what comes back only after a while, and a sample
    /// waits for it before its time begins.
    AtMost(u64),
    /// Always this many: the method says so.
    Fixed(u64),
    /// One, which is a sample, and the only one of a start: a build, a load. It is neither calibrated nor warmed up.
    Whole(Whole),
}

/// How often work that has a size of its own is done, and for how long.
#[derive(Clone, Copy)]
pub struct Whole {
    /// Starts in each preset.
    pub starts: fn(Preset) -> u32,
    /// About how long a sample takes on an ordinary machine.
    pub about: fn(&Point) -> Duration,
}

impl Whole {
    /// How long a sample may take before its start is ended: far beyond what it should, for machines that are slow.
    pub fn deadline(&self, point: &Point) -> Duration {
        Duration::from_secs(60) + 20 * (self.about)(point)
    }
}

/// How long what was used up takes to come back: a minute for the ports of connections, and a little more.
pub const COMES_BACK: Duration = Duration::from_secs(65);

impl Batch {
    /// How long samples may wait before their time begins, beyond what any point may take.
    #[must_use]
    pub fn patience(self) -> Duration {
        match self {
            Self::AtMost(_) => COMES_BACK,
            Self::Calibrated | Self::Fixed(_) | Self::Whole(_) => Duration::ZERO,
        }
    }

    /// What work that has a size of its own is, if this is some.
    #[must_use]
    pub fn whole(self) -> Option<Whole> {
        if let Self::Whole(whole) = self { Some(whole) } else { None }
    }
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

    /// What the last batch read besides its time, in the units of the catalogue's measures. Where the stored measure is
    /// among it, its values are those, and not the time.
    fn reads(&mut self) -> Vec<Read> {
        Vec::new()
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

/// What a batch has read, all of it or at one value of an axis that is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Read {
    /// That axis, if there is one: `users=4`.
    pub at: Point,
    /// Values by measure, in base units; or why there are none.
    pub values: Result<Vec<(String, f64)>, Failure>,
}

impl Read {
    /// Values that are read once.
    pub fn once(values: impl IntoIterator<Item = (&'static str, f64)>) -> Self {
        Self::at(Point::default(), values)
    }

    /// Values at one value of an axis.
    pub fn at(at: Point, values: impl IntoIterator<Item = (&'static str, f64)>) -> Self {
        Self { at, values: Ok(values.into_iter().map(|(measure, value)| (measure.to_owned(), value)).collect()) }
    }

    /// The value of a measure.
    pub fn value(&self, measure: &str) -> Option<f64> {
        let values = self.values.as_ref().ok()?;
        values.iter().find(|(known, _)| known == measure).map(|(_, value)| *value)
    }
}

/// Where a benchmark runs. The current folder is a private one, empty at each start, on tmpfs where there is one.
#[derive(Clone)]
pub struct Setup {
    /// How its processes are placed.
    pub placement: Placement,
    /// A CPU for each process, the measuring one first; empty where they are not pinned.
    cpus: Vec<u32>,
    /// What partners must not keep open: the end of the pipe to the collector.
    private_fd: Option<RawFd>,
    /// Partners made so far.
    partners: Cell<usize>,
    /// The tree to build, where the benchmark builds one of the person's.
    source: Option<PathBuf>,
}

impl Setup {
    /// The place of one start.
    pub fn new(placement: Placement, cpus: Vec<u32>, private_fd: Option<RawFd>) -> Self {
        Self { placement, cpus, private_fd, partners: Cell::new(0), source: None }
    }

    /// The same, with a tree to build: a tarball or a folder.
    #[must_use]
    pub fn with_source(self, source: Option<PathBuf>) -> Self {
        Self { source, ..self }
    }

    /// The tree to build.
    pub fn source(&self) -> Option<&Path> {
        self.source.as_deref()
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
