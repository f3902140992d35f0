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
}

/// What an axis' values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Sizes in bytes.
    Bytes,
    /// Counts.
    Count,
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
        Self { name, title, kind: AxisKind::Bytes, role: AxisRole::Sweep, reference, up_to_memory: false }
    }

    /// A sweep over sizes of memory that is worked on.
    pub const fn memory(name: &'static str, title: &'static str, reference: u64) -> Self {
        Self { up_to_memory: true, ..Self::bytes(name, title, reference) }
    }

    /// A sweep over counts.
    pub const fn count(name: &'static str, title: &'static str, reference: u64) -> Self {
        let reference = Reference::Integer(reference);
        Self { name, title, kind: AxisKind::Count, role: AxisRole::Sweep, reference, up_to_memory: false }
    }

    /// A choice among names.
    pub const fn variant(name: &'static str, title: &'static str, reference: &'static str) -> Self {
        let reference = Reference::Name(reference);
        Self { name, title, kind: AxisKind::Name, role: AxisRole::Variant, reference, up_to_memory: false }
    }
}
