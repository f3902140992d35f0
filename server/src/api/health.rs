//! `/healthz` and `/metrics`, for whoever watches the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::http::Problem;

/// Says `ok` where the store answers.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String), (status = 500, body = Problem)))]
pub async fn health(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.store.count().await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response())
}

/// Counters in the Prometheus text format.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let text = app.metrics.text(app.store.count().await?);
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((headers, text).into_response())
}
