//! The explorer's files: read into memory once, with their precompressed forms, and served as they are.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;

use crate::http::cached::{Body200, Freshness, digest, respond};
use crate::http::negotiate::accepts_coding;
use crate::http::security::{WORKER, page_policy};

/// What the web build wrote, embedded when the server was built.
#[derive(rust_embed::Embed)]
#[folder = "../dist"]
struct Dist;

/// The page that stands at every page's path.
const INDEX: &str = "index.html";

/// All files.
#[derive(Debug, Default)]
pub struct Assets {
    files: BTreeMap<String, File>,
    policy: Option<HeaderValue>,
}

#[derive(Debug, Default)]
struct File {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    digest: String,
}

impl Assets {
    /// The files that were embedded.
    pub fn embedded() -> Self {
        Self::of(Dist::iter().filter_map(|name| {
            let bytes = match Dist::get(&name)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            };
            Some((name.into_owned(), bytes))
        }))
    }

    /// The files of a folder, in place of the embedded ones: for work on the explorer.
    pub fn of_folder(folder: &Path) -> std::io::Result<Self> {
        let mut files = Vec::new();
        walk(folder, "", &mut files)?;
        Ok(Self::of(files))
    }

    /// Files by their path below the root.
    pub fn of(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut by_name: BTreeMap<String, Bytes> = files.into_iter().collect();
        let names: Vec<String> = by_name.keys().filter(|name| !is_packed(name)).cloned().collect();
        let mut files = BTreeMap::new();
        for name in names {
            let brotli = by_name.remove(&format!("{name}.br"));
            let gzip = by_name.remove(&format!("{name}.gz"));
            let plain = by_name.remove(&name).unwrap_or_default();
            files.insert(name, File { digest: digest(&plain), plain, brotli, gzip });
        }
        let html = files.get(INDEX).map(|file: &File| page_policy(&String::from_utf8_lossy(&file.plain)));
        Self { policy: html.and_then(|policy| HeaderValue::from_str(&policy).ok()), files }
    }

    /// The page, if the server has one; `vary` names what the choice of the page hung on.
    pub fn page(&self, request: &HeaderMap, vary: &'static str) -> Option<Response> {
        let mut response = self.files.get(INDEX)?.respond(request, INDEX, vary);
        if let Some(policy) = &self.policy {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        }
        Some(response)
    }

    /// The file at a path such as `/explorer-1a2b.js`.
    pub fn file(&self, request: &HeaderMap, path: &str) -> Option<Response> {
        let name = path.strip_prefix('/')?;
        let file = self.files.get(name).filter(|_| name != INDEX)?;
        let mut response = file.respond(request, name, "Accept-Encoding");
        if name.ends_with(".js") {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(WORKER));
        }
        Some(response)
    }
}

impl File {
    fn respond(&self, request: &HeaderMap, name: &str, vary: &'static str) -> Response {
        let (bytes, coding, suffix) = match (&self.brotli, &self.gzip) {
            (Some(bytes), _) if accepts_coding(request, "br") => (bytes, Some("br"), "-br"),
            (_, Some(bytes)) if accepts_coding(request, "gzip") => (bytes, Some("gzip"), "-gz"),
            _ => (&self.plain, None, ""),
        };
        let body = Body200 {
            bytes: bytes.clone(),
            content_type: content_type(name),
            coding,
            etag: format!("\"{}{suffix}\"", self.digest),
            freshness: if names_its_content(name) { Freshness::Immutable } else { Freshness::Revalidate },
            vary,
        };
        respond(request, body)
    }
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, Bytes)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, std::fs::read(entry.path())?.into()));
        }
    }
    Ok(())
}

fn is_packed(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

/// Whether the name holds a hash of the content, as the web build writes them: `explorer-0123456789abcdef_bg.wasm`.
fn names_its_content(name: &str) -> bool {
    name.split(['-', '_', '.', '/']).any(|part| part.len() >= 12 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        for (name, expected) in [
            ("explorer-0123456789abcdef.js", true),
            ("explorer-0123456789abcdef_bg.wasm", true),
            ("snippets/inline0-0123456789abcdef.js", true),
            ("index.html", false),
            ("icon.svg", false),
            ("published-2002.json", false),
        ] {
            assert_eq!(names_its_content(name), expected, "{name}");
        }
    }
}
