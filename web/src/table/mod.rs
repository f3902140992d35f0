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
use turned::Turned;
use yew::prelude::*;

use crate::state::cursor::At;
use crate::state::shown::Shown;
use crate::state::window::WHOLE;

/// Properties of [`Tables`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is shown.
    pub shown: Shown,
    /// The row that the keyboard is on.
    pub cursor: Option<At>,
    /// Whether curves are drawn without being asked for.
    pub curves: bool,
}

/// All tables of a comparison.
#[component]
pub fn Tables(props: &Props) -> Html {
    let Props { shown, cursor, curves } = props;
    let comparison = &shown.comparison;
    let rows: usize = comparison.tables.iter().map(|table| table.rows.len()).sum();
    html! {
        <div class="tables">
            if rows == 0 {
                <Empty shown={shown.clone()} />
            }
            for (index, table) in comparison.tables.iter().enumerate() {
                if shown.view.layout == Layout::Kernels {
                    <Turned key={table.title.clone() + &table.caption()} comparison={comparison.clone()} table={index} />
                } else {
                    <Block key={table.title.clone() + &table.caption()} shown={shown.clone()} table={index}
                        long={rows > WHOLE} curves={*curves}
                        cursor={cursor.filter(|at| at.table == index).map(|at| at.row)} />
                }
            }
        </div>
    }
}

/// Properties of [`Empty`].
#[derive(Properties, PartialEq)]
struct EmptyProps {
    shown: Shown,
}

/// Why no row is left, and the way back to all of them.
#[component]
fn Empty(props: &EmptyProps) -> Html {
    let view = &props.shown.view;
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
                <p><a class="button" href={props.shown.href(&all)}>{ "Show all rows" }</a></p>
            }
        </div>
    }
}
