//! A benchmark's definition.

use super::{Axis, Derivation, Measure};
use crate::model::{Placement, Point, Preset};

/// What is measured, at which points, and how. The measuring itself is the collector's.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    /// Stable dotted id: `ipc.pipe.latency`.
    pub id: &'static str,
    /// Version of its meaning: a change of meaning is a new version.
    pub version: u32,
    /// Its name in a table's row: `Pipe`.
    pub title: &'static str,
    /// What tells its rows apart from others of that name: `1 B round trip`. May be empty.
    pub detail: &'static str,
    /// The table that it stands in.
    pub group: TableGroup,
    /// Its parameters, besides the placement.
    pub axes: &'static [Axis],
    /// What is read at each point, what the benchmark is about first.
    pub measures: &'static [Measure],
    /// How many processes take part.
    pub processes: Processes,
    /// Whether its processes wait for each other or for a device; then medians and means are used rather than minima.
    pub waits: Waits,
    /// Which points and placements each preset measures.
    pub plan: Plan,
    /// The method, in a sentence.
    pub method: &'static str,
    /// Where the method comes from.
    pub source: &'static str,
}

/// Tables, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableGroup {
    /// Clock and arithmetic.
    Cpu,
    /// System calls.
    SystemCalls,
    /// Signals.
    Signals,
    /// Making processes and threads.
    Processes,
    /// Switching between processes.
    ContextSwitches,
    /// Round trips and connects.
    CommunicationLatency,
    /// Pipes, sockets.
    CommunicationBandwidth,
    /// Loads, by the size of what is walked.
    MemoryLatency,
    /// Reading, writing and copying, by the size of what is worked on.
    MemoryBandwidth,
    /// Copying between user buffers, and between user and kernel.
    Copy,
    /// Reading and writing files.
    FileBandwidth,
    /// Making files, mapping them, page faults.
    FilesAndMemory,
    /// Build times.
    Builds,
    /// Jobs of many users at once.
    Multiuser,
    /// Response times while the machine is loaded.
    Response,
}

impl TableGroup {
    /// The table's title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Cpu => "Processor",
            Self::SystemCalls => "System calls",
            Self::Signals => "Signals",
            Self::Processes => "Processes",
            Self::ContextSwitches => "Context switching",
            Self::CommunicationLatency => "Local communication latency",
            Self::CommunicationBandwidth => "Local communication bandwidth",
            Self::MemoryLatency => "Memory latency",
            Self::MemoryBandwidth => "Memory bandwidth",
            Self::Copy => "Copying memory",
            Self::FileBandwidth => "File bandwidth",
            Self::FilesAndMemory => "Files and virtual memory",
            Self::Builds => "Build times",
            Self::Multiuser => "Multiuser throughput",
            Self::Response => "Response under load",
        }
    }
}

/// How many processes take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processes {
    /// One, pinned; the placement is not part of its points.
    One,
    /// Two, placed relative to each other.
    Two,
    /// More than two: all on one CPU, one a CPU round robin, or where the scheduler puts them.
    Several,
    /// Whatever the workload starts; the placement is not part of its points.
    Many,
}

impl Processes {
    /// Whether points of the benchmark have a placement.
    pub fn placed(self) -> bool {
        matches!(self, Self::Two | Self::Several)
    }

    /// Whether a placement says something of so many processes.
    pub fn can_be_at(self, placement: Placement) -> bool {
        match placement {
            Placement::SameCpu | Placement::Unpinned => true,
            Placement::Spread => self != Self::Two,
            _ => self != Self::Several,
        }
    }
}

/// Where a benchmark waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Nowhere.
    Never,
    /// Wherever its processes are not all on one CPU.
    AcrossCpus,
    /// Always.
    Always,
}

/// What a preset measures.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The points, without the placement and without axes of which a sample reads several values; none where the collector does not measure the benchmark in that preset.
    pub points: fn(Preset) -> Vec<Point>,
    /// The placements, of which those are measured that the machine has. `SameCpu` stands for "one process, pinned".
    pub placements: fn(Preset) -> &'static [Placement],
}

impl Plan {
    /// One point without axes, one process, in every preset.
    pub const ALWAYS: Self = Self { points: |_| vec![Point::default()], placements: |_| &[Placement::SameCpu] };

    /// Not measured by the collector: known from published pages.
    pub const NEVER: Self = Self { points: |_| Vec::new(), placements: |_| &[] };
}

/// Nothing in the quick preset, which has what the old tables had; the points in the others.
pub(super) fn unless_quick(preset: Preset, points: impl FnOnce() -> Vec<Point>) -> Vec<Point> {
    if preset == Preset::Quick { Vec::new() } else { points() }
}

/// Quick measures two processes on one CPU; the other presets at every placement.
pub(super) fn pair_placements(preset: Preset) -> &'static [Placement] {
    match preset {
        Preset::Quick => &[Placement::SameCpu],
        Preset::Standard | Preset::Full => &[
            Placement::SameCpu,
            Placement::SmtSibling,
            Placement::SameCache,
            Placement::CrossCache,
            Placement::CrossNode,
            Placement::Unpinned,
        ],
    }
}

/// Quick measures several processes on one CPU; the other presets spread and unpinned too.
pub(super) fn group_placements(preset: Preset) -> &'static [Placement] {
    match preset {
        Preset::Quick => &[Placement::SameCpu],
        Preset::Standard | Preset::Full => &[Placement::SameCpu, Placement::Spread, Placement::Unpinned],
    }
}

impl Benchmark {
    /// The measure of that id.
    pub fn measure(&self, id: &str) -> Option<&'static Measure> {
        self.measures.iter().find(|measure| measure.id == id)
    }

    /// The measure whose samples a document holds, and others are worked out from.
    pub fn stored(&self) -> Option<&'static Measure> {
        self.measures.iter().find(|measure| measure.derivation == Derivation::Stored)
    }

    /// How many batches a sample takes: two where the overhead is told apart.
    pub fn batches_a_sample(&self) -> usize {
        1 + self.measures.iter().filter(|measure| measure.derivation == Derivation::Overhead).count()
    }

    /// The axis of that name.
    pub fn axis(&self, name: &str) -> Option<&'static Axis> {
        self.axes.iter().find(|axis| axis.name == name)
    }

    /// Whether samples at `placement` wait for another process or a device. A source that states no placement leaves it
    /// open, so its figures are treated as waiting.
    pub fn waits_at(&self, placement: Option<Placement>) -> bool {
        match self.waits {
            Waits::Never => false,
            Waits::AcrossCpus => placement != Some(Placement::SameCpu),
            Waits::Always => true,
        }
    }

    /// The smallest relative difference of `measure` that is called one at `placement`.
    pub fn floor_at(&self, measure: &Measure, placement: Option<Placement>) -> f64 {
        if self.processes.placed() && placement != Some(Placement::SameCpu) {
            super::Floor::ACROSS
        } else {
            measure.floor.fraction()
        }
    }
}
