//! The strip: how many rows say what, and what can be done with the comparison.

use shared::compare::Counts;
use shared::number::percent;
use shared::view::{Hide, View};

use super::body::Over;
use crate::drop::file_button;
use crate::element::{El, button, el, said, section};
use crate::hooks::State;
use crate::state::shown::{Shown, changed};

/// Why a comparison with runs of this tab cannot be handed on.
const KEPT_HERE: &str = "Only runs on the server have a text and a link that others can read; upload these first";

/// The strip, which sets what lies `over` the page. What is `shareable` has all its runs on the server.
pub fn strip(shown: &Shown, shareable: bool, over: &State<Option<Over>>) -> El {
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
    let sharing = |name: &'static str, which: Over, key: &'static str| {
        let button = button(name).on_click(open(which)).attr("title", if shareable { key } else { KEPT_HERE });
        button.maybe("disabled", (!shareable).then_some("disabled"))
    };
    section("bar strip", "In short")
        .children(counts)
        .child(said("span", "push soft", mean.unwrap_or_default()))
        .child(file_button("Add files"))
        .child(sharing("Text for mail", Over::Mail, "Key t"))
        .child(sharing("Freeze link", Over::Freeze, "Key f"))
        .child((!shareable).then(|| said("small", "soft", KEPT_HERE)))
}

/// The counts; rows without a change, undecided and missing ones can be hidden by theirs.
fn counted(counts: Counts, shown: &Shown) -> Vec<El> {
    let Counts { compared, better, worse, same, undecided, missing, reference } = counts;
    let chip = |tag: &'static str, count: u32, what: &'static str| {
        el(tag, "chip").child(said("b", "", count.to_string())).text(what)
    };
    let hiding = |count: u32, what: &'static str, hide: Hide| {
        let hidden = shown.view.hide.contains(&hide);
        chip("a", count, what)
            .text(if hidden { ", hidden" } else { "" })
            .attr("role", "button")
            .attr("href", shown.href(&toggled(&shown.view, hide)))
            .attr("title", if hidden { "Show these rows" } else { "Hide these rows" })
            .attr("aria-pressed", if hidden { "true" } else { "false" })
    };
    let tested = better + worse + same + undecided;
    let mut chips = Vec::new();
    if tested > 0 {
        chips.push(chip("span", better, " better"));
        chips.push(chip("span", worse, " worse"));
        chips.push(hiding(same, " no real change", Hide::Same));
        chips.push(hiding(undecided, " undecided", Hide::Noisy));
    }
    if compared > tested {
        chips.push(chip("span", compared - tested, " not tested"));
    }
    chips.push(hiding(missing, " missing", Hide::Partial));
    if reference > 0 {
        chips.push(chip("span", reference, " reference"));
    }
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
