//! All routes, and what surrounds every request.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;
use crate::http::{Problem, security};
use crate::{api, metrics, pages};

/// How long a request may take as a whole, an upload's body and its wait included.
const REQUEST: Duration = Duration::from_secs(120);

/// The whole server as a service.
pub fn router(app: Arc<App>) -> Router {
    api::router()
        .merge(pages::router())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST))
        .layer(middleware::from_fn(security::headers))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

fn panicked(_cause: Box<dyn Any + Send + 'static>) -> Response {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed; its log says why").into_response()
}
