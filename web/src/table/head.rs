//! The head of a table: columns by the part of their names that differs, sorting, and the scale of the whiskers.

use shared::view::{Sort, SortBy, View};
use yew::prelude::*;

use super::cell::side;
use super::whisker::drawn;
use crate::state::scale::Scale;
use crate::state::shown::Shown;

/// Column widths and the head's row; `scale` is that of the whiskers.
pub fn head(shown: &Shown, scale: &Scale) -> Html {
    let Shown { view, comparison, focus, .. } = shown;
    let base = comparison.base;
    let pictures = !drawn(comparison, *focus).is_empty();
    html! {
        <>
            <colgroup>
                <col class="name" />
                for (index, _) in comparison.columns.iter().enumerate() {
                    <col key={index} class="value" />
                    if index != base {
                        <col key={format!("change {index}")} class="change" />
                    }
                }
                if pictures {
                    <col class="picture" />
                }
            </colgroup>
            <thead role="rowgroup">
                <tr role="row" aria-rowindex="1">
                    <th class="name" scope="col" role="columnheader" aria-sort={sorted(view, SortBy::Name, 0)}>
                        <a href={shown.href(&sort(view, SortBy::Name, 0))}>
                            { "benchmark" }{ arrow(view, SortBy::Name, 0) }
                        </a>
                    </th>
                    for (index, column) in comparison.columns.iter().enumerate() {
                        <th key={index} class={classes!("num", side(index, base, *focus, "value"))} scope="col"
                            role="columnheader" title={column.name.clone()}
                            aria-sort={sorted(view, SortBy::Value, index)}>
                            <a href={shown.href(&sort(view, SortBy::Value, index))}>
                                { column.short.clone() }{ arrow(view, SortBy::Value, index) }
                            </a>
                            <small>{ (index == base && comparison.columns.len() > 1).then_some("baseline") }</small>
                        </th>
                        if index != base {
                            <th key={format!("change {index}")}
                                class={classes!("num", side(index, base, *focus, "change"))}
                                scope="col" role="columnheader" aria-sort={sorted(view, SortBy::Change, index)}>
                                <a href={shown.href(&sort(view, SortBy::Change, index))}>
                                    { "better by" }{ arrow(view, SortBy::Change, index) }
                                </a>
                            </th>
                        }
                    }
                    if pictures {
                        <th class="picture" scope="col" role="columnheader">
                            <span class="unseen">{ "better by, drawn" }</span>
                            { ruler(scale) }
                        </th>
                    }
                </tr>
            </thead>
        </>
    }
}

/// The labels of the whiskers' scale.
fn ruler(scale: &Scale) -> Html {
    html! {
        <svg class="whisker" aria-hidden="true">
            for (at, text) in &scale.ticks {
                <text key={text.clone()} x={format!("{:.2}%", scale.at(*at).0)} y="18">{ text.clone() }</text>
            }
        </svg>
    }
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
    View { sort, ..view.clone() }
}

fn sorted(view: &View, by: SortBy, column: usize) -> Option<&'static str> {
    let sort = view.sort.filter(|sort| (sort.by, sort.column) == (by, column))?;
    Some(if sort.descending { "descending" } else { "ascending" })
}

fn arrow(view: &View, by: SortBy, column: usize) -> &'static str {
    match sorted(view, by, column) {
        Some("descending") => " ↓",
        Some(_) => " ↑",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
