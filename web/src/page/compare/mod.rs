//! A comparison: from the address to runs, from their summaries to tables. All of it is worked out in the browser.

mod body;
mod cards;
mod choices;
mod differs;
mod loading;
mod mail;
mod strip;

use std::rc::Rc;

use shared::view::{Columns, Parsed, Resolved, View, resolve_fixed};
use yew::prelude::*;

use loading::Comparing;

use super::states::{failed, waiting};
use super::title::set_title;
use crate::api::{self, Load, json, use_documents};
use crate::app::Site;
use crate::drop::invitation;
use crate::element::{El, el, said};
use crate::hooks::Hooks;
use crate::part::{Part, part};
use crate::state::place::Place;

/// `/compare/?…`
#[derive(PartialEq)]
pub struct Compare {
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Compare {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Parsed { view, reports } = View::parse(&self.site.navigation.address.query);
        let live = matches!(view.columns, Columns::Live { .. });
        let (load, retry) =
            use_documents(hooks, live.then(|| api::columns(&view)).into_iter().collect(), json::<Resolved>);
        if !live {
            return fixed(&self.site, view, reports, Place::compare(), None, false);
        }
        match &load {
            Load::Waiting => waiting(12, true),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(answer) => {
                let resolved = answer.one::<Resolved>().cloned().unwrap_or_default();
                comparing(&self.site, view, resolved, reports, Place::compare(), None, false)
            }
        }
    }
}

/// A view whose runs are given by id. `heading` stands above it instead of its own; `curves` are drawn without being asked.
pub fn fixed(
    site: &Rc<Site>,
    view: View,
    reports: Vec<String>,
    place: Place,
    heading: Option<Html>,
    curves: bool,
) -> Html {
    let resolved = resolve_fixed(&view);
    comparing(site, view, resolved, reports, place, heading, curves)
}

fn comparing(
    site: &Rc<Site>,
    view: View,
    resolved: Resolved,
    reports: Vec<String>,
    place: Place,
    heading: Option<Html>,
    curves: bool,
) -> Html {
    let reports = [reports, resolved.reports].concat();
    if resolved.columns.is_empty() {
        return nothing_chosen(&reports).html();
    }
    let resolved = Resolved { reports, ..resolved };
    part(Comparing { site: Rc::clone(site), view, resolved, place, heading, curves })
}

/// A comparison without columns, and why it has none.
fn nothing_chosen(reports: &[String]) -> El {
    set_title("Compare");
    let about = "A comparison has a column for each run, or for each group of runs of one kernel, CPU or label.";
    let why = reports.iter().map(|report| said("li", "", report));
    el("div", "state")
        .child(said("h1", "", if reports.is_empty() { "Nothing chosen yet" } else { "Nothing to compare" }))
        .child(said("p", "lede", about))
        .child(el("div", "").attr("role", "status").child(el("ul", "notes").children(why)))
        .child(el("p", "").child(said("a", "button main", "Choose runs").attr("href", "/runs/")))
        .child(invitation())
}
