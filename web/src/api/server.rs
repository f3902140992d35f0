//! The server's addresses, and the shapes of its answers that are not `shared`'s.

use shared::model::RunId;
use shared::summary::{RunHead, SUMMARY_VERSION};
use shared::view::View;

use super::Problem;
use super::fetch::Request;
use super::json::{Fill, Json, Shape, Unfit, may, members, must};

/// A page of the list of runs.
#[derive(Default)]
pub struct RunList {
    /// The runs, newest first.
    pub runs: Vec<RunHead>,
    /// Where the next page begins.
    pub next: Option<String>,
    /// How many pass the filter, over all pages.
    pub total: Option<u64>,
}

impl Fill for RunList {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("runs", &mut self.runs), may("next", &mut self.next), may("total", &mut self.total)])
    }
}

impl Shape for RunList {
    fn empty() -> Self {
        Self::default()
    }
}

/// The published pages.
#[derive(Default)]
pub struct Pages {
    /// All of them.
    pub pages: Vec<Page>,
}

impl Fill for Pages {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("pages", &mut self.pages)])
    }
}

impl Shape for Pages {
    fn empty() -> Self {
        Self::default()
    }
}

/// A published page.
#[derive(Default)]
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

impl Fill for Page {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("id", &mut self.id),
                must("title", &mut self.title),
                must("summary", &mut self.summary),
                must("source", &mut self.source),
                must("runs", &mut self.runs),
            ],
        )
    }
}

impl Shape for Page {
    fn empty() -> Self {
        Self::default()
    }
}

/// Where a published page's figures come from, as far as it is shown.
#[derive(Default)]
pub struct Source {
    /// Subject or title.
    pub title: String,
    /// The list or site.
    pub list: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Its day.
    pub date: Option<String>,
    /// Its Message-ID.
    pub message_id: Option<String>,
    /// A link to it.
    pub link: Option<String>,
}

impl Fill for Source {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("title", &mut self.title),
                may("list", &mut self.list),
                may("author", &mut self.author),
                may("date", &mut self.date),
                may("message_id", &mut self.message_id),
                may("link", &mut self.link),
            ],
        )
    }
}

impl Shape for Source {
    fn empty() -> Self {
        Self::default()
    }
}

/// How the benchmarks are measured, in words.
#[derive(Default)]
pub struct Methods {
    /// All of them.
    pub benchmarks: Vec<Method>,
}

impl Fill for Methods {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("benchmarks", &mut self.benchmarks)])
    }
}

impl Shape for Methods {
    fn empty() -> Self {
        Self::default()
    }
}

/// How one benchmark is measured.
#[derive(Default)]
pub struct Method {
    /// Its id.
    pub id: String,
    /// The method, in a sentence.
    pub method: String,
    /// Where the method comes from.
    pub source: String,
}

impl Fill for Method {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [must("id", &mut self.id), must("method", &mut self.method), must("source", &mut self.source)],
        )
    }
}

impl Shape for Method {
    fn empty() -> Self {
        Self::default()
    }
}

/// A view with fixed runs, as the server writes it.
#[derive(Default)]
pub struct Frozen {
    /// Its canonical query.
    pub frozen: String,
    /// What names it.
    pub hash: String,
}

impl Fill for Frozen {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("frozen", &mut self.frozen), must("hash", &mut self.hash)])
    }
}

impl Shape for Frozen {
    fn empty() -> Self {
        Self::default()
    }
}

/// Whether the document at this address stays as it is for ever.
pub fn never_changes(url: &str) -> bool {
    is_summary(url) || url.starts_with("/api/v1/views/")
}

/// Whether the document at this address is a run's summary.
pub fn is_summary(url: &str) -> bool {
    url.contains("/summary?v=")
}

/// A run's summary, in the version that this explorer reads. `index.html` asks for the same address beforehand.
pub fn summary(id: &RunId) -> String {
    format!("/api/v1/runs/{id}/summary?v={SUMMARY_VERSION}")
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

/// The catalogue.
pub fn catalogue() -> String {
    "/api/v1/catalogue".to_owned()
}

/// A frozen view.
pub fn view(hash: &str) -> String {
    format!("/api/v1/views/{}", crate::state::query::encode(hash))
}

/// Keeps a frozen view on the server, so that its hash finds it.
pub async fn keep_view(hash: &str, query: &str) -> Result<(), Problem> {
    Request::put(&view(hash), query)?.bytes().await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::json::{Broken, read};
    use super::*;

    const ID: &str = "xj4bnp4pahh6uqkbidpf3lrceo";

    #[test]
    fn the_page_asks_beforehand_for_what_the_explorer_reads() {
        let id = RunId::parse(ID).unwrap();
        let asked = summary(&id).replace(ID, r#"" + id + ""#);
        assert!(include_str!("../../index.html").contains(&format!("\"{asked}\"")), "{asked}");
        assert!(never_changes(&summary(&id)));
    }

    #[test]
    fn a_list_of_runs_may_end_here_or_go_on() {
        let run = format!(
            r#"{{"id":"{ID}","started":"2026","kernel_name":"Linux","kernel_release":"6.18","labels":{{"config":"b"}},
            "provenance":"measured","complete":true,"cells_ok":1,"cells":2}}"#
        );
        let page: RunList =
            read(format!(r#"{{"runs":[{run}],"next":"c","total":17,"facets":[]}}"#).as_bytes()).expect("a list");
        assert_eq!((page.runs[0].labels.len(), page.next.as_deref(), page.total), (1, Some("c"), Some(17)));
        let last: RunList = read(br#"{"runs":[]}"#).expect("a list");
        assert_eq!((last.runs.len(), last.next, last.total), (0, None, None));
    }

    #[test]
    fn a_published_page_says_where_it_is_from() {
        let page = |source: &str| {
            format!(r#"{{"pages":[{{"id":"p","title":"t","summary":"s","source":{source},"runs":["{ID}"]}}]}}"#)
        };
        let pages: Pages = read(page(r#"{"title":"mail","author":"A","date":"2002-08-05","list":null}"#).as_bytes())
            .expect("a list of pages");
        let source = &pages.pages[0].source;
        assert_eq!((source.title.as_str(), source.author.as_deref(), &source.list), ("mail", Some("A"), &None));
        assert_eq!(pages.pages[0].runs, [RunId::parse(ID).expect("an id")]);
        assert_eq!(read::<Pages>(page("{}").as_bytes()).err(), Some(Broken::Member("title")));
        assert_eq!(read::<Pages>(b"{}").err(), Some(Broken::Member("pages")));
    }

    #[test]
    fn a_frozen_view_has_a_query_and_a_hash() {
        let form: Frozen = read(br#"{"columns":[],"frozen":"run=x","hash":"h"}"#).expect("a frozen view");
        assert_eq!((form.frozen.as_str(), form.hash.as_str()), ("run=x", "h"));
        assert_eq!(read::<Frozen>(br#"{"frozen":"run=x"}"#).err(), Some(Broken::Member("hash")));
    }
}
