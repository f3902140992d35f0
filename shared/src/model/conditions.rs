//! What may change between boots or during a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Conditions at the start of a run. Known keys are typed; everything else is a string in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// CPUs that are online.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online_cpus: Option<u32>,
    /// CPUs that the collector may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_cpus: Option<u32>,
    /// Isolated CPUs, as the kernel lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolated_cpus: Option<String>,
    /// CPUs without a tick, as the kernel lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nohz_full: Option<String>,
    /// `on`, `off`, `forceoff`, `notsupported`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt: Option<String>,
    /// Microcode revision: `0xa0011d5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microcode: Option<String>,
    /// Every file of `/sys/devices/system/cpu/vulnerabilities`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mitigations: BTreeMap<String, String>,
    /// cpufreq driver, governor, EPP, limits; cpuidle driver and governor.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub frequency: BTreeMap<String, String>,
    /// Whether the CPU may exceed its base frequency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turbo: Option<bool>,
    /// Clock source: `tsc`, `kvm-clock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_source: Option<String>,
    /// Cost of one reading of the clock that times samples, in ns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_read_ns: Option<f64>,
    /// The clock that times samples: `monotonic_raw`, `tsc`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// THP, huge pages, swappiness, KSM, NUMA balancing, page size.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub memory: BTreeMap<String, String>,
    /// Autogroup, cgroup limits, RT throttling.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scheduler: BTreeMap<String, String>,
    /// somaxconn, congestion control, rmem, wmem, loopback MTU, whether firewall rules are present.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub network: BTreeMap<String, String>,
    /// Container and virtualisation, as seen from inside.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub virtualisation: BTreeMap<String, String>,
    /// libc, shell, filesystem of the work folder, user's privilege.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub userland: BTreeMap<String, String>,
    /// Anything else, by dotted key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub other: BTreeMap<String, String>,
}

/// Load and pressure at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snapshot {
    /// Load average over one minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load1: Option<f64>,
    /// Pressure (some, 10 s average, per cent) of cpu, io, memory.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pressure: BTreeMap<String, f64>,
    /// Free memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_available: Option<u64>,
    /// Measured clock of the CPU that was measured on, in Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_hz: Option<f64>,
    /// Hottest sensor, in °C.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_c: Option<f64>,
}

/// What was seen while measuring.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct During {
    /// Before the first start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Snapshot>,
    /// After the last start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Snapshot>,
    /// Time stolen by the hypervisor over the run, as a fraction of CPU time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal: Option<f64>,
    /// Thermal throttling events over the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throttle_events: Option<u64>,
    /// Periods in which the own cgroup was throttled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cgroup_throttled: Option<u64>,
    /// Wall time of the run in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
}

impl During {
    /// True where nothing was recorded.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
