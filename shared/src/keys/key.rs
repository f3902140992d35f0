//! Keys by name.

/// Keys whose last word does not say enough.
const TITLES: [(&str, &str); 24] = [
    ("kernel.name", "operating system"),
    ("kernel.release", "kernel"),
    ("kernel.build", "kernel build"),
    ("kernel.config_sha256", "kernel config"),
    ("kernel.cmdline", "kernel command line"),
    ("kernel.lsm", "security modules"),
    ("machine.name", "machine"),
    ("machine.key", "machine key"),
    ("machine.vendor", "machine's vendor"),
    ("machine.model", "machine model"),
    ("machine.cpu.model", "CPU"),
    ("machine.cpu.vendor", "CPU vendor"),
    ("machine.cpu.max_hz", "highest CPU frequency, Hz"),
    ("machine.memory_bytes", "memory, bytes"),
    ("machine.numa_nodes", "NUMA nodes"),
    ("conditions.smt", "SMT"),
    ("conditions.online_cpus", "CPUs online"),
    ("conditions.allowed_cpus", "CPUs allowed"),
    ("conditions.isolated_cpus", "CPUs isolated"),
    ("conditions.nohz_full", "CPUs without a tick"),
    ("collector.version", "collector"),
    ("provenance.kind", "provenance"),
    ("provenance.page", "published page"),
    ("during.steal", "time stolen by the hypervisor"),
];

/// A key's name for people: `kernel`, `CPU`, `config` (of a label), `mitigation of meltdown`, `frequency governor`.
pub fn title(key: &str) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(name, _)| *name == key) {
        return (*title).to_owned();
    }
    if let Some(label) = key.strip_prefix("label.") {
        return label.to_owned();
    }
    if let Some(symbol) = key.strip_prefix("kernel.config.") {
        return format!("CONFIG_{symbol}");
    }
    if let Some(name) = key.strip_prefix("conditions.mitigations.") {
        return format!("mitigation of {}", words(name));
    }
    let short =
        ["conditions.other.", "conditions.", "machine.", "during."].iter().find_map(|prefix| key.strip_prefix(prefix));
    words(short.unwrap_or(key))
}

fn words(name: &str) -> String {
    name.replace(['.', '_'], " ")
}

/// A value as people write it: of a hash, such as a build id or a machine's key, the beginning, which tells it from others.
pub fn brief<'v>(key: &str, value: &'v str) -> &'v str {
    let is_hash = value.len() >= 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    match key {
        "kernel.build" | "kernel.config_sha256" | "machine.key" if is_hash => &value[..7],
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_for_people() {
        for (key, name) in [
            ("kernel.release", "kernel"),
            ("label.config", "config"),
            ("kernel.config.PREEMPT", "CONFIG_PREEMPT"),
            ("conditions.mitigations.spectre_v2", "mitigation of spectre v2"),
            ("conditions.frequency.governor", "frequency governor"),
            ("preset", "preset"),
        ] {
            assert_eq!(title(key), name);
        }
    }
}
