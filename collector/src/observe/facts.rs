//! Key and value pairs that leave the machine: only what a reader names, short and printable.

use std::collections::BTreeMap;
use std::fmt::Display;

/// Longest value, in bytes. The longest known one, a line of `spectre_v2`, has 150.
const LONGEST: usize = 256;

/// A growing set of facts.
#[derive(Debug, Default)]
pub struct Facts(BTreeMap<String, String>);

impl Facts {
    /// Notes a value under a key, if there is one.
    pub fn add(&mut self, key: impl Into<String>, value: Option<impl Display>) {
        if let Some(value) = value.map(|value| clean(&value.to_string())).filter(|value| !value.is_empty()) {
            self.0.insert(key.into(), value);
        }
    }

    /// The facts by key.
    pub fn into_map(self) -> BTreeMap<String, String> {
        self.0
    }
}

/// White space of any kind as one space, nothing that does not print, at most [`LONGEST`] bytes.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len().min(LONGEST));
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !cleaned.is_empty() {
            cleaned.push(' ');
        }
        cleaned.push_str(word);
    }
    let mut end = cleaned.len().min(LONGEST);
    while !cleaned.is_char_boundary(end) {
        end -= 1;
    }
    cleaned.truncate(end);
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_one_short_line() {
        let mut facts = Facts::default();
        facts.add("a", Some("one\ttwo\u{1b}\n three"));
        facts.add("b", Some(" \n"));
        facts.add("c", None::<u32>);
        facts.add("d", Some("é".repeat(200)));
        let map = facts.into_map();
        assert_eq!(map["a"], "one two three");
        assert_eq!(map["d"], "é".repeat(128));
        assert_eq!(map.len(), 2);
    }
}
