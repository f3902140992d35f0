//! What the columns share and in what else they differ, as short phrases.

use std::collections::BTreeSet;

use crate::compare::{Comparison, Difference, KeyValue};
use crate::keys;

/// Shared keys that a table names; the rest is only counted.
const MOST_SHARED: usize = 6;

/// Differing keys that a table names.
const MOST_DIFFERING: usize = 8;

/// `Linux 2.5.29, 4-way SMP 500 MHz`: what all columns share. Empty where there is but one column.
pub fn same(comparison: &Comparison) -> String {
    let mut phrases: Vec<String> = comparison.same.iter().take(MOST_SHARED).map(shared).collect();
    if comparison.same.len() > MOST_SHARED {
        phrases.push(format!("{} more", comparison.same.len() - MOST_SHARED));
    }
    phrases.join(", ")
}

/// Values that speak for themselves stand alone, others behind their key's name.
fn shared(pair: &KeyValue) -> String {
    match pair.key.as_str() {
        "kernel.name" | "kernel.release" | "machine.name" | "machine.cpu.model" | "machine.model" => pair.value.clone(),
        key => format!("{} {}", keys::title(key), pair.value),
    }
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
    let mut seen = BTreeSet::new();
    let distinct = difference.values.iter().filter(|value| seen.insert(*value));
    let words: Vec<&str> = distinct.map(|value| value.as_deref().unwrap_or("absent")).collect();
    // Long values belong to the page, not to a line of text.
    let short = words.iter().all(|word| word.len() <= 24) && words.len() <= 4;
    if short { format!("{title} ({})", words.join(" | ")) } else { title }
}
