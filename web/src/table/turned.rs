//! The table turned round, as the old kernel pages had it: a row a column, a column a benchmark.

use shared::compare::{Cell, Comparison};

use super::cell::word;
use crate::element::{El, el, head, row_head, said};

/// The turned table of that index.
pub fn turned(comparison: &Comparison, index: usize) -> El {
    let table = &comparison.tables[index];
    let id = format!("table-{index}");
    let heads = table.rows.iter().map(|row| {
        said("th", "num", &row.title).attr("scope", "col").child(el("br", "")).child(said(
            "small",
            "soft",
            row.detail.clone(),
        ))
    });
    let rows = comparison.columns.iter().enumerate().map(|(side, column)| {
        let figures = table.rows.iter().map(|row| said("td", "num", figure(&row.cells[side])));
        el("tr", "").child(row_head(&column.short)).children(figures)
    });
    let drawn = el("table", "plain turned")
        .attr("aria-labelledby", &id)
        .child(el("thead", "").child(el("tr", "").child(head("column")).children(heads)))
        .child(el("tbody", "").children(rows));
    let caption = el("div", "caption").child(said("h2", "", &table.title).attr("id", &id)).child(said(
        "span",
        "soft",
        table.caption(),
    ));
    el("section", "block").key(id).child(caption).child(el("div", "scroll").attr("tabindex", "0").child(drawn))
}

fn figure(cell: &Cell) -> String {
    cell.text.clone().unwrap_or_else(|| word(cell.status).to_owned())
}
