//! In what the columns differ besides what they stand for.
//!
//! A key differs where two columns state different values; one that only some state is not a difference but is said to
//! be unstated, in one note. Keys of a bundle make one line. When the kernel is what the columns stand for, its own
//! properties follow it: they stand in one line among the facts and are not counted; likewise the machine's.

use super::subject::values;
use super::{Difference, KeyValue};
use crate::keys::{self, Bundle, Class};
use crate::sorted::{Map, Set};
use crate::summary::RunSummary;

/// What a closed bundle's key stands for that a run with other keys of the bundle lacks: an unset symbol.
const UNSET: &str = "not set";

/// What columns share and in what they differ.
pub(super) struct Differences {
    pub same: Vec<KeyValue>,
    pub differs: Vec<Difference>,
    pub facts: Vec<Difference>,
    /// By column: names of what it does not state and others do; a bundle is one.
    pub unstated: Vec<Set<String>>,
}

/// Whole families of keys that follow a subject of the family.
const FOLLOWING: [&str; 2] = ["kernel.", "machine."];

/// Works out what the columns share and in what they differ. `benchmarks` are those compared: a key that matters to
/// none of them is a fact.
pub(super) fn differences(columns: &[Vec<&RunSummary>], subject: &[String], benchmarks: &Set<&str>) -> Differences {
    let table = Table::of(columns);
    let mut differs = Vec::new();
    let mut facts = Vec::new();
    let mut following: Map<&str, Vec<Difference>> = Map::new();
    let mut unstated = vec![Set::new(); columns.len()];
    for (key, stated) in &table.values {
        let family = FOLLOWING.iter().copied().find(|family| key.starts_with(family) && follows(subject, family));
        let counted =
            keys::class(key) != Class::Fact && benchmarks.iter().any(|benchmark| keys::matters(key, benchmark));
        if counted && family.is_none() {
            for (column, value) in stated.iter().enumerate() {
                if value.is_none() && !columns[column].is_empty() {
                    unstated[column]
                        .insert(keys::bundle(key).map_or_else(|| keys::title(key), |bundle| keys::title(bundle.name)));
                }
            }
        }
        if subject.contains(key) || !differ(stated) {
            continue;
        }
        let difference = Difference { key: key.clone(), values: stated.clone(), parts: Vec::new() };
        match family {
            Some(family) => following.entry(family).or_default().push(difference),
            None if counted => differs.push(difference),
            None => facts.push(difference),
        }
    }
    let lines = following.into_iter().map(|(family, parts)| followed(family, parts));
    let facts = lines.chain(facts).collect();
    Differences { same: same(columns, &table, subject), differs: bundled(differs), facts, unstated }
}

/// Whether the columns stand for something of that family.
fn follows(subject: &[String], family: &str) -> bool {
    subject.iter().any(|key| key.starts_with(family))
}

