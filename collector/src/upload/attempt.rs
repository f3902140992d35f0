//! One attempt to put a run on a server, and what its answer means.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::blocking::{Client, Response};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{StatusCode, Url};
use serde::Deserialize;
use shared::model::RunId;

use super::problem::{self, Problem};
use super::{Taken, Token};
use crate::causes;

/// A run has a megabyte at most: a minute is enough for an old line.
const ATTEMPT: Duration = Duration::from_secs(60);

/// What came of an attempt.
#[derive(Debug)]
pub enum Outcome {
    /// The server has the run.
    Taken(Taken),
    /// It does not want it; asking again is no use.
    Refused(String),
    /// It could not be reached or is busy.
    Later {
        /// What happened.
        why: String,
        /// How long it asks to wait.
        pause: Option<Duration>,
    },
}

/// The body of the request: the document's bytes, packed.
pub fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes)?;
    packer.finish()
}

/// Sends the request once, to the address of the run `id`, and waits at most `limit` for the end of the answer.
pub fn attempt(client: &Client, url: Url, id: &RunId, token: Option<&Token>, body: &[u8], limit: Duration) -> Outcome {
    let mut request =
        client.put(url).header(CONTENT_TYPE, "application/json").header(CONTENT_ENCODING, "gzip").body(body.to_vec());
    request = request.timeout(limit.min(ATTEMPT));
    if let Some(token) = token {
        request = request.bearer_auth(token.reveal());
    }
    match request.send() {
        Ok(response) => answer(response, id),
        Err(error) => Outcome::Later { why: causes::in_one_line(&error.without_url()), pause: None },
    }
}

fn answer(response: Response, id: &RunId) -> Outcome {
    let status = response.status();
    match status {
        StatusCode::CREATED => kept(response, id, Taken::New),
        StatusCode::OK => kept(response, id, Taken::Already),
        status if status.is_redirection() => Outcome::Refused(redirected(status, response.headers())),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => later(response),
        StatusCode::INTERNAL_SERVER_ERROR
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT => later(response),
        status => Outcome::Refused(format!("{}{}", Problem::of(response), hint(status))),
    }
}

/// Whether the answer says which run is kept. A page to log in at, or a file server, answers with success as well.
fn kept(response: Response, id: &RunId, taken: Taken) -> Outcome {
    #[derive(Deserialize)]
    struct Kept {
        id: String,
    }
    let status = response.status();
    match problem::body(response) {
        Ok(body) if serde_json::from_slice::<Kept>(&body).is_ok_and(|kept| kept.id == id.as_str()) => {
            Outcome::Taken(taken)
        }
        Ok(_) => Outcome::Refused(format!("{status}, but the answer does not say that the run is kept{NO_SERVER}")),
        Err(error) => Outcome::Later { why: format!("{status}, but the answer broke off: {error}"), pause: None },
    }
}

fn later(response: Response) -> Outcome {
    let pause = pause(response.headers());
    Outcome::Later { why: Problem::of(response).to_string(), pause }
}

/// `Retry-After` in seconds; its other form, a date, is left to the own pauses.
fn pause(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

fn redirected(status: StatusCode, headers: &HeaderMap) -> String {
    let to = headers
        .get(LOCATION)
        .and_then(|value| value.to_str().ok())
        .map_or_else(|| "elsewhere".to_owned(), problem::shown);
    format!("{status}: the server points to {to}; if you trust it, name its address with --to")
}

const NO_SERVER: &str = "; is this a Benchpages server? --to takes its first page's address";

/// What a person can do about a refusal.
fn hint(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "; name a file that holds a token of this server with --token-file",
        StatusCode::FORBIDDEN => "; the token does not allow this",
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => NO_SERVER,
        _ => "",
    }
}
