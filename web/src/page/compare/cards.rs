//! A card a column: marker, name, runs, verdict, and what else differs.

use shared::compare::Column;
use shared::model::VerdictWord;

use crate::api::is_local;
use crate::chart::mark;
use crate::element::{El, button, el, said, section};
use crate::hooks::State;
use crate::state::columns::{step, with_base};
use crate::state::heading::counted;
use crate::state::shown::Shown;

/// The cards, and on narrow screens the way from one column to the next, which sets `wanted`. `open` is whether the table
/// of differences is.
pub fn cards(shown: &Shown, wanted: &State<usize>, open: &State<bool>) -> El {
    let Shown { comparison, view, focus, .. } = shown;
    let (focus, columns) = (*focus, comparison.columns.len());
    let go = |backwards: bool| {
        let (wanted, to) = (wanted.clone(), step(focus, comparison.base, columns, backwards));
        move |_| wanted.set(to)
    };
    let cards = comparison.columns.iter().enumerate().map(|(index, column)| {
        let base = (columns > 1).then(|| {
            let href = shown.href(&with_base(view, comparison, index));
            base(index == comparison.base, &column.short, href)
        });
        let title = el("div", "name").child(mark(index)).child(name(column)).child(base);
        let differs = (column.differs > 0).then(|| {
            let text = format!("differs in {} more", counted(column.differs, "key"));
            let open = open.clone();
            said("button", "badge", text).attr("type", "button").on_click(move |_| open.set(!*open))
        });
        let merges = (!column.merges.is_empty()).then(|| {
            let text = format!("merges {}", counted(column.merges.len(), "key"));
            said("span", "tag warn", text).attr("title", column.merges.join(", "))
        });
        let here = column.runs.iter().any(is_local).then(|| said("span", "tag", "not uploaded: only in this tab"));
        let known = said("div", "", facts(column) + " ").child(differs).text(" ").child(merges).text(" ").child(here);
        let aside = index != comparison.base && index != focus;
        el("li", if aside { "card aside" } else { "card" }).child(title).child(known)
    });
    let place = (columns > 2).then(|| {
        let text = format!("{} of {}", comparison.columns[focus].short, counted(columns - 1, "column"));
        el("div", "switcher bar")
            .child(button("‹").on_click(go(true)).attr("aria-label", "Previous column"))
            .child(said("span", "", text).attr("aria-live", "polite"))
            .child(button("›").on_click(go(false)).attr("aria-label", "Next column"))
    });
    section("columns-of-runs", "Columns").child(el("ul", "cards").children(cards)).child(place)
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
fn name(column: &Column) -> El {
    let Column { name, short, runs, .. } = column;
    let made = match runs.as_slice() {
        [run] => el("a", "run-link").attr("href", format!("/run/?id={run}")),
        _ => el("span", ""),
    };
    match name.rfind(short.as_str()).filter(|_| !short.is_empty()) {
        Some(at) => {
            let plain = |part: &str| said("span", "plain", part.to_owned());
            made.child(plain(&name[..at])).text(short).child(plain(&name[at + short.len()..]))
        }
        None => made.text(name),
    }
}

/// Says that a column is the baseline, or offers to make it that.
fn base(is_base: bool, name: &str, href: String) -> El {
    if is_base {
        said("span", "tag", "baseline")
    } else {
        // What is heard begins with what is seen, so that it can be spoken to.
        let label = format!("make baseline: {name}");
        said("a", "tag set-base", "make baseline").attr("href", href).attr("aria-label", label)
    }
}
