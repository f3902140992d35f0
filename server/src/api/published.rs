//! `GET /api/v1/pages`: the published pages.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::json;
use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;
use crate::published::PublishedPage;

#[derive(Serialize, ToSchema)]
struct Pages<'a> {
    /// Pages, newest first.
    pages: &'a [PublishedPage],
}

/// Lists the published pages with their runs.
#[utoipa::path(get, path = "/api/v1/pages", responses((status = 200, body = Pages)))]
pub async fn pages(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    let body = json(&Pages { pages: &app.pages })?;
    Ok(respond_fresh(&headers, "application/json", "Accept-Encoding", body.into_bytes()))
}
