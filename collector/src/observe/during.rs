//! What is counted from before the first start to after the last one.

use std::time::Instant;

use shared::model::{During, Snapshot};

use super::{Root, cgroup, cpu_times::CpuTimes, frequency, load};

/// The counters at the beginning of a run.
#[derive(Debug)]
pub struct Watch {
    root: Root,
    began: Instant,
    before: Snapshot,
    times: Option<CpuTimes>,
    throttle_events: Option<u64>,
    cgroup_throttled: Option<u64>,
}

impl Watch {
    /// Reads the counters now. `cpu_hz` is the clock as measured just before.
    pub fn begin(root: &Root, cpu_hz: Option<f64>) -> Self {
        Self {
            root: root.clone(),
            began: Instant::now(),
            before: Snapshot { cpu_hz, ..load::snapshot(root) },
            times: CpuTimes::of_all(root),
            throttle_events: frequency::throttle_events(root),
            cgroup_throttled: cgroup::limits(root).throttled,
        }
    }

    /// Reads them again and tells what changed. `cpu_hz` is the clock as measured just now.
    pub fn end(self, cpu_hz: Option<f64>) -> During {
        let grown = |before: Option<u64>, after: Option<u64>| Some(after?.saturating_sub(before?));
        During {
            steal: self.times.and_then(|before| CpuTimes::of_all(&self.root)?.stolen_since(before)),
            throttle_events: grown(self.throttle_events, frequency::throttle_events(&self.root)),
            cgroup_throttled: grown(self.cgroup_throttled, cgroup::limits(&self.root).throttled),
            wall_s: Some(self.began.elapsed().as_secs_f64()),
            after: Some(Snapshot { cpu_hz, ..load::snapshot(&self.root) }),
            before: Some(self.before),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn what_grew_while_it_ran() {
        let machine = Fixture::of(&[
            ("/proc/stat", "cpu  100 0 100 800 0 0 0 0 50 0\ncpu0 1 2\n"),
            ("/sys/devices/system/cpu/online", "0\n"),
            ("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n"),
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/cpu.stat", "nr_throttled 5\n"),
            ("/proc/loadavg", "0.10 0 0 1/1 1\n"),
        ]);
        let watch = Watch::begin(&machine.root(), Some(3e9));
        machine.put("/proc/stat", "cpu  150 0 120 820 0 0 0 10 60 0\n");
        machine.put("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "4\n");
        machine.put("/proc/loadavg", "1.00 0 0 1/1 1\n");
        let during = watch.end(None);
        assert_eq!(during.steal, Some(0.1));
        assert_eq!((during.throttle_events, during.cgroup_throttled), (Some(1), Some(0)));
        assert_eq!(during.before.and_then(|before| before.load1), Some(0.1));
        assert_eq!(during.after.and_then(|after| after.load1), Some(1.0));
    }

    #[test]
    fn a_kernel_without_counters_leaves_them_absent() {
        let during = Watch::begin(&Fixture::of(&[]).root(), None).end(None);
        assert_eq!((during.steal, during.throttle_events, during.cgroup_throttled), (None, None, None));
        assert!(during.wall_s.is_some());
    }
}
