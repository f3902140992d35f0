//! What the collector and a start say to each other.

use std::ffi::OsString;

use serde::{Deserialize, Serialize};
use shared::model::{Placement, Point};

use crate::bench::{Failure, Figure, Read};
use crate::canary::{Canary, Reading};
use crate::clock::Clock;
use crate::plan::Program;

/// Down, once: what to measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartPlan {
    /// The benchmark's id.
    pub benchmark: String,
    /// How its processes are placed.
    pub placement: Placement,
    /// A CPU for each process; empty where they are not pinned.
    pub cpus: Vec<u32>,
    /// The start's own folder, empty.
    pub folder: String,
    /// The clock, as measured by the collector.
    pub clock: Clock,
    /// The canaries, of one length all through the run.
    pub canary: Canary,
    /// Samples at each point.
    pub samples: u32,
    /// What a sample should take, in ns.
    pub target_ns: u64,
    /// Warm-up before the first point's samples, in ns.
    pub warmup_ns: u64,
    /// Whether the time spent runnable but not running tells a disturbance: where nobody of ours competes.
    pub run_delay: bool,
    /// Somebody's own program, executed once in place of a benchmark of ours.
    pub program: Option<Program>,
    /// The tree to build, a tarball or a folder, where the benchmark builds one of the person's.
    pub source: Option<OsString>,
    /// The points, in the order in which to walk them.
    pub points: Vec<PlannedPoint>,
}

/// One point of a start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedPoint {
    /// Which of the benchmark's points it is.
    pub index: usize,
    /// The axes' values.
    pub at: Point,
    /// Operations of a sample, where an earlier start has found them.
    pub ops: Option<u64>,
}

/// Up, between points only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// A point was measured.
    Point(PointReport),
    /// A point was not.
    Failure {
        /// Which.
        index: usize,
        /// Why.
        failure: Failure,
    },
    /// The program printed what is no figure: what is wrong with it.
    NotFigures(String),
    /// All points were walked; the process ends now.
    Done(Counted),
}

/// What a point's samples were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointReport {
    /// Which point.
    pub index: usize,
    /// Operations of a sample.
    pub ops: u64,
    /// Bytes or cycles of a sample, where the measure is a rate.
    pub amount: Option<u64>,
    /// Elapsed time of the batches before the samples.
    pub warmup_ns: Vec<u64>,
    /// Elapsed time of each sample.
    pub elapsed_ns: Vec<u64>,
    /// Elapsed time of each sample's overhead, where the benchmark tells it apart.
    pub overhead_ns: Vec<u64>,
    /// Canaries before the first sample and after each.
    pub canaries: Vec<Reading>,
    /// Operations that had to be done again.
    pub retries: u64,
    /// What a reader must know of the figure.
    pub note: Option<String>,
    /// Time runnable but not running during each sample, where the kernel says and it matters.
    pub run_delay_ns: Option<Vec<u64>>,
    /// What a program printed as its figures.
    pub figures: Vec<Figure>,
    /// What a sample read besides its time.
    pub reads: Vec<Read>,
}

/// What was counted over a start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// Time runnable but not running, in ns.
    pub run_delay_ns: Option<u64>,
    /// Times the measuring process gave up its CPU to wait.
    pub voluntary_switches: u64,
    /// Times its CPU was taken from it.
    pub involuntary_switches: u64,
    /// Its page faults that needed no device.
    pub minor_faults: u64,
    /// Time on a CPU of the start and all that it has waited for, since it was spawned, in ns.
    pub cpu_ns: Option<u64>,
}
