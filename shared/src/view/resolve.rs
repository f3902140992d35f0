//! Live views → runs: which runs stand in which column.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::filter::{filter_matches, key_of};
use super::glob::glob_matches;
use super::{Columns, View, compare_natural};
use crate::model::RunId;
use crate::number::compare_releases;
use crate::sorted::Map;

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
    pub keys: Map<String, String>,
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
        Columns::Frozen(columns) => fixed(view, columns),
        Columns::Live { by, filter } => live(view, by, filter, runs),
    }
}

/// The runs of a view that names them itself: what a host without a store can resolve.
pub fn resolve_fixed(view: &View) -> Resolved {
    match &view.columns {
        Columns::Frozen(columns) => fixed(view, columns),
        Columns::Live { .. } => Resolved::default(),
    }
}

fn fixed(view: &View, columns: &[Vec<RunId>]) -> Resolved {
    let base = view.base.as_ref().and_then(|base| base.parse().ok()).filter(|base| *base < columns.len());
    Resolved { columns: columns.to_vec(), base: base.unwrap_or(0), ..Resolved::default() }
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
    let mut groups: Map<Vec<&str>, Vec<&Candidate>> = Map::new();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(number: u8, keys: &[(&str, &str)]) -> Candidate {
        let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Candidate { id: RunId::of(&[number]), keys, superseded: false }
    }

    fn store() -> Vec<Candidate> {
        vec![
            candidate(0, &[("kernel.release", "6.18.44"), ("machine.cpu.model", "AMD-K6"), ("label.config", "b")]),
            candidate(1, &[("kernel.release", "6.1.192"), ("machine.cpu.model", "AMD-K6"), ("label.config", "a")]),
            candidate(2, &[("kernel.release", "6.1.192"), ("machine.cpu.model", "Xeon")]),
            Candidate { superseded: true, ..candidate(3, &[("kernel.release", "5.10.1")]) },
            candidate(4, &[("kernel.release", "6.1.192"), ("machine.cpu.model", "AMD-K6"), ("label.config", "a")]),
        ]
    }

    fn resolved(query: &str) -> Resolved {
        resolve(&View::parse(query).view, &store())
    }

    fn numbers(resolved: &Resolved) -> Vec<Vec<u8>> {
        let number = |id: &RunId| (0..9).find(|number| RunId::of(&[*number]) == *id).expect("an id of the store");
        resolved.columns.iter().map(|runs| runs.iter().map(number).collect()).collect()
    }

    #[test]
    fn runs_of_one_value_make_a_column_and_superseded_ones_none() {
        let resolved = resolved("by=kernel.release");
        assert_eq!(numbers(&resolved), [vec![1, 2, 4], vec![0]]);
        assert_eq!(resolved.subject, ["kernel.release"]);
        assert_eq!(resolved.reports, Vec::<String>::new());
    }

    #[test]
    fn conditions_and_several_keys() {
        assert_eq!(numbers(&resolved("by=kernel.release&where=cpu:amd*")), [vec![1, 4], vec![0]]);
        let both = resolved("by=kernel,label.config&where=cpu:AMD*");
        assert_eq!(numbers(&both), [vec![1, 4], vec![0]]);
        assert_eq!(both.subject, ["kernel.release", "label.config"]);
        assert_eq!(numbers(&resolved("where=cpu:AMD*")), [vec![0], vec![1], vec![4]], "each run alone");
    }

    #[test]
    fn runs_without_the_key_are_left_out_and_said() {
        let resolved = resolved("by=label.config");
        assert_eq!(numbers(&resolved), [vec![1, 4], vec![0]]);
        assert_eq!(resolved.reports, ["1 run has no label.config: left out"]);
    }

    #[test]
    fn the_baseline_is_a_column_by_value() {
        assert_eq!(resolved("by=kernel&base=6.18.44").base, 1);
        assert_eq!(resolved("by=kernel,label.config&base=6.18.44,b").base, 1);
        assert_eq!(resolved("by=kernel&base=6.18*").base, 1);
        let none = resolved("by=kernel&base=7.0");
        assert_eq!((none.base, none.reports.len()), (0, 1));
    }

    #[test]
    fn an_empty_answer_names_the_condition_that_is_to_blame() {
        let alone = resolved("by=kernel&where=kernel:7.*&where=cpu:AMD*");
        assert!(alone.columns.is_empty());
        assert_eq!(alone.reports, ["where=kernel:7.* matches none of 4 runs"]);
        let together = resolved("by=kernel&where=kernel:6.18*&where=cpu:Xeon");
        assert_eq!(
            together.reports,
            [
                "no run meets all conditions",
                "without where=kernel:6.18* it would be 1",
                "without where=cpu:Xeon it would be 1"
            ]
        );
        assert_eq!(resolve(&View::parse("by=kernel").view, &[]).reports, ["there are no runs yet"]);
    }

    #[test]
    fn columns_and_runs_are_bounded_and_it_is_said() {
        let many: Vec<Candidate> =
            (0..100_u8).map(|n| candidate(n, &[("kernel.release", &format!("6.{n}"))])).collect();
        let resolved = resolve(&View::parse("by=kernel").view, &many);
        assert_eq!(resolved.columns.len(), MAX_COLUMNS);
        assert_eq!(resolved.reports, ["100 columns match: the first 32 are shown; where= narrows them"]);
        let same: Vec<Candidate> =
            (0..3).flat_map(|_| (0..100_u8).map(|n| candidate(n, &[("kernel.release", "6.1")]))).collect();
        let resolved = resolve(&View::parse("by=kernel").view, &same);
        assert_eq!(resolved.columns[0].len(), MAX_RUNS);
    }

    #[test]
    fn a_frozen_view_is_itself_and_a_live_one_can_be_frozen() {
        let live = View::parse("by=kernel.release&base=6.18.44&hide=same").view;
        let frozen = live.frozen(&resolve(&live, &store()));
        assert_eq!(frozen.base.as_deref(), Some("1"));
        assert_eq!(View::parse(&frozen.query()).view, frozen);
        let later: Vec<Candidate> =
            store().into_iter().chain([candidate(9, &[("kernel.release", "6.1.192")])]).collect();
        assert_eq!(resolve(&frozen, &later), Resolved { subject: Vec::new(), ..resolve(&live, &store()) });
        assert_ne!(resolve(&live, &later).columns, resolve(&frozen, &later).columns);
        assert_eq!(frozen.hash().len(), 16);
    }
}
