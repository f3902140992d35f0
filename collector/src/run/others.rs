//! What others took from a start while it ran: the hypervisor, other processes, the heat, the own control group's quota.

use crate::observe::{CpuTimes, Root, cgroup_limits, throttle_events};

/// What was taken; absent where the kernel does not count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Time stolen by the hypervisor on the start's CPUs, in ns, as coarse as the kernel's ticks.
    pub steal_ns: Option<u64>,
    /// Time in which something waited for a CPU, in µs.
    pub cpu_pressure_us: Option<u64>,
    /// Thermal throttling events.
    pub throttle_events: Option<u64>,
    /// Periods in which the own control group was throttled.
    pub cgroup_throttled: Option<u64>,
}

/// The counters before a start.
pub struct Others<'a> {
    root: &'a Root,
    cpus: &'a [u32],
    before: Taken,
}

impl<'a> Others<'a> {
    /// Reads them. `cpus` are those of the start; none stand for all.
    pub fn begin(root: &'a Root, cpus: &'a [u32]) -> Self {
        Self { root, cpus, before: so_far(root, cpus) }
    }

    /// Reads them again: what was taken in between.
    pub fn end(self) -> Taken {
        let now = so_far(self.root, self.cpus);
        let grown = |of: fn(&Taken) -> Option<u64>| Some(of(&now)?.saturating_sub(of(&self.before)?));
        Taken {
            steal_ns: grown(|taken| taken.steal_ns),
            cpu_pressure_us: grown(|taken| taken.cpu_pressure_us),
            throttle_events: grown(|taken| taken.throttle_events),
            cgroup_throttled: grown(|taken| taken.cgroup_throttled),
        }
    }
}

/// What was taken since the machine was booted.
fn so_far(root: &Root, cpus: &[u32]) -> Taken {
    let times = CpuTimes::of_each(root);
    let used = times.iter().filter(|(cpu, _)| cpus.is_empty() || cpus.contains(cpu));
    let ticks: u64 = used.map(|(_, times)| times.stolen_ticks()).sum();
    let tick_ns = 1_000_000_000 / rustix::param::clock_ticks_per_second().max(1);
    Taken {
        steal_ns: (!times.is_empty()).then_some(ticks * tick_ns),
        cpu_pressure_us: root.text("/proc/pressure/cpu").as_deref().and_then(waited),
        throttle_events: throttle_events(root),
        cgroup_throttled: cgroup_limits(root).throttled,
    }
}

/// The total of the line `some avg10=… total=97837870`.
fn waited(pressure: &str) -> Option<u64> {
    let some = pressure.lines().find_map(|line| line.strip_prefix("some "))?;
    some.split(' ').find_map(|part| part.strip_prefix("total="))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    fn machine(stolen: [u32; 2], pressure: u32) -> Vec<(&'static str, String)> {
        let cpu = |number: usize| format!("cpu{number} 1 0 1 8 0 0 0 {} 0 0\n", stolen[number]);
        vec![
            ("/proc/stat", format!("cpu  2 0 2 16 0 0 0 0 0 0\n{}{}", cpu(0), cpu(1))),
            ("/proc/pressure/cpu", format!("some avg10=0.97 avg60=1.00 avg300=1.00 total={pressure}\n")),
        ]
    }

    #[test]
    fn what_was_taken_is_counted_on_the_cpus_of_the_start() {
        let fixture = Fixture::of(&[]);
        let put = |files: Vec<(&str, String)>| {
            files.into_iter().for_each(|(path, text)| {
                fixture.put(path, text);
            })
        };
        put(machine([5, 7], 100));
        let root = fixture.root();
        let others = Others::begin(&root, &[1]);
        put(machine([9, 8], 160));
        let taken = others.end();
        let tick_ns = 1_000_000_000 / rustix::param::clock_ticks_per_second();
        assert_eq!((taken.steal_ns, taken.cpu_pressure_us), (Some(tick_ns), Some(60)));
        assert_eq!((taken.throttle_events, taken.cgroup_throttled), (None, None));
    }
}
