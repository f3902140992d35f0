//! Bodies with a strong validator: sent once, then answered with 304.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::negotiate::accepts_coding;
use crate::ingest::gzip;

/// For how long a client may use a body without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// For ever: the address names the content.
    Immutable,
    /// Never: it asks each time, and is told when nothing changed.
    Revalidate,
}

impl Freshness {
    fn cache_control(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Revalidate => "no-cache",
        })
    }
}

/// One representation of a resource.
#[derive(Clone, Debug)]
pub struct Body200 {
    /// The bytes as they are sent.
    pub bytes: Bytes,
    /// Their media type.
    pub content_type: &'static str,
    /// Their content coding, if any.
    pub coding: Option<&'static str>,
    /// Their strong validator, with its quotes; differs from that of every other representation.
    pub etag: String,
    /// How long it stays right.
    pub freshness: Freshness,
    /// The request headers that the choice of this representation hung on.
    pub vary: &'static str,
}

/// Answers with the body, or with 304 where the client has it.
pub fn respond(request: &HeaderMap, body: Body200) -> Response {
    let known = matches(request, &body.etag);
    let mut response = Response::new(if known { Body::empty() } else { Body::from(body.bytes) });
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, body.freshness.cache_control());
    headers.insert(header::VARY, HeaderValue::from_static(body.vary));
    if let Ok(etag) = HeaderValue::from_str(&body.etag) {
        headers.insert(header::ETAG, etag);
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(body.content_type));
    if let Some(coding) = body.coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// Below this, compression saves no packet.
const WORTH_COMPRESSING: usize = 1400;
/// Fast: the answer is compressed while the client waits.
const GZIP_LEVEL: u32 = 4;

/// Answers with a body that was made for this request, compressed if that helps.
pub fn respond_fresh(request: &HeaderMap, content_type: &'static str, vary: &'static str, bytes: Vec<u8>) -> Response {
    let hash = digest(&bytes);
    let packed = (bytes.len() >= WORTH_COMPRESSING && accepts_coding(request, "gzip"))
        .then(|| gzip(&bytes, GZIP_LEVEL).ok())
        .flatten();
    let (bytes, coding, etag) = match packed {
        Some(packed) => (packed, Some("gzip"), format!("\"{hash}-gz\"")),
        None => (bytes, None, format!("\"{hash}\"")),
    };
    respond(
        request,
        Body200 { bytes: bytes.into(), content_type, coding, etag, freshness: Freshness::Revalidate, vary },
    )
}

/// 32 hexadecimal digits that stand for these bytes.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether `If-None-Match` holds the validator; compared weakly, as RFC 9110 asks for it.
fn matches(request: &HeaderMap, etag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}
