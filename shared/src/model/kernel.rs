//! The kernel under test.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A kernel. Two builds of one release are two kernels: its identity is release + build id (else the version line).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kernel {
    /// `Linux`, `FreeBSD`.
    pub name: String,
    /// `6.18.44`, `2.5.65-mm2`; empty where a published source does not state it.
    pub release: String,
    /// GNU build id in hex, from the kernel's notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
    /// The version line without `user@host`: `#1 SMP PREEMPT_DYNAMIC`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `x86_64`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arch: Option<String>,
    /// Compiler and its version: `gcc 12.2.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// SHA-256, in hex, of the sorted set symbols, with host names, paths, salts and compiler text left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config_sha256: Option<String>,
    /// The set symbols, sorted: `PREEMPT` → `y`. Names without `CONFIG_`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub config: BTreeMap<String, String>,
    /// Command line by allow-listed parameter names; `""` for a parameter without a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cmdline: Option<BTreeMap<String, String>>,
    /// Preemption mode in force: `full`, `lazy`, `voluntary`, `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preempt: Option<String>,
    /// Security modules, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lsm: Option<String>,
    /// The taint mask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tainted: Option<u64>,
    /// A patch that the post names: `ipc-lock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
}

impl Kernel {
    /// What tells this kernel from another build of the same release: the build id, else the version line, else nothing.
    pub fn build(&self) -> Option<&str> {
        self.build_id.as_deref().or(self.version.as_deref())
    }
}
