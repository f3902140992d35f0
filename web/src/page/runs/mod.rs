//! The list of runs: filter, choose, compare.

mod table;
mod tray;

use shared::summary::RunHead;
use yew::prelude::*;

pub use table::{day, run_table, verdict};
use tray::tray;

use super::states::{failed, waiting_rows};
use super::title::set_title;
use crate::api::{self, Documents, Load, RunList, json, use_documents};
use crate::app::{Choosing, use_choosing};
use crate::element::{El, button, button_to, el, group, said, section};
use crate::navigation::{use_navigation, use_scroll_restored};
use crate::state::filter::Filter;
use crate::state::heading::counted;
use crate::state::query::get;

/// `/runs/?filter=…`
#[component]
pub fn Runs() -> Html {
    let navigation = use_navigation();
    let text = get(&navigation.address.query, "filter").unwrap_or_default();
    let choosing = use_choosing();
    set_title(&if text.is_empty() { "Runs".to_owned() } else { format!("Runs: {text}") });
    let filter = use_memo(text.clone(), |text| Filter::parse(text));
    let cursors = use_state(|| (text.clone(), Vec::<String>::new()));
    let more: &[String] = if cursors.0 == text { &cursors.1 } else { &[] };
    let query = filter.query();
    let urls = std::iter::once(api::run_list(&query, None))
        .chain(more.iter().map(|at| api::run_list(&query, Some(at))))
        .collect();
    let (load, retry) = use_documents(urls, json::<RunList>);
    let kept = use_mut_ref(|| None::<Documents>);
    if let Load::Ready(pages) = &load {
        *kept.borrow_mut() = Some(pages.clone());
    }
    use_scroll_restored(matches!(load, Load::Ready(_)));
    let stale = kept.borrow().clone().filter(|_| load == Load::Waiting);
    let pages = if let Load::Ready(pages) = &load { Some(pages.clone()) } else { stale.clone() };
    let list = match (&load, &pages) {
        (Load::Failed(problem), _) => failed(problem, retry),
        (_, None) => waiting_rows(12),
        (_, Some(pages)) => listed(pages, &filter, &text, &choosing, asking_more(cursors.clone())).html(),
    };
    let busy = if load == Load::Waiting { "true" } else { "false" };
    group([
        said("h1", "", "Runs").html(),
        said("p", "lede", summary(&text, pages.as_ref(), stale.is_some())).attr("role", "status").html(),
        section("run-list", "Runs").attr("aria-busy", busy).child(list).html(),
        tray(&filter, &choosing).html(),
    ])
}

/// Asks for the page after a cursor, while the filter stays.
fn asking_more(cursors: UseStateHandle<(String, Vec<String>)>) -> Callback<(String, String)> {
    Callback::from(move |(text, cursor): (String, String)| {
        let mut list = if cursors.0 == text { cursors.1.clone() } else { Vec::new() };
        list.push(cursor);
        cursors.set((text, list));
    })
}

/// How many runs there are, and whether that may have changed.
fn summary(text: &str, pages: Option<&Documents>, stale: bool) -> String {
    let Some(pages) = pages else { return "Loading".to_owned() };
    let shown: usize = pages.all::<RunList>().map(|page| page.runs.len()).sum();
    let total = pages.one::<RunList>().and_then(|page| page.total).map_or(shown, |total| total as usize);
    let matching = if text.is_empty() { String::new() } else { format!(" match {text}") };
    format!("{}{matching}{}", counted(total, "run"), if stale { " · asking again" } else { "" })
}

/// The runs that pass, or which filter leaves none.
fn listed(pages: &Documents, filter: &Filter, text: &str, choosing: &Choosing, more: Callback<(String, String)>) -> El {
    let runs: Vec<&RunHead> =
        pages.all::<RunList>().flat_map(|page| &page.runs).filter(|run| filter.keeps(run)).collect();
    let next = pages.all::<RunList>().last().and_then(|page| page.next.clone());
    let has_next = next.is_some();
    let onclick = {
        let text = text.to_owned();
        Callback::from(move |_: MouseEvent| more.emit((text.clone(), next.clone().unwrap_or_default())))
    };
    let more = has_next.then(|| button("More runs", onclick));
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
