//! The detail of an open row: starts, samples, method, source, printed digits, a chart.

use shared::catalogue;
use shared::compare::Cell;
use shared::figure;
use shared::view::View;
use yew::prelude::*;

use super::cell::word;
use super::starts::starts;
use crate::chart::chart;
use crate::state::cursor::At;
use crate::state::heading::counted;
use crate::state::shown::Shown;

/// The detail of a row.
pub fn detail(shown: &Shown, at: At) -> Html {
    let Shown { view, comparison, .. } = shown;
    let row = &comparison.tables[at.table].rows[at.row];
    let figure = figure::of(&View { chart: None, ..(**view).clone() }, comparison);
    let definition = catalogue::find(&row.key.benchmark);
    html! {
        <div class="detail">
            <div class="parts">
                <section>
                    <h3>{ "Figures" }</h3>
                    <dl class="facts">
                        for (index, cell) in row.cells.iter().enumerate() {
                            <dt key={index}>{ comparison.columns[index].short.clone() }</dt>
                            <dd key={format!("{index} value")}>{ facts(cell) }</dd>
                        }
                    </dl>
                </section>
                <section>
                    <h3>{ "Benchmark" }</h3>
                    <dl class="facts">
                        <dt>{ "id" }</dt><dd><code>{ row.key.text() }</code></dd>
                        <dt>{ "version" }</dt><dd>{ row.key.version }</dd>
                        if let Some(definition) = definition {
                            <dt>{ "method" }</dt><dd>{ definition.method }</dd>
                            <dt>{ "after" }</dt><dd>{ definition.source }</dd>
                        }
                    </dl>
                </section>
                { starts(comparison, at) }
            </div>
            <div>{ chart(figure) }</div>
        </div>
    }
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
