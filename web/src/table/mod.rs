//! Tables of figures: grouped, with unit and direction said once, long ones with only the visible rows in the DOM.

mod block;
mod caption;
mod cell;
mod detail;
mod head;
mod row;
mod starts;
mod turned;
mod whisker;

use block::Block;
use shared::view::{Layout, View};
use turned::turned;
use yew::prelude::*;

use crate::state::cursor::At;
use crate::state::shown::Shown;
use crate::state::window::WHOLE;

/// All tables of a comparison; `curves` draws each curve without being asked.
pub fn tables(shown: &Shown, cursor: Option<At>, curves: bool) -> Html {
    let comparison = &shown.comparison;
    let rows: usize = comparison.tables.iter().map(|table| table.rows.len()).sum();
    html! {
        <div class="tables">
            if rows == 0 {
                { empty(shown) }
            }
            for (index, table) in comparison.tables.iter().enumerate() {
                if shown.view.layout == Layout::Kernels {
                    { turned(comparison, index) }
                } else {
                    <Block key={table.title.clone() + &table.caption()} shown={shown.clone()} table={index}
                        long={rows > WHOLE} {curves}
                        cursor={cursor.filter(|at| at.table == index).map(|at| at.row)} />
                }
            }
        </div>
    }
}

/// Why no row is left, and the way back to all of them.
fn empty(shown: &Shown) -> Html {
    let view = &shown.view;
    let mut blame = Vec::new();
    if !view.rows.is_empty() {
        blame.push(format!("only rows that match {} are shown", view.rows.join(" or ")));
    }
    for (axis, values) in &view.at {
        blame.push(format!("{axis} is cut to {}", values.iter().cloned().collect::<Vec<_>>().join(", ")));
    }
    for hide in &view.hide {
        blame.push(format!("“{}” rows are hidden", hide.name()));
    }
    let all = View { rows: Vec::new(), at: Default::default(), hide: Default::default(), ..(**view).clone() };
    html! {
        <div class="state" role="status">
            if blame.is_empty() {
                <p>{ "These runs have no figures." }</p>
            } else {
                <p>{ format!("No row is left: {}.", blame.join("; ")) }</p>
                <p><a class="button" href={shown.href(&all)}>{ "Show all rows" }</a></p>
            }
        </div>
    }
}
