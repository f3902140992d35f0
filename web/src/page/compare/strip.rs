//! The strip: how many rows say what, and what can be done with the comparison.

use shared::compare::Counts;
use shared::number::percent;
use shared::view::{Hide, View};
use yew::prelude::*;

use super::body::Over;
use crate::state::shown::Shown;

/// The strip; `show` opens something over the page.
pub fn strip(shown: &Shown, show: &Callback<Over>) -> Html {
    let Shown { comparison, focus, .. } = shown;
    let several = comparison.columns.len() > 2;
    let counts = comparison.counts.get(*focus).copied().unwrap_or_default();
    let mean = comparison.mean.get(*focus).copied().flatten();
    let open = |which: Over| {
        let show = show.clone();
        Callback::from(move |_: MouseEvent| show.emit(which))
    };
    html! {
        <section class="bar strip" aria-label="In short">
            if comparison.columns.len() > 1 {
                { counted(counts, shown) }
            }
            <span class="push soft">
                if let Some(mean) = mean {
                    if several {
                        { format!("{}: ", comparison.columns[*focus].short) }
                    }
                    { format!("geometric mean of {} common rows {}", mean.rows, percent(mean.improvement)) }
                }
            </span>
            <button type="button" class="button" onclick={open(Over::Mail)} title="Key t">{ "Text for mail" }</button>
            <button type="button" class="button" onclick={open(Over::Freeze)} title="Key f">{ "Freeze link" }</button>
        </section>
    }
}

/// The counts; the missing rows can be hidden by theirs.
fn counted(counts: Counts, shown: &Shown) -> Html {
    let Counts { compared, missing, reference } = counts;
    let hidden = shown.view.hide.contains(&Hide::Partial);
    let toggled = toggled(&shown.view, Hide::Partial);
    let title = if hidden { "Show rows that a column lacks" } else { "Hide rows that a column lacks" };
    html! {
        <>
            <span class="chip"><b>{ compared }</b>{ " compared" }</span>
            <a class="chip" role="button" href={shown.href(&toggled)} {title} aria-pressed={hidden.to_string()}>
                <b>{ missing }</b>{ if hidden { " missing, hidden" } else { " missing" } }
            </a>
            if reference > 0 {
                <span class="chip"><b>{ reference }</b>{ " reference" }</span>
            }
            <span class="soft">{ "no tests yet" }</span>
        </>
    }
}

/// The view with one kind of row hidden, or shown again.
pub fn toggled(view: &View, hide: Hide) -> View {
    let mut view = view.clone();
    if !view.hide.remove(&hide) {
        view.hide.insert(hide);
    }
    view
}
