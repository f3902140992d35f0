//! A published page: figures from a post, with their source, never ranked with measured ones.

use std::rc::Rc;

use shared::view::{Columns, View};
use yew::prelude::*;

use super::compare::fixed;
use super::states::{failed, waiting};
use super::unknown::unknown;
use crate::api::{self, Load, Page, Pages, Source, json, use_documents};
use crate::app::Site;
use crate::element::{group, said};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::place::Place;
use crate::state::query::without;

/// `/published/?id=…`
#[derive(PartialEq)]
pub struct Published {
    /// Name of the page.
    pub id: String,
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Published {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let (load, retry) = use_documents(hooks, vec![api::page_list()], json::<Pages>);
        let parsed = View::parse(&without(&self.site.navigation.address.query, "id"));
        let pages = match &load {
            Load::Waiting => return waiting(10, true),
            Load::Failed(problem) => return failed(problem, retry),
            Load::Ready(documents) => documents.one::<Pages>(),
        };
        let Some(page) = pages.and_then(|pages| pages.pages.iter().find(|page| page.id == self.id)) else {
            return unknown();
        };
        let columns = page.runs.iter().map(|run| vec![run.clone()]).collect();
        let view = View { columns: Columns::Frozen(columns), ..parsed.view };
        fixed(&self.site, view, parsed.reports, Place::page("/published/", &page.id), Some(heading(page)), true)
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
    let quoted = format!("“{}”", source.title);
    let title = match link {
        Some(link) => said("a", "", quoted).attr("href", link).attr("rel", "noopener noreferrer"),
        None => said("span", "", quoted),
    };
    let id = source.message_id.clone().map(|id| said("span", "", " Message-ID ").child(said("code", "", id)));
    let from = said("p", "lede", "From ").child(title).text(format!(", {}.", origin(source))).child(id);
    group(vec![said("h1", "", &page.title).html(), said("p", "lede", &page.summary).html(), from.html()])
}
