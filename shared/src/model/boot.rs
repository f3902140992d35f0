//! One boot of a machine.

use serde::{Deserialize, Serialize};

/// Tells boots apart without naming them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Boot {
    /// Salted hash of the boot id, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Seconds since boot when the run started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uptime_s: Option<u64>,
    /// Which run of this boot it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_of_boot: Option<u32>,
}
