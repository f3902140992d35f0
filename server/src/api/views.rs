//! `/api/v1/views/{hash}`: frozen views that a short link names.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use shared::view::{Columns, View};
use utoipa::ToSchema;

use crate::answer::json;
use crate::app::App;
use crate::http::Problem;
use crate::http::cached::{Body200, Freshness, respond};
use crate::http::segment::Segment;
use crate::store::Store;

/// Longest query that is kept.
const QUERY: usize = 8 << 10;

/// A frozen view.
#[derive(Serialize, ToSchema)]
struct FrozenView<'a> {
    /// The first 16 base32 characters of the SHA-256 of the query.
    hash: &'a str,
    /// Its canonical query, without a question mark.
    query: &'a str,
}

/// Gives the frozen view of a hash.
#[utoipa::path(
    get,
    path = "/api/v1/views/{hash}",
    params(("hash" = String, Path, description = "View hash")),
    responses((status = 200, body = FrozenView), (status = 404, body = Problem))
)]
pub async fn view(
    State(app): State<Arc<App>>,
    Segment(hash): Segment,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let query = find(&*app.store, &hash).await?;
    let body = Body200 {
        bytes: Bytes::from(json(&FrozenView { hash: &hash, query: &query })?),
        content_type: "application/json",
        coding: None,
        etag: format!("\"v-{hash}\""),
        freshness: Freshness::Immutable,
        vary: "Accept-Encoding",
    };
    Ok(respond(&headers, body))
}

/// Keeps a frozen view under its hash. The body is its canonical query, as text.
#[utoipa::path(
    put,
    path = "/api/v1/views/{hash}",
    params(("hash" = String, Path, description = "View hash: what the query hashes to")),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 201, description = "Kept", body = FrozenView),
        (status = 200, description = "It was there", body = FrozenView),
        (status = 413, body = Problem),
        (status = 422, description = "Not a canonical frozen query of that hash, or of runs that are not here", body = Problem)
    )
)]
pub async fn put(State(app): State<Arc<App>>, Segment(hash): Segment, body: Body) -> Result<Response, Problem> {
    let bytes = to_bytes(body, QUERY)
        .await
        .map_err(|_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a view has at most {QUERY} bytes")))?;
    let refused = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
    let query = std::str::from_utf8(&bytes).map_err(|_| refused("the body is not UTF-8".into()).of_field("query"))?;
    let view = View::parse(query).view;
    let Columns::Frozen(columns) = &view.columns else {
        return Err(
            refused("the view is live: freeze it first, see frozen in /api/v1/columns".into()).of_field("query")
        );
    };
    if columns.is_empty() || view.query() != query {
        let detail = format!("the query is not in canonical form, which is {:?}", view.query());
        return Err(refused(detail).of_field("query"));
    }
    if view.hash() != hash {
        return Err(refused(format!("the query has the hash {}", view.hash())).of_field("hash"));
    }
    for id in columns.iter().flatten() {
        if !app.store.has(id).await? {
            return Err(refused(format!("there is no run {id} here")).of_field("query"));
        }
    }
    let new = app.store.keep_view(&hash, query).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, axum::Json(FrozenView { hash: &hash, query })).into_response())
}

/// The query that a hash stands for.
pub async fn find(store: &dyn Store, hash: &str) -> Result<String, Problem> {
    let missing = || Problem::missing(format!("there is no view {hash:?} here")).of_field("hash");
    store.view(hash).await?.ok_or_else(missing)
}
