//! The hardware that is present. Never a hostname, a serial number or an address.

use serde::{Deserialize, Serialize};

/// A machine. Everything is optional: absent means not known, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// HMAC-SHA256 of the machine id, or a pseudonym that the person gave: the same box again, without naming it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// A description where no detail is known, as in posts: `4-way SMP 500 MHz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Who built the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
    /// Product name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Instruction set: `x86_64`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arch: Option<String>,
    /// CPU vendor: `AuthenticAMD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_vendor: Option<String>,
    /// CPU model name: `AMD EPYC 7B13`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_model: Option<String>,
    /// Family, model and stepping, in decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_family: Option<u32>,
    /// See `cpu_family`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_model_number: Option<u32>,
    /// See `cpu_family`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_stepping: Option<u32>,
    /// Microarchitecture, if known: `Zen 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microarchitecture: Option<String>,
    /// Sockets present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sockets: Option<u32>,
    /// Cores present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<u32>,
    /// Hardware threads present.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Highest frequency that the CPU states, in Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_max_hz: Option<u64>,
    /// Caches of the CPU that was measured on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub caches: Vec<Cache>,
    /// Memory present, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// NUMA nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numa_nodes: Option<u32>,
    /// Firmware's version and date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firmware: Option<String>,
    /// Hypervisor that is under this machine; its topology is then as reported, unverified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hypervisor: Option<String>,
    /// True where the CPU is emulated in software.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emulated: Option<bool>,
}

/// One cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cache {
    /// 1, 2, 3…
    pub level: u32,
    /// `data`, `instruction` or `unified`.
    pub kind: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Line size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Ways of associativity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<u32>,
    /// How many CPUs share it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_by: Option<u32>,
}
