//! `PUT /api/v1/runs/{id}`: takes a run in, once.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::app::{App, Uploads};
use crate::http::Problem;
use crate::http::segment::Id;
use crate::ingest::{Encoding, IngestError, ingest};
use crate::metrics::Metrics;
use crate::store::Kept;
use crate::token::Token;

/// How long an upload waits for its turn.
const TURN: Duration = Duration::from_secs(20);
/// How long a body may take.
const BODY: Duration = Duration::from_secs(60);

/// What became of an upload.
#[derive(Serialize, ToSchema)]
struct Uploaded {
    /// The run.
    id: String,
    /// False where it was there already.
    new: bool,
}

/// Uploads a run. Idempotent: the id is the hash of the uncompressed bytes. A 201 or 200 means that the run is on the disk.
#[utoipa::path(
    put,
    path = "/api/v1/runs/{id}",
    params(
        ("id" = String, Path, description = "Run id: what the uncompressed bytes hash to"),
        ("Content-Encoding" = Option<String>, Header, description = "gzip, zstd or identity"),
        ("Authorization" = Option<String>, Header, description = "Bearer and a token, where the server asks for one")
    ),
    request_body(content = Object, description = "A run document, schema 1", content_type = "application/json"),
    responses(
        (status = 201, description = "Kept", body = Uploaded),
        (status = 200, description = "It was there", body = Uploaded),
        (status = 400, description = "The body cannot be decompressed", body = Problem),
        (status = 401, description = "A token is needed", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 415, description = "Another encoding", body = Problem),
        (status = 422, description = "The document is refused; `field` names what is wrong", body = Problem),
        (status = 507, description = "The disk is full; nothing was stored", body = Problem)
    )
)]
pub async fn put(State(app): State<Arc<App>>, Id(id): Id, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    authorise(&app, &headers).await?;
    let encoding = encoding(&headers)?;
    let (body, _memory) = receive(&app, &headers, body).await?;
    Metrics::add(&app.metrics.upload_bytes, body.len() as u64);
    let turn = app.ingests.acquire().await.map_err(|_| IngestError::Stopped)?;
    let outcome = ingest(&app.store, id.clone(), body, encoding, app.settings.limits).await;
    drop(turn);
    let kept = outcome.inspect_err(|error| {
        if !matches!(error, IngestError::Store(_)) {
            Metrics::add(&app.metrics.runs_refused, 1);
        }
    })?;
    let (status, counter) = match kept {
        Kept::New => (StatusCode::CREATED, &app.metrics.runs_new),
        Kept::Already => (StatusCode::OK, &app.metrics.runs_already),
    };
    Metrics::add(counter, 1);
    let location = format!("/api/v1/runs/{id}");
    let answer = Json(Uploaded { id: id.to_string(), new: kept == Kept::New });
    let mut response = (status, answer).into_response();
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Lets a request with a token in force pass, or any where uploads are open.
async fn authorise(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if app.settings.uploads == Uploads::Open {
        return Ok(());
    }
    let refused = |detail: &str| Problem::new(StatusCode::UNAUTHORIZED, detail).of_field("Authorization");
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let text =
        value.and_then(|value| value.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let Some((_, text)) = text else {
        return Err(refused(
            "uploads need a token: send Authorization: Bearer and what `benchpages-server token create` printed",
        ));
    };
    let known = match Token::parse(text.trim()) {
        Some(token) => app.store.token_in_force(&token.sha256()).await?,
        None => false,
    };
    if known { Ok(()) } else { Err(refused("the token is unknown or was revoked")) }
}

fn encoding(headers: &HeaderMap) -> Result<Encoding, Problem> {
    let name = headers.get(header::CONTENT_ENCODING).map_or(Ok(""), |value| value.to_str()).unwrap_or("?");
    Encoding::parse(name).ok_or_else(|| {
        let detail = format!("Content-Encoding {name:?} is not taken; send gzip, zstd or identity");
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).of_field("Content-Encoding")
    })
}

/// Reads the body, when there is room for it.
async fn receive<'a>(app: &'a App, headers: &HeaderMap, body: Body) -> Result<(Bytes, SemaphorePermit<'a>), Problem> {
    let most = app.settings.limits.body;
    let too_large = || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {most} bytes"));
    let stated = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let expected = stated.unwrap_or(most);
    if expected > most {
        return Err(too_large());
    }
    let kib = u32::try_from(expected / 1024 + 1).unwrap_or(u32::MAX);
    let busy = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many uploads at the same time; try again");
    let turn = timeout(TURN, app.upload_memory.acquire_many(kib)).await.map_err(|_| busy())?;
    let memory = turn.map_err(|_| busy())?;
    let read = timeout(BODY, to_bytes(body, most)).await.map_err(|_| {
        let detail = format!("the body did not arrive within {} s", BODY.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
    })?;
    match read {
        Ok(bytes) => Ok((bytes, memory)),
        Err(error) if is_too_large(&error) => Err(too_large()),
        Err(error) => Err(Problem::new(StatusCode::BAD_REQUEST, format!("the body ended early: {error}"))),
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}
