//! What the columns stand for: the keys that tell them apart, and the names that follow.

use super::KeyValue;
use super::short::shorten;
use crate::keys;
use crate::sorted::Set;
use crate::summary::RunSummary;

/// Names of the columns, and the keys behind them.
pub(super) struct Subject {
    /// Keys that the columns stand for, first what was asked for.
    pub keys: Vec<String>,
    /// By column.
    pub names: Vec<Name>,
}

/// How one column is called.
pub(super) struct Name {
    pub full: String,
    pub short: String,
    pub values: Vec<KeyValue>,
}

/// Keys that columns are told apart by when nobody said which, after the labels. The machine's key comes late: it is a
/// hash unless somebody gave a pseudonym.
const CANDIDATES: [&str; 14] = [
    "kernel.release",
    "kernel.build",
    "machine.name",
    "machine.model",
    "preset",
    "machine.threads",
    "machine.memory_bytes",
    "machine.key",
    "conditions.smt",
    "conditions.virtualisation.container",
    "collector.version",
    "provenance.page",
    "started",
    "seed",
];

/// Works out what the columns stand for: the keys asked for, then whatever else is needed to tell all columns apart.
pub(super) fn subject(columns: &[Vec<&RunSummary>], asked: &[String]) -> Subject {
    let mut chosen: Vec<String> = asked.to_vec();
    if chosen.is_empty() {
        chosen.extend(single(columns));
    }
    let mut groups = groups(columns, &chosen);
    for candidate in candidates(columns) {
        if groups == columns.len() {
            break;
        }
        chosen.push(candidate);
        let finer = self::groups(columns, &chosen);
        if finer > groups {
            groups = finer;
        } else {
            chosen.pop();
        }
    }
    let names = names(columns, &chosen);
    Subject { keys: chosen, names }
}

/// The first key that every column states with one value, another in each.
fn single(columns: &[Vec<&RunSummary>]) -> Option<String> {
    candidates(columns).into_iter().find(|key| {
        let values: Vec<Set<&str>> = columns.iter().map(|runs| values(runs, key)).collect();
        values.iter().all(|value| value.len() == 1) && groups(columns, std::slice::from_ref(key)) == columns.len()
    })
}

/// All keys that may tell columns apart, most telling first.
fn candidates(columns: &[Vec<&RunSummary>]) -> Vec<String> {
    let labels: Set<&String> =
        columns.iter().flatten().flat_map(|run| run.keys.keys()).filter(|key| key.starts_with("label.")).collect();
    labels.into_iter().cloned().chain(CANDIDATES.iter().map(|key| (*key).to_owned())).collect()
}

/// Into how many groups the keys part the columns.
fn groups(columns: &[Vec<&RunSummary>], keys: &[String]) -> usize {
    let told: Set<Vec<Set<&str>>> =
        columns.iter().map(|runs| keys.iter().map(|key| values(runs, key)).collect()).collect();
    told.len()
}

/// The values of a key in a column's runs; runs that do not state it add none.
pub(super) fn values<'a>(runs: &[&'a RunSummary], key: &str) -> Set<&'a str> {
    runs.iter().filter_map(|run| run.keys.get(key)).map(String::as_str).collect()
}

fn names(columns: &[Vec<&RunSummary>], keys: &[String]) -> Vec<Name> {
    let value = |runs: &[&RunSummary], key: &str| -> Option<String> {
        let values: Vec<&str> = values(runs, key).into_iter().collect();
        (!values.is_empty()).then(|| values.join(" | "))
    };
    // Only what differs belongs into a header.
    let telling: Vec<&String> = keys.iter().filter(|key| groups(columns, std::slice::from_ref(*key)) > 1).collect();
    // A release says little where the operating systems differ.
    let systems = groups(columns, &["kernel.name".to_owned()]) > 1;
    let header = |runs: &[&RunSummary], key: &str| match value(runs, key) {
        Some(release) if systems && key == "kernel.release" => spoken(runs, key, Some(&release)),
        value => brief(key, value.as_deref()),
    };
    // What a column does not state is left out of its header, unless only that tells it from another.
    let stated = |runs: &[&RunSummary], key: &str| value(runs, key).is_some();
    let named = |unstated: bool| -> Vec<String> {
        let name = |runs: &Vec<&RunSummary>| {
            let keys = telling.iter().filter(|key| unstated || stated(runs, key));
            let parts: Vec<String> = keys.map(|key| header(runs, key)).collect();
            if parts.is_empty() { first_name(runs) } else { parts.join(" ") }
        };
        columns.iter().map(name).collect()
    };
    let said = named(false);
    let plain = if said.iter().collect::<Set<_>>().len() == columns.len() { said } else { named(true) };
    let short = shorten(&distinct(plain));
    columns
        .iter()
        .zip(short)
        .map(|(runs, short)| {
            let named = if keys.is_empty() { vec!["kernel.release".to_owned()] } else { keys.to_vec() };
            let full: Vec<String> = named.iter().map(|key| spoken(runs, key, value(runs, key).as_deref())).collect();
            let stated = |key: &String| Some(KeyValue { key: key.clone(), value: value(runs, key)? });
            Name { full: full.join(", "), short, values: keys.iter().filter_map(stated).collect() }
        })
        .collect()
}

/// A column that nothing tells from others, or that stands alone.
fn first_name(runs: &[&RunSummary]) -> String {
    let Some(run) = runs.first() else { return "no runs".to_owned() };
    let release = Some(&run.head.kernel_release).filter(|release| !release.is_empty());
    release.or_else(|| run.keys.get("machine.name")).cloned().unwrap_or_else(|| run.head.id.to_string())
}

/// Columns that nothing tells apart are numbered.
fn distinct(names: Vec<String>) -> Vec<String> {
    (0..names.len())
        .map(|index| {
            let same = |other: &&String| **other == names[index];
            if names.iter().filter(same).count() < 2 {
                return names[index].clone();
            }
            let number = names[..=index].iter().filter(same).count();
            format!("{} ({number})", names[index])
        })
        .collect()
}

/// A value in a header.
fn brief(key: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return format!("no {}", keys::title(key)) };
    match key {
        // 2026-11-30T12:54:00Z: the minute is enough for the eye.
        "started" if value.len() >= 16 && value.is_ascii() => format!("{} {}", &value[5..10], &value[11..16]),
        "seed" => format!("seed {value}"),
        "machine.threads" => format!("{value} threads"),
        _ => keys::brief(key, value).to_owned(),
    }
}

/// A value in a full name.
fn spoken(runs: &[&RunSummary], key: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return format!("no {} stated", keys::title(key)) };
    match key {
        "kernel.release" => {
            let systems = values(runs, "kernel.name");
            match systems.first() {
                Some(system) if systems.len() == 1 => format!("{system} {value}"),
                _ => value.to_owned(),
            }
        }
        "machine.name" | "machine.cpu.model" | "machine.description" => value.to_owned(),
        "kernel.build" => format!("build {}", keys::brief(key, value)),
        _ => match key.strip_prefix("label.") {
            Some(label) => format!("{label}={value}"),
            None => format!("{} {value}", keys::title(key)),
        },
    }
}
