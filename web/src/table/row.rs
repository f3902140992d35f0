//! One row: name, figures, changes, whiskers; and its detail where it is open.

use shared::view::View;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::cell::{change, figure, side};
use super::detail::detail;
use super::whisker::{drawn, whiskers};
use crate::state::cursor::At;
use crate::state::held::Held;
use crate::state::scale::Scale;
use crate::state::shown::Shown;

/// Properties of [`Row`].
#[derive(Properties, PartialEq)]
pub struct Props {
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

/// One row.
#[component]
pub fn Row(props: &Props) -> Html {
    let Props { shown, scale, .. } = props;
    let Shown { view, comparison, focus, .. } = shown;
    let table = &comparison.tables[props.table];
    let row = &table.rows[props.row];
    let opener = use_node_ref();
    use_effect_with(props.cursor, {
        let opener = opener.clone();
        move |cursor| {
            if let (true, Some(opener)) = (cursor, opener.cast::<HtmlElement>()) {
                let _ = opener.focus();
            }
        }
    });
    let open = (!props.open).then(|| row.key.text());
    let href = shown.href(&View { open, ..(**view).clone() });
    let measured = row.cells.iter().any(|cell| !cell.reference && cell.value.is_some());
    let base = comparison.base;
    html! {
        <>
            <tr class={classes!("row", props.open.then_some("open"))} role="row"
                aria-rowindex={(props.row + 2).to_string()}>
                <th scope="row" role="rowheader" title={row.key.text()}>
                    <a class="opener" ref={opener} {href} aria-expanded={props.open.to_string()}>
                        { row.title.clone() }{ " " }<small>{ row.detail.clone() }</small>
                    </a>
                </th>
                for (index, cell) in row.cells.iter().enumerate() {
                    <td key={index} class={classes!("num", side(index, base, *focus, "value"))} role="cell">
                        { figure(cell, measured && cell.reference) }
                    </td>
                    if index != base {
                        <td key={format!("change {index}")} role="cell"
                            class={classes!("num", side(index, base, *focus, "change"))}>
                            { change(row.changes.get(index).and_then(Option::as_ref)) }
                        </td>
                    }
                }
                if !drawn(comparison, *focus).is_empty() {
                    <td class="picture" role="cell">
                        { whiskers(row, &drawn(comparison, *focus), scale) }
                    </td>
                }
            </tr>
            if props.open {
                <tr class="detail" role="row">
                    <td role="cell" colspan={(2 * comparison.columns.len() + 1).to_string()}>
                        { detail(shown, At { table: props.table, row: props.row }) }
                    </td>
                </tr>
            }
        </>
    }
}
