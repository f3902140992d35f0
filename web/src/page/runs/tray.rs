//! The runs chosen so far, and what becomes of them.

use shared::view::{Columns, View};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::Choosing;
use crate::element::{El, button, button_to, el, option, said, section};
use crate::state::chosen::{By, Chosen};
use crate::state::filter::Filter;
use crate::state::heading::counted;
use crate::state::place::Place;

/// The chosen runs, and what becomes of them; `filter` is what the list shows.
pub fn tray(filter: &Filter, choosing: &Choosing) -> El {
    let chosen = &choosing.chosen;
    let tray = section("tray", "Chosen runs");
    if chosen.runs.is_empty() {
        let offer =
            said("div", "bar soft", "Choose runs to put them side by side, or compare all that are listed, live:")
                .child(button_to(live(filter, "kernel.release"), "by kernel"))
                .child(button_to(live(filter, "machine.cpu.model"), "by CPU"));
        return tray.child(offer);
    }
    let group_by = {
        let choosing = choosing.clone();
        move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                choosing.set.emit(Chosen { by: By::parse(&select.value()), ..(*choosing.chosen).clone() });
            }
        }
    };
    let clear = {
        let set = choosing.set.clone();
        move |_| set.emit(Chosen::default())
    };
    let options = [By::Run, By::Kernel, By::Cpu]
        .into_iter()
        .chain(chosen.labels().into_iter().map(By::Label))
        .chain([By::Together]);
    let options = options.map(|by| {
        let name = if by == By::Together { "all together".to_owned() } else { by.name() };
        option(by.name(), name, by == chosen.by)
    });
    let select = el("select", "").on("change", group_by).children(options);
    let count = [counted(chosen.runs.len(), "run"), counted(chosen.columns().len(), "column")].join(" in ");
    let bar = el("div", "bar")
        .child(said("b", "", count))
        .child(said("label", "choices", "a column for each ").child(select))
        .child(el("span", "push"))
        .child(button("Clear").on_click(clear))
        .child(said("a", "button main", "Compare").attr("href", chosen.href()));
    tray.child(bar)
}

/// The live comparison of all runs that the server's part of the filter lets pass.
fn live(filter: &Filter, by: &str) -> String {
    let columns = Columns::Live { by: vec![by.to_owned()], filter: filter.with.clone() };
    let view = View { columns, ..View::default() };
    Place::compare().href(&view)
}
