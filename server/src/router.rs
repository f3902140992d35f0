//! All routes, and what surrounds every request.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::http::{Problem, rate, security};
use crate::{api, metrics, pages};

/// How long a request may take as a whole, an upload's body and its wait included.
const REQUEST: Duration = Duration::from_secs(120);

/// The whole server as a service.
pub fn router(app: Arc<App>) -> Router {
    api::router()
        .merge(pages::router())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(deadline))
        .layer(middleware::from_fn_with_state(app.clone(), rate::limit))
        .layer(middleware::from_fn(security::headers))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

async fn deadline(request: Request, next: Next) -> Response {
    tokio::time::timeout(REQUEST, next.run(request)).await.unwrap_or_else(|_| {
        let detail = format!("the request took longer than {} s", REQUEST.as_secs());
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).into_response()
    })
}

fn panicked(_cause: Box<dyn Any + Send + 'static>) -> Response {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed; its log says why").into_response()
}
