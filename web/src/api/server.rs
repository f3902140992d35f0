//! The server's addresses, and the shapes of its answers that are not `shared`'s.

use serde::Deserialize;
use shared::model::RunId;
use shared::summary::RunHead;
use shared::view::View;

use super::Problem;
use super::fetch::Request;

/// A page of the list of runs.
#[derive(Deserialize)]
pub struct RunList {
    /// The runs, newest first.
    pub runs: Vec<RunHead>,
    /// Where the next page begins.
    #[serde(default)]
    pub next: Option<String>,
    /// How many pass the filter, over all pages.
    #[serde(default)]
    pub total: Option<u64>,
}

/// The published pages.
#[derive(Deserialize)]
pub struct Pages {
    /// All of them.
    pub pages: Vec<Page>,
}

/// A published page.
#[derive(Deserialize)]
pub struct Page {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What was measured, in a sentence.
    pub summary: String,
    /// The mail or page that the figures come from.
    pub source: Source,
    /// Its runs, in the order of columns.
    pub runs: Vec<RunId>,
}

/// Where a published page's figures come from, as far as it is shown.
#[derive(Deserialize)]
pub struct Source {
    /// Subject or title.
    pub title: String,
    /// The list or site.
    #[serde(default)]
    pub list: Option<String>,
    /// Its author.
    #[serde(default)]
    pub author: Option<String>,
    /// Its day.
    #[serde(default)]
    pub date: Option<String>,
    /// Its Message-ID.
    #[serde(default)]
    pub message_id: Option<String>,
    /// A link to it.
    #[serde(default)]
    pub link: Option<String>,
}

/// A view with fixed runs, as the server writes it.
#[derive(Deserialize)]
pub struct Frozen {
    /// Its canonical query.
    pub frozen: String,
    /// What names it.
    pub hash: String,
}

/// Whether the document at this address stays as it is for ever.
pub fn never_changes(url: &str) -> bool {
    url.ends_with("/summary") || url.starts_with("/api/v1/views/")
}

/// A run's summary.
pub fn summary(id: &RunId) -> String {
    format!("/api/v1/runs/{id}/summary")
}

/// A run's document, byte for byte.
pub fn raw(id: &RunId) -> String {
    format!("/api/v1/runs/{id}")
}

/// The list of runs that pass `filter`, from `cursor` on.
pub fn run_list(filter: &str, cursor: Option<&str>) -> String {
    let cursor = cursor.map(|cursor| format!("after={}", crate::state::query::encode(cursor)));
    let parts: Vec<&str> =
        [filter, cursor.as_deref().unwrap_or_default()].into_iter().filter(|p| !p.is_empty()).collect();
    if parts.is_empty() { "/api/v1/runs".to_owned() } else { format!("/api/v1/runs?{}", parts.join("&")) }
}

/// The runs of a live view.
pub fn columns(view: &View) -> String {
    format!(
        "/api/v1/columns?{}",
        View { columns: view.columns.clone(), base: view.base.clone(), ..View::default() }.query()
    )
}

/// A comparison as text for mail.
pub fn text(view: &View) -> String {
    format!("/api/v1/compare?{}&format=text", view.query())
}

/// The frozen form of a view.
pub fn frozen(view: &View) -> String {
    format!("/api/v1/columns?{}", view.query())
}

/// The published pages.
pub fn page_list() -> String {
    "/api/v1/pages".to_owned()
}

/// A frozen view.
pub fn view(hash: &str) -> String {
    format!("/api/v1/views/{}", crate::state::query::encode(hash))
}

/// Keeps a frozen view on the server, so that its hash finds it.
pub async fn keep_view(hash: &str, query: &str) -> Result<(), Problem> {
    Request::put(&view(hash), query)?.bytes().await.map(|_| ())
}
