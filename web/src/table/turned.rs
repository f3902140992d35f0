//! The table turned round, as the old kernel pages had it: a row a column, a column a benchmark.

use shared::compare::{Cell, Comparison};
use yew::prelude::*;

use super::cell::word;
use crate::state::held::Held;

/// Properties of [`Turned`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The comparison.
    pub comparison: Held<Comparison>,
    /// Index of the table.
    pub table: usize,
}

/// The turned table.
#[component]
pub fn Turned(props: &Props) -> Html {
    let comparison = &props.comparison;
    let table = &comparison.tables[props.table];
    html! {
        <section class="block">
            <div class="caption">
                <h2 id={format!("table-{}", props.table)}>{ table.title.clone() }</h2>
                <span class="soft">{ format!("· {}", table.caption()) }</span>
            </div>
            <div class="scroll" tabindex="0">
                <table class="plain turned" aria-labelledby={format!("table-{}", props.table)}>
                    <thead>
                        <tr>
                            <th scope="col">{ "column" }</th>
                            for row in &table.rows {
                                <th key={row.key.text()} class="num" scope="col">
                                    { row.title.clone() }<br /><small class="soft">{ row.detail.clone() }</small>
                                </th>
                            }
                        </tr>
                    </thead>
                    <tbody>
                        for (index, column) in comparison.columns.iter().enumerate() {
                            <tr key={index}>
                                <th scope="row">{ column.short.clone() }</th>
                                for row in &table.rows {
                                    <td key={row.key.text()} class="num">
                                        { figure(&row.cells[index]) }
                                    </td>
                                }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

fn figure(cell: &Cell) -> String {
    cell.text.clone().unwrap_or_else(|| word(cell.status).to_owned())
}
