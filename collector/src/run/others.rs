//! What others took from a start while it ran: the hypervisor, other processes, the heat, the own control group's quota.

use std::time::{Duration, Instant};

use crate::observe::{CpuTimes, Root, cgroup_limits, others_are_ready, throttle_events};

/// Of a start's time on each of its CPUs, how much others may use in a clean start.
const HELD: f64 = 0.1;
/// Of a start's time, how much something waits for a CPU where a process that never sleeps shares the CPU of two that take
/// turns. Alone, they leave each other waiting for less: two thirds were measured, in a ring of 96 three quarters.
const WAITED: f64 = 0.8;
/// By how many ticks the kernel's count of a CPU's time can be off: its parts begin and end within one.
const TICKS: u64 = 2;

/// What was taken; absent where the kernel does not count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Time stolen by the hypervisor on the start's CPUs, in ns, as coarse as the kernel's ticks.
    pub steal_ns: Option<u64>,
    /// Time that processes, ours among them, used the start's CPUs, in ns, as coarse as the kernel's ticks; absent where it
    /// is not pinned.
    pub used_ns: Option<u64>,
    /// How long the start took.
    pub took: Duration,
    /// CPUs that the start was pinned to.
    pub cpus: u32,
    /// Time in which something waited for a CPU, in µs.
    pub cpu_pressure_us: Option<u64>,
    /// Whether something waited nearly always, and a process of others was ready to run on the start's CPUs when it ended.
    pub wanted: bool,
    /// Thermal throttling events.
    pub throttle_events: Option<u64>,
    /// Periods in which the own control group was throttled.
    pub cgroup_throttled: Option<u64>,
}

impl Taken {
    /// Of the time on the start's CPUs, what others used, in ns, where the start itself used `own_ns`.
    pub fn others_ns(&self, own_ns: u64) -> Option<u64> {
        Some(self.used_ns?.saturating_sub(own_ns))
    }

    /// Whether others used so much of the start's CPUs, or wanted them all the time, that its figures are not its own.
    /// Processes that often sleep are let in first, so that a loop that never does may hardly run beside them: it wants.
    pub fn is_held(&self, own_ns: u64) -> bool {
        let allowed = HELD * self.took.as_nanos() as f64 + (TICKS * tick_ns()) as f64;
        self.wanted || self.others_ns(own_ns).is_some_and(|others| others as f64 > allowed * f64::from(self.cpus))
    }
}

fn tick_ns() -> u64 {
    1_000_000_000 / rustix::param::clock_ticks_per_second().max(1)
}

/// The counters before a start.
pub struct Others<'a> {
    root: &'a Root,
    cpus: &'a [u32],
    before: Taken,
    began: Instant,
}

impl<'a> Others<'a> {
    /// Reads them. `cpus` are those of the start; none stand for all.
    pub fn begin(root: &'a Root, cpus: &'a [u32]) -> Self {
        Self { root, cpus, before: so_far(root, cpus), began: Instant::now() }
    }

    /// Reads them again: what was taken in between.
    pub fn end(self) -> Taken {
        let now = so_far(self.root, self.cpus);
        let grown = |of: fn(&Taken) -> Option<u64>| Some(of(&now)?.saturating_sub(of(&self.before)?));
        let took = self.began.elapsed();
        let cpu_pressure_us = grown(|taken| taken.cpu_pressure_us);
        let waited = cpu_pressure_us.is_some_and(|us| us as f64 >= WAITED * took.as_micros() as f64);
        Taken {
            steal_ns: grown(|taken| taken.steal_ns),
            used_ns: grown(|taken| taken.used_ns),
            took,
            cpus: self.cpus.len() as u32,
            cpu_pressure_us,
            wanted: waited && others_are_ready(self.root, self.cpus),
            throttle_events: grown(|taken| taken.throttle_events),
            cgroup_throttled: grown(|taken| taken.cgroup_throttled),
        }
    }
}

/// What was taken since the machine was booted.
fn so_far(root: &Root, cpus: &[u32]) -> Taken {
    let times = CpuTimes::of_each(root);
    let used = times.iter().filter(|(cpu, _)| cpus.is_empty() || cpus.contains(cpu));
    let (mut stolen, mut tasks) = (0, 0);
    for (_, times) in used {
        stolen += times.stolen_ticks();
        tasks += times.task_ticks();
    }
    Taken {
        steal_ns: (!times.is_empty()).then_some(stolen * tick_ns()),
        used_ns: (!times.is_empty() && !cpus.is_empty()).then_some(tasks * tick_ns()),
        cpu_pressure_us: root.text("/proc/pressure/cpu").as_deref().and_then(waited),
        throttle_events: throttle_events(root),
        cgroup_throttled: cgroup_limits(root).throttled,
        ..Taken::default()
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
        assert!(!taken.wanted, "nobody is ready");
        assert_eq!((taken.throttle_events, taken.cgroup_throttled), (None, None));
    }

    #[test]
    fn a_start_is_held_where_others_use_more_than_a_tenth_of_its_cpus() {
        let ms = |ms: u64| ms * 1_000_000;
        let (took, two_ticks) = (Duration::from_millis(300), 2 * tick_ns());
        let start = Taken { used_ns: Some(ms(300)), took, cpus: 1, ..Taken::default() };
        let own = ms(270) - two_ticks;
        assert_eq!((start.others_ns(own), start.is_held(own)), (Some(ms(30) + two_ticks), false));
        assert!(start.is_held(own - ms(1)));
        assert!(!Taken { cpus: 2, ..start }.is_held(own - ms(1)), "of two CPUs it is less");
        assert!(!Taken { used_ns: None, ..start }.is_held(0), "what is not pinned is not judged");
        assert_eq!(start.others_ns(ms(301)), Some(0));
        assert!(Taken { wanted: true, ..start }.is_held(own), "what hardly runs may want the CPU all the time");
    }
}
