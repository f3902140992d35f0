//! The detail of an open row: starts, samples, method, source, printed digits, a chart.

use std::rc::Rc;

use shared::catalogue;
use shared::compare::{Cell, Change};
use shared::figure;
use shared::number::percent;
use yew::prelude::*;

use super::cell::word;
use super::starts::starts;
use crate::chart::chart;
use crate::element::{El, el, pairs, said};
use crate::state::cursor::At;
use crate::state::heading::counted;
use crate::state::shown::{Shown, changed};

/// The detail of a row.
pub fn detail(shown: &Shown, at: At) -> El {
    let Shown { view, comparison, .. } = shown;
    let row = &comparison.tables[at.table].rows[at.row];
    let figure = figure::of(&changed(view, |view| view.chart = None), comparison);
    let figures = row.cells.iter().zip(&comparison.columns);
    let figures = figures.enumerate().map(|(index, (cell, column))| {
        let change = row.changes.get(index).and_then(Option::as_ref).and_then(tested);
        (column.short.clone().into(), (facts(cell) + &change.unwrap_or_default()).into())
    });
    let mut benchmark: Vec<(AttrValue, AttrValue)> =
        vec![("id".into(), row.key.text().into()), ("version".into(), row.key.version.to_string().into())];
    if let Some(definition) = catalogue::find(&row.key.benchmark) {
        benchmark.push(("method".into(), definition.method.into()));
        benchmark.push(("after".into(), definition.source.into()));
    }
    let parts = el("div", "parts")
        .child(el("section", "").child(said("h3", "", "Figures")).child(pairs(figures)))
        .child(el("section", "").child(said("h3", "", "Benchmark")).child(pairs(benchmark)))
        .child(starts(comparison, at));
    el("div", "detail").child(parts).child(el("div", "").child(chart(figure.map(Rc::new))))
}

/// The interval of a change, and what it is held against.
fn tested(change: &Change) -> Option<String> {
    let interval = format!("{} to {}", percent(change.low?), percent(change.high?));
    let floor = change.floor.map(|floor| format!(", floor {}", percent(floor).trim_start_matches('+')));
    Some(format!(" · better by {interval} (95 %){}", floor.unwrap_or_default()))
}

/// What is known of one cell, in a line.
fn facts(cell: &Cell) -> String {
    let mut facts = Vec::new();
    match &cell.text {
        Some(text) => facts.push(text.clone()),
        None => facts.push(word(cell.status).to_owned()),
    }
    facts.extend(cell.reason.clone());
    if !cell.printed.is_empty() {
        facts.push(format!("printed {}", cell.printed.join(", ")));
    }
    match &cell.reduced {
        Some(reduced) => facts.push(reduced.clone()),
        None if cell.samples > 0 => {
            let starts = if cell.starts.is_empty() { 1 } else { cell.starts.len() };
            facts.push(format!("{} in {}", counted(cell.samples as usize, "sample"), counted(starts, "start")));
        }
        None => {}
    }
    if cell.disturbed > 0 {
        facts.push(format!("{} disturbed", cell.disturbed));
    }
    if !cell.unstated.is_empty() {
        facts.push(format!("{} not stated", cell.unstated.join(", ")));
    }
    facts.extend(cell.notes.iter().cloned());
    facts.join(" · ")
}
