//! One run: the uploaded bytes, which never change, and the summary, which changes with the version of its shape only.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use shared::model::RunId;
use shared::summary::SUMMARY_VERSION;

use crate::app::App;
use crate::http::Problem;
use crate::http::cached::{Body200, Freshness, respond};
use crate::http::negotiate::{accepts_coding, parameter};
use crate::http::segment::Id;
use crate::ingest::decompress;
use crate::summaries::inflate;

/// The run document: exactly the bytes that were uploaded.
#[utoipa::path(
    get,
    path = "/api/v1/runs/{id}",
    params(("id" = String, Path, description = "Run id")),
    responses((status = 200, body = Object), (status = 404, body = Problem))
)]
pub async fn document(State(app): State<Arc<App>>, Id(id): Id, headers: HeaderMap) -> Result<Response, Problem> {
    let document = app.store.document(&id).await?.ok_or_else(|| missing(&id))?;
    if accepts_coding(&headers, "zstd") {
        return Ok(respond(&headers, immutable(document.zstd, Some("zstd"), format!("\"{id}-zst\""))));
    }
    let plain = unpack(move || decompress(&document.zstd, document.size)).await?;
    Ok(respond(&headers, immutable(plain, None, format!("\"{id}\""))))
}

/// The summary: what comparisons need of the run. With its version in the address it never changes.
#[utoipa::path(
    get,
    path = "/api/v1/runs/{id}/summary",
    params(
        ("id" = String, Path, description = "Run id"),
        ("v" = Option<u32>, Query, description = "The version of the summary that the client reads")
    ),
    responses((status = 200, body = Object), (status = 404, body = Problem))
)]
pub async fn summary(
    State(app): State<Arc<App>>,
    Id(id): Id,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let versioned = parameter(query.as_deref().unwrap_or_default(), "v") == Some(SUMMARY_VERSION.to_string().as_str());
    let summary = app.store.summary(&id).await?.ok_or_else(|| missing(&id))?;
    let (bytes, coding, suffix) = if accepts_coding(&headers, "br") {
        (summary.brotli, Some("br"), "-br")
    } else if accepts_coding(&headers, "gzip") {
        (summary.gzip, Some("gzip"), "-gz")
    } else {
        (unpack(move || inflate(&summary)).await?, None, "")
    };
    let body = immutable(bytes, coding, format!("\"{id}-s{SUMMARY_VERSION}{suffix}\""));
    let freshness = if versioned { Freshness::Immutable } else { Freshness::Revalidate };
    Ok(respond(&headers, Body200 { freshness, ..body }))
}

fn immutable(bytes: Vec<u8>, coding: Option<&'static str>, etag: String) -> Body200 {
    Body200 {
        bytes: Bytes::from(bytes),
        content_type: "application/json",
        coding,
        etag,
        freshness: Freshness::Immutable,
        vary: "Accept-Encoding",
    }
}

fn missing(id: &RunId) -> Problem {
    Problem::missing(format!("there is no run {id} here")).of_field("id")
}

/// Unpacks what was stored, beside the threads that answer requests.
async fn unpack<E: std::fmt::Display + Send + 'static>(
    work: impl FnOnce() -> Result<Vec<u8>, E> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    let failed =
        || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the stored run cannot be read; the server's log says why");
    tokio::task::spawn_blocking(work).await.map_err(|_| failed())?.map_err(|error| {
        tracing::error!(%error, "a stored run cannot be unpacked");
        failed()
    })
}
