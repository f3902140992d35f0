//! One row: name, figures, changes, whiskers; and its detail where it is open.

use web_sys::HtmlElement;
use yew::prelude::*;

use super::cell::{change, change_class, figure, value_class};
use super::detail::detail;
use super::whisker::{drawn, whiskers};
use crate::element::{El, el, group, said};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::cursor::At;
use crate::state::held::Held;
use crate::state::scale::Scale;
use crate::state::shown::Shown;

/// One row.
#[derive(PartialEq)]
pub struct Row {
    /// What is shown.
    pub shown: Shown,
    /// Index of the table.
    pub table: usize,
    /// Index of the row in the table.
    pub row: usize,
    /// The scale of the whiskers.
    pub scale: Held<Scale>,
    /// Whether its detail is shown.
    pub open: bool,
    /// Whether the keyboard is on it.
    pub cursor: bool,
}

impl Part for Row {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Self { shown, scale, .. } = self;
        let Shown { comparison, focus, .. } = shown;
        let table = &comparison.tables[self.table];
        let row = &table.rows[self.row];
        let opener = hooks.node();
        hooks.effect(self.cursor, {
            let (cursor, opener) = (self.cursor, opener.clone());
            move || {
                if let (true, Some(opener)) = (cursor, opener.cast::<HtmlElement>()) {
                    let _ = opener.focus();
                }
            }
        });
        let open = (!self.open).then(|| row.key.text());
        let href = shown.href_with(|view| view.open = open);
        let measured = row.cells.iter().any(|cell| !cell.reference && cell.value.is_some());
        let base = comparison.base;
        let name = el("a", "opener")
            .node(&opener)
            .attr("href", href)
            .attr("aria-expanded", if self.open { "true" } else { "false" })
            .text(row.title.clone() + " ")
            .child(said("small", "", &row.detail));
        let mut line = el("tr", if self.open { "row open" } else { "row" })
            .attr("role", "row")
            .attr("aria-rowindex", (self.row + 2).to_string())
            .child(
                el("th", "").attr("scope", "row").attr("role", "rowheader").attr("title", row.key.text()).child(name),
            );
        for (index, cell) in row.cells.iter().enumerate() {
            let value = el("td", value_class(index, base, *focus)).attr("role", "cell");
            line = line.child(value.child(figure(cell, measured && cell.reference)));
            if index != base {
                let better = el("td", change_class(index, *focus)).attr("role", "cell");
                line = line.child(better.child(change(row.changes.get(index).and_then(Option::as_ref))));
            }
        }
        let pictures = drawn(comparison, *focus);
        if !pictures.is_empty() {
            line = line.child(el("td", "picture").attr("role", "cell").child(whiskers(row, &pictures, scale)));
        }
        let detail = self.open.then(|| {
            let spans = (2 * comparison.columns.len() + 1).to_string();
            let inside = detail(shown, At { table: self.table, row: self.row });
            el("tr", "detail")
                .attr("role", "row")
                .child(el("td", "").attr("role", "cell").attr("colspan", spans).child(inside))
        });
        group(vec![line.html(), detail.map(El::html).unwrap_or_default()])
    }
}
