//! Headers that keep data from becoming code: on every answer, strictest where it is not the page itself.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// What documents other than the page may do: nothing.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/// What a script of ours may do where it runs as a worker: load its wasm from here, and nothing else.
pub const WORKER: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// Adds the headers that every answer carries; a page's own policy stays.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    add(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(headers, header::REFERRER_POLICY, "no-referrer");
    add(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    add(headers, header::CONTENT_SECURITY_POLICY, NOTHING);
    response
}

fn add(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

/// The policy of the page: its own files, its wasm, and exactly the inline scripts that it was built with.
pub fn page_policy(html: &str) -> String {
    let mut script = String::from("'self' 'wasm-unsafe-eval'");
    for text in inline_scripts(html) {
        script.push_str(&format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text))));
    }
    format!(
        "default-src 'none'; script-src {script}; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// The contents of `<script>` elements without `src`.
fn inline_scripts(html: &str) -> Vec<&str> {
    let mut scripts = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find("<script") {
        rest = &rest[start..];
        let Some(open) = rest.find('>') else { break };
        let Some(end) = rest[open..].find("</script") else { break };
        let (tag, text) = (&rest[..open], &rest[open + 1..open + end]);
        if !tag.contains(" src=") {
            scripts.push(text);
        }
        rest = &rest[open + end..];
    }
    scripts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_allowed_by_their_hash_and_no_others() {
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let html = r#"<head><script src="/a.js"></script><script type="module">alert(1)</script></head>"#;
        assert_eq!(inline_scripts(html), ["alert(1)"]);
        let policy = page_policy(html);
        assert!(policy.contains("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"), "{policy}");
        assert!(policy.contains("; worker-src 'self'; "), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    }
}
