//! Everything that may change between boots or during a run, gathered.

use std::path::Path;

use shared::model::Conditions;

use super::{Root, cpu, cpu_list, facts::Facts, frequency, memory, mitigations, net, root::field, scheduler, topology};
use super::{userland, virt};

/// The conditions now. The clock that times samples and its cost are for the caller to add.
pub fn conditions(root: &Root, measured_cpu: u32, work: &Path) -> Conditions {
    Conditions {
        online_cpus: topology::cpus(root, "online").map(|cpus| cpus.len() as u32),
        allowed_cpus: allowed_cpus(root).map(|cpus| cpus.len() as u32),
        isolated_cpus: cpus_listed(root, "isolated"),
        nohz_full: cpus_listed(root, "nohz_full"),
        smt: root.text("/sys/devices/system/cpu/smt/control"),
        microcode: cpu::cpu(root).microcode,
        mitigations: mitigations::facts(root),
        frequency: frequency::facts(root, measured_cpu),
        turbo: frequency::turbo(root),
        clock_source: root.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        clock_read_ns: None,
        clock: None,
        memory: memory::facts(root),
        scheduler: scheduler::facts(root),
        network: net::facts(root),
        virtualisation: virt::facts(root),
        userland: userland::facts(root, work),
        other: other(root, measured_cpu),
    }
}

/// CPUs that this process may use.
pub fn allowed_cpus(root: &Root) -> Option<Vec<u32>> {
    cpu_list::parse(field(&root.text("/proc/self/status")?, "Cpus_allowed_list")?).filter(|cpus| !cpus.is_empty())
}

/// A list of CPUs that names some; old kernels write `(null)` for none.
fn cpus_listed(root: &Root, list: &str) -> Option<String> {
    topology::cpus(root, list).filter(|cpus| !cpus.is_empty()).map(|cpus| cpu_list::format(&cpus))
}

/// Kinds of CPUs where a machine has several, and which one was measured on.
fn other(root: &Root, measured_cpu: u32) -> std::collections::BTreeMap<String, String> {
    let mut facts = Facts::default();
    let capacities = topology::capacities(root);
    let capacity = || root.number::<u32>(&format!("/sys/devices/system/cpu/cpu{measured_cpu}/cpu_capacity"));
    facts.add("cpu.capacity", capacities.as_ref().and_then(|_| capacity()));
    facts.add("cpu.capacities", capacities);
    facts.add("cpu.core_type", core_type(root, measured_cpu));
    facts.into_map()
}

/// Hybrid x86 CPUs list their large and small cores as two units.
fn core_type(root: &Root, cpu: u32) -> Option<&'static str> {
    [("cpu_core", "performance"), ("cpu_atom", "efficiency"), ("cpu_lowpower", "low power")]
        .into_iter()
        .find(|(unit, _)| {
            let list = root.text(&format!("/sys/devices/{unit}/cpus"));
            list.and_then(|list| cpu_list::parse(&list)).is_some_and(|cpus| cpus.contains(&cpu))
        })
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn cpus_of_a_machine_with_isolation() {
        let machine = Fixture::of(&[
            ("/sys/devices/system/cpu/online", "0-7\n"),
            ("/sys/devices/system/cpu/isolated", "6-7\n"),
            ("/sys/devices/system/cpu/nohz_full", "  (null)\n"),
            ("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t1-5\n"),
            ("/sys/devices/cpu_core/cpus", "0-3\n"),
            ("/sys/devices/cpu_atom/cpus", "4-7\n"),
        ]);
        let conditions = conditions(&machine.root(), 5, Path::new("/"));
        assert_eq!((conditions.online_cpus, conditions.allowed_cpus), (Some(8), Some(5)));
        assert_eq!(conditions.isolated_cpus.as_deref(), Some("6-7"));
        assert_eq!(conditions.nohz_full, None);
        assert_eq!(conditions.other["cpu.core_type"], "efficiency");
    }

    #[test]
    fn a_big_little_machine_tells_its_capacities() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/online", "0-1\n")]);
        machine.put("/sys/devices/system/cpu/cpu0/cpu_capacity", "446\n");
        machine.put("/sys/devices/system/cpu/cpu1/cpu_capacity", "1024\n");
        let other = conditions(&machine.root(), 1, Path::new("/")).other;
        assert_eq!(other["cpu.capacity"], "1024");
        assert_eq!(other["cpu.capacities"], "0:446 1:1024");
    }
}
