//! `GET /api/v1/columns` and `/api/v1/compare`: what a view shows, from its query.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use shared::render;
use shared::view::Resolved;

use crate::answer::{self, json};
use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;
use crate::http::negotiate::{Format, format};

/// The runs of a view, and its frozen form.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    resolved: Resolved,
    /// Canonical query of the same view with fixed runs.
    frozen: String,
    /// Its hash: `/v/?<hash>` shows it once it was put under `/api/v1/views/<hash>`.
    hash: String,
}

/// Finds the runs of a view: `run=` as it is, `by=` and `where=` by what the store has at this moment.
#[utoipa::path(
    get,
    path = "/api/v1/columns",
    params(("query" = String, Query, description = "The query of a /compare/ page")),
    responses((status = 200, body = Object))
)]
pub async fn columns(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (view, resolved) = answer::resolve_query(&app, &query.unwrap_or_default()).await?;
    let frozen = view.frozen(&resolved);
    let body = json(&Answer { frozen: frozen.query(), hash: frozen.hash(), resolved })?;
    Ok(respond_fresh(&headers, "application/json", "Accept-Encoding", body.into_bytes()))
}

/// Compares the columns of a view: JSON, or text, Markdown or CSV by `Accept` or `format=`.
#[utoipa::path(
    get,
    path = "/api/v1/compare",
    params(("query" = String, Query, description = "The query of a /compare/ page; format= text, markdown, csv or json")),
    responses(
        (status = 200, content(
            (Object = "application/json"), (String = "text/plain"), (String = "text/markdown"), (String = "text/csv")
        )),
        (status = 400, body = Problem)
    )
)]
pub async fn compare(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let query = query.unwrap_or_default();
    let format = format(&query, &headers, &[Format::Json, Format::Text, Format::Markdown, Format::Csv])?;
    let (view, comparison) = answer::compare(&app, &query).await?;
    let options = answer::options(&app, &headers, &format!("/compare/?{}", view.query()));
    answer::respond(&headers, format, &render::Options { layout: view.layout, ..options }, &comparison)
}
