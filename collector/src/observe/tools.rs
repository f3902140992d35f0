//! The programs that build, by name and version: what they say of themselves, without paths and without who packed them.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use super::facts::Facts;
use super::kernel::outside_parentheses;

/// A program, how it is asked, and the key that its answer stands under.
const KNOWN: [(&str, &str, &str); 5] = [
    ("compiler", "cc", "--version"),
    ("make", "make", "--version"),
    ("binutils", "ld", "--version"),
    ("m4", "m4", "--version"),
    ("perl", "perl", "--version"),
];

/// Names and versions, under those of the keys that are asked for. What is missing is absent.
pub fn tools(keys: &[&str]) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    for (key, program, option) in KNOWN.into_iter().filter(|(key, _, _)| keys.contains(key)) {
        let asked = Command::new(program).arg(option).env("LC_ALL", "C").stdin(Stdio::null()).output();
        let said = asked.ok().filter(|output| output.status.success());
        facts.add(key, said.and_then(|output| described(key, &String::from_utf8_lossy(&output.stdout))));
    }
    facts.into_map()
}

/// `gcc 12.2.0`, `GNU make 4.3`, of what a program says of itself.
fn described(key: &str, said: &str) -> Option<String> {
    let line = said.lines().find(|line| !line.trim().is_empty())?;
    if key == "perl" {
        // This is perl 5, version 36, subversion 0 (v5.36.0) built for …
        let (_, rest) = line.split_once("(v")?;
        return Some(format!("perl {}", rest.split_once(')')?.0)).filter(|words| words.len() < 24);
    }
    let outside = outside_parentheses(line);
    let version = outside.split_whitespace().rev().find_map(version)?;
    let name = match key {
        "compiler" if line.contains("clang") => "clang",
        "compiler" if said.contains("Free Software Foundation") => "gcc",
        "compiler" => "cc",
        "make" if line.contains("GNU Make") => "GNU make",
        "binutils" if line.contains("GNU ld") => "GNU ld",
        "binutils" if line.contains("gold") => "GNU gold",
        "binutils" if line.contains("LLD") => "LLD",
        "m4" if line.contains("GNU M4") => "GNU m4",
        other => other,
    };
    Some(format!("{name} {version}"))
}

/// The digits at the beginning of a word like `2.40` or `14.0.6-1`.
fn version(word: &str) -> Option<&str> {
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    Some(&word[..end]).filter(|digits| digits.contains('.') && digits.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_called_by_name_and_version_alone() {
        for (key, said, words) in [
            (
                "compiler",
                "cc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.\n",
                "gcc 12.2.0",
            ),
            ("compiler", "Debian clang version 14.0.6\nInstalledDir: /usr/bin\n", "clang 14.0.6"),
            ("make", "GNU Make 4.3\nBuilt for x86_64-pc-linux-gnu\n", "GNU make 4.3"),
            ("binutils", "GNU ld (GNU Binutils for Debian) 2.40\n", "GNU ld 2.40"),
            ("binutils", "LLD 17.0.6 (compatible with GNU linkers)\n", "LLD 17.0.6"),
            ("m4", "m4 (GNU M4) 1.4.19\n", "GNU m4 1.4.19"),
            ("perl", "\nThis is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64-linux\n", "perl 5.36.0"),
        ] {
            assert_eq!(described(key, said).as_deref(), Some(words), "{said}");
        }
        assert_eq!(described("make", ""), None);
        assert_eq!(described("compiler", "cc of bob's\n"), None);
    }

    #[test]
    fn only_what_is_asked_for_is_told() {
        assert_eq!(tools(&[]), BTreeMap::new());
        let told = tools(&["make", "compiler"]);
        assert!(told.keys().all(|key| key == "make" || key == "compiler"), "{told:?}");
    }
}
