//! The list of runs: filter, choose, compare.

mod table;
mod tray;

use std::cell::RefCell;
use std::rc::Rc;

use shared::summary::RunHead;
use yew::prelude::*;

pub use table::{day, run_table, verdict};
use tray::tray;

use super::states::{failed, waiting_rows};
use super::title::set_title;
use crate::api::{self, Documents, Load, RunList, json, use_documents};
use crate::app::{Choosing, Site};
use crate::element::{El, button, button_to, el, group, said, section};
use crate::hooks::{Hooks, State};
use crate::navigation::use_scroll_restored;
use crate::part::Part;
use crate::state::filter::Filter;
use crate::state::heading::counted;
use crate::state::query::get;

/// `/runs/?filter=…`
#[derive(PartialEq)]
pub struct Runs {
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Runs {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Site { navigation, choosing } = &*self.site;
        let text = get(&navigation.address.query, "filter").unwrap_or_default();
        set_title(&if text.is_empty() { "Runs".to_owned() } else { format!("Runs: {text}") });
        let filter = Filter::parse(&text);
        let cursors = hooks.state((text.clone(), Vec::<String>::new()));
        let more: &[String] = if cursors.0 == text { &cursors.1 } else { &[] };
        let query = filter.query();
        let urls = std::iter::once(api::run_list(&query, None))
            .chain(more.iter().map(|at| api::run_list(&query, Some(at))))
            .collect();
        let (load, retry) = use_documents(hooks, urls, json::<RunList>);
        let kept = hooks.kept(RefCell::new(None::<Documents>));
        if let Load::Ready(pages) = &load {
            *kept.borrow_mut() = Some(pages.clone());
        }
        use_scroll_restored(hooks, navigation, matches!(load, Load::Ready(_)));
        let stale = kept.borrow().clone().filter(|_| load == Load::Waiting);
        let pages = if let Load::Ready(pages) = &load { Some(pages.clone()) } else { stale.clone() };
        let list = match (&load, &pages) {
            (Load::Failed(problem), _) => failed(problem, retry),
            (_, None) => waiting_rows(12),
            (_, Some(pages)) => listed(pages, &filter, &text, choosing, &cursors).html(),
        };
        let busy = if load == Load::Waiting { "true" } else { "false" };
        group(vec![
            said("h1", "", "Runs").html(),
            said("p", "lede", summary(&text, pages.as_ref(), stale.is_some())).attr("role", "status").html(),
            section("run-list", "Runs").attr("aria-busy", busy).child(list).html(),
            tray(&filter, choosing).html(),
        ])
    }
}

/// The filter, and where the pages after the first begin.
type Cursors = (String, Vec<String>);

/// How many runs there are, and whether that may have changed.
fn summary(text: &str, pages: Option<&Documents>, stale: bool) -> String {
    let Some(pages) = pages else { return "Loading".to_owned() };
    let shown: usize = pages.all::<RunList>().map(|page| page.runs.len()).sum();
    let total = pages.one::<RunList>().and_then(|page| page.total).map_or(shown, |total| total as usize);
    let matching = if text.is_empty() { String::new() } else { format!(" match {text}") };
    format!("{}{matching}{}", counted(total, "run"), if stale { " · asking again" } else { "" })
}

/// The runs that pass, or which filter leaves none. More of them are asked for by setting `cursors`.
fn listed(pages: &Documents, filter: &Filter, text: &str, choosing: &Choosing, cursors: &State<Cursors>) -> El {
    let runs: Vec<&RunHead> =
        pages.all::<RunList>().flat_map(|page| &page.runs).filter(|run| filter.keeps(run)).collect();
    let next = pages.all::<RunList>().last().and_then(|page| page.next.clone());
    let more = next.map(|next| {
        let (text, cursors) = (text.to_owned(), cursors.clone());
        button("More runs").on_click(move |_| {
            let mut list = if cursors.0 == text { cursors.1.clone() } else { Vec::new() };
            list.push(next.clone());
            cursors.set((text.clone(), list));
        })
    });
    el("div", "").child(if runs.is_empty() { none(filter, text) } else { run_table(&runs, choosing) }).child(more)
}

/// Which filter leaves no run.
fn none(filter: &Filter, text: &str) -> El {
    let (why, href, way) = if filter.is_empty() {
        let why = "No run was uploaded yet. The start page has the commands that make one.";
        (why.to_owned(), "/", "Start page")
    } else {
        (format!("No run passes the filter “{text}”."), "/runs/", "Show all runs")
    };
    el("div", "state").child(said("p", "", why)).child(el("p", "").child(button_to(href, way)))
}
