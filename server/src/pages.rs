//! The pages: the explorer at fixed paths, and the same addresses as text, Markdown, CSV or JSON.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shared::compare::Comparison;
use shared::model::RunId;
use shared::render;
use shared::view::{Columns, Resolved, View};

use crate::answer::{self, VARY};
use crate::api::find_view;
use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;
use crate::http::negotiate::{Format, format, parameter};
use crate::http::segment::run_id;

/// Paths that only the explorer answers.
const EXPLORER: [&str; 3] = ["/", "/runs/", "/benchmarks/"];
/// Forms that every other page has.
const FORMS: [Format; 5] = [Format::Html, Format::Text, Format::Markdown, Format::Csv, Format::Json];

/// The pages' routes; every other path is a file or 404.
pub fn router() -> Router<Arc<App>> {
    let mut router = Router::new();
    for path in EXPLORER {
        router = router.route(path, get(explorer));
    }
    for path in ["/runs", "/benchmarks", "/compare", "/v", "/run", "/published"] {
        router = router.route(path, get(with_slash));
    }
    router
        .route("/compare/", get(compare))
        .route("/v/", get(by_hash))
        .route("/run/", get(run))
        .route("/published/", get(published))
        .fallback(file)
}

async fn explorer(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    page(&app, &headers, "Accept-Encoding")
}

async fn compare(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let query = uri.query().unwrap_or_default();
    match format(query, &headers, &FORMS)? {
        Format::Html => Ok(page(&app, &headers, VARY)),
        format => comparison(&app, &headers, format, query, None).await,
    }
}

async fn by_hash(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let query = uri.query().unwrap_or_default();
    match format(query, &headers, &FORMS)? {
        Format::Html => Ok(page(&app, &headers, VARY)),
        format => {
            let hash = query.split('&').next().unwrap_or_default();
            let query = find_view(&*app.store, hash).await?;
            comparison(&app, &headers, format, &query, Some(format!("/v/?{hash}"))).await
        }
    }
}

/// A comparison in a form other than the page; `link` names it shorter than its query does.
async fn comparison(
    app: &App,
    headers: &HeaderMap,
    format: Format,
    query: &str,
    link: Option<String>,
) -> Result<Response, Problem> {
    let (view, comparison) = answer::compare(app, query).await?;
    let link = link.unwrap_or_else(|| format!("/compare/?{}", view.query()));
    let options = render::Options { layout: view.layout, ..answer::options(app, headers, &link) };
    answer::respond(headers, format, &options, &comparison)
}

async fn run(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let query = uri.query().unwrap_or_default();
    let format = format(query, &headers, &FORMS)?;
    if format == Format::Html {
        return Ok(page(&app, &headers, VARY));
    }
    let id = run_id(parameter(query, "id").unwrap_or_default())?;
    let summaries = app.summaries.of([&id]).await?;
    let summary =
        summaries.first().ok_or_else(|| Problem::missing(format!("there is no run {id} here")).of_field("id"))?;
    let link = format!("/run/?id={id}");
    let body = match format {
        Format::Json => answer::json(&**summary)?,
        Format::Text => render::run_text(summary, &answer::options(&app, &headers, &link)),
        _ => {
            let comparison = columns(&app, vec![vec![id]]).await?;
            return answer::respond(&headers, format, &answer::options(&app, &headers, &link), &comparison);
        }
    };
    Ok(respond_fresh(&headers, format.content_type(), VARY, body.into_bytes()))
}

async fn published(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let query = uri.query().unwrap_or_default();
    let format = format(query, &headers, &FORMS)?;
    if format == Format::Html {
        return Ok(page(&app, &headers, VARY));
    }
    let id = parameter(query, "id").unwrap_or_default();
    let missing =
        || Problem::missing(format!("there is no published page {id:?}; /api/v1/pages lists them")).of_field("id");
    let published = app.pages.iter().find(|page| page.id == id).ok_or_else(missing)?;
    let comparison = columns(&app, published.runs.iter().map(|run| vec![run.clone()]).collect()).await?;
    let link = format!("/published/?id={id}");
    let options = answer::options(&app, &headers, &link);
    let body = match format {
        Format::Json => answer::json(published)?,
        Format::Text => render::page_text(&published.source, &published.notes, &comparison, &options),
        _ => return answer::respond(&headers, format, &options, &comparison),
    };
    Ok(respond_fresh(&headers, format.content_type(), VARY, body.into_bytes()))
}

/// A comparison of these columns, without further choices.
async fn columns(app: &App, columns: Vec<Vec<RunId>>) -> Result<Comparison, Problem> {
    let view = View { columns: Columns::Frozen(columns.clone()), ..View::default() };
    answer::compare_resolved(app, &view, Resolved { columns, ..Resolved::default() }).await
}

/// The explorer, or how to get it where the server was built without.
fn page(app: &App, headers: &HeaderMap, vary: &'static str) -> Response {
    app.assets.page(headers, vary).unwrap_or_else(|| {
        let text = "This server was built without the explorer: build it with `cargo xtask up`, or give --dist.\n\
                    The API answers under /api/v1, and /compare/ with format=text.\n";
        (StatusCode::NOT_FOUND, text).into_response()
    })
}

/// `/compare?x` → `/compare/?x`.
async fn with_slash(uri: Uri) -> Response {
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let target = HeaderValue::from_str(&format!("{}/{query}", uri.path()));
    let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
    if let Ok(target) = target {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

async fn file(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "files can only be read").into_response();
    }
    let missing = || (StatusCode::NOT_FOUND, format!("There is nothing at {}.\n", uri.path())).into_response();
    app.assets.file(&headers, uri.path()).unwrap_or_else(missing)
}
