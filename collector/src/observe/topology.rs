//! Sockets, cores and threads, caches, and what tells CPUs of one machine apart. Under a hypervisor all of it is as
//! reported, unverified.

use std::collections::BTreeSet;

use shared::model::Cache;

use super::{Root, cpu_list};

const CPUS: &str = "/sys/devices/system/cpu";

/// How many there are of each; absent where not all CPUs say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// Sockets present.
    pub sockets: Option<u32>,
    /// Cores present.
    pub cores: Option<u32>,
    /// Hardware threads present.
    pub threads: Option<u32>,
}

/// Reads the topology of the CPUs that are present.
pub fn topology(root: &Root) -> Topology {
    let Some(present) = cpus(root, "present") else { return Topology::default() };
    let of = |cpu: &u32, name: &str| root.text(&format!("{CPUS}/cpu{cpu}/topology/{name}"));
    let known: Vec<u32> = present.iter().copied().filter(|cpu| of(cpu, "core_id").is_some()).collect();
    // A CPU that is offline says nothing. Where only the second threads are, every core is still seen.
    let smt_off = root.text(&format!("{CPUS}/smt/control")).is_some_and(|word| word.ends_with("off"));
    let all_seen = known.len() == present.len() || (smt_off && !known.is_empty());
    let count = |names: [&str; 2]| -> Option<u32> {
        let sets: Option<BTreeSet<String>> =
            known.iter().map(|cpu| names.iter().find_map(|name| of(cpu, name))).collect();
        sets.map(|sets| sets.len() as u32).filter(|&sets| sets > 0)
    };
    let packages: Option<BTreeSet<u32>> =
        known.iter().map(|cpu| of(cpu, "physical_package_id")?.parse().ok()).collect();
    Topology {
        sockets: packages.map(|ids| ids.len() as u32).filter(|&ids| all_seen && ids > 0),
        cores: count(["core_cpus_list", "thread_siblings_list"]).filter(|_| all_seen),
        threads: Some(present.len() as u32).filter(|&threads| threads > 0),
    }
}

/// The CPUs that one of the kernel's lists names: `online`, `present`, `isolated`.
pub fn cpus(root: &Root, list: &str) -> Option<Vec<u32>> {
    cpu_list::parse(&root.text(&format!("{CPUS}/{list}"))?)
}

/// The caches of one CPU, nearest first.
pub fn caches(root: &Root, cpu: u32) -> Vec<Cache> {
    let folder = format!("{CPUS}/cpu{cpu}/cache");
    let mut caches: Vec<Cache> = root
        .names(&folder)
        .iter()
        .filter(|name| name.starts_with("index"))
        .filter_map(|name| {
            let file = |file: &str| format!("{folder}/{name}/{file}");
            Some(Cache {
                level: root.number(&file("level"))?,
                kind: root.text(&file("type"))?.to_lowercase(),
                bytes: size(&root.text(&file("size"))?)?,
                line: root.number(&file("coherency_line_size")),
                ways: root.number(&file("ways_of_associativity")).filter(|&ways: &u32| ways > 0),
                shared_by: root
                    .text(&file("shared_cpu_list"))
                    .and_then(|list| cpu_list::parse(&list))
                    .map(|cpus| cpus.len() as u32),
            })
        })
        .collect();
    caches.sort_by(|a, b| (a.level, &a.kind).cmp(&(b.level, &b.kind)));
    caches
}

/// Bytes of the last cache of a CPU; where the kernel does not say, those of a usual one.
pub fn last_cache(root: &Root, cpu: u32) -> u64 {
    const USUAL: u64 = 32 << 20;
    caches(root, cpu).iter().map(|cache| cache.bytes).max().unwrap_or(USUAL)
}

/// The CPU to measure on among some: of the highest capacity, then of the highest frequency, and not CPU 0, which serves
/// most interrupts, where another is as good.
pub fn swiftest(root: &Root, among: &[u32]) -> Option<u32> {
    among.iter().copied().max_by_key(|&cpu| {
        let number = |file: &str| root.number::<u64>(&format!("{CPUS}/cpu{cpu}/{file}"));
        (number("cpu_capacity"), number("cpufreq/cpuinfo_max_freq"), cpu != 0, std::cmp::Reverse(cpu))
    })
}

/// The other threads of a CPU's core.
pub fn siblings(root: &Root, cpu: u32) -> Vec<u32> {
    let list = ["core_cpus_list", "thread_siblings_list"]
        .into_iter()
        .find_map(|name| root.text(&format!("{CPUS}/cpu{cpu}/topology/{name}")));
    let mut all = list.and_then(|list| cpu_list::parse(&list)).unwrap_or_default();
    all.retain(|&other| other != cpu);
    all
}

/// The kinds of CPUs where they differ, by what one kind may hold: `0-3:446 4-7:1024`.
pub fn capacities(root: &Root) -> Option<String> {
    let mut kinds: Vec<(u32, Vec<u32>)> = Vec::new();
    for cpu in cpus(root, "online")? {
        let capacity = root.number(&format!("{CPUS}/cpu{cpu}/cpu_capacity"))?;
        match kinds.iter_mut().find(|kind| kind.0 == capacity) {
            Some(kind) => kind.1.push(cpu),
            None => kinds.push((capacity, vec![cpu])),
        }
    }
    let listed: Vec<String> =
        kinds.iter().map(|(capacity, cpus)| format!("{}:{capacity}", cpu_list::format(cpus))).collect();
    (kinds.len() > 1).then(|| listed.join(" "))
}

