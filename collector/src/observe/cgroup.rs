//! The collector's own control group, v1 or v2: limits that slow it down. Names of groups never leave this file.

use std::collections::BTreeMap;

use super::{Root, facts::Facts};

const MOUNT: &str = "/sys/fs/cgroup";
/// In v1 no limit is a number near 2⁶³, cut to whole pages.
const UNLIMITED: u64 = 1 << 60;

/// The CPU limit and the CPUs allowed, over all groups up to the root.
#[derive(Debug, Default, PartialEq)]
pub struct Limits {
    /// `v1`, `v2` or `hybrid`.
    pub version: Option<&'static str>,
    /// CPUs' worth of time that may be used, the tightest on the way up; absent without a limit.
    pub cpus: Option<f64>,
    /// The CPUs that the own group may use, as the kernel lists them.
    pub cpuset: Option<String>,
    /// Relative weight, where it is not the default.
    pub weight: Option<String>,
    /// Most memory in bytes, the tightest on the way up.
    pub memory_bytes: Option<u64>,
    /// Bytes of memory that may still be used until a limit on the way up is met, what the kernel can drop among them.
    pub memory_left: Option<u64>,
    /// How many more processes there may be, the fewest on the way up.
    pub processes_left: Option<u64>,
    /// Periods in which the own group or one above it was held back so far.
    pub throttled: Option<u64>,
}

/// Reads the limits of the own group.
pub fn limits(root: &Root) -> Limits {
    let Some(text) = root.text("/proc/self/cgroup") else { return Limits::default() };
    let entries: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| {
            let (_, rest) = line.split_once(':')?;
            rest.split_once(':')
        })
        .collect();
    let unified = entries.iter().find(|(controllers, _)| controllers.is_empty()).map(|(_, path)| *path);
    let v1 = |controller: &str| {
        entries.iter().find(|(names, _)| names.split(',').any(|name| name == controller)).map(|(_, path)| *path)
    };
    match (unified, v1("cpu")) {
        (Some(path), None) => v2(root, path),
        (unified, Some(path)) => Limits {
            version: Some(if unified.is_some() { "hybrid" } else { "v1" }),
            ..old(root, path, [v1("cpuset"), v1("memory"), v1("pids")])
        },
        (None, None) => Limits::default(),
    }
}

/// The limits as facts of the scheduler.
pub fn facts(limits: &Limits) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    facts.add("cgroup", limits.version);
    facts.add("cpu_limit", limits.cpus.map(|cpus| format!("{cpus:.2}")));
    facts.add("cpuset", limits.cpuset.as_ref());
    facts.add("cpu_weight", limits.weight.as_ref());
    facts.add("memory_limit", limits.memory_bytes);
    facts.into_map()
}

fn v2(root: &Root, path: &str) -> Limits {
    let folders = folders(root, &[MOUNT, "/sys/fs/cgroup/unified"], path);
    let own = folders.first();
    let read = |folder: &String, file: &str| root.text(&format!("{folder}/{file}"));
    Limits {
        version: Some("v2"),
        cpus: folders.iter().filter_map(|folder| quota_v2(&read(folder, "cpu.max")?)).reduce(f64::min),
        cpuset: own.and_then(|folder| read(folder, "cpuset.cpus.effective")),
        weight: own.and_then(|folder| read(folder, "cpu.weight")).filter(|weight| weight != "100"),
        memory_bytes: folders.iter().filter_map(|folder| read(folder, "memory.max")?.parse().ok()).min(),
        memory_left: folders.iter().filter_map(|folder| left_v2(root, folder)).min(),
        processes_left: processes_left(root, &folders),
        throttled: sum(folders.iter().map(|folder| counter(&read(folder, "cpu.stat")?, "nr_throttled"))),
    }
}

