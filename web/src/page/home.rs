//! The start page: what this is, the published pages, the newest runs, how to measure.

use yew::prelude::*;

use super::published::origin;
use super::runs::RunTable;
use super::states::{Failed, Rows};
use super::title::use_title;
use crate::api::{self, Load, Page, Pages, RunList, use_document};
use crate::navigation::use_scroll_restored;
use crate::state::query::encode;

/// How many of the newest runs are shown.
const NEWEST: usize = 8;

/// The start page.
#[component]
pub fn Home() -> Html {
    use_title(String::new());
    let (pages, retry_pages) = use_document::<Pages>(Some(api::page_list()));
    let (runs, retry_runs) = use_document::<RunList>(Some(api::run_list("where=provenance:measured", None)));
    use_scroll_restored(matches!((&pages, &runs), (Load::Ready(_), Load::Ready(_))));
    html! {
        <>
            <h1>{ "Kernel and hardware benchmarks, side by side" }</h1>
            <p class="lede">
                { "Measure a machine, put any kernels, CPUs or configurations beside each other, see what else differs, and \
                   send the link or a plain-text table: both show the same numbers for ever." }
            </p>
            <section aria-labelledby="published">
                <h2 id="published">{ "Published pages" }</h2>
                { match pages {
                    Load::Waiting => html! { <Rows rows=5 /> },
                    Load::Failed(problem) => html! { <Failed {problem} retry={retry_pages} /> },
                    Load::Ready(pages) if pages.pages.is_empty() => html! {
                        <p class="lede">{ "None are loaded in this store." }</p>
                    },
                    Load::Ready(pages) => html! {
                        <ul class="pages">
                            for page in &pages.pages {
                                <li key={page.id.clone()}>{ entry(page) }</li>
                            }
                        </ul>
                    },
                } }
            </section>
            <section aria-labelledby="newest">
                <h2 id="newest">{ "Newest runs" }</h2>
                { match runs {
                    Load::Waiting => html! { <Rows rows=4 /> },
                    Load::Failed(problem) => html! { <Failed {problem} retry={retry_runs} /> },
                    Load::Ready(list) if list.runs.is_empty() => html! {
                        <p class="lede">{ "No run was uploaded yet: the commands below make one." }</p>
                    },
                    Load::Ready(list) => html! {
                        <>
                            <RunTable runs={list.runs.iter().take(NEWEST).cloned().collect::<Vec<_>>()} />
                            <p class="lede"><a href="/runs/">{ "All runs" }</a></p>
                        </>
                    },
                } }
            </section>
            <Measuring />
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
#[component]
fn Measuring() -> Html {
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
