//! Axes: the typed parameters of a benchmark. The placement is not among them: it belongs to every benchmark of more than
//! one process, and to a run document's group.

use crate::model::AxisValue;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Its name in points: `chunk`.
    pub name: &'static str,
    /// Its title on charts: `chunk size`.
    pub title: &'static str,
    /// What its values are.
    pub kind: AxisKind,
    /// What it is for.
    pub role: AxisRole,
    /// The value whose row a published or imported cell joins that does not state this axis.
    pub reference: Reference,
    /// Whether its values are sizes of memory that is worked on: of those, the first that is four times the last cache is
    /// the largest that a machine measures.
    pub up_to_memory: bool,
    /// Whether one sample of a point reads several of its values: then the points of the plan go without it.
    pub read: bool,
    /// Multiples of a machine's CPUs that it measures besides the values of the plan.
    pub of_cpus: &'static [u64],
}

/// What an axis' values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Sizes in bytes.
    Bytes,
    /// Counts.
    Count,
    /// Percentiles: of so many values one is greater, so that 100 is the 99th.
    Percentile,
    /// Names.
    Name,
}

/// What an axis is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisRole {
    /// An x axis.
    Sweep,
    /// Separate curves.
    Variant,
}

/// A reference value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// An integer.
    Integer(u64),
    /// A name.
    Name(&'static str),
}

impl Reference {
    /// As a point holds it.
    pub fn value(self) -> AxisValue {
        match self {
            Self::Integer(value) => AxisValue::Integer(value),
            Self::Name(value) => AxisValue::from(value),
        }
    }
}

impl Axis {
    /// A sweep over sizes in bytes.
    pub const fn bytes(name: &'static str, title: &'static str, reference: u64) -> Self {
        let reference = Reference::Integer(reference);
        Self { kind: AxisKind::Bytes, ..Self::sweep(name, title, reference) }
    }

    /// A sweep over sizes of memory that is worked on.
    pub const fn memory(name: &'static str, title: &'static str, reference: u64) -> Self {
        Self { up_to_memory: true, ..Self::bytes(name, title, reference) }
    }

    /// A sweep over counts.
    pub const fn count(name: &'static str, title: &'static str, reference: u64) -> Self {
        let reference = Reference::Integer(reference);
        Self::sweep(name, title, reference)
    }

    /// A sweep over numbers of jobs: the plan's, and multiples of a machine's CPUs.
    pub const fn jobs(name: &'static str, title: &'static str, of_cpus: &'static [u64]) -> Self {
        Self { of_cpus, ..Self::count(name, title, 1) }
    }

    /// Percentiles of what a sample reads.
    pub const fn percentile(name: &'static str, title: &'static str, reference: u64) -> Self {
        Self { kind: AxisKind::Percentile, ..Self::count(name, title, reference) }.read()
    }

    /// The same axis, with several of its values read by one sample.
    #[must_use]
    pub const fn read(self) -> Self {
        Self { read: true, ..self }
    }

    const fn sweep(name: &'static str, title: &'static str, reference: Reference) -> Self {
        let (kind, role) = (AxisKind::Count, AxisRole::Sweep);
        Self { name, title, kind, role, reference, up_to_memory: false, read: false, of_cpus: &[] }
    }

    /// A choice among names.
    pub const fn variant(name: &'static str, title: &'static str, reference: &'static str) -> Self {
        let reference = Reference::Name(reference);
        Self { kind: AxisKind::Name, role: AxisRole::Variant, ..Self::sweep(name, title, reference) }
    }
}
