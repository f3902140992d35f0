//! Who else runs on this machine, watched for a moment.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Root, cpu_times::CpuTimes};

/// How busy the CPUs are while this program sleeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    /// Fraction of the time in which something ran, by CPU.
    pub busy: BTreeMap<u32, f64>,
    /// Fraction of the time that the hypervisor gave to others, over all CPUs.
    pub steal: Option<f64>,
}

/// Sleeps for so long, and tells what ran meanwhile.
pub fn activity(root: &Root, moment: Duration) -> Activity {
    let before = (CpuTimes::of_all(root), CpuTimes::of_each(root));
    std::thread::sleep(moment);
    let steal = || CpuTimes::of_all(root)?.stolen_since(before.0?);
    let busy = CpuTimes::of_each(root)
        .into_iter()
        .filter_map(|(cpu, now)| Some((cpu, now.busy_since(*before.1.get(&cpu)?)?)))
        .collect();
    Activity { busy, steal: steal() }
}
