//! `GET /api/v1/facets`: what runs can be filtered by, and which values occur.

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

/// Values of a key at most.
const VALUES: u32 = 200;

#[derive(Serialize, ToSchema)]
struct Facets {
    facets: Vec<FacetItem>,
}

/// A key with the values that occur.
#[derive(Serialize, ToSchema)]
struct FacetItem {
    /// Dotted key.
    key: String,
    /// The key for people.
    title: String,
    /// Values, most frequent first; at most 200.
    values: Vec<ValueItem>,
    /// How many more values there are.
    more: u32,
}

/// A value that occurs.
#[derive(Serialize, ToSchema)]
struct ValueItem {
    /// The value.
    value: String,
    /// Runs that have it.
    runs: u32,
}

/// Lists the indexed keys and their values, for choosing filters.
#[utoipa::path(get, path = "/api/v1/facets", responses((status = 200, body = Facets)))]
pub async fn facets(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    let facets = app.store.facets(VALUES).await?.into_iter().map(|facet| FacetItem {
        title: shared::keys::title(&facet.key),
        key: facet.key,
        values: facet.values.into_iter().map(|value| ValueItem { value: value.value, runs: value.runs }).collect(),
        more: facet.more,
    });
    let body = json(&Facets { facets: facets.collect() })?;
    Ok(respond_fresh(&headers, "application/json", "Accept-Encoding", body.into_bytes()))
}
