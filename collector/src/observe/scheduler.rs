//! What decides who runs: autogroup, the own control group, limits on real-time tasks, loaded schedulers.

use std::collections::BTreeMap;

use super::{Root, cgroup, facts::Facts};

const SYSCTL: &str = "/proc/sys/kernel";

/// Settings of the scheduler, with the limits of the own control group.
pub fn facts(root: &Root) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    let sysctl = |name: &str| root.number::<i64>(&format!("{SYSCTL}/{name}"));
    facts.add("autogroup", sysctl("sched_autogroup_enabled"));
    facts.add("rt_runtime_us", sysctl("sched_rt_runtime_us"));
    facts.add("rt_period_us", sysctl("sched_rt_period_us"));
    facts.add("schedstats", sysctl("sched_schedstats"));
    facts.add("nmi_watchdog", sysctl("nmi_watchdog"));
    facts.add("min_granularity_ns", sysctl("sched_min_granularity_ns"));
    facts.add("base_slice_ns", root.number::<u64>("/sys/kernel/debug/sched/base_slice_ns"));
    facts.add("sched_ext", root.text("/sys/kernel/sched_ext/state"));
    facts.add("sched_ext_ops", root.text("/sys/kernel/sched_ext/root/ops"));
    facts.add("nice", nice(root));
    let mut facts = facts.into_map();
    facts.extend(cgroup::facts(&cgroup::limits(root)));
    facts
}

/// The own nice value where it is not 0: the 19th field of `/proc/self/stat`, counted after the command's parenthesis.
fn nice(root: &Root) -> Option<i32> {
    let text = root.text("/proc/self/stat")?;
    let (_, after) = text.rsplit_once(')')?;
    after.split_whitespace().nth(16)?.parse().ok().filter(|&nice| nice != 0)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn settings_are_facts() {
        let machine = Fixture::of(&[
            ("/proc/sys/kernel/sched_autogroup_enabled", "1\n"),
            ("/proc/sys/kernel/sched_rt_runtime_us", "-1\n"),
            ("/sys/kernel/sched_ext/state", "enabled\n"),
            ("/sys/kernel/sched_ext/root/ops", "lavd\n"),
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/cpu.max", "50000 100000\n"),
            ("/proc/self/stat", "7 (a b) c) R 1 7 7 0 -1 4194304 99 0 0 0 0 0 0 0 25 5 1 0 100\n"),
        ]);
        let facts = facts(&machine.root());
        assert_eq!(facts["autogroup"], "1");
        assert_eq!(facts["rt_runtime_us"], "-1");
        assert_eq!(facts["sched_ext_ops"], "lavd");
        assert_eq!(facts["cpu_limit"], "0.50");
        assert_eq!(facts["nice"], "5");
    }
}
