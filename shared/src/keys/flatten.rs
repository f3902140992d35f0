//! A run's keys and their values.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::model::{Conditions, During, Kernel, Machine, ProvenanceKind, Run, Snapshot, VerdictWord};
use crate::sorted::Map;

/// Every dotted key of a run and its value: `kernel.release`, `machine.cpu.model`, `label.config`, `preset`,
/// `conditions.mitigations.meltdown`. What a run does not state is absent.
///
/// Of a kernel's config only the symbols stand here that are known to move figures; the rest is behind
/// `kernel.config_sha256`, and whole in the document.
pub fn flatten(run: &Run) -> Map<String, String> {
    let mut keys = Keys(Map::new());
    keys.put("started", &run.started);
    keys.option("finished", run.finished.as_ref());
    keys.put("complete", run.complete);
    keys.option("seed", run.seed);
    keys.option("preset", run.preset.map(|preset| preset.name()));
    keys.each("label.", &run.labels);
    provenance(&mut keys, run);
    machine(&mut keys, &run.machine);
    kernel(&mut keys, &run.kernel);
    keys.option("boot.key", run.boot.key.as_ref());
    keys.option("boot.uptime_s", run.boot.uptime_s);
    keys.option("boot.run_of_boot", run.boot.run_of_boot);
    conditions(&mut keys, &run.conditions);
    during(&mut keys, &run.during);
    keys.0
}

/// The keys that have been found.
struct Keys(Map<String, String>);

impl Keys {
    /// A key; one without text says nothing and is left out.
    fn put(&mut self, key: &str, value: impl Display) {
        let value = value.to_string();
        if !value.is_empty() {
            self.0.insert(key.to_owned(), value);
        }
    }

