//! The runs chosen so far, and what becomes of them.

use shared::view::{Columns, View};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::use_choosing;
use crate::state::chosen::{By, Chosen};
use crate::state::filter::Filter;
use crate::state::heading::counted;
use crate::state::held::Held;
use crate::state::place::Place;

/// Properties of [`Tray`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What the list shows.
    pub filter: Held<Filter>,
}

/// The chosen runs, and what becomes of them.
#[component]
pub fn Tray(props: &Props) -> Html {
    let choosing = use_choosing();
    let chosen = &choosing.chosen;
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
    html! {
        <section class="tray" aria-label="Chosen runs">
            if chosen.runs.is_empty() {
                <div class="bar soft">
                    { "Choose runs to put them side by side, or compare all that are listed, live:" }
                    <a class="button" href={live(&props.filter, "kernel.release")}>{ "by kernel" }</a>
                    <a class="button" href={live(&props.filter, "machine.cpu.model")}>{ "by CPU" }</a>
                </div>
            } else {
                <div class="bar">
                    <b>{ counted(chosen.runs.len(), "run") }{ " in " }{ counted(chosen.columns().len(), "column") }</b>
                    <label class="choices">
                        { "a column for each" }
                        <select {onchange}>
                            for by in options {
                                <option key={by.name()} value={by.name()} selected={by == chosen.by}>
                                    { if by == By::Together { "all together".to_owned() } else { by.name() } }
                                </option>
                            }
                        </select>
                    </label>
                    <span class="push" />
                    <button type="button" class="button" onclick={clear}>{ "Clear" }</button>
                    <a class="button main" href={chosen.href()}>{ "Compare" }</a>
                </div>
            }
        </section>
    }
}

/// The live comparison of all runs that the server's part of the filter lets pass.
fn live(filter: &Filter, by: &str) -> String {
    let columns = Columns::Live { by: vec![by.to_owned()], filter: filter.with.clone() };
    let view = View { columns, ..View::default() };
    Place::compare().href(&view)
}
