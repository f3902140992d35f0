//! What decides how fast a CPU runs: cpufreq, turbo, cpuidle, thermal throttling.

use std::collections::BTreeMap;

use super::{Root, facts::Facts, topology};

const CPUS: &str = "/sys/devices/system/cpu";

/// cpufreq driver, governor, preference and limits of the CPU that is measured on, and where other CPUs differ.
pub fn facts(root: &Root, measured_cpu: u32) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    let policy = |cpu: u32, name: &str| root.text(&format!("{CPUS}/cpu{cpu}/cpufreq/{name}"));
    let own = |name: &str| policy(measured_cpu, name);
    facts.add("driver", own("scaling_driver"));
    facts.add("governor", own("scaling_governor"));
    facts.add("governors", mixed_governors(root));
    facts.add("epp", own("energy_performance_preference"));
    facts.add("min_khz", own("scaling_min_freq"));
    facts.add("max_khz", own("scaling_max_freq"));
    facts.add("hardware_min_khz", own("cpuinfo_min_freq"));
    facts.add("hardware_max_khz", own("cpuinfo_max_freq"));
    facts.add("base_khz", own("base_frequency"));
    facts.add("epb", root.text(&format!("{CPUS}/cpu{measured_cpu}/power/energy_perf_bias")));
    facts.add("intel_pstate", root.text(&format!("{CPUS}/intel_pstate/status")));
    facts.add("amd_pstate", root.text(&format!("{CPUS}/amd_pstate/status")));
    facts.add("idle_driver", root.text(&format!("{CPUS}/cpuidle/current_driver")));
    let governor = ["current_governor", "current_governor_ro"];
    facts.add("idle_governor", governor.into_iter().find_map(|name| root.text(&format!("{CPUS}/cpuidle/{name}"))));
    facts.add("idle_states", idle_states(root, measured_cpu));
    facts.add("power", power(root));
    facts.into_map()
}

/// Whether a machine with a battery runs on it.
fn power(root: &Root) -> Option<&'static str> {
    const SUPPLIES: &str = "/sys/class/power_supply";
    let names = root.names(SUPPLIES);
    let of = |name: &String, file: &str| root.text(&format!("{SUPPLIES}/{name}/{file}"));
    let has = |kind: &str| names.iter().any(|name| of(name, "type").as_deref() == Some(kind));
    let plugged = names
        .iter()
        .any(|name| of(name, "type").as_deref() != Some("Battery") && of(name, "online").as_deref() == Some("1"));
    has("Battery").then_some(if plugged { "mains" } else { "battery" })
}

/// Whether a CPU may exceed its base frequency.
pub fn turbo(root: &Root) -> Option<bool> {
    let of = |path: &str, on: &str| root.text(&format!("{CPUS}/{path}")).map(|text| text == on);
    of("intel_pstate/no_turbo", "0").or_else(|| of("cpufreq/boost", "1"))
}

/// Thermal throttling events so far, of all cores and packages.
pub fn throttle_events(root: &Root) -> Option<u64> {
    let counts: Vec<u64> = topology::cpus(root, "online")?
        .into_iter()
        .flat_map(|cpu| {
            ["core_throttle_count", "package_throttle_count"]
                .map(|name| root.number(&format!("{CPUS}/cpu{cpu}/thermal_throttle/{name}")))
        })
        .flatten()
        .collect();
    (!counts.is_empty()).then(|| counts.iter().sum())
}

/// The governors of all CPUs where they are not one: `performance powersave`.
fn mixed_governors(root: &Root) -> Option<String> {
    let mut governors: Vec<String> = topology::cpus(root, "online")?
        .into_iter()
        .filter_map(|cpu| root.text(&format!("{CPUS}/cpu{cpu}/cpufreq/scaling_governor")))
        .collect();
    governors.sort_unstable();
    governors.dedup();
    (governors.len() > 1).then(|| governors.join(" "))
}

/// Idle states that are enabled, shallowest first: `POLL C1 C6`.
fn idle_states(root: &Root, cpu: u32) -> Option<String> {
    let folder = format!("{CPUS}/cpu{cpu}/cpuidle");
    let mut states: Vec<(u32, String)> = root
        .names(&folder)
        .iter()
        .filter_map(|name| {
            let number = name.strip_prefix("state")?.parse().ok()?;
            let enabled = root.text(&format!("{folder}/{name}/disable")).as_deref() != Some("1");
            enabled.then_some(())?;
            Some((number, root.text(&format!("{folder}/{name}/name"))?))
        })
        .collect();
    states.sort_unstable();
    let names: Vec<String> = states.into_iter().map(|(_, name)| name).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn a_laptop_that_saves_power() {
        let machine = Fixture::of(&[
            ("/sys/devices/system/cpu/online", "0-1\n"),
            ("/sys/devices/system/cpu/intel_pstate/status", "active\n"),
            ("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"),
            ("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n"),
            ("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n"),
            ("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "4\n"),
        ]);
        machine.put_in(
            "/sys/devices/system/cpu/cpu0/cpufreq",
            &[
                ("scaling_driver", "intel_pstate\n"),
                ("scaling_governor", "powersave\n"),
                ("cpuinfo_max_freq", "4600000\n"),
            ],
        );
        machine.put_in("/sys/devices/system/cpu/cpu0/cpuidle/state0", &[("name", "POLL\n"), ("disable", "0\n")]);
        machine.put_in("/sys/devices/system/cpu/cpu0/cpuidle/state1", &[("name", "C1\n")]);
        machine.put_in("/sys/devices/system/cpu/cpu0/cpuidle/state10", &[("name", "C10\n"), ("disable", "1\n")]);
        let facts = facts(&machine.root(), 0);
        assert_eq!(facts["driver"], "intel_pstate");
        assert_eq!(facts["governor"], "powersave");
        assert_eq!(facts["governors"], "performance powersave");
        assert_eq!(facts["hardware_max_khz"], "4600000");
        assert_eq!(facts["idle_states"], "POLL C1");
        assert_eq!(turbo(&machine.root()), Some(true));
        assert_eq!(throttle_events(&machine.root()), Some(7));
    }

    #[test]
    fn without_cpufreq_nothing_is_said() {
        let machine = Fixture::of(&[("/sys/devices/system/cpu/online", "0\n")]);
        assert!(facts(&machine.root(), 0).is_empty());
        assert_eq!(turbo(&machine.root()), None);
        assert_eq!(throttle_events(&machine.root()), None);
    }

    #[test]
    fn a_laptop_without_its_cable() {
        let machine = Fixture::of(&[("/sys/class/power_supply/BAT0/type", "Battery\n")]);
        machine.put_in("/sys/class/power_supply/AC", &[("type", "Mains\n"), ("online", "0\n")]);
        assert_eq!(power(&machine.root()), Some("battery"));
        machine.put("/sys/class/power_supply/AC/online", "1\n");
        assert_eq!(power(&machine.root()), Some("mains"));
        assert_eq!(power(&Fixture::of(&[]).root()), None);
    }

    #[test]
    fn boost_is_turbo_too() {
        assert_eq!(turbo(&Fixture::of(&[("/sys/devices/system/cpu/cpufreq/boost", "0\n")]).root()), Some(false));
    }
}
