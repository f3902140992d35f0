//! The checks, held against machines that have what they look for and one that has nothing.

use std::collections::BTreeMap;

use shared::model::{Boot, Conditions, Kernel, Machine, Snapshot};

use super::finding::Severity;
use super::*;

/// A machine at rest with nothing to complain about.
fn quiet() -> Seen {
    let facts =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Seen {
        surroundings: Surroundings {
            machine: Machine {
                key: Some("k".to_owned()),
                memory_bytes: Some(8 << 30),
                emulated: Some(false),
                ..Machine::default()
            },
            kernel: Kernel {
                release: "6.1.0".to_owned(),
                config: facts(&[("HZ", "250")]),
                tainted: Some(0),
                ..Kernel::default()
            },
            boot: Boot::default(),
            conditions: Conditions {
                online_cpus: Some(4),
                allowed_cpus: Some(4),
                turbo: Some(false),
                clock_source: Some("tsc".to_owned()),
                frequency: facts(&[("governor", "performance"), ("idle_states", "POLL C1")]),
                memory: facts(&[("thp", "madvise"), ("ksm", "0")]),
                scheduler: facts(&[("autogroup", "0")]),
                userland: facts(&[("privilege", "root")]),
                ..Conditions::default()
            },
        },
        now: Snapshot { load1: Some(0.05), memory_available: Some(6 << 30), ..Snapshot::default() },
        activity: Activity { busy: BTreeMap::from([(0, 0.01), (1, 0.0)]), steal: Some(0.0) },
        measured_cpu: 1,
        siblings: vec![3],
    }
}

/// The ids of what is found after a change, worst first.
fn found(change: impl FnOnce(&mut Seen)) -> Vec<&'static str> {
    let mut seen = quiet();
    change(&mut seen);
    examine(&seen).into_iter().map(|finding| finding.id).collect()
}

#[test]
fn a_quiet_machine_has_no_findings() {
    assert!(found(|_| {}).is_empty());
    assert_eq!(report::text(&[]), "Nothing was seen that would spoil a result.\n");
}

#[test]
fn each_trouble_is_found_by_itself() {
    let fact = |map: &mut BTreeMap<String, String>, key: &str, value: &str| {
        map.insert(key.to_owned(), value.to_owned());
    };
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.frequency, "governor", "powersave")), ["governor"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.frequency, "power", "battery")), ["battery"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.frequency, "idle_states", "POLL C1 C6")), ["idle"]);
    assert_eq!(found(|seen| seen.surroundings.conditions.turbo = Some(true)), ["turbo"]);
    assert_eq!(found(|seen| seen.surroundings.conditions.clock_source = Some("hpet".to_owned())), ["clock"]);
    assert_eq!(found(|seen| seen.surroundings.conditions.allowed_cpus = Some(1)), ["cpus"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.scheduler, "cpu_limit", "1.50")), ["quota"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.scheduler, "autogroup", "1")), ["autogroup"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.scheduler, "nice", "10")), ["nice"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.memory, "thp", "always")), ["thp"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.conditions.userland, "privilege", "user")), ["privilege"]);
    assert_eq!(found(|seen| fact(&mut seen.surroundings.kernel.config, "KASAN", "y")), ["debug"]);
    assert_eq!(found(|seen| seen.surroundings.kernel.tainted = Some(1 << 4)), ["tainted"]);
    assert_eq!(found(|seen| seen.surroundings.machine.hypervisor = Some("kvm".to_owned())), ["virtual"]);
    assert_eq!(found(|seen| seen.surroundings.machine.emulated = Some(true)), ["emulated"]);
    assert_eq!(found(|seen| seen.surroundings.machine.key = None), ["key"]);
    assert_eq!(found(|seen| seen.now.load1 = Some(2.0)), ["load"]);
    assert_eq!(found(|seen| seen.now.memory_available = Some(1 << 20)), ["memory"]);
    assert_eq!(found(|seen| seen.activity.steal = Some(0.02)), ["steal"]);
}

#[test]
fn a_busy_measured_cpu_is_worse_than_a_busy_other_one() {
    let severity = |cpu: u32| {
        let mut seen = quiet();
        seen.activity.busy.insert(cpu, 0.5);
        examine(&seen).into_iter().map(|finding| (finding.id, finding.severity)).collect::<Vec<_>>()
    };
    assert_eq!(severity(1), [("busy", Severity::Spoils)]);
    assert_eq!(severity(0), [("busy", Severity::Noise)]);
    assert_eq!(severity(3), [("sibling", Severity::Spoils)]);
}

#[test]
fn the_worst_stands_first_and_the_report_says_what_to_do() {
    let mut seen = quiet();
    seen.surroundings.conditions.scheduler.insert("autogroup".to_owned(), "1".to_owned());
    seen.activity.steal = Some(0.02);
    let text = report::text(&examine(&seen));
    assert!(text.starts_with("spoils  the hypervisor gave 2.0 % of the CPU time to others\n"), "{text}");
    assert!(text.contains("        -> sysctl kernel.sched_autogroup_enabled=0"), "{text}");
    assert!(text.ends_with("Spoils results: 1. Noise: 0.\n"), "{text}");
}
