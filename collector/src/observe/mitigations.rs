//! Mitigations of CPU vulnerabilities, as the kernel reports them.

use std::collections::BTreeMap;

use super::{Root, facts::Facts};

const FOLDER: &str = "/sys/devices/system/cpu/vulnerabilities";

/// Every vulnerability that the kernel knows, and what it does about it.
pub fn facts(root: &Root) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    for name in root.names(FOLDER) {
        let value = root.text(&format!("{FOLDER}/{name}"));
        facts.add(name, value);
    }
    facts.into_map()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn every_file_is_a_fact() {
        let machine = Fixture::of(&[]);
        machine.put_in(FOLDER, &[("meltdown", "Not affected\n"), ("retbleed", "Vulnerable\n")]);
        let facts = facts(&machine.root());
        assert_eq!(facts.len(), 2);
        assert_eq!(facts["retbleed"], "Vulnerable");
    }
}
