//! The figures of one benchmark at one placement.

use serde::{Deserialize, Serialize};

use super::Cell;

/// All cells of one benchmark at one placement, measured by the same starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Dotted id: `ipc.pipe.latency`.
    pub benchmark: String,
    /// Version of the benchmark's meaning.
    pub version: u32,
    /// Hash of the code that measured, in hex: same meaning, other code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Which CPUs it ran on: a [`Placement`] name. Absent where the benchmark has no placement or the source states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<String>,
    /// What was counted in each start, in recorded order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Counters>,
    /// The figures.
    pub cells: Vec<Cell>,
}

/// Where the processes of a benchmark run, relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// All on one CPU.
    SameCpu,
    /// On two threads of one core.
    SmtSibling,
    /// On two cores that share a cache.
    SameCache,
    /// On two cores of one node that share none.
    CrossCache,
    /// On two nodes.
    CrossNode,
    /// More than two processes, one a CPU, round robin.
    Spread,
    /// Where the scheduler puts them.
    Unpinned,
}

impl Placement {
    /// All placements, nearest first.
    pub const ALL: [Self; 7] = [
        Self::SameCpu,
        Self::SmtSibling,
        Self::SameCache,
        Self::CrossCache,
        Self::CrossNode,
        Self::Spread,
        Self::Unpinned,
    ];

    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameCpu => "same_cpu",
            Self::SmtSibling => "smt_sibling",
            Self::SameCache => "same_cache",
            Self::CrossCache => "cross_cache",
            Self::CrossNode => "cross_node",
            Self::Spread => "spread",
            Self::Unpinned => "unpinned",
        }
    }

    /// The placement of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|placement| placement.name() == name)
    }
}

/// What was counted over one start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// When the start began, in ms since the run did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
    /// CPUs that its processes were pinned to, first process first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cpus: Vec<u32>,
    /// Canary around samples, fastest of the start, in ns: dependent chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canary_chain_ns: Option<u64>,
    /// The same for the throughput loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canary_throughput_ns: Option<u64>,
    /// Time runnable but not running, in ns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_delay_ns: Option<u64>,
    /// Voluntary context switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voluntary_switches: Option<u64>,
    /// Involuntary context switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub involuntary_switches: Option<u64>,
    /// Minor page faults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minor_faults: Option<u64>,
    /// Time stolen by the hypervisor on the CPUs used, in ns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_ns: Option<u64>,
    /// Time that others used the CPUs that the start was pinned to, in ns; absent where they are not told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_ns: Option<u64>,
    /// Time in which something on the machine waited for a CPU, in µs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_pressure_us: Option<u64>,
    /// Thermal throttling events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throttle_events: Option<u64>,
    /// Periods in which the own cgroup was throttled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cgroup_throttled: Option<u64>,
    /// True where the start was repeated because an earlier one had no clean sample.
    #[serde(skip_serializing_if = "is_false")]
    pub repeat: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}