/// `32K`, `1M` or plain bytes.
fn size(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor).filter(|&bytes| bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn cpu(machine: &Fixture, cpu: u32, package: &str, siblings: &str) {
        machine.put_in(
            &format!("{CPUS}/cpu{cpu}/topology"),
            &[("core_id", "0"), ("physical_package_id", package), ("thread_siblings_list", siblings)],
        );
    }

    #[test]
    fn two_sockets_of_two_cores_with_two_threads() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/present", "0-7\n")]);
        for number in 0..8 {
            let siblings = format!("{},{}", number % 4, number % 4 + 4);
            cpu(&machine, number, if number % 4 < 2 { "0" } else { "1" }, &siblings);
        }
        let expected = Topology { sockets: Some(2), cores: Some(4), threads: Some(8) };
        assert_eq!(topology(&machine.root()), expected);
    }

    #[test]
    fn offline_cores_leave_their_count_unknown_but_offline_threads_do_not() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/present", "0-3\n")]);
        cpu(&machine, 0, "0", "0");
        cpu(&machine, 1, "0", "1");
        assert_eq!(topology(&machine.root()), Topology { sockets: None, cores: None, threads: Some(4) });
        machine.put("/sys/devices/system/cpu/smt/control", "off\n");
        assert_eq!(topology(&machine.root()), Topology { sockets: Some(1), cores: Some(2), threads: Some(4) });
    }

    #[test]
    fn a_package_of_minus_one_is_not_a_socket() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/present", "0\n")]);
        cpu(&machine, 0, "-1", "0");
        assert_eq!(topology(&machine.root()).sockets, None);
    }

    #[test]
    fn caches_are_read_nearest_first() {
        let machine = Fixture::of(&[]);
        let index = |name: &str, level: &str, kind: &str, size: &str, shared: &str| {
            machine.put_in(
                &format!("{CPUS}/cpu4/cache/{name}"),
                &[
                    ("level", level),
                    ("type", kind),
                    ("size", size),
                    ("coherency_line_size", "64\n"),
                    ("shared_cpu_list", shared),
                ],
            );
        };
        index("index3", "3", "Unified\n", "32768K\n", "0-7\n");
        index("index0", "1", "Data\n", "48K\n", "4\n");
        let caches = caches(&machine.root(), 4);
        assert_eq!(caches.len(), 2);
        assert_eq!((caches[0].level, caches[0].bytes, caches[0].shared_by), (1, 48 << 10, Some(1)));
        assert_eq!((caches[1].kind.as_str(), caches[1].bytes, caches[1].ways), ("unified", 32 << 20, None));
    }

    #[test]
    fn the_swiftest_cpu_is_a_large_one_and_not_the_first() {
        let machine = Fixture::of(&[]);
        assert_eq!(swiftest(&machine.root(), &[0, 1, 2]), Some(1));
        assert_eq!(swiftest(&machine.root(), &[0]), Some(0));
        assert_eq!(swiftest(&machine.root(), &[]), None);
        machine.put(&format!("{CPUS}/cpu2/cpufreq/cpuinfo_max_freq"), "4000000\n");
        assert_eq!(swiftest(&machine.root(), &[0, 1, 2]), Some(2));
        machine.put(&format!("{CPUS}/cpu0/cpu_capacity"), "1024\n");
        assert_eq!(swiftest(&machine.root(), &[0, 1, 2]), Some(0));
    }

    #[test]
    fn siblings_are_the_other_threads() {
        let machine = Fixture::of(&[]);
        cpu(&machine, 1, "0", "1,5\n");
        assert_eq!(siblings(&machine.root(), 1), [5]);
        assert!(siblings(&machine.root(), 2).is_empty());
    }

    #[test]
    fn capacities_show_only_where_cpus_differ() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/online", "0-3")]);
        for (number, capacity) in ["446", "446", "1024", "1024"].into_iter().enumerate() {
            machine.put(&format!("{CPUS}/cpu{number}/cpu_capacity"), capacity);
        }
        assert_eq!(capacities(&machine.root()).as_deref(), Some("0-1:446 2-3:1024"));
        for number in 0..4 {
            machine.put(&format!("{CPUS}/cpu{number}/cpu_capacity"), "1024");
        }
        assert_eq!(capacities(&machine.root()), None);
    }

    #[test]
    fn the_largest_cache_is_the_last_and_an_unknown_one_is_usual() {
        let machine = Fixture::of(&[]);
        for (index, size) in [("index0", "32K\n"), ("index2", "1024K\n"), ("index3", "16384K\n")] {
            let folder = format!("/sys/devices/system/cpu/cpu1/cache/{index}");
            machine.put_in(&folder, &[("level", "1\n"), ("type", "Unified\n"), ("size", size)]);
        }
        assert_eq!(last_cache(&machine.root(), 1), 16 << 20);
        assert_eq!(last_cache(&machine.root(), 0), 32 << 20);
    }
}