fn old(root: &Root, cpu: &str, [cpuset, memory, pids]: [Option<&str>; 3]) -> Limits {
    let of = |controllers: &[&str], path: Option<&str>| {
        let mounts: Vec<String> = controllers.iter().map(|name| format!("{MOUNT}/{name}")).collect();
        let mounts: Vec<&str> = mounts.iter().map(String::as_str).collect();
        path.map_or_else(Vec::new, |path| folders(root, &mounts, path))
    };
    let (cpu, cpuset) = (of(&["cpu", "cpu,cpuacct", "cpuacct,cpu"], Some(cpu)), of(&["cpuset"], cpuset));
    let (memory, pids) = (of(&["memory"], memory), of(&["pids"], pids));
    let bytes = |folder: &String| root.number::<u64>(&format!("{folder}/memory.limit_in_bytes"));
    let allowed = |folder: &String| {
        ["cpuset.effective_cpus", "cpuset.cpus"].into_iter().find_map(|file| root.text(&format!("{folder}/{file}")))
    };
    Limits {
        version: None,
        cpus: cpu.iter().filter_map(|folder| quota_v1(root, folder)).reduce(f64::min),
        cpuset: cpuset.first().and_then(allowed),
        weight: cpu.first().and_then(|own| root.text(&format!("{own}/cpu.shares"))).filter(|shares| shares != "1024"),
        memory_bytes: memory.iter().filter_map(bytes).filter(|&bytes| bytes < UNLIMITED).min(),
        memory_left: memory.iter().filter_map(|folder| left_v1(root, folder)).min(),
        processes_left: processes_left(root, &pids),
        throttled: sum(cpu.iter().map(|folder| counter(&root.text(&format!("{folder}/cpu.stat"))?, "nr_throttled"))),
    }
}

/// The folders of a group and all above it, own first, below the first mount that is there. In a container the path
/// may be that of the host: then the mount itself is the own group.
fn folders(root: &Root, mounts: &[&str], path: &str) -> Vec<String> {
    let Some(mount) = mounts.iter().find(|mount| root.exists(mount)) else { return Vec::new() };
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != "..").collect();
    let mut folders = Vec::new();
    while !parts.is_empty() {
        let folder = format!("{mount}/{}", parts.join("/"));
        if root.exists(&folder) {
            folders.push(folder);
        }
        parts.pop();
    }
    folders.push((*mount).to_owned());
    folders
}

/// What is left below the limit, or below where the kernel begins to hold the group back.
fn left_v2(root: &Root, folder: &str) -> Option<u64> {
    let limits = ["memory.max", "memory.high"].into_iter();
    let limit = limits.filter_map(|file| root.number::<u64>(&format!("{folder}/{file}"))).min()?;
    Some(left(root, folder, limit, "memory.current", "inactive_file"))
}

fn left_v1(root: &Root, folder: &str) -> Option<u64> {
    let limit = root.number::<u64>(&format!("{folder}/memory.limit_in_bytes")).filter(|&bytes| bytes < UNLIMITED)?;
    Some(left(root, folder, limit, "memory.usage_in_bytes", "total_inactive_file"))
}

fn left(root: &Root, folder: &str, limit: u64, used: &str, droppable: &str) -> u64 {
    let used = root.number::<u64>(&format!("{folder}/{used}")).unwrap_or_default();
    let stat = root.text(&format!("{folder}/memory.stat")).unwrap_or_default();
    let droppable = counter(&stat, droppable).unwrap_or_default();
    limit.saturating_sub(used.saturating_sub(droppable))
}

fn processes_left(root: &Root, folders: &[String]) -> Option<u64> {
    let number = |folder: &String, file: &str| root.text(&format!("{folder}/{file}"))?.parse::<u64>().ok();
    let left = |folder| Some(number(folder, "pids.max")?.saturating_sub(number(folder, "pids.current")?));
    folders.iter().filter_map(left).min()
}

/// `max 100000` or `150000 100000`, in CPUs.
fn quota_v2(text: &str) -> Option<f64> {
    let (quota, period) = text.split_once(' ')?;
    ratio(quota.parse().ok()?, period.parse().ok()?)
}

fn quota_v1(root: &Root, folder: &str) -> Option<f64> {
    ratio(root.number(&format!("{folder}/cpu.cfs_quota_us"))?, root.number(&format!("{folder}/cpu.cfs_period_us"))?)
}

fn ratio(quota: i64, period: i64) -> Option<f64> {
    (quota > 0 && period > 0).then(|| quota as f64 / period as f64)
}

fn counter(text: &str, name: &str) -> Option<u64> {
    text.lines().filter_map(|line| line.split_once(' ')).find(|(key, _)| *key == name)?.1.trim().parse().ok()
}

