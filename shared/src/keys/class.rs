//! What a difference in a key means.

/// The part that a key plays in a comparison. Any key may become the subject, the one that columns stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// What columns usually stand for: kernel, machine, a label.
    Subject,
    /// What should be equal on both sides.
    Control,
    /// Shown, never counted as differing: times, load, seeds, measured clocks.
    Fact,
}

/// Keys and prefixes (those that end in a dot) of facts.
const FACTS: [&str; 16] = [
    "started",
    "finished",
    "seed",
    "verdict",
    "verdict.",
    "complete",
    "boot.",
    "during.",
    "collector.build",
    "provenance.",
    "kernel.version",
    "machine.description",
    "machine.firmware",
    "conditions.clock_read_ns",
    "conditions.memory.available",
    "conditions.memory.free",
];

/// The class of a key. A key that nobody knows should be equal on both sides.
///
/// `kernel.version` is a fact because `kernel.build` stands for it; `machine.description` because `machine.name` does.
pub fn class(key: &str) -> Class {
    if FACTS.iter().any(|fact| if fact.ends_with('.') { key.starts_with(fact) } else { *fact == key }) {
        return Class::Fact;
    }
    let subjects = ["label.", "kernel.", "machine."];
    if subjects.iter().any(|prefix| key.starts_with(prefix)) { Class::Subject } else { Class::Control }
}

/// Prefixes of keys that matter to some benchmarks only, with the prefixes of those benchmarks' ids.
const MATTERS: [(&str, &[&str]); 15] = [
    ("conditions.network.", &["net."]),
    ("conditions.userland.shell", &["process.", "build."]),
    ("conditions.userland.tools", &["build."]),
    (
        "conditions.userland.work_filesystem",
        &["syscall.", "ipc.fifo.", "ipc.fcntl_lock.", "file.", "fs.", "vm.", "build.", "load."],
    ),
    ("conditions.userland.libc", &["cpu.", "mem.", "copy.", "process.", "build."]),
    ("conditions.userland.compiler", BUILDS),
    ("conditions.userland.binutils", BUILDS),
    ("conditions.userland.make", &["build.kernel", "build.autoconf", "build.perl"]),
    ("conditions.userland.m4", &["build.autoconf"]),
    ("conditions.userland.perl", &["build.autoconf"]),
    ("conditions.other.source.kernel", &["build.kernel"]),
    ("conditions.other.source.autoconf", &["build.autoconf"]),
    ("conditions.other.source.perl", &["build.perl"]),
    ("conditions.scheduler.autogroup", &["ipc.", "net.", "sched.", "process.", "load.", "build."]),
    ("conditions.memory.swap", &["mem.", "vm.", "file.", "load.", "build."]),
];

/// What compiles.
const BUILDS: &[&str] = &["build.kernel", "build.autoconf", "build.perl", "build.tree"];

/// Whether a difference in `key` can change figures of `benchmark`. A key or benchmark that nobody knows may.
pub fn matters(key: &str, benchmark: &str) -> bool {
    MATTERS
        .iter()
        .find(|(prefix, _)| key.starts_with(prefix))
        .is_none_or(|(_, benchmarks)| benchmarks.iter().any(|prefix| benchmark.starts_with(prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_loads_and_seeds_are_facts() {
        for key in ["started", "seed", "during.before.load1", "boot.uptime_s", "conditions.clock_read_ns"] {
            assert_eq!(class(key), Class::Fact, "{key}");
        }
        for key in ["preset", "conditions.smt", "conditions.memory.thp", "collector.version", "a.key.of.tomorrow"] {
            assert_eq!(class(key), Class::Control, "{key}");
        }
        for key in ["label.config", "kernel.release", "kernel.config.HZ", "machine.cpu.model"] {
            assert_eq!(class(key), Class::Subject, "{key}");
        }
    }

    #[test]
    fn network_settings_matter_to_network_benchmarks_only() {
        assert!(matters("conditions.network.congestion_control", "net.tcp.latency"));
        assert!(!matters("conditions.network.congestion_control", "syscall.null"));
        assert!(matters("conditions.smt", "syscall.null"));
        assert!(matters("conditions.smt", "vendor.special"));
    }
}
