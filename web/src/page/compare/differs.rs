//! What else differs: the values of keys side by side.

use shared::compare::{Comparison, Difference};
use shared::keys;

use crate::element::{El, el, head, pairs, row_head, said, section};
use crate::state::heading::counted;

/// Differing keys, then facts, then what is the same.
pub fn panel(comparison: &Comparison) -> El {
    let nothing = "Nothing that should be equal differs, besides what the columns stand for.";
    let differs = if comparison.differs.is_empty() {
        said("p", "", nothing)
    } else {
        side_by_side(comparison, &comparison.differs)
    };
    let folded = |name: String, inside: El| el("details", "").child(said("summary", "", name)).child(inside);
    let facts = (!comparison.facts.is_empty()).then(|| {
        folded("Facts that differ: shown, never counted".to_owned(), side_by_side(comparison, &comparison.facts))
    });
    let same = (!comparison.same.is_empty()).then(|| {
        let known = comparison.same.iter().map(|same| (keys::title(&same.key).into(), same.value.clone().into()));
        folded(format!("The same: {}", counted(comparison.same.len(), "key")), pairs(known))
    });
    section("panel differs", "What differs").child(differs).child(facts).child(same)
}

/// A key a row, a column a column.
fn side_by_side(comparison: &Comparison, rows: &[Difference]) -> El {
    let rows = rows.iter().map(|difference| {
        let values = difference.values.iter().map(|value| match value {
            Some(value) => said("td", "", value),
            None => el("td", "").child(said("span", "word", "not known")),
        });
        el("tr", "").child(row_head(keys::title(&difference.key))).children(values)
    });
    let heads = comparison.columns.iter().map(|column| head(&column.short));
    let table = el("table", "plain")
        .child(el("thead", "").child(el("tr", "").child(head("key")).children(heads)))
        .child(el("tbody", "").children(rows));
    el("div", "scroll").attr("tabindex", "0").child(table)
}
