//! A published page: figures from a post, with their source, never ranked with measured ones.

use shared::model::Source;
use shared::view::{Columns, View};
use yew::prelude::*;

use super::compare::Fixed;
use super::states::{failed, waiting};
use super::unknown::unknown;
use crate::api::{self, Load, Page, Pages, json, use_documents};
use crate::navigation::use_navigation;
use crate::state::place::Place;
use crate::state::query::without;

/// Properties of [`Published`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Name of the page.
    pub id: String,
}

/// `/published/?id=…`
#[component]
pub fn Published(props: &Props) -> Html {
    let navigation = use_navigation();
    let (load, retry) = use_documents(vec![api::page_list()], json::<Pages>);
    let parsed = View::parse(&without(&navigation.address.query, "id"));
    let pages = match &load {
        Load::Waiting => return waiting(10, true),
        Load::Failed(problem) => return failed(problem, retry),
        Load::Ready(documents) => documents.one::<Pages>(),
    };
    let Some(page) = pages.and_then(|pages| pages.pages.iter().find(|page| page.id == props.id)) else {
        return unknown();
    };
    let columns = page.runs.iter().map(|run| vec![run.clone()]).collect();
    let view = View { columns: Columns::Frozen(columns), ..parsed.view };
    html! {
        <Fixed {view} reports={parsed.reports} place={Place::page("/published/", &page.id)} heading={heading(page)}
            curves=true />
    }
}

/// Author, list and day: `Duc Vianney, linux-kernel, 2002-08-05`.
pub fn origin(source: &Source) -> String {
    let parts = [&source.author, &source.list, &source.date];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Title and source.
fn heading(page: &Page) -> Html {
    let source = &page.source;
    let link = source.link.as_ref().filter(|link| link.starts_with("https://") || link.starts_with("http://"));
    html! {
        <>
            <h1>{ page.title.clone() }</h1>
            <p class="lede">{ page.summary.clone() }</p>
            <p class="lede">
                { "From " }
                if let Some(link) = link {
                    <a href={link.clone()} rel="noopener noreferrer">{ format!("“{}”", source.title) }</a>
                } else {
                    { format!("“{}”", source.title) }
                }
                { format!(", {}.", origin(source)) }
                if let Some(id) = &source.message_id {
                    { " Message-ID " }<code>{ id.clone() }</code>
                }
            </p>
        </>
    }
}
