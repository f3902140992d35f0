//! Every start value of a row as a dot, a line a column, on one scale.

use shared::compare::Comparison;
use shared::number::{Display, significant};
use yew::prelude::*;

use crate::chart::tint;
use crate::state::cursor::At;

/// The start values of a row, drawn and as figures.
pub fn starts(comparison: &Comparison, at: At) -> Html {
    let table = &comparison.tables[at.table];
    let row = &table.rows[at.row];
    let values = || row.cells.iter().flat_map(|cell| cell.starts.iter().chain(cell.value.as_ref()).copied());
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    if row.cells.iter().all(|cell| cell.starts.len() < 2) {
        return Html::default();
    }
    let width = if high > low { high - low } else { 1.0 };
    let place = |value: f64| format!("{:.2}%", 2.0 + 96.0 * (value - low) / width);
    let factor = Display::parse(&table.unit).map_or(1.0, |unit| unit.factor);
    let figure = |value: f64| significant(value / factor, 4);
    html! {
        <section aria-label="Start values">
            <h3>{ format!("Start values, {}", table.unit) }</h3>
            for (index, cell) in row.cells.iter().enumerate() {
                <div key={index}>
                    <div class="soft">{ comparison.columns[index].short.clone() }</div>
                    <svg class={classes!("starts", tint(index))} aria-hidden="true">
                        <line class="ground" x1="0" x2="100%" y1="13" y2="13" />
                        for (start, value) in cell.starts.iter().enumerate() {
                            <circle key={start} cx={place(*value)} cy="13" r="3.5" />
                        }
                        if let Some(value) = cell.value {
                            <line class="value" x1={place(value)} x2={place(value)} y1="3" y2="23" />
                        }
                    </svg>
                    <div class="soft">
                        { cell.starts.iter().map(|value| figure(*value)).collect::<Vec<_>>().join("  ") }
                    </div>
                </div>
            }
        </section>
    }
}