/// Control keys in which the runs of one column differ from each other.
pub(super) fn merges(runs: &[&RunSummary], subject: &[String]) -> Vec<String> {
    if runs.len() < 2 {
        return Vec::new();
    }
    let all: Set<&String> = runs.iter().flat_map(|run| run.keys.keys()).collect();
    let mut names: Vec<String> = Vec::new();
    for key in all {
        if keys::class(key) == Class::Fact || subject.contains(key) || values(runs, key).len() < 2 {
            continue;
        }
        let name = keys::bundle(key).map_or(key.as_str(), |bundle| bundle.name);
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// How many lines of `differences` tell `column` from `base`.
pub(super) fn count(differences: &[Difference], column: usize, base: usize) -> usize {
    let differ = |line: &Difference| {
        let (one, other) = (line.values.get(column).cloned().flatten(), line.values.get(base).cloned().flatten());
        one.is_some() && other.is_some() && one != other
    };
    differences
        .iter()
        .filter(|line| if line.parts.is_empty() { differ(line) } else { line.parts.iter().any(differ) })
        .count()
}

/// Keys by column.
struct Table {
    values: Map<String, Vec<Option<String>>>,
}

impl Table {
    fn of(columns: &[Vec<&RunSummary>]) -> Self {
        let all: Set<&String> = columns.iter().flatten().flat_map(|run| run.keys.keys()).collect();
        let row = |key: &str| {
            let value = |runs: &Vec<&RunSummary>| joined(&values(runs, key)).or_else(|| implied(runs, key));
            columns.iter().map(value).collect()
        };
        Self { values: all.into_iter().map(|key| (key.clone(), row(key))).collect() }
    }
}

fn joined(values: &Set<&str>) -> Option<String> {
    (!values.is_empty()).then(|| values.iter().copied().collect::<Vec<_>>().join(" | "))
}

/// The value of an absent key of a closed bundle: a kernel config that lacks a symbol has it unset.
fn implied(runs: &[&RunSummary], key: &str) -> Option<String> {
    let bundle = keys::bundle(key).filter(|bundle| bundle.closed)?;
    let has_others = |run: &&RunSummary| run.keys.keys().any(|key| key.starts_with(bundle.prefix));
    runs.iter().any(has_others).then(|| UNSET.to_owned())
}

/// Whether two columns state different values.
fn differ(stated: &[Option<String>]) -> bool {
    stated.iter().flatten().collect::<Set<_>>().len() > 1
}

/// What follows a subject, in one line: `kernel: build, compiler, config: 37 symbols`.
fn followed(family: &str, parts: Vec<Difference>) -> Difference {
    let lines = bundled(parts.clone());
    let short = |line: &Difference| line.key.strip_prefix(family).unwrap_or(&line.key).to_owned();
    match lines.as_slice() {
        [only] => only.clone(),
        _ => {
            let names: Vec<String> = lines.iter().map(short).collect();
            let key = format!("{} {}", family.replace('.', ":"), names.join(", "));
            Difference { key, ..one_line(family.trim_end_matches('.'), "", parts) }
        }
    }
}

/// Several keys of one bundle as one line, at the place of the first.
fn bundled(differences: Vec<Difference>) -> Vec<Difference> {
    let mut lines: Vec<(Option<&'static Bundle>, Vec<Difference>)> = Vec::new();
    for difference in differences {
        let bundle = keys::bundle(&difference.key);
        match lines.iter_mut().find(|(known, _)| bundle.is_some() && *known == bundle) {
            Some((_, parts)) => parts.push(difference),
            None => lines.push((bundle, vec![difference])),
        }
    }
    lines
        .into_iter()
        .flat_map(|(bundle, mut parts)| match bundle {
            Some(bundle) if parts.len() > 1 => vec![one_line(bundle.name, bundle.noun, parts)],
            _ => std::mem::take(&mut parts),
        })
        .collect()
}

/// `kernel.config: 37 symbols`, with a value by which a reader recognises each column.
fn one_line(name: &str, noun: &str, mut parts: Vec<Difference>) -> Difference {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    // One of the bundle's own keys may be its name: the machine's.
    let own = parts.iter().find(|part| part.key == format!("{name}.name"));
    let columns = parts.first().map_or(0, |part| part.values.len());
    let values = match own {
        Some(own) => own.values.clone(),
        None => (0..columns).map(|column| listed(name, &parts, column)).collect(),
    };
    Difference { key: format!("{name}: {} {noun}", parts.len()), values, parts }
}

/// The first three values of a bundle in one column: `HZ=250 PREEMPT=y …`.
fn listed(name: &str, parts: &[Difference], column: usize) -> Option<String> {
    let short = |key: &str| key.strip_prefix(name).map_or(key, |rest| rest.trim_start_matches('.')).to_owned();
    let stated = parts.iter().filter_map(|part| {
        let value = part.values.get(column)?.as_ref()?;
        Some(format!("{}={value}", short(&part.key)))
    });
    let mut words: Vec<String> = stated.take(4).collect();
    if words.len() > 3 {
        words[3] = "…".to_owned();
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// What a page says once: most telling first.
const TELLING: [&str; 12] = [
    "kernel.name",
    "kernel.release",
    "machine.name",
    "machine.key",
    "preset",
    "kernel.build",
    "kernel.arch",
    "kernel.compiler",
    "machine.hypervisor",
    "machine.threads",
    "machine.memory_bytes",
    "conditions.clock_source",
];

/// Keys that all columns state with the same single value, labels after the most telling ones, then by name.
fn same(columns: &[Vec<&RunSummary>], table: &Table, subject: &[String]) -> Vec<KeyValue> {
    let runs = || columns.iter().flatten();
    let shared = |key: &str, stated: &[Option<String>]| {
        let said_otherwise = matches!(key, "machine.description" | "machine.cpu.model" | "machine.cpu.vendor");
        let long = key.starts_with("kernel.config") || key.starts_with("conditions.mitigations.");
        !subject.iter().any(|known| known == key)
            && keys::class(key) != Class::Fact
            && !said_otherwise
            && !long
            && !differ(stated)
            && runs().all(|run| run.keys.get(key) == runs().next().and_then(|first| first.keys.get(key)))
    };
    let rank = |key: &str| {
        let telling = TELLING.iter().position(|known| *known == key);
        telling.unwrap_or(if key.starts_with("label.") { TELLING.len() } else { TELLING.len() + 1 })
    };
    let mut same: Vec<KeyValue> = table
        .values
        .iter()
        .filter(|(key, stated)| shared(key, stated))
        .filter_map(|(key, stated)| Some(KeyValue { key: key.clone(), value: stated.first()?.clone()? }))
        .collect();
    same.sort_by_key(|known| rank(&known.key));
    same
}