    fn option(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn each<V: Display>(&mut self, prefix: &str, values: &BTreeMap<String, V>) {
        for (name, value) in values {
            self.put(&format!("{prefix}{name}"), value);
        }
    }
}

fn provenance(keys: &mut Keys, run: &Run) {
    let measured = run.provenance.kind == ProvenanceKind::Measured;
    let kind = match run.provenance.kind {
        ProvenanceKind::Measured => "measured",
        ProvenanceKind::Imported => "imported",
        ProvenanceKind::Published => "published",
    };
    keys.put("provenance.kind", kind);
    // Who typed a published figure in says nothing of it; who measured does.
    if measured {
        keys.put("collector.version", &run.collector.version);
        keys.option("collector.build", run.collector.build.as_ref());
    }
    if let Some(source) = &run.provenance.source {
        keys.put("provenance.title", &source.title);
        keys.option("provenance.list", source.list.as_ref());
        keys.option("provenance.author", source.author.as_ref());
        keys.option("provenance.date", source.date.as_ref());
        keys.option("provenance.link", source.link.as_ref());
        keys.option("provenance.message_id", source.message_id.as_ref());
        keys.option("provenance.page", source.page.as_ref());
    }
    keys.option(
        "verdict",
        run.verdict.as_ref().map(|verdict| match verdict.word {
            VerdictWord::Clean => "clean",
            VerdictWord::Disturbed => "disturbed",
            VerdictWord::Invalid => "invalid",
        }),
    );
    let reasons = run.verdict.iter().flat_map(|verdict| &verdict.reasons).map(|reason| reason.text.as_str());
    let reasons: Vec<&str> = reasons.collect();
    keys.option("verdict.reasons", (!reasons.is_empty()).then(|| reasons.join("; ")));
}

fn machine(keys: &mut Keys, machine: &Machine) {
    keys.option("machine.name", machine.cpu_model.as_ref().or(machine.description.as_ref()));
    keys.option("machine.key", machine.key.as_ref());
    keys.option("machine.description", machine.description.as_ref());
    keys.option("machine.vendor", machine.vendor.as_ref());
    keys.option("machine.model", machine.model.as_ref());
    keys.option("machine.arch", machine.arch.as_ref());
    keys.option("machine.cpu.vendor", machine.cpu_vendor.as_ref());
    keys.option("machine.cpu.model", machine.cpu_model.as_ref());
    keys.option("machine.cpu.family", machine.cpu_family);
    keys.option("machine.cpu.model_number", machine.cpu_model_number);
    keys.option("machine.cpu.stepping", machine.cpu_stepping);
    keys.option("machine.cpu.microarchitecture", machine.microarchitecture.as_ref());
    keys.option("machine.cpu.max_hz", machine.cpu_max_hz);
    keys.option("machine.sockets", machine.sockets);
    keys.option("machine.cores", machine.cores);
    keys.option("machine.threads", machine.threads);
    for cache in &machine.caches {
        keys.put(&format!("machine.cache.l{}_{}", cache.level, cache.kind), cache.bytes);
    }
    keys.option("machine.memory_bytes", machine.memory_bytes);
    keys.option("machine.numa_nodes", machine.numa_nodes);
    keys.option("machine.firmware", machine.firmware.as_ref());
    keys.option("machine.hypervisor", machine.hypervisor.as_ref());
    keys.option("machine.emulated", machine.emulated);
}

fn kernel(keys: &mut Keys, kernel: &Kernel) {
    keys.put("kernel.name", &kernel.name);
    keys.put("kernel.release", &kernel.release);
    keys.option("kernel.build", kernel.build());
    keys.option("kernel.version", kernel.version.as_ref());
    keys.option("kernel.arch", kernel.arch.as_ref());
    keys.option("kernel.compiler", kernel.compiler.as_ref());
    keys.option("kernel.config_sha256", kernel.config_sha256.as_ref());
    for (symbol, value) in kernel.config.iter().filter(|(symbol, value)| telling(symbol) && *value != "m") {
        keys.put(&format!("kernel.config.{symbol}"), value);
    }
    if let Some(parameters) = &kernel.cmdline {
        let words: Vec<String> = parameters
            .iter()
            .map(|(name, value)| if value.is_empty() { name.clone() } else { format!("{name}={value}") })
            .collect();
        keys.put("kernel.cmdline", words.join(" "));
    }
    keys.option("kernel.preempt", kernel.preempt.as_ref());
    keys.option("kernel.lsm", kernel.lsm.as_ref());
    keys.option("kernel.tainted", kernel.tainted);
    keys.option("kernel.patch", kernel.patch.as_ref());
}

/// Beginnings of the symbols that are known to move figures.
const TELLING: [&str; 42] = [
    "CC_OPTIMIZE",
    "CFI",
    "CONTEXT_TRACKING_USER",
    "CPU_MITIGATIONS",
    "CPU_SUP",
    "DEBUG_",
    "DEFAULT_TCP_CONG",
    "FORTIFY_SOURCE",
    "FTRACE",
    "FUNCTION_TRACER",
    "GENERIC_CPU",
    "HARDENED_USERCOPY",
    "HIGHMEM",
    "HZ",
    "INIT_ON_",
    "INIT_STACK_",
    "KASAN",
    "KCSAN",
    "KFENCE",
    "KMSAN",
    "LOCKDEP",
    "LOCK_STAT",
    "LTO_",
    "MITIGATION",
    "NO_HZ",
    "NUMA",
    "PAGE_TABLE_ISOLATION",
    "PARAVIRT",
    "PREEMPT",
    "PROVE_",
    "RANDOMIZE_",
    "RANDSTRUCT",
    "RCU_NOCB",
    "RETPOLINE",
    "SCHED_",
    "SLAB",
    "SLUB",
    "SMP",
    "STACKPROTECTOR",
    "TRANSPARENT_HUGEPAGE",
    "UBSAN",
    "VIRT_CPU_ACCOUNTING",
];

/// Whether a symbol is known to move figures. (A module does not: what is not loaded costs nothing.)
fn telling(symbol: &str) -> bool {
    TELLING.iter().any(|start| symbol.starts_with(start))
}

fn conditions(keys: &mut Keys, conditions: &Conditions) {
    keys.option("conditions.online_cpus", conditions.online_cpus);
    keys.option("conditions.allowed_cpus", conditions.allowed_cpus);
    keys.option("conditions.isolated_cpus", conditions.isolated_cpus.as_ref());
    keys.option("conditions.nohz_full", conditions.nohz_full.as_ref());
    keys.option("conditions.smt", conditions.smt.as_ref());
    keys.option("conditions.microcode", conditions.microcode.as_ref());
    keys.each("conditions.mitigations.", &conditions.mitigations);
    keys.each("conditions.frequency.", &conditions.frequency);
    keys.option("conditions.turbo", conditions.turbo);
    keys.option("conditions.clock_source", conditions.clock_source.as_ref());
    keys.option("conditions.clock_read_ns", conditions.clock_read_ns);
    keys.option("conditions.clock", conditions.clock.as_ref());
    keys.each("conditions.memory.", &conditions.memory);
    keys.each("conditions.scheduler.", &conditions.scheduler);
    keys.each("conditions.network.", &conditions.network);
    keys.each("conditions.virtualisation.", &conditions.virtualisation);
    keys.each("conditions.userland.", &conditions.userland);
    keys.each("conditions.other.", &conditions.other);
}

fn during(keys: &mut Keys, during: &During) {
    let mut moment = |name: &str, snapshot: &Option<Snapshot>| {
        let Some(snapshot) = snapshot else { return };
        let name = format!("during.{name}");
        keys.option(&format!("{name}.load1"), snapshot.load1);
        keys.each(&format!("{name}.pressure."), &snapshot.pressure);
        keys.option(&format!("{name}.memory_available"), snapshot.memory_available);
        keys.option(&format!("{name}.cpu_hz"), snapshot.cpu_hz);
        keys.option(&format!("{name}.temperature_c"), snapshot.temperature_c);
    };
    moment("before", &during.before);
    moment("after", &during.after);
    keys.option("during.steal", during.steal);
    keys.option("during.throttle_events", during.throttle_events);
    keys.option("during.cgroup_throttled", during.cgroup_throttled);
    keys.option("during.wall_s", during.wall_s);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        serde_json::from_value(serde_json::json!({
            "schema": 1,
            "collector": {"version": "0.1.0"},
            "preset": "quick",
            "started": "2026-11-30T12:00:00Z",
            "labels": {"config": "CONFIG_MK7"},
            "execution": "00112233445566778899aabbccddeeff",
            "complete": true,
            "provenance": {"kind": "measured"},
            "machine": {"cpu_model": "AMD EPYC 7B13", "threads": 2, "caches": [{"level": 1, "kind": "data", "bytes": 32768}]},
            "kernel": {
                "name": "Linux", "release": "6.18.44", "version": "#1 SMP", "config_sha256": "ab",
                "config": {"HZ": "250", "USB": "m", "PREEMPT_LAZY": "y"},
                "cmdline": {"mitigations": "off", "quiet": ""}
            },
            "conditions": {"mitigations": {"meltdown": "Not affected"}, "turbo": false},
            "during": {"before": {"load1": 0.25}},
            "groups": []
        }))
        .unwrap()
    }

    #[test]
    fn every_circumstance_has_a_dotted_key() {
        let keys = flatten(&run());
        for (key, value) in [
            ("preset", "quick"),
            ("label.config", "CONFIG_MK7"),
            ("machine.name", "AMD EPYC 7B13"),
            ("machine.cpu.model", "AMD EPYC 7B13"),
            ("machine.cache.l1_data", "32768"),
            ("kernel.release", "6.18.44"),
            ("kernel.build", "#1 SMP"),
            ("kernel.cmdline", "mitigations=off quiet"),
            ("kernel.config.HZ", "250"),
            ("conditions.mitigations.meltdown", "Not affected"),
            ("conditions.turbo", "false"),
            ("during.before.load1", "0.25"),
            ("provenance.kind", "measured"),
        ] {
            assert_eq!(keys.get(key).map(String::as_str), Some(value), "{key}");
        }
    }

    #[test]
    fn what_is_not_stated_is_absent_and_modules_stay_behind_the_hash() {
        let keys = flatten(&run());
        assert!(!keys.contains_key("machine.key"));
        assert!(!keys.contains_key("kernel.config.USB"));
        assert!(!keys.contains_key("finished"));
    }
}
