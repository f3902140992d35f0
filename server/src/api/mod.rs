//! The API under `/api/v1`: every route stands in the OpenAPI document that the server serves.

mod catalogue;
mod compare;
mod facets;
mod health;
mod list;
mod published;
mod run;
mod upload;
mod views;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::any;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;

pub use views::find as find_view;

/// Where the API begins.
pub const ROOT: &str = "/api/v1";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Benchpages",
        description = "Runs of the benchmark collector, and comparisons of them. Errors are RFC 9457 problem documents.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Document;

/// The routes and the document that describes them.
fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(list::list))
        .routes(routes!(run::document, upload::put))
        .routes(routes!(run::summary))
        .routes(routes!(facets::facets))
        .routes(routes!(compare::columns))
        .routes(routes!(compare::compare))
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(published::pages))
        .routes(routes!(views::view, views::put))
        .routes(routes!(openapi))
        .routes(routes!(health::health))
        .routes(routes!(health::metrics))
}

/// The OpenAPI document as JSON.
static OPENAPI: LazyLock<String> = LazyLock::new(|| described().into_openapi().to_json().unwrap_or_default());

/// This document.
#[utoipa::path(get, path = "/api/v1/openapi.json", responses((status = 200, body = Object)))]
async fn openapi(headers: HeaderMap) -> Response {
    respond_fresh(&headers, "application/json", "Accept-Encoding", OPENAPI.clone().into_bytes())
}

/// The routes.
pub fn router() -> Router<Arc<App>> {
    let (router, _) = described().split_for_parts();
    router.route("/api", any(unknown)).route("/api/{*rest}", any(unknown)).method_not_allowed_fallback(not_allowed)
}

async fn unknown(uri: Uri) -> Problem {
    Problem::missing(format!("there is no {} in this API; {ROOT}/openapi.json lists what there is", uri.path()))
}

async fn not_allowed(method: Method, uri: Uri) -> Problem {
    let detail = format!("{} does not take {method}; {ROOT}/openapi.json lists what it takes", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
