//! Who else uses the machine, and what holds this program back.

use super::Seen;
use super::finding::{Check, Finding, Severity};

/// The checks of this file.
pub const CHECKS: &[Check] =
    &[busy_cpus, busy_sibling, load_average, steal, quota, few_cpus, memory, swap_pressure, nice];

/// Above this a CPU is not at rest.
const BUSY: f64 = 0.05;

fn busy_cpus(seen: &Seen) -> Option<Finding> {
    let busy: Vec<String> = seen
        .activity
        .busy
        .iter()
        .filter(|(cpu, busy)| **busy > BUSY && !seen.siblings.contains(cpu))
        .map(|(cpu, busy)| format!("{cpu} ({:.0} %)", busy * 100.0))
        .collect();
    let own = seen.activity.busy.get(&seen.measured_cpu).is_some_and(|&busy| busy > BUSY);
    (!busy.is_empty()).then(|| {
        let severity = if own { Severity::Spoils } else { Severity::Noise };
        let seen = format!("while this program slept, work ran on CPU {}", busy.join(", "));
        Finding::new(
            "busy",
            severity,
            seen,
            "It takes time, caches and memory bandwidth from what is measured.",
            "Stop it, or wait until it is done.",
        )
    })
}

fn busy_sibling(seen: &Seen) -> Option<Finding> {
    let (cpu, busy) = seen
        .siblings
        .iter()
        .filter_map(|cpu| Some((*cpu, *seen.activity.busy.get(cpu)?)))
        .find(|(_, busy)| *busy > BUSY)?;
    let text =
        format!("CPU {cpu}, on the same core as CPU {}, is busy {:.0} % of the time", seen.measured_cpu, busy * 100.0);
    let effect = "Two threads share one core: loops run up to twice as long, and no counter of the kernel shows it.";
    Some(Finding::new(
        "sibling",
        Severity::Spoils,
        text,
        effect,
        "Stop what runs there, or switch SMT off: echo off > /sys/devices/system/cpu/smt/control",
    ))
}

fn load_average(seen: &Seen) -> Option<Finding> {
    let load = seen.now.load1.filter(|&load| load > 0.5)?;
    let text = format!("load average {load:.2} over the last minute");
    let effect = "Something ran just now and may run again.";
    Some(Finding::new(
        "load",
        Severity::Noise,
        text,
        effect,
        "Wait until it is below 0.2; stop timers, backups and updates.",
    ))
}

fn steal(seen: &Seen) -> Option<Finding> {
    let steal = seen.activity.steal.filter(|&steal| steal > 0.005)?;
    let text = format!("the hypervisor gave {:.1} % of the CPU time to others", steal * 100.0);
    let effect = "Samples stretch by chance.";
    Some(Finding::new(
        "steal",
        Severity::Spoils,
        text,
        effect,
        "Use a host that is not shared, or measure when it is quiet.",
    ))
}

fn quota(seen: &Seen) -> Option<Finding> {
    let limit = seen.surroundings.conditions.scheduler.get("cpu_limit")?;
    let text = format!("the control group may use {limit} CPUs' worth of time");
    let effect = "Used-up time stops everything for the rest of a period of 100 ms.";
    Some(Finding::new("quota", Severity::Spoils, text, effect, "Run without a CPU limit (cpu.max, --cpus)."))
}

fn few_cpus(seen: &Seen) -> Option<Finding> {
    let conditions = &seen.surroundings.conditions;
    let (allowed, online) = (conditions.allowed_cpus?, conditions.online_cpus?);
    (allowed < online).then(|| {
        let text = format!("{allowed} of {online} CPUs may be used");
        let effect = "Placements that need others are left out.";
        Finding::new("cpus", Severity::Note, text, effect, "Run without taskset or cpuset to measure all placements.")
    })
}

fn memory(seen: &Seen) -> Option<Finding> {
    let (free, all) = (seen.now.memory_available?, seen.surroundings.machine.memory_bytes?);
    (free < all / 10).then(|| {
        let text = format!("{} MiB of {} MiB memory are available", free >> 20, all >> 20);
        Finding::new(
            "memory",
            Severity::Noise,
            text,
            "Reclaim runs in between; large working sets do not fit.",
            "End what holds the memory.",
        )
    })
}

fn swap_pressure(seen: &Seen) -> Option<Finding> {
    let (name, waited) = ["memory", "io"].into_iter().find_map(|name| {
        let waited = *seen.now.pressure.get(name)?;
        (waited > 1.0).then_some((name, waited))
    })?;
    let text = format!("something waited for {name} in {waited:.1} % of the last ten seconds");
    Some(Finding::new(
        "pressure",
        Severity::Noise,
        text,
        "Files and memory are slower than at rest.",
        "Wait until it has settled.",
    ))
}

fn nice(seen: &Seen) -> Option<Finding> {
    let nice = seen.surroundings.conditions.scheduler.get("nice")?;
    let text = format!("this program runs at nice {nice}");
    Some(Finding::new(
        "nice",
        Severity::Noise,
        text,
        "Others come first, or wake-ups behave unlike those of ordinary tasks.",
        "Run it at nice 0.",
    ))
}
