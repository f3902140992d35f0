//! How the allowed CPUs lie to each other, and which of them a placement means. In a guest the layout is as the hypervisor
//! reports it, unverified.

use std::cmp::Reverse;

use shared::model::Placement;

use crate::observe::{Root, cpu_list, last_cache, siblings, swiftest};

const CPUS: &str = "/sys/devices/system/cpu";
const NODES: &str = "/sys/devices/system/node";

/// The allowed CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    cpus: Vec<Cpu>,
    default: u32,
    /// Bytes of the default CPU's last cache.
    last_cache: u64,
}

/// One CPU, by what it shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cpu {
    number: u32,
    /// Other threads of its core.
    siblings: Vec<u32>,
    /// CPUs that share a cache with it, of any level; unknown where the kernel does not say.
    cache: Option<Vec<u32>>,
    /// Its memory node.
    node: Option<u32>,
    /// Capacity and highest frequency.
    speed: [Option<u64>; 2],
}

impl Layout {
    /// Reads how `allowed` lie. `allowed` must not be empty: a process that runs may run somewhere.
    pub fn read(root: &Root, allowed: &[u32]) -> Self {
        let nodes = nodes(root);
        let cpu = |&number: &u32| Cpu {
            number,
            siblings: siblings(root, number),
            cache: sharing_a_cache(root, number),
            node: nodes.iter().find(|(_, cpus)| cpus.contains(&number)).map(|(node, _)| *node),
            speed: ["cpu_capacity", "cpufreq/cpuinfo_max_freq"]
                .map(|file| root.number(&format!("{CPUS}/cpu{number}/{file}"))),
        };
        let default = swiftest(root, allowed).unwrap_or_default();
        Self { cpus: allowed.iter().map(cpu).collect(), default, last_cache: last_cache(root, default) }
    }

    /// The CPU to measure on where one is enough.
    pub fn default_cpu(&self) -> u32 {
        self.default
    }

    /// Bytes of the last cache of the CPU to measure on.
    pub fn last_cache(&self) -> u64 {
        self.last_cache
    }

    /// How many CPUs may be used.
    pub fn cpus(&self) -> u64 {
        self.cpus.len() as u64
    }

    /// The CPUs of a placement's processes, the measuring one first; empty where they are not pinned; none where the machine
    /// has no such placement.
    pub fn choose(&self, placement: Placement) -> Option<Vec<u32>> {
        match placement {
            Placement::SameCpu => Some(vec![self.default]),
            Placement::Unpinned => Some(Vec::new()),
            Placement::Spread => {
                let mut all: Vec<u32> = self.by_preference(None).iter().map(|cpu| cpu.number).collect();
                all.sort_by_key(|&cpu| (cpu != self.default, cpu));
                (all.len() > 1).then_some(all)
            }
            Placement::SmtSibling => self.pair(|a, b| a.siblings.contains(&b.number)),
            Placement::SameCache => {
                self.pair(|a, b| !a.siblings.contains(&b.number) && a.shares_cache_with(b) == Some(true))
            }
            Placement::CrossCache => self.pair(|a, b| a.node == b.node && a.shares_cache_with(b) == Some(false)),
            Placement::CrossNode => self.pair(|a, b| a.node.zip(b.node).is_some_and(|(a, b)| a != b)),
        }
    }

    /// The first pair that `fits`: the default CPU and one as fast where there is one, neither of them CPU 0 if possible.
    fn pair(&self, fits: impl Fn(&Cpu, &Cpu) -> bool) -> Option<Vec<u32>> {
        self.by_preference(None).into_iter().find_map(|first| {
            let second = self.by_preference(Some(first)).into_iter().find(|second| fits(first, second))?;
            Some(vec![first.number, second.number])
        })
    }

    /// All CPUs but one, the best first: for `beside`, those of its speed come first.
    fn by_preference(&self, beside: Option<&Cpu>) -> Vec<&Cpu> {
        let mut cpus: Vec<&Cpu> =
            self.cpus.iter().filter(|cpu| beside.is_none_or(|other| other.number != cpu.number)).collect();
        cpus.sort_by_key(|cpu| {
            let alike = beside.is_some_and(|other| other.speed == cpu.speed);
            (cpu.number != self.default, !alike, Reverse(cpu.speed), cpu.number == 0, cpu.number)
        });
        cpus
    }
}

impl Cpu {
    fn shares_cache_with(&self, other: &Self) -> Option<bool> {
        Some(self.cache.as_ref()?.contains(&other.number))
    }
}

/// All CPUs that share a cache of any level with one, itself left out.
fn sharing_a_cache(root: &Root, cpu: u32) -> Option<Vec<u32>> {
    let folder = format!("{CPUS}/cpu{cpu}/cache");
    let lists: Vec<Vec<u32>> = root
        .names(&folder)
        .iter()
        .filter_map(|index| cpu_list::parse(&root.text(&format!("{folder}/{index}/shared_cpu_list"))?))
        .collect();
    let mut sharing: Vec<u32> = lists.iter().flatten().copied().filter(|&other| other != cpu).collect();
    sharing.sort_unstable();
    sharing.dedup();
    (!lists.is_empty()).then_some(sharing)
}

