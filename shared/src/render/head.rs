//! What the columns share and in what else they differ, as short phrases.

use crate::compare::{Comparison, Difference, KeyValue};
use crate::keys;
use crate::sorted::Set;

/// Shared keys that a table names; the rest is only counted.
const MOST_SHARED: usize = 6;

/// Differing keys that a table names.
const MOST_DIFFERING: usize = 8;

/// `Linux 2.5.29, 4-way SMP 500 MHz`: what all columns share.
pub fn same(comparison: &Comparison) -> String {
    let value = |key: &str| comparison.same.iter().find(|pair| pair.key == key).map(|pair| pair.value.as_str());
    let mut phrases = Vec::new();
    for pair in &comparison.same {
        match (pair.key.as_str(), value("kernel.name")) {
            ("kernel.release", Some(name)) => phrases.push(format!("{name} {}", pair.value)),
            ("kernel.name", Some(_)) if value("kernel.release").is_some() => {}
            _ => phrases.push(shared(pair)),
        }
    }
    let left = phrases.len().saturating_sub(MOST_SHARED);
    phrases.truncate(MOST_SHARED);
    if left > 0 {
        phrases.push(format!("{left} more"));
    }
    phrases.join(", ")
}

/// Values that speak for themselves stand alone, others behind their key's name.
fn shared(pair: &KeyValue) -> String {
    match pair.key.as_str() {
        "kernel.name" | "kernel.release" | "machine.name" | "machine.cpu.model" | "machine.model" => pair.value.clone(),
        key => {
            let title = keys::title(key);
            match title.rsplit_once(", ") {
                Some((name, unit)) => format!("{name} {}", with_unit(&pair.value, unit)),
                None => format!("{title} {}", keys::brief(key, &pair.value)),
            }
        }
    }
}

/// `402653184` bytes as `384 MiB`, `500000000` Hz as `500 MHz`, where that is exact; else as it stands.
fn with_unit(value: &str, unit: &str) -> String {
    let scaled = |by: u64, name: &str| {
        let number = value.parse::<u64>().ok().filter(|number| *number > 0 && number % by == 0)?;
        Some(format!("{} {name}", number / by))
    };
    let short = match unit {
        "bytes" => scaled(1 << 30, "GiB").or_else(|| scaled(1 << 20, "MiB")),
        "Hz" => scaled(1_000_000, "MHz"),
        _ => None,
    };
    short.unwrap_or_else(|| format!("{value} {unit}"))
}

/// `governor (performance | schedutil), microcode (0x1 | 0x2)`: in what the columns differ besides their subject.
pub fn differs(comparison: &Comparison) -> String {
    let mut phrases: Vec<String> = comparison.differs.iter().take(MOST_DIFFERING).map(difference).collect();
    if comparison.differs.len() > MOST_DIFFERING {
        phrases.push(format!("{} more", comparison.differs.len() - MOST_DIFFERING));
    }
    phrases.join(", ")
}

fn difference(difference: &Difference) -> String {
    let title = keys::title(&difference.key);
    let mut seen = Set::new();
    let distinct = difference.values.iter().filter(|value| seen.insert(*value));
    let words: Vec<&str> = distinct.map(|value| value.as_deref().unwrap_or("absent")).collect();
    // Long values belong to the page, not to a line of text.
    let short = words.iter().all(|word| word.len() <= 24) && words.len() <= 4;
    if short { format!("{title} ({})", words.join(" | ")) } else { title }
}
