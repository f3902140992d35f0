//! The one entry for all hosts: view, runs and summaries → what is shown.

use super::{Resolved, View, show, units};
use crate::compare::{Comparison, Request, compare};
use crate::model::RunId;
use crate::sorted::Map;
use crate::summary::RunSummary;

/// Compares the resolved columns and applies the view's choices.
pub fn compare_view(view: &View, resolved: &Resolved, summaries: &[&RunSummary]) -> Comparison {
    show(view, compare_resolved(&view.unit, resolved, summaries))
}

/// Compares the resolved columns in the chosen units: what all choices of rows, filters and order have in common. Runs
/// without a summary are named in the notes; a column that loses all of its runs is left out.
pub fn compare_resolved(unit: &Map<String, String>, resolved: &Resolved, summaries: &[&RunSummary]) -> Comparison {
    let by_id: Map<&RunId, &RunSummary> = summaries.iter().map(|summary| (&summary.head.id, *summary)).collect();
    let mut notes = resolved.reports.clone();
    let mut columns = Vec::new();
    let mut base = 0;
    for (index, ids) in resolved.columns.iter().enumerate() {
        let mut column = Vec::new();
        for id in ids {
            match by_id.get(id) {
                Some(summary) => column.push(*summary),
                None => notes.push(format!("run {id} is not here: left out")),
            }
        }
        if column.is_empty() {
            continue;
        }
        if index == resolved.base {
            base = columns.len();
        }
        columns.push(column);
    }
    let subject = resolved.subject.clone();
    let mut comparison = compare(&Request { columns, base, subject, units: units::replacements(unit) });
    comparison.notes.splice(0..0, notes);
    comparison
}
