//! Errors as RFC 9457 problem documents that name the field and the reason.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ingest::{DecodeError, IngestError, Refused};
use crate::store::StoreError;

/// A problem document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the status says what kind it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The status.
    status: u16,
    /// What is wrong, and what to do.
    detail: String,
    /// The field or parameter that is to blame: `groups[3].cells[0].unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

impl Problem {
    /// A problem of that status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into(),
            field: None,
        }
    }

    /// The same, naming a field or parameter.
    #[must_use]
    pub fn of_field(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// A parameter that cannot be used.
    pub fn parameter(name: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail).of_field(name)
    }

    /// Something that is not here.
    pub fn missing(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"benchpages\""));
            }
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            }
            _ => {}
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::new(StatusCode::INSUFFICIENT_STORAGE, error.to_string()),
            StoreError::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
            other => {
                tracing::error!(error = &other as &dyn std::error::Error, "the store failed");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the store failed; the server's log says why")
            }
        }
    }
}

impl From<IngestError> for Problem {
    fn from(error: IngestError) -> Self {
        let detail = error.to_string();
        match error {
            IngestError::Decode(DecodeError::TooLarge { .. }) => Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail),
            IngestError::Decode(DecodeError::Broken { .. }) => Self::new(StatusCode::BAD_REQUEST, detail),
            IngestError::Decode(DecodeError::Compress(_)) => Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail),
            IngestError::Refused(refused) => refusal(&refused, detail),
            IngestError::Store(error) => error.into(),
            IngestError::Stopped => Self::new(StatusCode::SERVICE_UNAVAILABLE, detail),
        }
    }
}

fn refusal(refused: &Refused, detail: String) -> Problem {
    let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
    match refused.field() {
        Some(field) => problem.of_field(field),
        None => problem,
    }
}
