//! `GET /api/v1/runs`: a page of runs, newest first.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use shared::summary::RunHead;
use shared::view::{Columns, View};
use utoipa::ToSchema;

use crate::answer::json;
use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;
use crate::store::{Cursor, ListQuery, Listing};

/// Runs of a page unless `limit` says otherwise.
const USUAL: u32 = 50;
/// Runs of a page at most.
const MOST: u32 = 200;
/// Longest free text.
const TEXT: usize = 200;
/// Most conditions.
const CONDITIONS: usize = 16;

/// A page of runs.
#[derive(Serialize, ToSchema)]
struct RunList {
    /// Runs, newest first.
    #[schema(value_type = Vec<Object>)]
    runs: Vec<Item>,
    /// What `after` takes for the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// How many runs pass, over all pages.
    total: u64,
}

#[derive(Serialize)]
struct Item {
    #[serde(flatten)]
    head: RunHead,
    superseded: bool,
}

/// Lists runs, newest first.
#[utoipa::path(
    get,
    path = "/api/v1/runs",
    params(
        ("where" = Option<Vec<String>>, Query, description = "`key:glob`, repeatable; all must hold: `kernel.release:6.1*`"),
        ("q" = Option<String>, Query, description = "Words that must occur in kernel, CPU, machine, labels, page or id"),
        ("superseded" = Option<String>, Query, description = "`yes` lists runs too that a later one of the same boot continues"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
        ("limit" = Option<u32>, Query, description = "Runs of a page, at most 200")
    ),
    responses((status = 200, body = RunList), (status = 400, body = Problem))
)]
pub async fn list(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let listing = app.store.list(&parse(&query.unwrap_or_default())?).await?;
    let body = json(&RunList::from(listing))?;
    Ok(respond_fresh(&headers, "application/json", "Accept-Encoding", body.into_bytes()))
}

impl From<Listing> for RunList {
    fn from(listing: Listing) -> Self {
        Self {
            runs: listing.runs.into_iter().map(|run| Item { head: run.head, superseded: run.superseded }).collect(),
            next: listing.next.map(|cursor| cursor.to_string()),
            total: listing.total,
        }
    }
}

fn parse(query: &str) -> Result<ListQuery, Problem> {
    let mut list = ListQuery { limit: USUAL, filter: conditions(query)?, ..ListQuery::default() };
    for (name, value) in shared::view::pairs(query) {
        match name.as_str() {
            "q" if value.len() > TEXT => {
                return Err(Problem::parameter("q", format!("free text has at most {TEXT} bytes")));
            }
            "q" => list.text = Some(value),
            "superseded" => list.superseded = value == "yes",
            "after" => {
                let cursor = Cursor::parse(&value);
                list.after =
                    Some(cursor.ok_or_else(|| Problem::parameter("after", "must be the next= of a page before"))?);
            }
            "limit" => {
                let limit = value.parse().ok().filter(|limit| (1..=MOST).contains(limit));
                list.limit = limit.ok_or_else(|| Problem::parameter("limit", format!("must be 1 to {MOST}")))?;
            }
            _ => {}
        }
    }
    Ok(list)
}

/// The `where=` of a query, in the grammar of views.
fn conditions(query: &str) -> Result<Vec<(String, String)>, Problem> {
    let parsed = View::parse(query);
    if let Some(report) = parsed.reports.iter().find(|report| report.starts_with("where=")) {
        return Err(Problem::parameter("where", report));
    }
    match parsed.view.columns {
        Columns::Live { filter, .. } if filter.len() > CONDITIONS => {
            Err(Problem::parameter("where", format!("at most {CONDITIONS} conditions are taken")))
        }
        Columns::Live { filter, .. } => Ok(filter),
        Columns::Frozen(_) => Ok(Vec::new()),
    }
}
