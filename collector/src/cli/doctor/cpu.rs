//! Frequency, threads, temperature, clocks, virtualisation.

use super::Seen;
use super::finding::{Check, Finding, Severity};

/// The checks of this file.
pub const CHECKS: &[Check] =
    &[governor, battery, turbo, smt, kinds, idle, heat, clock_source, emulated, hypervisor, container];

fn governor(seen: &Seen) -> Option<Finding> {
    let frequency = &seen.surroundings.conditions.frequency;
    let governor = frequency.get("governors").or_else(|| frequency.get("governor"))?;
    let own_preference = frequency.get("epp").is_some_and(|epp| epp == "performance");
    (governor != "performance" && !own_preference).then(|| {
        let text = format!("cpufreq governor {governor}");
        let effect = "The clock rises only after a load has lasted, and differs from sample to sample.";
        let remedy = "cpupower frequency-set -g performance, or echo performance > /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
        Finding::new("governor", Severity::Noise, text, effect, remedy)
    })
}

fn battery(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.frequency.get("power")? == "battery").then(|| {
        let effect = "Firmware holds the clock down by rules of its own.";
        Finding::new("battery", Severity::Spoils, "the machine runs on its battery", effect, "Plug it in.")
    })
}

fn turbo(seen: &Seen) -> Option<Finding> {
    seen.surroundings.conditions.turbo?.then(|| {
        let effect = "The highest clock depends on temperature and on what other cores do.";
        let remedy = if seen.surroundings.conditions.frequency.contains_key("intel_pstate") {
            "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"
        } else {
            "echo 0 > /sys/devices/system/cpu/cpufreq/boost"
        };
        Finding::new("turbo", Severity::Noise, "turbo (boost) is on", effect, remedy)
    })
}

fn smt(seen: &Seen) -> Option<Finding> {
    (seen.surroundings.conditions.smt.as_deref()? == "on" && !seen.siblings.is_empty()).then(|| {
        let effect = "A thread that wakes up on the same core slows what is measured; the canaries mark it.";
        Finding::new(
            "smt",
            Severity::Note,
            "cores have two threads",
            effect,
            "echo off > /sys/devices/system/cpu/smt/control, if the threads are not what you measure",
        )
    })
}

fn kinds(seen: &Seen) -> Option<Finding> {
    let other = &seen.surroundings.conditions.other;
    let kinds = other.get("cpu.capacities").or_else(|| other.get("cpu.core_type"))?;
    let text = format!("CPUs differ ({kinds}); CPU {} is measured on", seen.measured_cpu);
    let effect = "Unpinned results mix large and small cores.";
    Some(Finding::new("kinds", Severity::Note, text, effect, "Compare pinned placements only."))
}

fn idle(seen: &Seen) -> Option<Finding> {
    let states = seen.surroundings.conditions.frequency.get("idle_states")?;
    let deep = |name: &str| !["POLL", "C1", "C1E", "C1_ACPI", "WFI", "state0"].contains(&name);
    let deepest = states.split(' ').rfind(|name| deep(name))?;
    let text = format!("idle CPUs sleep as deep as {deepest}");
    let effect = "Waking another CPU takes longer the longer it slept; only placements across CPUs show it.";
    Some(Finding::new("idle", Severity::Note, text, effect, "cpupower idle-set -D 2, to measure without"))
}

fn heat(seen: &Seen) -> Option<Finding> {
    let hottest = seen.now.temperature_c.filter(|&degrees| degrees >= 85.0)?;
    let text = format!("the hottest sensor reads {hottest:.0} °C");
    Some(Finding::new("heat", Severity::Noise, text, "The CPU throttles soon.", "Let it cool down; clean the fan."))
}

fn clock_source(seen: &Seen) -> Option<Finding> {
    let source = seen.surroundings.conditions.clock_source.as_deref()?;
    let slow = ["hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies", "xen", "hyperv_clocksource"].contains(&source);
    slow.then(|| {
        let text = format!("the clock source is {source}");
        let effect = "Reading the clock is a system call or slower; programs that read it often are slowed as well.";
        let remedy = "See why the kernel gave up the tsc (dmesg | grep -i tsc); echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource";
        Finding::new("clock", Severity::Noise, text, effect, remedy)
    })
}

fn emulated(seen: &Seen) -> Option<Finding> {
    seen.surroundings.machine.emulated?.then(|| {
        let effect = "Figures tell how fast the emulator is; they are not compared with those of real CPUs.";
        Finding::new(
            "emulated",
            Severity::Spoils,
            "the CPU is emulated in software",
            effect,
            "Use KVM, or real hardware.",
        )
    })
}

fn hypervisor(seen: &Seen) -> Option<Finding> {
    let name = seen.surroundings.machine.hypervisor.as_deref()?;
    let text = format!("this is a virtual machine ({name})");
    let effect = "Exits to the hypervisor are part of every figure, neighbours may share the core, and the topology is as reported, unverified.";
    Some(Finding::new("virtual", Severity::Noise, text, effect, "Compare only within this machine; use full runs."))
}

fn container(seen: &Seen) -> Option<Finding> {
    let name = seen.surroundings.conditions.virtualisation.get("container")?;
    let text = format!("this is a container ({name})");
    let effect = "Its filesystem, network and limits are part of the figures; seccomp makes system calls slower.";
    Some(Finding::new("container", Severity::Note, text, effect, "Run it on the host to measure the kernel alone."))
}
