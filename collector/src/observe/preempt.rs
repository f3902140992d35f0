//! How willingly the kernel lets a task be preempted.

use std::collections::BTreeMap;

use super::{Root, facts::clean};

/// The modes, by the symbol that makes each the default.
const DEFAULTS: [(&str, &str); 5] = [
    ("PREEMPT_RT", "rt"),
    ("PREEMPT_NONE", "none"),
    ("PREEMPT_VOLUNTARY", "voluntary"),
    ("PREEMPT_LAZY", "lazy"),
    ("PREEMPT", "full"),
];

/// The mode: what debugfs says, which root alone may read; else what the kernel was booted and built with, by its command
/// line (where it is dynamic) and its configuration; else what its version line says. Absent where none of these tells.
pub fn mode(
    root: &Root,
    version: Option<&str>,
    cmdline: Option<&BTreeMap<String, String>>,
    config: &BTreeMap<String, String>,
) -> Option<String> {
    let set = |symbol: &str| config.get(symbol).is_some_and(|value| value == "y");
    let words: Vec<&str> = version.unwrap_or_default().split_whitespace().collect();
    let says = |word: &str| words.contains(&word);
    let dynamic = set("PREEMPT_DYNAMIC") || says("PREEMPT_DYNAMIC");
    let booted = || cmdline?.get("preempt").filter(|_| dynamic).cloned();
    let built = || DEFAULTS.iter().find(|(symbol, _)| set(symbol)).map(|(_, mode)| (*mode).to_owned());
    let named = || {
        let mode = [("PREEMPT_RT", "rt"), ("PREEMPT_LAZY", "lazy"), ("PREEMPT", "full")];
        mode.into_iter().find(|(word, _)| says(word)).map(|(_, mode)| mode.to_owned())
    };
    in_force(root).or_else(booted).or_else(built).or_else(named)
}

/// The mode in parentheses: `none voluntary (full)`.
fn in_force(root: &Root) -> Option<String> {
    let text = root.text("/sys/kernel/debug/sched/preempt")?;
    let (_, rest) = text.split_once('(')?;
    let (mode, _) = rest.split_once(')')?;
    Some(clean(mode))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn facts(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    fn of(version: &str, cmdline: &[(&str, &str)], config: &[(&str, &str)]) -> Option<String> {
        mode(&Fixture::of(&[]).root(), Some(version), Some(&facts(cmdline)), &facts(config))
    }

    #[test]
    fn debugfs_says_what_is_in_force() {
        let machine = Fixture::of(&[("/sys/kernel/debug/sched/preempt", "none voluntary (lazy) full\n")]);
        let config = facts(&[("PREEMPT_DYNAMIC", "y"), ("PREEMPT", "y")]);
        assert_eq!(mode(&machine.root(), None, None, &config).as_deref(), Some("lazy"));
    }

    #[test]
    fn a_dynamic_kernel_has_the_mode_it_was_booted_or_built_with() {
        let dynamic = [("PREEMPT_DYNAMIC", "y"), ("PREEMPT_VOLUNTARY", "y"), ("PREEMPTION", "y")];
        let version = "#1 SMP PREEMPT_DYNAMIC Debian";
        assert_eq!(of(version, &[], &dynamic).as_deref(), Some("voluntary"));
        assert_eq!(of(version, &[("preempt", "full")], &dynamic).as_deref(), Some("full"));
        assert_eq!(of(version, &[("preempt", "full")], &[]).as_deref(), Some("full"));
        assert_eq!(of(version, &[], &[]), None);
    }

    #[test]
    fn a_fixed_kernel_has_the_mode_it_was_built_with() {
        assert_eq!(of("#1 SMP", &[("preempt", "full")], &[("PREEMPT_NONE", "y")]).as_deref(), Some("none"));
        assert_eq!(of("#1 SMP PREEMPT_RT Debian", &[], &[]).as_deref(), Some("rt"));
        assert_eq!(of("#1 SMP PREEMPT Fri", &[], &[]).as_deref(), Some("full"));
        assert_eq!(of("#1 SMP", &[], &[]), None);
    }
}
