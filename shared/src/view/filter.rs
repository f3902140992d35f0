//! Conditions on a run's keys: `where=kernel.release:6.1*`.

use super::glob::glob_matches;
use crate::sorted::Map;

/// Short names that people may write for keys.
const ALIASES: [(&str, &str); 4] =
    [("kernel", "kernel.release"), ("cpu", "machine.cpu.model"), ("arch", "kernel.arch"), ("machine", "machine.key")];

/// The dotted key that a name stands for.
pub fn key_of(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, key)| key)
}

/// Whether a run with these keys meets all conditions: key and glob each. A key that the run lacks meets none.
pub fn filter_matches(keys: &Map<String, String>, filter: &[(String, String)]) -> bool {
    filter.iter().all(|(key, glob)| keys.get(key_of(key)).is_some_and(|value| glob_matches(glob, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(key: &str, glob: &str) -> (String, String) {
        (key.to_owned(), glob.to_owned())
    }

    #[test]
    fn all_conditions_must_hold_and_short_names_work() {
        let keys: Map<String, String> = [("kernel.release", "6.1.192"), ("machine.cpu.model", "AMD-K6(tm)")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into_iter()
            .collect();
        assert!(filter_matches(&keys, &[]));
        assert!(filter_matches(&keys, &[condition("kernel", "6.1*"), condition("cpu", "*k6*")]));
        assert!(!filter_matches(&keys, &[condition("kernel", "6.1*"), condition("cpu", "Xeon*")]));
        assert!(!filter_matches(&keys, &[condition("label.config", "*")]), "an absent key meets no condition");
    }
}
