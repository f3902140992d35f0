//! Measures: what is read at a point.

use crate::model::{Better, Role};
use crate::number::{Display, Unit};

/// One quantity of a benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its id: `latency`.
    pub id: &'static str,
    /// What one unit of work is: `round trip`, so that a caption reads "µs per round trip". Empty for rates.
    pub per: &'static str,
    /// Its base unit.
    pub unit: BaseUnit,
    /// What it is shown in.
    pub display: Display,
    /// Which way is better.
    pub better: Better,
    /// Whether comparisons test it.
    pub role: Role,
    /// The smallest relative difference that is called one.
    pub floor: Floor,
    /// Stored, or worked out from the stored one.
    pub derivation: Derivation,
    /// The axis of whose values one sample reads several; empty for a measure that is read once.
    pub over: &'static str,
    /// The axis on which its values are places that charts mark; empty for a measure of another kind.
    pub place_on: &'static str,
}

/// A base unit, in a form that constants can hold.
pub type BaseUnit = fn() -> Unit;

/// The smallest relative difference that is called one: the noise between boots of one kernel is larger than statistics
/// over the starts of one boot can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floor {
    /// 2 %: CPU paths, communication on one CPU (15 % where it crosses CPUs or is unpinned).
    Cpu,
    /// 4 %: fork, exec, faults, files, connect (15 % where it crosses CPUs or is unpinned).
    Process,
    /// 5 %: memory beyond the last cache.
    Memory,
    /// 15 %: what is never pinned, and waits.
    Across,
}

impl Floor {
    /// The floor as a fraction, on one CPU.
    pub fn fraction(self) -> f64 {
        match self {
            Self::Cpu => 0.02,
            Self::Process => 0.04,
            Self::Memory => 0.05,
            Self::Across => Self::ACROSS,
        }
    }

    /// The floor where processes cross CPUs or are not pinned.
    pub const ACROSS: f64 = 0.15;
}

/// How a measure's values come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// From the samples of the cell of this measure.
    Stored,
    /// Elapsed time per operation, of the samples of the benchmark's stored measure.
    TimePerOperation,
    /// From samples of what the stored measure holds besides the work that the benchmark is about, taken in turn with its
    /// own.
    Overhead,
    /// The stored measure less the overhead, start by start. May be negative.
    LessOverhead,
    /// From what a sample counted besides its time.
    Counted,
}

impl Derivation {
    /// Whether a document holds samples of it.
    pub fn has_samples(self) -> bool {
        matches!(self, Self::Stored | Self::Overhead | Self::Counted)
    }
}

impl Measure {
    /// A time per operation, lower is better.
    pub const fn time(id: &'static str, per: &'static str, display: Display, floor: Floor) -> Self {
        Self {
            id,
            per,
            unit: || Unit::Ns,
            display,
            better: Better::Lower,
            role: Role::Primary,
            floor,
            derivation: Derivation::Stored,
            over: "",
            place_on: "",
        }
    }

    /// A time that a sample counted besides its own, lower is better; not tested.
    pub const fn counted_time(id: &'static str, display: Display) -> Self {
        let time = Self::time(id, "", display, Floor::Process);
        Self { role: Role::Secondary, derivation: Derivation::Counted, ..time }
    }

    /// A number that a sample counted; not tested.
    pub const fn count(id: &'static str, better: Better) -> Self {
        Self { unit: || Unit::One, better, ..Self::counted_time(id, Display::ONE) }
    }

    /// The same measure, of which a sample reads several values along that axis.
    #[must_use]
    pub const fn over(self, axis: &'static str) -> Self {
        Self { over: axis, ..self }
    }

    /// The same measure, whose values are places on that axis, in plain numbers.
    #[must_use]
    pub const fn place_on(self, axis: &'static str) -> Self {
        Self { place_on: axis, ..self }
    }

    /// How much of the stored measure is overhead: kept, not tested.
    pub const fn overhead(id: &'static str, per: &'static str, display: Display, floor: Floor) -> Self {
        Self { role: Role::Raw, derivation: Derivation::Overhead, ..Self::time(id, per, display, floor) }
    }

    /// The stored measure less its overhead.
    pub const fn less_overhead(id: &'static str, per: &'static str, display: Display, floor: Floor) -> Self {
        Self { derivation: Derivation::LessOverhead, ..Self::time(id, per, display, floor) }
    }

    /// The same measure as the raw figure that others are worked out from.
    #[must_use]
    pub const fn raw(self) -> Self {
        Self { role: Role::Raw, ..self }
    }

    /// A rate of events, higher is better.
    pub const fn events(id: &'static str, floor: Floor) -> Self {
        Self { id, unit: || Unit::PerSecond, display: Display::PER_S, ..Self::bandwidth(Display::PER_S, floor) }
    }

    /// A rate of bytes, higher is better.
    pub const fn bandwidth(display: Display, floor: Floor) -> Self {
        Self {
            id: "bandwidth",
            per: "",
            unit: || Unit::BytesPerSecond,
            display,
            better: Better::Higher,
            role: Role::Primary,
            floor,
            derivation: Derivation::Stored,
            over: "",
            place_on: "",
        }
    }

    /// The same samples once more, as a time per operation beside a rate.
    pub const fn derived_time(id: &'static str, per: &'static str, display: Display, floor: Floor) -> Self {
        Self { role: Role::Secondary, derivation: Derivation::TimePerOperation, ..Self::time(id, per, display, floor) }
    }
}
