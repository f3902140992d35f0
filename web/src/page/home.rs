//! The start page: what this is, the published pages, the newest runs, how to measure.

use shared::summary::RunHead;
use yew::prelude::*;

use super::published::origin;
use super::runs::run_table;
use super::states::{failed, waiting_rows};
use super::title::set_title;
use crate::api::{self, Load, Page, Pages, RunList, json, use_documents};
use crate::app::{Choosing, use_choosing};
use crate::navigation::use_scroll_restored;
use crate::state::query::encode;

/// How many of the newest runs are shown.
const NEWEST: usize = 8;

/// The start page.
#[component]
pub fn Home() -> Html {
    set_title("");
    let choosing = use_choosing();
    let (pages, retry_pages) = use_documents(vec![api::page_list()], json::<Pages>);
    let (runs, retry_runs) = use_documents(vec![api::run_list("where=provenance:measured", None)], json::<RunList>);
    use_scroll_restored(matches!((&pages, &runs), (Load::Ready(_), Load::Ready(_))));
    html! {
        <>
            <h1>{ "Kernel and hardware benchmarks, side by side" }</h1>
            <p class="lede">
                { "Measure a machine, put any kernels, CPUs or configurations beside each other, see what else differs, \
                   and send the link or a plain-text table: both show the same numbers for ever." }
            </p>
            <section aria-labelledby="published">
                <h2 id="published">{ "Published pages" }</h2>
                { match &pages {
                    Load::Waiting => waiting_rows(5),
                    Load::Failed(problem) => failed(problem, retry_pages),
                    Load::Ready(pages) => page_list(pages.one()),
                } }
            </section>
            <section aria-labelledby="newest">
                <h2 id="newest">{ "Newest runs" }</h2>
                { match &runs {
                    Load::Waiting => waiting_rows(4),
                    Load::Failed(problem) => failed(problem, retry_runs),
                    Load::Ready(list) => newest(list.one(), &choosing),
                } }
            </section>
            { measuring() }
        </>
    }
}

/// The published pages.
fn page_list(pages: Option<&Pages>) -> Html {
    html! {
        <ul class="pages">
            for page in pages.iter().flat_map(|pages| &pages.pages) {
                <li key={page.id.clone()}>{ entry(page) }</li>
            }
        </ul>
    }
}

/// The newest runs.
fn newest(list: Option<&RunList>, choosing: &Choosing) -> Html {
    let runs: Vec<&RunHead> = list.iter().flat_map(|list| &list.runs).take(NEWEST).collect();
    if runs.is_empty() {
        return html! { <p class="lede">{ "No run was uploaded yet: the commands below make one." }</p> };
    }
    html! {
        <>
            { run_table(&runs, choosing) }
            <p class="lede"><a href="/runs/">{ "All runs" }</a></p>
        </>
    }
}

/// A published page in the list.
fn entry(page: &Page) -> Html {
    html! {
        <>
            <a href={format!("/published/?id={}", encode(&page.id))}>{ page.title.clone() }</a>
            <div class="soft">{ format!("{} {}", page.summary, origin(&page.source)) }</div>
        </>
    }
}

/// How to measure and upload.
fn measuring() -> Html {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    html! {
        <section aria-labelledby="measure">
            <h2 id="measure">{ "Measure a machine" }</h2>
            <p class="lede">
                { "One binary, no root, nothing personal in the file. It is on disk before anything is sent; \
                   --show-payload prints exactly what would be." }
            </p>
            <pre class="code" tabindex="0">
                { format!("benchpages run --preset quick --label config=NAME\nbenchpages upload FILE --to {origin}") }
            </pre>
        </section>
    }
}
