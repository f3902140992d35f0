//! A card a column: marker, name, runs, verdict, and what else differs.

use shared::compare::Column;
use shared::model::VerdictWord;
use yew::prelude::*;

use crate::chart::mark;
use crate::state::columns::{step, with_base};
use crate::state::heading::counted;
use crate::state::shown::Shown;

/// The cards, and on narrow screens the way from one column to the next. `set_focus` changes the column that is shown there,
/// `toggle_differs` opens and closes the table of differences.
pub fn cards(shown: &Shown, set_focus: &Callback<usize>, toggle_differs: &Callback<()>) -> Html {
    let Shown { comparison, view, focus, .. } = shown;
    let (focus, columns) = (*focus, comparison.columns.len());
    let go = |backwards: bool| {
        let (set, to) = (set_focus.clone(), step(focus, comparison.base, columns, backwards));
        Callback::from(move |_: MouseEvent| set.emit(to))
    };
    html! {
        <section class="columns-of-runs" aria-label="Columns">
            <ul class="cards">
                for (index, column) in comparison.columns.iter().enumerate() {
                    <li key={index} class={classes!("card", aside(index, comparison.base, focus))}>
                        <div class="name">
                            { mark(index) }
                            { name(column) }
                            if columns > 1 {
                                { base(index == comparison.base, &column.short, shown.href(&with_base(view, comparison, index))) }
                            }
                        </div>
                        <div>
                            { facts(column) }
                            if column.differs > 0 {
                                { " · " }
                                <button type="button" class="badge" onclick={toggle_differs.reform(|_| ())}>
                                    { format!("differs in {} more", counted(column.differs, "key")) }
                                </button>
                            }
                            if !column.merges.is_empty() {
                                { " · " }
                                <span class="tag warn" title={column.merges.join(", ")}>
                                    { format!("merges {}", counted(column.merges.len(), "key")) }
                                </span>
                            }
                        </div>
                    </li>
                }
            </ul>
            <div class="switcher bar">
                if columns > 2 {
                    <button type="button" class="button" onclick={go(true)} aria-label="Previous column">
                        { "‹" }
                    </button>
                    <span aria-live="polite">
                        { format!("{} of {}", comparison.columns[focus].short, counted(columns - 1, "column")) }
                    </span>
                    <button type="button" class="button" onclick={go(false)} aria-label="Next column">{ "›" }</button>
                }
            </div>
        </section>
    }
}

/// The class of a column that narrow screens leave out.
pub fn aside(index: usize, base: usize, focus: usize) -> Option<&'static str> {
    (index != base && index != focus).then_some("aside")
}

/// `3 runs · 5 starts each · clean`, `published, linux-kernel, 2002-08-05`.
fn facts(column: &Column) -> String {
    let mut facts = Vec::new();
    if let Some(source) = &column.source {
        facts.push(source.clone());
    }
    if column.runs.len() > 1 || column.source.is_none() {
        facts.push(counted(column.runs.len(), "run"));
    }
    if column.starts > 0 && column.source.is_none() {
        let each = if column.runs.len() > 1 { " each" } else { "" };
        facts.push(format!("{}{each}", counted(column.starts as usize, "start")));
    }
    if let Some(boots) = column.boots.filter(|boots| *boots > 1) {
        facts.push(counted(boots as usize, "boot"));
    }
    match column.verdict {
        Some(VerdictWord::Clean) => facts.push("clean".to_owned()),
        Some(VerdictWord::Disturbed) => facts.push("disturbed".to_owned()),
        Some(VerdictWord::Invalid) => facts.push("invalid".to_owned()),
        None => {}
    }
    facts.join(" · ")
}

/// The full name, with weight on the part that tells the column from the others. A single run's name leads to it.
fn name(column: &Column) -> Html {
    let Column { name, short, runs, .. } = column;
    let parts = match name.rfind(short.as_str()).filter(|_| !short.is_empty()) {
        Some(at) => html! {
            <>
                <span class="plain">{ &name[..at] }</span>
                { short.clone() }
                <span class="plain">{ &name[at + short.len()..] }</span>
            </>
        },
        None => html! { <span>{ name.clone() }</span> },
    };
    match runs.as_slice() {
        [run] => html! { <a class="run-link" href={format!("/run/?id={run}")}>{ parts }</a> },
        _ => html! { <span>{ parts }</span> },
    }
}

/// Says that a column is the baseline, or offers to make it that.
fn base(is_base: bool, name: &str, href: String) -> Html {
    if is_base {
        html! { <span class="tag">{ "baseline" }</span> }
    } else {
        html! {
            <a class="tag set-base" {href} aria-label={format!("Make {name} the baseline")}>{ "make baseline" }</a>
        }
    }
}
