//! What a table shows: its title, unit and direction, and whether it has a curve.

use shared::catalogue::{self, AxisRole};
use shared::compare::Table;
use shared::view::{Chart, View};
use yew::prelude::*;

use crate::state::shown::Shown;

/// A curve needs at least this many points.
const LEAST_POINTS: usize = 3;

/// Properties of [`Caption`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is shown.
    pub shown: Shown,
    /// Index of the table.
    pub table: usize,
    /// The id that the table is labelled by.
    pub id: AttrValue,
    /// Whether curves can be switched on and off.
    pub switches: bool,
}

/// The caption, with a switch for each curve.
#[component]
pub fn Caption(props: &Props) -> Html {
    let table = &props.shown.comparison.tables[props.table];
    html! {
        <div class="caption">
            <h2 id={props.id.clone()}>{ table.title.clone() }</h2>
            <span class="soft">{ format!("· {}", said(table)) }</span>
            <span class="push bar">
                for benchmark in sweeps(table).into_iter().filter(|_| props.switches) {
                    <ChartSwitch key={benchmark.clone()} shown={props.shown.clone()} benchmark={benchmark.clone()} />
                }
            </span>
        </div>
    }
}

/// Unit, direction, and what the light figures are.
fn said(table: &Table) -> String {
    let spread = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.spread.is_some());
    if spread { format!("{} · ± half of the middle half of starts", table.caption()) } else { table.caption() }
}

/// The chart of a benchmark over its sweep.
pub fn curve(benchmark: &str) -> Chart {
    Chart { benchmark: benchmark.to_owned(), x: None, split: None, log: false }
}

/// Benchmarks of the table that have a curve to draw.
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
        let rows = table.rows.iter().filter(|row| row.key.benchmark == benchmark);
        let mut values: Vec<u64> = rows.filter_map(|row| row.key.point.integer(axis.name)).collect();
        values.sort_unstable();
        values.dedup();
        values.len() >= LEAST_POINTS
    })
}

/// Properties of [`ChartSwitch`].
#[derive(Properties, PartialEq)]
struct SwitchProps {
    shown: Shown,
    benchmark: String,
}

/// Draws a benchmark's curve, or takes it away.
#[component]
fn ChartSwitch(props: &SwitchProps) -> Html {
    let drawn = props.shown.view.chart.as_ref().is_some_and(|chart| chart.benchmark == props.benchmark);
    let chart = (!drawn).then(|| curve(&props.benchmark));
    let href = props.shown.href(&View { chart, ..(*props.shown.view).clone() });
    let title = catalogue::find(&props.benchmark).map_or(props.benchmark.as_str(), |found| found.title);
    html! { <a class="button" role="button" aria-pressed={drawn.to_string()} {href}>{ format!("Chart: {title}") }</a> }
}
