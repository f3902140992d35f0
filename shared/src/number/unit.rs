//! Base units, in which values are stored, and display units, in which they are shown.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The unit in which a value is stored. Everything known is stored in base units (ns, not µs; B/s, not MB/s).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Nanoseconds.
    Ns,
    /// Bytes.
    Bytes,
    /// Bytes a second.
    BytesPerSecond,
    /// Events a second.
    PerSecond,
    /// Hertz.
    Hertz,
    /// A plain number: a count or a ratio.
    One,
    /// A unit of a benchmark that this version does not know; shown as it stands.
    Other(String),
}

impl Unit {
    /// The unit's name in documents.
    pub fn name(&self) -> &str {
        match self {
            Self::Ns => "ns",
            Self::Bytes => "B",
            Self::BytesPerSecond => "B/s",
            Self::PerSecond => "1/s",
            Self::Hertz => "Hz",
            Self::One => "1",
            Self::Other(name) => name,
        }
    }

    /// The unit that a document names.
    pub fn parse(name: &str) -> Self {
        match name {
            "ns" => Self::Ns,
            "B" => Self::Bytes,
            "B/s" => Self::BytesPerSecond,
            "1/s" => Self::PerSecond,
            "Hz" => Self::Hertz,
            "1" => Self::One,
            other => Self::Other(other.to_owned()),
        }
    }

    /// True for the units that a later, larger value makes faster: rates rather than times.
    pub fn is_rate(&self) -> bool {
        matches!(self, Self::BytesPerSecond | Self::PerSecond | Self::Hertz)
    }
}

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Ok(Self::parse(&name))
    }
}

/// A unit for the eye: a name and how many base units it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Display {
    /// As shown on a page: `µs`.
    pub name: &'static str,
    /// As written in text for mail and accepted on input: `us`.
    pub ascii: &'static str,
    /// Base units in one display unit: 1000 for µs.
    pub factor: f64,
}

impl Display {
    /// Nanoseconds.
    pub const NS: Self = Self { name: "ns", ascii: "ns", factor: 1.0 };
    /// Microseconds.
    pub const US: Self = Self { name: "µs", ascii: "us", factor: 1e3 };
    /// Milliseconds.
    pub const MS: Self = Self { name: "ms", ascii: "ms", factor: 1e6 };
    /// Seconds, of values in nanoseconds.
    pub const S: Self = Self { name: "s", ascii: "s", factor: 1e9 };
    /// Bytes.
    pub const B: Self = Self { name: "B", ascii: "B", factor: 1.0 };
    /// 2²⁰ bytes.
    pub const MIB: Self = Self { name: "MiB", ascii: "MiB", factor: 1_048_576.0 };
    /// Bytes a second.
    pub const B_S: Self = Self { name: "B/s", ascii: "B/s", factor: 1.0 };
    /// 10⁶ bytes a second.
    pub const MB_S: Self = Self { name: "MB/s", ascii: "MB/s", factor: 1e6 };
    /// 2²⁰ bytes a second.
    pub const MIB_S: Self = Self { name: "MiB/s", ascii: "MiB/s", factor: 1_048_576.0 };
    /// Events a second.
    pub const PER_S: Self = Self { name: "1/s", ascii: "1/s", factor: 1.0 };
    /// Events a minute, of values in events a second.
    pub const PER_MIN: Self = Self { name: "1/min", ascii: "1/min", factor: 1.0 / 60.0 };
    /// Megahertz.
    pub const MHZ: Self = Self { name: "MHz", ascii: "MHz", factor: 1e6 };
    /// Hundredths, of values in per cent.
    pub const PERCENT: Self = Self { name: "%", ascii: "%", factor: 1.0 };
    /// A plain number.
    pub const ONE: Self = Self { name: "", ascii: "", factor: 1.0 };

    /// Every display unit, for input by name.
    pub const ALL: [Self; 13] = [
        Self::NS,
        Self::US,
        Self::MS,
        Self::S,
        Self::B,
        Self::MIB,
        Self::B_S,
        Self::MB_S,
        Self::MIB_S,
        Self::PER_S,
        Self::PER_MIN,
        Self::MHZ,
        Self::ONE,
    ];

    /// The display unit of that name, in either spelling.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name == name || unit.ascii == name)
    }

    /// The display units of one quantity.
    pub fn of_quantity(unit: &Unit) -> &'static [Self] {
        match unit {
            Unit::Ns => &[Self::NS, Self::US, Self::MS, Self::S],
            Unit::Bytes => &[Self::B, Self::MIB],
            Unit::BytesPerSecond => &[Self::B_S, Self::MB_S, Self::MIB_S],
            Unit::PerSecond => &[Self::PER_S, Self::PER_MIN],
            Unit::Hertz => &[Self::MHZ],
            Unit::One | Unit::Other(_) => &[],
        }
    }

    /// What a value of `unit` is shown in when no measure of the catalogue says otherwise.
    pub fn of(unit: &Unit) -> Option<Self> {
        match unit {
            Unit::Ns => Some(Self::NS),
            Unit::Bytes => Some(Self::B),
            Unit::BytesPerSecond => Some(Self::B_S),
            Unit::PerSecond => Some(Self::PER_S),
            Unit::Hertz => Some(Self::MHZ),
            Unit::One => Some(Self::ONE),
            Unit::Other(_) => None,
        }
    }
}
