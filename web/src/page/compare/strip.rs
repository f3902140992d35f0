//! The strip: how many rows say what, and what can be done with the comparison.

use shared::compare::Counts;
use shared::number::percent;
use shared::view::{Hide, View};

use super::body::Over;
use crate::element::{El, button, el, said, section};
use crate::hooks::State;
use crate::state::shown::{Shown, changed};

/// The strip, which sets what lies `over` the page.
pub fn strip(shown: &Shown, over: &State<Option<Over>>) -> El {
    let Shown { comparison, focus, .. } = shown;
    let several = comparison.columns.len() > 2;
    let counts = comparison.counts.get(*focus).copied().unwrap_or_default();
    let mean = comparison.mean.get(*focus).copied().flatten();
    let open = |which: Over| {
        let over = over.clone();
        move |_| over.set(Some(which))
    };
    let mean = mean.map(|mean| {
        let of = if several { format!("{}: ", comparison.columns[*focus].short) } else { String::new() };
        format!("{of}geometric mean of {} common rows {}", mean.rows, percent(mean.improvement))
    });
    let counts = if comparison.columns.len() > 1 { counted(counts, shown) } else { Vec::new() };
    section("bar strip", "In short")
        .children(counts)
        .child(said("span", "push soft", mean.unwrap_or_default()))
        .child(button("Text for mail").on_click(open(Over::Mail)).attr("title", "Key t"))
        .child(button("Freeze link").on_click(open(Over::Freeze)).attr("title", "Key f"))
}

/// The counts; the missing rows can be hidden by theirs.
fn counted(counts: Counts, shown: &Shown) -> Vec<El> {
    let Counts { compared, missing, reference } = counts;
    let hidden = shown.view.hide.contains(&Hide::Partial);
    let title = if hidden { "Show rows that a column lacks" } else { "Hide rows that a column lacks" };
    let chip = |tag: &'static str, count: u32, what: &'static str| {
        el(tag, "chip").child(said("b", "", count.to_string())).text(what)
    };
    let lacking = chip("a", missing, if hidden { " missing, hidden" } else { " missing" })
        .attr("role", "button")
        .attr("href", shown.href(&toggled(&shown.view, Hide::Partial)))
        .attr("title", title)
        .attr("aria-pressed", if hidden { "true" } else { "false" });
    let mut chips = vec![chip("span", compared, " compared"), lacking];
    if reference > 0 {
        chips.push(chip("span", reference, " reference"));
    }
    chips.push(said("span", "soft", "no tests yet"));
    chips
}

/// The view with one kind of row hidden, or shown again.
pub fn toggled(view: &View, hide: Hide) -> View {
    changed(view, |view| {
        if !view.hide.remove(&hide) {
            view.hide.insert(hide);
        }
    })
}
