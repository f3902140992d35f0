//! The head of a table: columns by the part of their names that differs, sorting, and the scale of the whiskers.

use shared::compare::Comparison;
use shared::number::fixed;
use shared::view::{Sort, SortBy, View};

use super::cell::{change_class, value_class};
use super::whisker::drawn;
use crate::element::{El, el, said};
use crate::state::scale::Scale;
use crate::state::shown::{Shown, changed};

/// Widths in px of names, values without and with a spread, changes, and the picture; the style sheet has the same.
const WIDTHS: [usize; 5] = [220, 92, 150, 88, 170];
/// Width in px of n beside a value.
const N: usize = 54;
/// Width in px of what a test says, behind a change.
const MARK: usize = 66;
/// So wide a table needs no room of its own.
const USUAL: usize = 1132;
/// More columns than this leave no room for n beside each value: it stands in the detail.
const FEW: usize = 3;

/// How a table of so many columns is laid out: its class, and its width where it is wider than the page.
pub fn layout(columns: usize, spread: bool, tested: bool) -> (String, Option<String>) {
    let [name, bare, full, change, picture] = WIDTHS;
    let change = if tested { change + MARK } else { change };
    let n = if columns > FEW { 0 } else { N };
    let value = n + if spread { full } else { bare };
    let width = name + columns * value + columns.saturating_sub(1) * change + picture;
    let mut class = "figures".to_owned();
    for (name, on) in [(" bare", !spread), (" many", columns > FEW), (" tested", tested)] {
        if on {
            class += name;
        }
    }
    (class, (width > USUAL).then(|| width.to_string()))
}

/// The widths of the columns.
pub fn widths(comparison: &Comparison, focus: usize) -> El {
    let sides = (0..comparison.columns.len())
        .flat_map(|index| [Some("value"), (index != comparison.base).then_some("change")])
        .flatten();
    let picture = (!drawn(comparison, focus).is_empty()).then(|| el("col", "picture"));
    el("colgroup", "").child(el("col", "name")).children(sides.map(|class| el("col", class))).child(picture)
}

/// The head's row; `scale` is that of the whiskers.
pub fn head_row(shown: &Shown, scale: &Scale) -> El {
    let Shown { comparison, focus, .. } = shown;
    let base = comparison.base;
    let mut row = el("tr", "").attr("role", "row").attr("aria-rowindex", "1");
    row = row.child(sorting(shown, "name", "benchmark".to_owned(), SortBy::Name, 0));
    for (index, column) in comparison.columns.iter().enumerate() {
        let value = sorting(shown, value_class(index, base, *focus), column.short.clone(), SortBy::Value, index);
        let note = if index == base && comparison.columns.len() > 1 { "baseline" } else { "" };
        row = row.child(value.attr("title", &column.name).child(said("small", "", note)));
        if index != base {
            let class = change_class(index, *focus);
            row = row.child(sorting(shown, class, "better by".to_owned(), SortBy::Change, index));
        }
    }
    if !drawn(comparison, *focus).is_empty() {
        let picture = el("th", "picture").attr("scope", "col").attr("role", "columnheader");
        row = row.child(picture.child(said("span", "unseen", "better by, drawn")).child(ruler(scale)));
    }
    el("thead", "").attr("role", "rowgroup").child(row)
}

/// The head of a column, which sorts by it.
fn sorting(shown: &Shown, class: &'static str, text: String, by: SortBy, column: usize) -> El {
    let view = &shown.view;
    let sorted = sorted(view, by, column);
    let arrow = match sorted {
        Some("descending") => " ↓",
        Some(_) => " ↑",
        None => "",
    };
    el("th", class)
        .attr("scope", "col")
        .attr("role", "columnheader")
        .maybe("aria-sort", sorted)
        .child(said("a", "", text + arrow).attr("href", shown.href(&sort(view, by, column))))
}

/// The labels of the whiskers' scale.
fn ruler(scale: &Scale) -> El {
    let labels = scale
        .ticks
        .iter()
        .map(|(at, text)| said("text", "", text).attr("x", format!("{}%", fixed(scale.at(*at).0, 2))).attr("y", "18"));
    el("svg", "whisker").attr("aria-hidden", "true").children(labels)
}

/// The view sorted so; once more the other way, then as it comes.
fn sort(view: &View, by: SortBy, column: usize) -> View {
    let first = by != SortBy::Name;
    let sort = match view.sort {
        Some(sort) if (sort.by, sort.column) == (by, column) => {
            (sort.descending == first).then_some(Sort { by, column, descending: !first })
        }
        _ => Some(Sort { by, column, descending: first }),
    };
    changed(view, |view| view.sort = sort)
}

fn sorted(view: &View, by: SortBy, column: usize) -> Option<&'static str> {
    let sort = view.sort.filter(|sort| (sort.by, sort.column) == (by, column))?;
    Some(if sort.descending { "descending" } else { "ascending" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tables_of_many_columns_are_wider_than_the_page() {
        assert_eq!(layout(2, true, true).1, None);
        assert_eq!(layout(4, false, false).1, None);
        assert!(layout(12, true, false).1.is_some());
    }

    #[test]
    fn the_third_choice_of_a_head_is_the_first_order_again() {
        let first = sort(&View::default(), SortBy::Change, 1);
        assert_eq!(first.sort, Some(Sort { by: SortBy::Change, column: 1, descending: true }));
        let second = sort(&first, SortBy::Change, 1);
        assert_eq!(second.sort, Some(Sort { by: SortBy::Change, column: 1, descending: false }));
        assert_eq!(sort(&second, SortBy::Change, 1), View::default());
        assert_eq!(sort(&first, SortBy::Value, 0).sort.map(|sort| sort.by), Some(SortBy::Value));
    }
}
