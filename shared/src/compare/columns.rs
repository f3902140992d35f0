//! The columns: their runs, what they are called, and what is known of them.

use super::differs::{self, Differences};
use super::subject::{Subject, values};
use super::{Column, Table};
use crate::model::{ProvenanceKind, RunId, VerdictWord};
use crate::sorted::Set;
use crate::summary::RunSummary;

/// The runs of each column without those that another run of the column continues, and a note for each left out: the
/// later document holds what the earlier one measured.
pub(super) fn without_superseded<'a>(columns: &[Vec<&'a RunSummary>]) -> (Vec<Vec<&'a RunSummary>>, Vec<String>) {
    let mut notes = Vec::new();
    let kept = columns
        .iter()
        .map(|runs| {
            let continued: Set<&RunId> = runs.iter().filter_map(|run| run.head.supersedes.as_ref()).collect();
            let (left_out, kept): (Vec<&RunSummary>, Vec<&RunSummary>) =
                runs.iter().partition(|run| continued.contains(&&run.head.id));
            notes.extend(
                left_out.iter().map(|run| format!("run {} is left out: a later run continues it", run.head.id)),
            );
            kept
        })
        .collect();
    (kept, notes)
}

/// The columns as shown. How many starts a typical row has is the rows' business.
pub(super) fn columns(
    runs: &[Vec<&RunSummary>],
    subject: Subject,
    differences: &Differences,
    base: usize,
) -> Vec<Column> {
    let keys = &subject.keys;
    let names = subject.names.into_iter();
    let column = |(index, (runs_here, name)): (usize, (&Vec<&RunSummary>, super::subject::Name))| Column {
        name: name.full,
        short: name.short,
        subject: name.values,
        runs: runs_here.iter().map(|run| run.head.id.clone()).collect(),
        boots: boots(runs_here),
        starts: 0,
        verdict: verdict(runs_here),
        reference: is_reference(runs_here),
        differs: differs::count(&differences.differs, index, base),
        merges: differs::merges(runs_here, keys),
        source: source(runs_here),
        barred: runs.get(base).and_then(|base| barred(base, runs_here)),
        days: days(runs_here),
    };
    runs.iter().zip(names).enumerate().map(column).collect()
}

/// Sets how many starts a typical row of each column has: the median over its rows with figures.
pub(super) fn count_starts(columns: &mut [Column], tables: &[Table]) {
    for (index, column) in columns.iter_mut().enumerate() {
        let rows = tables.iter().flat_map(|table| &table.rows);
        let mut starts: Vec<usize> =
            rows.map(|row| row.cells[index].starts.len()).filter(|starts| *starts > 0).collect();
        starts.sort_unstable();
        column.starts = starts.get(starts.len() / 2).map_or(0, |starts| u32::try_from(*starts).unwrap_or(u32::MAX));
    }
}

/// How many boots the runs come from; nothing where one does not say.
fn boots(runs: &[&RunSummary]) -> Option<u32> {
    let boots: Option<Set<&str>> = runs.iter().map(|run| run.head.boot.as_deref()).collect();
    boots.filter(|boots| !boots.is_empty()).and_then(|boots| u32::try_from(boots.len()).ok())
}

/// The worst verdict.
fn verdict(runs: &[&RunSummary]) -> Option<VerdictWord> {
    let badness = |word: &VerdictWord| match word {
        VerdictWord::Clean => 0,
        VerdictWord::Disturbed => 1,
        VerdictWord::Invalid => 2,
    };
    runs.iter().filter_map(|run| run.head.verdict).max_by_key(badness)
}

/// Whether a column holds nothing that the collector measured.
fn is_reference(runs: &[&RunSummary]) -> bool {
    !runs.is_empty() && runs.iter().all(|run| run.head.provenance != ProvenanceKind::Measured)
}

/// `published, linux-kernel, 2002-08-05`, of runs from elsewhere; each source once.
fn source(runs: &[&RunSummary]) -> Option<String> {
    let mut sources: Vec<String> = Vec::new();
    for run in runs.iter().filter(|run| run.head.provenance != ProvenanceKind::Measured) {
        let key = |name: &str| run.keys.get(name).cloned();
        let list = key("provenance.list").or_else(|| key("provenance.title"));
        let words = [key("provenance.kind"), list, key("provenance.date")];
        let source = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    (!sources.is_empty()).then(|| sources.join("; "))
}

/// First and last day that the runs started.
fn days(runs: &[&RunSummary]) -> (String, String) {
    let day = |run: &&RunSummary| run.head.started.chars().take(10).collect::<String>();
    let days: Set<String> = runs.iter().map(day).collect();
    (days.first().cloned().unwrap_or_default(), days.last().cloned().unwrap_or_default())
}

/// Why the figures of a column are not to be compared with the baseline's.
fn barred(base: &[&RunSummary], column: &[&RunSummary]) -> Option<String> {
    let yes = |runs: &[&RunSummary], key: &str| values(runs, key).contains("true");
    let throttled = |runs: &[&RunSummary]| {
        let events = |key: &str| values(runs, key).iter().any(|count| *count != "0");
        events("during.throttle_events") || events("during.cgroup_throttled")
    };
    let invalid = |runs: &[&RunSummary]| verdict(runs) == Some(VerdictWord::Invalid);
    let other = |key: &str| {
        let (one, other) = (values(base, key), values(column, key));
        !one.is_empty() && !other.is_empty() && one != other
    };
    let is_base = base.iter().map(|run| &run.head.id).eq(column.iter().map(|run| &run.head.id));
    if is_base {
        None
    } else if yes(base, "machine.emulated") != yes(column, "machine.emulated") {
        Some("emulated against native".to_owned())
    } else if throttled(base) != throttled(column) {
        Some("throttled against not throttled".to_owned())
    } else if other("conditions.other.cpu.capacity") || other("conditions.other.cpu.core_type") {
        Some("measured on CPUs of other capacity".to_owned())
    } else if invalid(base) || invalid(column) {
        Some("a run of these columns is invalid by its own verdict".to_owned())
    } else {
        None
    }
}
