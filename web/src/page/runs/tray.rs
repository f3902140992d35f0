//! The runs chosen so far, and what becomes of them.

use shared::view::{Columns, View};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::Choosing;
use crate::element::{El, button, button_to, el, said, section};
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
    let set = {
        let choosing = choosing.clone();
        Callback::from(move |by: By| choosing.set.emit(Chosen { by, ..(*choosing.chosen).clone() }))
    };
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            set.emit(By::parse(&select.value()));
        }
    });
    let clear = {
        let set = choosing.set.clone();
        Callback::from(move |_: MouseEvent| set.emit(Chosen::default()))
    };
    let options = [By::Run, By::Kernel, By::Cpu]
        .into_iter()
        .chain(chosen.labels().into_iter().map(By::Label))
        .chain([By::Together]);
    let options = options.map(|by| {
        let name = if by == By::Together { "all together".to_owned() } else { by.name() };
        html! { <option value={by.name()} selected={by == chosen.by}>{ name }</option> }
    });
    let select = el("select", "").on_change(onchange).children(options);
    let count = [counted(chosen.runs.len(), "run"), counted(chosen.columns().len(), "column")].join(" in ");
    let bar = el("div", "bar")
        .child(said("b", "", count))
        .child(said("label", "choices", "a column for each ").child(select))
        .child(el("span", "push"))
        .child(button("Clear", clear))
        .child(said("a", "button main", "Compare").attr("href", chosen.href()));
    tray.child(bar)
}

/// The live comparison of all runs that the server's part of the filter lets pass.
fn live(filter: &Filter, by: &str) -> String {
    let columns = Columns::Live { by: vec![by.to_owned()], filter: filter.with.clone() };
    let view = View { columns, ..View::default() };
    Place::compare().href(&view)
}
