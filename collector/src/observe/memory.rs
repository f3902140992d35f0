//! Memory: how much is present, and how the kernel manages it.

use std::collections::BTreeMap;

use super::{Root, cpu_list, facts::Facts, root::field};

const THP: &str = "/sys/kernel/mm/transparent_hugepage";
const HUGE: &str = "/sys/kernel/mm/hugepages";

/// Memory present in bytes: the kernel's memory blocks, which do not depend on what a kernel reserves; where it lists
/// none, what `/proc/meminfo` calls the total.
pub fn present(root: &Root) -> Option<u64> {
    blocks(root).or_else(|| meminfo(root, "MemTotal"))
}

fn blocks(root: &Root) -> Option<u64> {
    let folder = "/sys/devices/system/memory";
    let block = u64::from_str_radix(&root.text(&format!("{folder}/block_size_bytes"))?, 16).ok()?;
    let numbered = |name: &String| name.strip_prefix("memory").is_some_and(|rest| rest.parse::<u32>().is_ok());
    let online = |name: &String| root.text(&format!("{folder}/{name}/state")).as_deref() == Some("online");
    let count = root.names(folder).iter().filter(|name| numbered(name) && online(name)).count() as u64;
    block.checked_mul(count).filter(|&bytes| bytes > 0)
}

/// A field of `/proc/meminfo` in bytes.
pub fn meminfo(root: &Root, name: &str) -> Option<u64> {
    let text = root.text("/proc/meminfo")?;
    let kib: u64 = field(&text, name)?.strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// NUMA nodes that are online.
pub fn nodes(root: &Root) -> Option<u32> {
    Some(cpu_list::parse(&root.text("/sys/devices/system/node/online")?)?.len() as u32).filter(|&nodes| nodes > 0)
}

/// THP and its sizes, huge pages, swap, KSM, NUMA balancing, page size.
pub fn facts(root: &Root) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    facts.add("thp", root.chosen(&format!("{THP}/enabled")));
    facts.add("thp_defrag", root.chosen(&format!("{THP}/defrag")));
    facts.add("thp_shmem", root.chosen(&format!("{THP}/shmem_enabled")));
    facts.add("mthp", multi_size(root));
    for name in root.names(HUGE) {
        if let Some(size) = name.strip_prefix("hugepages-") {
            facts.add(format!("hugepages_{size}"), root.number::<u64>(&format!("{HUGE}/{name}/nr_hugepages")));
        }
    }
    facts.add("swappiness", root.number::<u64>("/proc/sys/vm/swappiness"));
    facts.add("swap_bytes", meminfo(root, "SwapTotal"));
    facts.add("zswap", root.text("/sys/module/zswap/parameters/enabled"));
    facts.add("ksm", root.number::<u64>("/sys/kernel/mm/ksm/run"));
    facts.add("numa_balancing", root.number::<u64>("/proc/sys/kernel/numa_balancing"));
    facts.add("overcommit", root.number::<u64>("/proc/sys/vm/overcommit_memory"));
    facts.add("lru_gen", root.text("/sys/kernel/mm/lru_gen/enabled"));
    facts.add("aslr", root.number::<u64>("/proc/sys/kernel/randomize_va_space"));
    facts.add("page_bytes", root.is_live().then(rustix::param::page_size));
    facts.into_map()
}

/// Sizes of multi-size THP that are not `never`: `64kB:madvise 2048kB:inherit`.
fn multi_size(root: &Root) -> Option<String> {
    let mut sizes: Vec<(u64, String)> = root
        .names(THP)
        .iter()
        .filter_map(|name| {
            let kib = name.strip_prefix("hugepages-")?.strip_suffix("kB")?.parse().ok()?;
            Some((kib, root.chosen(&format!("{THP}/{name}/enabled"))?))
        })
        .collect();
    sizes.sort_unstable();
    let set: Vec<String> =
        sizes.iter().filter(|(_, word)| word != "never").map(|(kib, word)| format!("{kib}kB:{word}")).collect();
    match (sizes.is_empty(), set.is_empty()) {
        (true, _) => None,
        (false, true) => Some("never".to_owned()),
        (false, false) => Some(set.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn memory_present_is_counted_in_blocks_that_are_online() {
        let machine = Fixture::of(&[
            ("/sys/devices/system/memory/block_size_bytes", "8000000\n"),
            ("/sys/devices/system/memory/memory0/state", "online\n"),
            ("/sys/devices/system/memory/memory1/state", "online\n"),
            ("/sys/devices/system/memory/memory2/state", "offline\n"),
            ("/proc/meminfo", "MemTotal:         200000 kB\nMemAvailable:   1000 kB\n"),
        ]);
        assert_eq!(present(&machine.root()), Some(256 << 20));
        assert_eq!(meminfo(&machine.root(), "MemAvailable"), Some(1_024_000));
    }

    #[test]
    fn without_blocks_the_total_stands_for_it() {
        let machine = Fixture::of(&[("/proc/meminfo", "MemTotal:         200000 kB\n")]);
        assert_eq!(present(&machine.root()), Some(204_800_000));
        assert_eq!(present(&Fixture::of(&[]).root()), None);
    }

    #[test]
    fn huge_pages_and_their_policies() {
        let machine = Fixture::of(&[
            ("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"),
            ("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled", "[always] inherit madvise never\n"),
            ("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled", "always [inherit] madvise never\n"),
            ("/sys/kernel/mm/transparent_hugepage/hugepages-128kB/enabled", "always inherit madvise [never]\n"),
            ("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "16\n"),
            ("/proc/sys/vm/swappiness", "60\n"),
        ]);
        let facts = facts(&machine.root());
        assert_eq!(facts["thp"], "madvise");
        assert_eq!(facts["mthp"], "64kB:always 2048kB:inherit");
        assert_eq!(facts["hugepages_2048kB"], "16");
        assert_eq!(facts["swappiness"], "60");
        assert!(!facts.contains_key("ksm"));
    }
}
