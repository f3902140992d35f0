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
use shared::view::Layout;
use turned::turned;

use crate::element::{El, button_to, el, said};
use crate::part::keyed;
use crate::state::cursor::At;
use crate::state::shown::Shown;
use crate::state::window::WHOLE;

/// All tables of a comparison; `curves` draws each curve without being asked.
pub fn tables(shown: &Shown, cursor: Option<At>, curves: bool) -> El {
    let comparison = &shown.comparison;
    let rows: usize = comparison.tables.iter().map(|table| table.rows.len()).sum();
    let blocks = comparison.tables.iter().enumerate().map(|(index, table)| {
        if shown.view.layout == Layout::Kernels {
            return turned(comparison, index).html();
        }
        let cursor = cursor.filter(|at| at.table == index).map(|at| at.row);
        let key = table.title.clone() + &table.caption();
        keyed(&key, Block { shown: shown.clone(), table: index, long: rows > WHOLE, curves, cursor })
    });
    el("div", "tables").child((rows == 0).then(|| empty(shown))).children(blocks)
}

/// Why no row is left, and the way back to all of them.
fn empty(shown: &Shown) -> El {
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
    let state = el("div", "state").attr("role", "status");
    if blame.is_empty() {
        return state.child(said("p", "", "These runs have no figures."));
    }
    let all = shown.href_with(|view| {
        view.rows = Default::default();
        view.at = Default::default();
        view.hide = Default::default();
    });
    state
        .child(said("p", "", format!("No row is left: {}.", blame.join("; "))))
        .child(el("p", "").child(button_to(all, "Show all rows")))
}