/// The sum of what is there; absent where nothing is.
fn sum(counts: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    counts.flatten().reduce(u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn the_tightest_limit_of_a_v2_tree_counts() {
        let machine = Fixture::of(&[("/proc/self/cgroup", "0::/user.slice/bob.scope\n")]);
        machine.put_in(
            "/sys/fs/cgroup/user.slice/bob.scope",
            &[
                ("cpu.max", "200000 100000\n"),
                ("cpuset.cpus.effective", "1-3\n"),
                ("cpu.weight", "100\n"),
                ("memory.max", "max\n"),
            ],
        );
        machine.put_in(
            "/sys/fs/cgroup/user.slice",
            &[
                ("cpu.max", "150000 100000\n"),
                ("memory.max", "1073741824\n"),
                ("pids.max", "100\n"),
                ("pids.current", "61\n"),
                ("cpu.stat", "usage_usec 5\nnr_throttled 7\n"),
            ],
        );
        let limits = limits(&machine.root());
        assert_eq!(limits.version, Some("v2"));
        assert_eq!(limits.cpus, Some(1.5));
        assert_eq!(limits.cpuset.as_deref(), Some("1-3"));
        assert_eq!(limits.processes_left, Some(39));
        assert_eq!((limits.weight.clone(), limits.memory_bytes, limits.throttled), (None, Some(1 << 30), Some(7)));
        let facts = facts(&limits);
        assert_eq!(facts["cpu_limit"], "1.50");
        assert!(!format!("{facts:?}").contains("bob"));
    }

    #[test]
    fn a_v1_tree_has_a_mount_for_each_controller() {
        let groups = "5:cpuset:/\n4:cpu,cpuacct:/docker/x\n3:memory:/docker/x\n2:pids:/docker/x\n0::/\n";
        let machine = Fixture::of(&[("/proc/self/cgroup", groups)]);
        machine.put_in(
            "/sys/fs/cgroup/cpu/docker/x",
            &[
                ("cpu.cfs_quota_us", "50000\n"),
                ("cpu.cfs_period_us", "100000\n"),
                ("cpu.shares", "512\n"),
                ("cpu.stat", "nr_throttled 2\n"),
            ],
        );
        machine.put_in("/sys/fs/cgroup/cpuset", &[("cpuset.cpus", "0-1\n")]);
        machine.put_in("/sys/fs/cgroup/pids/docker/x", &[("pids.max", "8\n"), ("pids.current", "5\n")]);
        machine.put_in("/sys/fs/cgroup/memory/docker/x", &[("memory.limit_in_bytes", "9223372036854771712\n")]);
        let limits = limits(&machine.root());
        let expected = Limits {
            version: Some("hybrid"),
            cpus: Some(0.5),
            cpuset: Some("0-1".to_owned()),
            weight: Some("512".to_owned()),
            memory_bytes: None,
            memory_left: None,
            processes_left: Some(3),
            throttled: Some(2),
        };
        assert_eq!(limits, expected);
    }

    #[test]
    fn what_is_left_is_the_tightest_on_the_way_up_less_what_cannot_be_dropped() {
        let machine = Fixture::of(&[("/proc/self/cgroup", "4:cpu,cpuacct:/\n3:memory:/docker/x\n")]);
        machine.put_in("/sys/fs/cgroup/memory/docker/x", &[("memory.limit_in_bytes", "9223372036854771712\n")]);
        machine.put_in(
            "/sys/fs/cgroup/memory/docker",
            &[
                ("memory.limit_in_bytes", "8000000\n"),
                ("memory.usage_in_bytes", "5000000\n"),
                ("memory.stat", "inactive_file 1\ntotal_inactive_file 1500000\n"),
            ],
        );
        assert_eq!(limits(&machine.root()).memory_left, Some(4_500_000));
        let machine = Fixture::of(&[("/proc/self/cgroup", "0::/a/b\n")]);
        machine.put_in("/sys/fs/cgroup/a/b", &[("memory.max", "max\n"), ("memory.high", "3000\n")]);
        machine.put_in("/sys/fs/cgroup/a", &[("memory.max", "4000\n"), ("memory.current", "3500\n")]);
        assert_eq!(limits(&machine.root()).memory_left, Some(500));
    }

    #[test]
    fn a_path_of_the_host_leaves_the_mount_as_the_own_group() {
        let machine = Fixture::of(&[
            ("/proc/self/cgroup", "0::/../../host.slice\n"),
            ("/sys/fs/cgroup/cpu.max", "100000 100000\n"),
        ]);
        assert_eq!(limits(&machine.root()).cpus, Some(1.0));
    }

    #[test]
    fn no_groups_no_limits() {
        assert_eq!(limits(&Fixture::of(&[]).root()), Limits::default());
        let unlimited = Fixture::of(&[("/proc/self/cgroup", "0::/\n"), ("/sys/fs/cgroup/cpu.max", "max 100000\n")]);
        assert_eq!(limits(&unlimited.root()).cpus, None);
    }
}
