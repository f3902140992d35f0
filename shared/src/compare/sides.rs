//! The sides of a comparison, and in what they differ.

use serde::{Deserialize, Serialize};

use crate::model::{RunId, VerdictWord};

/// One side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The full name: `Linux 2.5.29s4-ipc`, `config=CONFIG_MK7`.
    pub name: String,
    /// The part that tells it from the other columns: `2.5.29s4-ipc`, `CONFIG_MK7`. Shortened only in the middle.
    pub short: String,
    /// The keys that name it.
    pub subject: Vec<KeyValue>,
    /// Its runs.
    pub runs: Vec<RunId>,
    /// How many boots they come from, where that is known.
    pub boots: Option<u32>,
    /// Starts of a typical row.
    pub starts: u32,
    /// The worst verdict among its runs.
    pub verdict: Option<VerdictWord>,
    /// True where its figures are published or imported: reference cells, never ranked with measured ones.
    pub reference: bool,
    /// How many control keys differ from the baseline's.
    pub differs: usize,
    /// Control keys in which the column's own runs differ from each other: its cells merge their values.
    pub merges: Vec<String>,
    /// `published, linux-kernel, 2002-08-05`.
    pub source: Option<String>,
    /// Why its figures are not compared with the baseline's, although they stand beside them: `emulated against native`.
    pub barred: Option<String>,
    /// First and last day that its runs started.
    pub days: (String, String),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeyValue {
    /// Dotted key.
    pub key: String,
    /// Value.
    pub value: String,
}

/// A key that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Dotted key, or the name of a bundle: `kernel.config: 37 symbols`.
    pub key: String,
    /// The value in each column; nothing where it is not stated; several joined by ` | ` where a column's runs differ.
    pub values: Vec<Option<String>>,
    /// The keys of a bundle, with their values; empty for a single key.
    pub parts: Vec<Difference>,
}
