//! What a table shows: its title, unit and direction, and whether it has a curve.

use shared::catalogue::{self, AxisKind, AxisRole};
use shared::compare::{Table, Word};
use shared::model::Role;
use shared::view::Chart;

use crate::element::{El, el, said, switch};
use crate::state::shown::Shown;

/// A curve needs at least this many points.
const LEAST_POINTS: usize = 3;

/// The caption of a table, with a switch for each of `curves`. The table is labelled by `id`.
pub fn caption(shown: &Shown, table: &Table, id: &str, curves: &[String]) -> El {
    el("div", "caption")
        .child(said("h2", "", &table.title).attr("id", id.to_owned()))
        .child(said("span", "soft", unit(table)))
        .child(el("span", "push bar").children(curves.iter().map(|benchmark| chart_switch(shown, benchmark))))
}

/// Unit, direction, and what the light figures are.
fn unit(table: &Table) -> String {
    if has_spread(table) {
        format!("{} · ± half of the middle half of starts", table.caption())
    } else {
        table.caption()
    }
}

/// Whether any figure of the table has a spread.
pub fn has_spread(table: &Table) -> bool {
    table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.spread.is_some())
}

/// Whether any change of the table was tested.
pub fn is_tested(table: &Table) -> bool {
    table.rows.iter().flat_map(|row| row.changes.iter().flatten()).any(|change| change.word != Word::Untested)
}

/// The chart of a benchmark over its sweep; percentiles, which span decades, by their logarithm.
pub fn curve(benchmark: &str) -> Chart {
    let axes = catalogue::find(benchmark).map_or(&[][..], |known| known.axes);
    let log = axes.iter().any(|axis| axis.kind == AxisKind::Percentile);
    Chart { benchmark: benchmark.to_owned(), x: None, split: None, log }
}

/// Benchmarks of the table that have a curve to draw: of what they are about, so that each is drawn above one table.
pub fn sweeps(table: &Table) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in &table.rows {
        let id = &row.key.benchmark;
        if !found.contains(id) && has_sweep(table, id) {
            found.push(id.clone());
        }
    }
    found
}

fn has_sweep(table: &Table, benchmark: &str) -> bool {
    let Some(definition) = catalogue::find(benchmark) else { return false };
    definition.axes.iter().filter(|axis| axis.role == AxisRole::Sweep).any(|axis| {
        let rows = table.rows.iter().filter(|row| row.key.benchmark == benchmark && row.role == Role::Primary);
        let mut values: Vec<u64> = rows.filter_map(|row| row.key.point.integer(axis.name)).collect();
        values.sort_unstable();
        values.dedup();
        values.len() >= LEAST_POINTS
    })
}

/// Draws a benchmark's curve, or takes it away.
fn chart_switch(shown: &Shown, benchmark: &str) -> El {
    let drawn = shown.view.chart.as_ref().is_some_and(|chart| chart.benchmark == benchmark);
    let chart = (!drawn).then(|| curve(benchmark));
    let title = catalogue::find(benchmark).map_or(benchmark, |found| found.title);
    switch(shown.href_with(|view| view.chart = chart), drawn, format!("Chart: {title}"))
}
