//! The start page: what this is, the published pages, the newest runs, how to measure.

use std::rc::Rc;

use shared::summary::RunHead;
use yew::prelude::*;

use super::published::origin;
use super::runs::run_table;
use super::states::{failed, waiting_rows};
use super::title::set_title;
use crate::api::{self, Load, Page, Pages, RunList, json, use_documents};
use crate::app::{Choosing, Site};
use crate::drop::invitation;
use crate::element::{El, el, group, said, section};
use crate::hooks::Hooks;
use crate::navigation::use_scroll_restored;
use crate::part::Part;
use crate::state::query::encode;

/// How many of the newest runs are shown.
const NEWEST: usize = 8;

/// The start page.
#[derive(PartialEq)]
pub struct Home {
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Home {
    fn show(&self, hooks: &mut Hooks) -> Html {
        set_title("");
        let Site { navigation, choosing } = &*self.site;
        let (pages, retry_pages) = use_documents(hooks, vec![api::page_list()], json::<Pages>);
        let (runs, retry_runs) =
            use_documents(hooks, vec![api::run_list("where=provenance.kind:measured", None)], json::<RunList>);
        use_scroll_restored(hooks, navigation, matches!((&pages, &runs), (Load::Ready(_), Load::Ready(_))));
        let about = "Measure a machine, put any kernels, CPUs or configurations beside each other, see what else differs, and \
                 send the link or a plain-text table: both show the same numbers for ever.";
        let pages = match &pages {
            Load::Waiting => waiting_rows(5),
            Load::Failed(problem) => failed(problem, retry_pages),
            Load::Ready(pages) => page_list(pages.one()).html(),
        };
        let runs = match &runs {
            Load::Waiting => waiting_rows(4),
            Load::Failed(problem) => failed(problem, retry_runs),
            Load::Ready(list) => newest(list.one(), choosing).html(),
        };
        let part =
            |name: &'static str, inside: Html| section("", name).child(said("h2", "", name)).child(inside).html();
        group(vec![
            said("h1", "", "Kernel and hardware benchmarks, side by side").html(),
            said("p", "lede", about).html(),
            invitation().html(),
            part("Published pages", pages),
            part("Newest runs", runs),
            measuring().html(),
        ])
    }
}

/// The published pages.
fn page_list(pages: Option<&Pages>) -> El {
    el("ul", "pages").children(pages.iter().flat_map(|pages| &pages.pages).map(entry))
}

/// The newest runs.
fn newest(list: Option<&RunList>, choosing: &Choosing) -> El {
    let runs: Vec<&RunHead> = list.iter().flat_map(|list| &list.runs).take(NEWEST).collect();
    if runs.is_empty() {
        return said("p", "lede", "No run was uploaded yet: the commands below make one.");
    }
    let all = el("p", "lede").child(said("a", "", "All runs").attr("href", "/runs/"));
    el("div", "").child(run_table(&runs, choosing)).child(all)
}

/// A published page in the list.
fn entry(page: &Page) -> El {
    let link = said("a", "", &page.title).attr("href", format!("/published/?id={}", encode(&page.id)));
    el("li", "").child(link).child(said("div", "soft", format!("{} {}", page.summary, origin(&page.source))))
}

/// How to measure and upload.
fn measuring() -> El {
    let site = web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    let promise = "One binary, no root, nothing personal in the file. It is on disk before anything is sent; \
                   --show-payload prints exactly what would be.";
    let commands = format!("benchpages run --preset quick --label config=NAME\nbenchpages upload FILE --to {site}");
    section("", "Measure a machine")
        .child(said("h2", "", "Measure a machine"))
        .child(said("p", "lede", promise))
        .child(said("pre", "code", commands).attr("tabindex", "0"))
}