/// The memory nodes and their CPUs.
fn nodes(root: &Root) -> Vec<(u32, Vec<u32>)> {
    root.names(NODES)
        .iter()
        .filter_map(|name| {
            let number = name.strip_prefix("node")?.parse().ok()?;
            Some((number, cpu_list::parse(&root.text(&format!("{NODES}/{name}/cpulist"))?)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    /// A machine of CPUs given as thread siblings, sharers of the last cache, and node.
    fn machine(cpus: &[(&str, &str, u32)]) -> Fixture {
        let machine = Fixture::of(&[]);
        for (number, (siblings, cache, node)) in cpus.iter().enumerate() {
            machine.put(&format!("{CPUS}/cpu{number}/topology/thread_siblings_list"), siblings);
            machine.put(&format!("{CPUS}/cpu{number}/cache/index0/shared_cpu_list"), siblings);
            machine.put(&format!("{CPUS}/cpu{number}/cache/index3/shared_cpu_list"), cache);
            let of_node: Vec<u32> = (0..).zip(cpus).filter(|(_, cpu)| cpu.2 == *node).map(|(n, _)| n).collect();
            machine.put(&format!("{NODES}/node{node}/cpulist"), cpu_list::format(&of_node));
        }
        machine
    }

    fn choices(machine: &Fixture, allowed: &[u32]) -> [Option<Vec<u32>>; 7] {
        let layout = Layout::read(&machine.root(), allowed);
        Placement::ALL.map(|placement| layout.choose(placement))
    }

    #[test]
    fn a_machine_of_one_cpu_has_one_place() {
        let one = machine(&[("0", "0", 0)]);
        assert_eq!(choices(&one, &[0]), [Some(vec![0]), None, None, None, None, None, Some(vec![])]);
    }

    #[test]
    fn two_cores_that_share_a_cache() {
        let two = machine(&[("0", "0-1", 0), ("1", "0-1", 0)]);
        let expected = [Some(vec![1]), None, Some(vec![1, 0]), None, None, Some(vec![1, 0]), Some(vec![])];
        assert_eq!(choices(&two, &[0, 1]), expected);
    }

    #[test]
    fn two_sockets_of_two_cores_with_two_threads() {
        let big = machine(&[
            ("0,4", "0,4,2,6", 0),
            ("1,5", "1,5", 0),
            ("2,6", "0,4,2,6", 0),
            ("3,7", "3,7", 1),
            ("0,4", "0,4,2,6", 0),
            ("1,5", "1,5", 0),
            ("2,6", "0,4,2,6", 0),
            ("3,7", "3,7", 1),
        ]);
        let all: Vec<u32> = (0..8).collect();
        let [same, smt, cache, cross, node, spread, unpinned] = choices(&big, &all);
        assert_eq!((same, smt), (Some(vec![1]), Some(vec![1, 5])));
        // CPU 1 shares its cache with its sibling alone, so the pair starts elsewhere.
        assert_eq!((cache, cross), (Some(vec![2, 4]), Some(vec![1, 2])));
        assert_eq!((node, unpinned), (Some(vec![1, 3]), Some(vec![])));
        assert_eq!(spread, Some(vec![1, 0, 2, 3, 4, 5, 6, 7]));
    }

    #[test]
    fn only_what_is_allowed_is_chosen() {
        let four = machine(&[("0-1", "0-3", 0), ("0-1", "0-3", 0), ("2-3", "0-3", 0), ("2-3", "0-3", 0)]);
        let [same, smt, cache, ..] = choices(&four, &[1, 2]);
        assert_eq!((same, smt, cache), (Some(vec![1]), None, Some(vec![1, 2])));
    }

    #[test]
    fn the_fastest_core_measures_and_its_partner_is_as_fast() {
        let mixed = machine(&[("0", "0-3", 0), ("1", "0-3", 0), ("2", "0-3", 0), ("3", "0-3", 0)]);
        for (number, capacity) in ["446", "446", "1024", "1024"].into_iter().enumerate() {
            mixed.put(&format!("{CPUS}/cpu{number}/cpu_capacity"), capacity);
        }
        let [same, _, cache, ..] = choices(&mixed, &[0, 1, 2, 3]);
        assert_eq!((same, cache), (Some(vec![2]), Some(vec![2, 3])));
    }

    #[test]
    fn without_caches_in_sys_nothing_is_said_of_caches() {
        let bare = Fixture::of(&[]);
        let [same, smt, cache, cross, node, spread, _] = choices(&bare, &[0, 1]);
        assert_eq!((same, smt, cache, cross, node, spread), (Some(vec![1]), None, None, None, None, Some(vec![1, 0])));
    }
}
