//! Live views → runs: which runs stand in which column.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::filter::{filter_matches, key_of};
use super::glob::glob_matches;
use super::{Columns, View, compare_natural};
use crate::model::RunId;
use crate::number::compare_releases;

/// The most columns that a view has.
pub const MAX_COLUMNS: usize = 32;

/// The most runs that a live view reads.
pub const MAX_RUNS: usize = 256;

/// A run that a live view may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The run.
    pub id: RunId,
    /// Its keys and their values.
    pub keys: BTreeMap<String, String>,
    /// True where a resumed run replaces it.
    pub superseded: bool,
}

/// What a view shows at this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// The runs of each column.
    pub columns: Vec<Vec<RunId>>,
    /// The keys that the columns stand for; empty where the runs were given by id.
    pub subject: Vec<String>,
    /// Index of the baseline.
    pub base: usize,
    /// What the reader must know of the choice.
    pub reports: Vec<String>,
}

/// The runs of a view. `runs` are all that the store has, newest first: where there are too many, the first ones stay.
/// A frozen view resolves to itself, whatever the store has.
pub fn resolve(view: &View, runs: &[Candidate]) -> Resolved {
    match &view.columns {
        Columns::Frozen(columns) => {
            let base = view.base.as_ref().and_then(|base| base.parse().ok()).filter(|base| *base < columns.len());
            Resolved { columns: columns.clone(), base: base.unwrap_or(0), ..Resolved::default() }
        }
        Columns::Live { by, filter } => live(view, by, filter, runs),
    }
}

/// A column in the making: the values that its runs share, and the runs.
type Group<'a> = (Vec<&'a str>, Vec<&'a Candidate>);

fn live(view: &View, by: &[String], filter: &[(String, String)], runs: &[Candidate]) -> Resolved {
    let mut reports = Vec::new();
    let current: Vec<&Candidate> = runs.iter().filter(|run| !run.superseded).collect();
    let mut matching: Vec<&Candidate> =
        current.iter().copied().filter(|run| filter_matches(&run.keys, filter)).collect();
    if matching.is_empty() {
        reports.extend(blame(filter, &current));
    }
    if matching.len() > MAX_RUNS {
        reports.push(format!("{} runs match: the newest {MAX_RUNS} are shown", matching.len()));
        matching.truncate(MAX_RUNS);
    }
    let mut groups = group(by, &matching, &mut reports);
    if groups.len() > MAX_COLUMNS {
        reports.push(format!("{} columns match: the first {MAX_COLUMNS} are shown; where= narrows them", groups.len()));
        groups.truncate(MAX_COLUMNS);
    }
    let base = view.base.as_deref().map_or(0, |wanted| find_base(wanted, &groups, &mut reports));
    Resolved {
        columns: groups.iter().map(|(_, runs)| runs.iter().map(|run| run.id.clone()).collect()).collect(),
        subject: by.iter().map(|key| key_of(key).to_owned()).collect(),
        base,
        reports,
    }
}

/// Runs by the values of `by`, in the order of these values; each run alone where there are no keys.
fn group<'a>(by: &[String], runs: &[&'a Candidate], reports: &mut Vec<String>) -> Vec<Group<'a>> {
    if by.is_empty() {
        return runs.iter().map(|run| (vec![run.id.as_str()], vec![*run])).collect();
    }
    let keys: Vec<&str> = by.iter().map(|key| key_of(key)).collect();
    let mut groups: BTreeMap<Vec<&str>, Vec<&Candidate>> = BTreeMap::new();
    let mut without = 0;
    for run in runs {
        match keys.iter().map(|key| run.keys.get(*key).map(String::as_str)).collect::<Option<Vec<_>>>() {
            Some(values) => groups.entry(values).or_default().push(run),
            None => without += 1,
        }
    }
    if without > 0 {
        let runs = if without == 1 { "1 run has".to_owned() } else { format!("{without} runs have") };
        reports.push(format!("{runs} no {}: left out", keys.join(" and ")));
    }
    let mut groups: Vec<Group> = groups.into_iter().collect();
    groups.sort_by(|(a, _), (b, _)| compare_values(&keys, a, b));
    groups
}

fn compare_values(keys: &[&str], left: &[&str], right: &[&str]) -> Ordering {
    keys.iter()
        .zip(left.iter().zip(right))
        .map(|(key, (a, b))| match *key {
            "kernel.release" => compare_releases(a, b).then_with(|| a.cmp(b)),
            _ => compare_natural(a, b),
        })
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The column that `base=` names: by its values joined by commas, else by a glob of them.
fn find_base(wanted: &str, groups: &[Group], reports: &mut Vec<String>) -> usize {
    let names: Vec<String> = groups.iter().map(|(values, _)| values.join(",")).collect();
    let exact = names.iter().position(|name| name == wanted);
    let found = exact.or_else(|| names.iter().position(|name| glob_matches(wanted, name)));
    if found.is_none() && !groups.is_empty() {
        reports.push(format!("base={wanted} is none of the columns: the first one is the baseline"));
    }
    found.unwrap_or(0)
}

/// Which condition leaves nothing.
fn blame(filter: &[(String, String)], runs: &[&Candidate]) -> Vec<String> {
    if runs.is_empty() {
        return vec!["there are no runs yet".to_owned()];
    }
    let count = |filter: &[(String, String)]| runs.iter().filter(|run| filter_matches(&run.keys, filter)).count();
    let alone: Vec<String> = filter
        .iter()
        .filter(|condition| count(std::slice::from_ref(condition)) == 0)
        .map(|(key, glob)| format!("where={key}:{glob} matches none of {} runs", runs.len()))
        .collect();
    if !alone.is_empty() {
        return alone;
    }
    let mut reports = vec!["no run meets all conditions".to_owned()];
    for (index, (key, glob)) in filter.iter().enumerate() {
        let mut rest = filter.to_vec();
        rest.remove(index);
        let left = count(&rest);
        if left > 0 {
            reports.push(format!("without where={key}:{glob} it would be {left}"));
        }
    }
    reports
}
