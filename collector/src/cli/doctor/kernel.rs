//! Kernel settings that change results, and what a run would not be able to tell of this machine.

use super::Seen;
use super::finding::{Check, Finding, Severity};

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    debug,
    machine_check,
    loaded_scheduler,
    statistics,
    thp,
    ksm,
    numa_balancing,
    autogroup,
    firewall,
    no_config,
    no_machine_key,
    privilege,
];

fn debug(seen: &Seen) -> Option<Finding> {
    const SLOW: [&str; 10] = [
        "KASAN",
        "KCSAN",
        "KMSAN",
        "UBSAN",
        "PROVE_LOCKING",
        "DEBUG_PAGEALLOC_ENABLE_DEFAULT",
        "DEBUG_KMEMLEAK",
        "DEBUG_OBJECTS",
        "SLUB_DEBUG_ON",
        "GCOV_KERNEL",
    ];
    let config = &seen.surroundings.kernel.config;
    let set: Vec<&str> = SLOW.into_iter().filter(|name| config.get(*name).is_some_and(|value| value == "y")).collect();
    (!set.is_empty()).then(|| {
        let text = format!("the kernel is built for debugging: {}", set.join(", "));
        let effect = "Its paths run several times slower than those of the same kernel without.";
        Finding::new(
            "debug",
            Severity::Spoils,
            text,
            effect,
            "Measure a kernel without these, unless they are what you measure.",
        )
    })
}

fn machine_check(seen: &Seen) -> Option<Finding> {
    /// Bits of the taint mask: died, machine check, soft lockup.
    const BROKEN: [(u64, &str); 3] = [(1 << 7, "an oops"), (1 << 4, "a machine check"), (1 << 14, "a soft lockup")];
    let tainted = seen.surroundings.kernel.tainted?;
    let (_, what) = BROKEN.into_iter().find(|(bit, _)| tainted & bit != 0)?;
    let text = format!("the kernel has had {what} since it booted (tainted {tainted})");
    Some(Finding::new(
        "tainted",
        Severity::Spoils,
        text,
        "It may be in a state that no other boot has.",
        "Read dmesg; reboot.",
    ))
}

fn loaded_scheduler(seen: &Seen) -> Option<Finding> {
    let scheduler = &seen.surroundings.conditions.scheduler;
    (scheduler.get("sched_ext")? == "enabled").then(|| {
        let name = scheduler.get("sched_ext_ops").map_or("unnamed", String::as_str);
        let text = format!("a loaded scheduler is in charge: {name}");
        Finding::new(
            "sched_ext",
            Severity::Noise,
            text,
            "Wake-ups and placements are its own, not the kernel's.",
            "Stop it, unless it is what you measure.",
        )
    })
}

fn statistics(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.scheduler.get("schedstats")? == "1").then(|| {
        let effect = "Every context switch counts and pays for it.";
        Finding::new(
            "schedstats",
            Severity::Note,
            "scheduler statistics are on",
            effect,
            "sysctl kernel.sched_schedstats=0",
        )
    })
}

fn thp(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.memory.get("thp")? == "always").then(|| {
        let effect = "Whether a buffer has huge pages depends on free memory: starts of one benchmark differ.";
        let remedy = "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled";
        Finding::new("thp", Severity::Noise, "transparent huge pages are given to everybody", effect, remedy)
    })
}

fn ksm(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.memory.get("ksm")? == "1").then(|| {
        let effect = "A kernel thread reads memory and write-protects pages.";
        Finding::new("ksm", Severity::Noise, "KSM merges pages", effect, "echo 0 > /sys/kernel/mm/ksm/run")
    })
}

fn numa_balancing(seen: &Seen) -> Option<Finding> {
    let on = seen.surroundings.conditions.memory.get("numa_balancing")? != "0";
    (on && seen.surroundings.machine.numa_nodes? > 1).then(|| {
        let effect = "Pages are unmapped on purpose to see who uses them: faults fall into samples.";
        Finding::new(
            "numa",
            Severity::Noise,
            "automatic NUMA balancing is on",
            effect,
            "sysctl kernel.numa_balancing=0",
        )
    })
}

fn autogroup(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.scheduler.get("autogroup")? == "1").then(|| {
        let effect = "CPU time is shared by session: one busy terminal takes as much as the whole run.";
        Finding::new(
            "autogroup",
            Severity::Note,
            "autogroup is on",
            effect,
            "sysctl kernel.sched_autogroup_enabled=0, or end other sessions' work",
        )
    })
}

fn firewall(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.network.get("firewall")? == "present").then(|| {
        let effect = "Packets on the loopback interface pass its rules: net.* is slower.";
        Finding::new(
            "firewall",
            Severity::Note,
            "a firewall is loaded",
            effect,
            "Compare with runs under the same rules.",
        )
    })
}

fn no_config(seen: &Seen) -> Option<Finding> {
    let kernel = &seen.surroundings.kernel;
    (kernel.config.is_empty()).then(|| {
        let text = format!("no configuration of {} was found", kernel.release);
        let effect = "A comparison cannot say in which options two kernels differ.";
        let remedy = format!("modprobe configs, or put it into /boot/config-{}", kernel.release);
        Finding::new("config", Severity::Note, text, effect, remedy)
    })
}

fn no_machine_key(seen: &Seen) -> Option<Finding> {
    seen.surroundings.machine.key.is_none().then(|| {
        let text = "there is no machine id and no data folder for a salt";
        let effect = "Runs of this machine cannot be recognised as such.";
        Finding::new("key", Severity::Note, text, effect, "Name the machine when you run: --machine NAME")
    })
}

fn privilege(seen: &Seen) -> Option<Finding> {
    let privilege = seen.surroundings.conditions.userland.get("privilege")?;
    (privilege != "root").then(|| {
        let text = format!("this program runs as {privilege}");
        let effect = "What needs root is left out, and some conditions cannot be read.";
        Finding::new("privilege", Severity::Note, text, effect, "Run it as root to measure and record everything.")
    })
}
