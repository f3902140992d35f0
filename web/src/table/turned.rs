//! The table turned round, as the old kernel pages had it: a row a column, a column a benchmark.

use shared::compare::{Cell, Comparison};
use yew::prelude::*;

use super::cell::word;

/// The turned table of that index.
pub fn turned(comparison: &Comparison, index: usize) -> Html {
    let table = &comparison.tables[index];
    let id = format!("table-{index}");
    html! {
        <section key={id.clone()} class="block">
            <div class="caption">
                <h2 id={id.clone()}>{ table.title.clone() }</h2>
                <span class="soft">{ table.caption() }</span>
            </div>
            <div class="scroll" tabindex="0">
                <table class="plain turned" aria-labelledby={id}>
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
                        for (side, column) in comparison.columns.iter().enumerate() {
                            <tr key={side}>
                                <th scope="row">{ column.short.clone() }</th>
                                for row in &table.rows {
                                    <td key={row.key.text()} class="num">
                                        { figure(&row.cells[side]) }
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
