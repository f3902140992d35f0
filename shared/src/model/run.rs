//! The document as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Boot, Collector, Conditions, During, Group, Kernel, Machine, Preset, Provenance, Verdict};

/// The schema that this version writes, and the only one that it reads.
pub const SCHEMA: u32 = 1;

/// One run: what was measured, on what, under which conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Version of this document's shape; always [`SCHEMA`].
    pub schema: u32,
    /// Who wrote the document.
    pub collector: Collector,
    /// Which amount of measuring was asked for; absent in published runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// Start, RFC 3339 in UTC. A published run has the date of its source.
    pub started: String,
    /// End, RFC 3339 in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
    /// What the person who ran it says of it: `config` → `CONFIG_MK7`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// 128 random bits in hex: tells two executions apart that measured the same. Empty in published runs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub execution: String,
    /// False where the run was interrupted or hit its time limit.
    pub complete: bool,
    /// Id of the run that this one continues; lists hide the superseded one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// What the order of starts was drawn from (below 2⁵³).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Measured here, imported from a tool's file, or published in a post.
    pub provenance: Provenance,
    /// The hardware.
    pub machine: Machine,
    /// The kernel.
    pub kernel: Kernel,
    /// The boot.
    #[serde(default)]
    pub boot: Boot,
    /// What may change between boots or during a run, as it was at the start.
    #[serde(default)]
    pub conditions: Conditions,
    /// What was seen while measuring.
    #[serde(default, skip_serializing_if = "During::is_empty")]
    pub during: During,
    /// What the collector says of its own run; absent in published runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The figures.
    pub groups: Vec<Group>,
}
