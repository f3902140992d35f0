//! A comparison, from the query of a view to the form that a client wants. The same answer for the API and for pages.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use shared::compare::Comparison;
use shared::render;
use shared::summary::RunSummary;
use shared::view::{Columns, MAX_RUNS, Parsed, Resolved, View, compare_view, resolve};

use crate::app::App;
use crate::http::Problem;
use crate::http::cached::respond_fresh;
use crate::http::negotiate::Format;
use crate::metrics::Metrics;

/// The request headers that a form hangs on.
pub const VARY: &str = "Accept, Accept-Encoding";

/// Longest query of a view.
const QUERY: usize = 16 << 10;

/// Reads a view and finds its runs.
pub async fn resolve_query(app: &App, query: &str) -> Result<(View, Resolved), Problem> {
    if query.len() > QUERY {
        return Err(Problem::new(StatusCode::URI_TOO_LONG, format!("a view has at most {QUERY} bytes")));
    }
    let Parsed { view, reports } = View::parse(query);
    let candidates = match &view.columns {
        Columns::Frozen(_) => Vec::new(),
        Columns::Live { by, filter } => {
            let keys: Vec<String> = by.iter().chain(filter.iter().map(|(key, _)| key)).cloned().collect();
            let found = app.store.candidates(filter, &keys).await?;
            // Where nothing matches, all runs are looked at, so that the answer can say which condition is to blame.
            if found.iter().all(|run| run.superseded) { app.store.candidates(&[], &keys).await? } else { found }
        }
    };
    let mut resolved = resolve(&view, &candidates);
    resolved.reports.splice(0..0, reports);
    Ok((view, resolved))
}

/// Works a view out.
pub async fn compare(app: &App, query: &str) -> Result<(View, Comparison), Problem> {
    let (view, resolved) = resolve_query(app, query).await?;
    let runs = resolved.columns.iter().map(Vec::len).sum::<usize>();
    if runs > MAX_RUNS {
        return Err(Problem::parameter("run", format!("the view has {runs} runs; at most {MAX_RUNS} are compared")));
    }
    let comparison = compare_resolved(app, &view, resolved).await?;
    Ok((view, comparison))
}

/// Compares columns of runs.
pub async fn compare_resolved(app: &App, view: &View, resolved: Resolved) -> Result<Comparison, Problem> {
    let stopping = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down");
    let _permit = app.comparisons.acquire().await.map_err(stopping)?;
    let summaries = app.summaries.of(resolved.columns.iter().flatten()).await?;
    Metrics::add(&app.metrics.comparisons, 1);
    let view = view.clone();
    let work = move || {
        let summaries: Vec<&RunSummary> = summaries.iter().map(Arc::as_ref).collect();
        compare_view(&view, &resolved, &summaries)
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the comparison failed; the server's log says why")
    })
}

/// Writes a comparison in a form.
pub fn respond(
    request: &HeaderMap,
    format: Format,
    options: &render::Options,
    comparison: &Comparison,
) -> Result<Response, Problem> {
    let body = match format {
        Format::Text | Format::Html => render::text(comparison, options),
        Format::Markdown => render::markdown(comparison, options),
        Format::Csv => render::csv(comparison),
        Format::Json => json(comparison)?,
    };
    Ok(respond_fresh(request, format.content_type(), VARY, body.into_bytes()))
}

/// How text is written: with the link at its end; `link` is the path and query of the page.
pub fn options(app: &App, request: &HeaderMap, link: &str) -> render::Options {
    render::Options { link: Some(address(app, request, link)), ..render::Options::default() }
}

/// JSON of what cannot fail to be written; if it does, that is the server's fault.
pub fn json<T: serde::Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written as JSON");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer cannot be written as JSON")
    })
}

/// The absolute address of a path of this server.
fn address(app: &App, request: &HeaderMap, path: &str) -> String {
    let host = request.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    let origin = match (&app.settings.public_url, host) {
        (Some(url), _) => url.trim_end_matches('/').to_owned(),
        (None, Some(host)) => format!("http://{host}"),
        (None, None) => String::new(),
    };
    format!("{origin}{path}")
}

/// A name or address with a port, and nothing that could end a line or a link.
fn is_host(host: &str) -> bool {
    host.len() <= 255 && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte))
}
