//! States of the final size: waiting, failed.

use yew::prelude::*;

use crate::api::Problem;
use crate::element::{button, button_to, el, said};

/// A page whose content is on its way: so many rows, with cards of columns before them or not.
pub fn waiting(rows: usize, cards: bool) -> Html {
    el("div", "")
        .attr("aria-busy", "true")
        .child(said("p", "unseen", "Loading").attr("role", "status"))
        .child(el("div", "skeleton title"))
        .child(el("div", "skeleton line"))
        .child(cards.then(|| el("div", "skeleton cards")))
        .child(waiting_rows(rows))
        .html()
}

/// Rows that are on their way.
pub fn waiting_rows(rows: usize) -> Html {
    el("div", "skeletons").attr("aria-hidden", "true").children((0..rows).map(|_| el("div", "skeleton row"))).html()
}

/// A page whose content could not be loaded, and what may help.
pub fn failed(problem: &Problem, retry: Callback<()>) -> Html {
    let help = if problem.again {
        button("Try again").on_click(move |_| retry.emit(()))
    } else {
        button_to("/runs/", "All runs")
    };
    el("div", "state")
        .attr("role", "alert")
        .child(said("h1", "", &problem.title))
        .child(said("p", "lede", &problem.detail))
        .child(el("p", "").child(help))
        .html()
}
