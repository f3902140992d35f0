//! How the CPUs spent their time so far, from `/proc/stat`.

use std::collections::BTreeMap;

use super::Root;

/// Time of one CPU, or of all, in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuTimes {
    all: u64,
    idle: u64,
    stolen: u64,
    tasks: u64,
}

impl CpuTimes {
    /// Of all CPUs together.
    pub fn of_all(root: &Root) -> Option<Self> {
        root.text("/proc/stat")?.lines().find_map(|line| parse(line.strip_prefix("cpu ")?))
    }

    /// Of each CPU that is online.
    pub fn of_each(root: &Root) -> BTreeMap<u32, Self> {
        let text = root.text("/proc/stat").unwrap_or_default();
        let each = text.lines().filter_map(|line| {
            let (number, times) = line.strip_prefix("cpu")?.split_once(' ')?;
            Some((number.parse().ok()?, parse(times)?))
        });
        each.collect()
    }

    /// The ticks so far that the hypervisor gave to others.
    pub fn stolen_ticks(self) -> u64 {
        self.stolen
    }

    /// The ticks so far in which a process or a thread of the kernel ran; interrupts not counted where they are told apart.
    pub fn task_ticks(self) -> u64 {
        self.tasks
    }

    /// The fraction of the time since `before` that the hypervisor gave to others.
    pub fn stolen_since(self, before: Self) -> Option<f64> {
        self.fraction_since(before, |times| times.stolen)
    }

    /// The fraction of the time since `before` in which somebody ran, or the hypervisor had the CPU.
    pub fn busy_since(self, before: Self) -> Option<f64> {
        self.fraction_since(before, |times| times.idle).map(|idle| 1.0 - idle)
    }

    fn fraction_since(self, before: Self, part: impl Fn(Self) -> u64) -> Option<f64> {
        let all = self.all.checked_sub(before.all).filter(|&ticks| ticks > 0)?;
        Some((part(self).saturating_sub(part(before)) as f64 / all as f64).min(1.0))
    }
}

/// user, nice, system, idle, iowait, irq, softirq, steal; the guest times that follow are part of user and nice.
/// Kernels before 2.6.11 end earlier.
fn parse(times: &str) -> Option<CpuTimes> {
    let ticks: Vec<u64> = times.split_whitespace().take(8).map(str::parse).collect::<Result<_, _>>().ok()?;
    let idle = *ticks.get(3)? + ticks.get(4).copied().unwrap_or(0);
    let (all, tasks) = (ticks.iter().sum(), ticks[..3].iter().sum());
    Some(CpuTimes { all, idle, stolen: ticks.get(7).copied().unwrap_or(0), tasks })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn fractions_of_the_time_in_between() {
        let machine =
            Fixture::of(&[("/proc/stat", "cpu  100 0 100 800 0 0 0 0 50 0\ncpu0 50 0 50 400 0 0 0 0 0 0\nintr 1\n")]);
        let (all, each) = (CpuTimes::of_all(&machine.root()).unwrap(), CpuTimes::of_each(&machine.root()));
        machine.put("/proc/stat", "cpu  150 0 120 810 10 0 0 10 60 0\ncpu0 60 0 50 490 0 0 0 0 0 0\n");
        let (all_now, each_now) = (CpuTimes::of_all(&machine.root()).unwrap(), CpuTimes::of_each(&machine.root()));
        assert_eq!(all_now.stolen_since(all), Some(0.1));
        assert_eq!(all_now.busy_since(all), Some(0.8));
        assert_eq!(each_now[&0].busy_since(each[&0]), Some(0.1).map(|busy: f64| 1.0 - (1.0 - busy)));
        assert_eq!(all.busy_since(all), None);
    }
}
