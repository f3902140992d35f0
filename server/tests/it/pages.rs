//! Pages and files: what a browser gets, and what is refused.

use axum::http::StatusCode;
use server::assets::Assets;

use crate::site::{Server, Setup, run};

const INDEX: &str = "<!doctype html><script>alert(1)</script><script type=\"module\">init()</script>";

async fn with_explorer() -> Server {
    let files = [
        ("index.html", INDEX.as_bytes()),
        ("index.html.br", b"page as brotli"),
        ("explorer-0123456789abcdef_bg.wasm", b"\0asm"),
        ("explorer-0123456789abcdef_bg.wasm.br", b"wasm as brotli"),
        ("explorer-0123456789abcdef_bg.wasm.gz", b"wasm as gzip"),
        ("icon.svg", b"<svg/>"),
        ("importer-0123456789abcdef.js", b"onmessage=f"),
    ];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec().into()));
    Server::with(Setup { assets: Assets::of(files), ..Setup::default() }).await
}

#[tokio::test]
async fn every_page_is_the_explorer_and_other_paths_are_404() {
    let server = with_explorer().await;
    for path in ["/", "/runs/", "/run/?id=x", "/published/?id=x", "/benchmarks/", "/compare/?by=kernel", "/v/?abc"] {
        let answer = server.get_with(path, &[("accept", "text/html,*/*;q=0.8")]).await;
        assert_eq!((answer.status, answer.text()), (StatusCode::OK, INDEX), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    }
    for path in ["/index.html", "/no-such.js", "/explorer-0123456789abcdef_bg.wasm.br", "/runs/x", "/../etc/passwd"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!answer.header("content-type").contains("html"));
    }
    for (path, target) in [("/compare?run=a", "/compare/?run=a"), ("/runs", "/runs/")] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::PERMANENT_REDIRECT, target));
    }
}

#[tokio::test]
async fn files_are_sent_as_they_were_packed() {
    let server = with_explorer().await;
    let path = "/explorer-0123456789abcdef_bg.wasm";
    let mut etags = Vec::new();
    for (accepted, coding, body) in
        [("gzip, deflate, br", "br", "wasm as brotli"), ("gzip", "gzip", "wasm as gzip"), ("identity", "", "\0asm")]
    {
        let answer = server.get_with(path, &[("accept-encoding", accepted)]).await;
        assert_eq!((answer.header("content-encoding"), answer.text()), (coding, body));
        assert_eq!(answer.header("content-type"), "application/wasm");
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        etags.push(answer.header("etag").to_owned());
    }
    etags.dedup();
    assert_eq!(etags.len(), 3, "each form has its own validator");
    assert_eq!(server.get("/icon.svg").await.header("cache-control"), "no-cache");
    let page = server.get_with("/", &[("accept-encoding", "br")]).await;
    assert_eq!((page.header("content-encoding"), page.text()), ("br", "page as brotli"));
    let etag = page.header("etag").to_owned();
    let again = server.get_with("/", &[("accept-encoding", "br"), ("if-none-match", &etag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn the_page_may_run_its_own_scripts_only() {
    let server = with_explorer().await;
    let policy = server.get("/").await.header("content-security-policy").to_owned();
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64, and the same of init()
    for expected in [
        "default-src 'none'",
        "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
        "'wasm-unsafe-eval'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(expected), "{expected} is missing in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("http"));
}

#[tokio::test]
async fn a_worker_may_load_its_wasm_and_nothing_else() {
    let server = with_explorer().await;
    let answer = server.get("/importer-0123456789abcdef.js").await;
    assert_eq!(
        answer.header("content-security-policy"),
        "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    let icon = server.get("/icon.svg").await;
    assert!(icon.header("content-security-policy").contains("sandbox"), "other files may do nothing");
}

#[tokio::test]
async fn a_page_without_the_explorer_still_answers_as_text() {
    let server = Server::new().await;
    let id = server.upload(&run("6.1", 1, 3000)).await;
    assert_eq!(server.get("/").await.status, StatusCode::NOT_FOUND);
    let answer = server.get_with(&format!("/run/?id={id}"), &[("accept", "text/plain")]).await;
    assert!(answer.text().contains("6.1"), "{}", answer.text());
    assert_eq!(answer.header("vary"), "Accept, Accept-Encoding");
    let mailed = server.get_with(&format!("/run/?id={id}&format=text"), &[("host", "x\"><script>")]).await;
    assert!(!mailed.text().contains("<script>"), "what a client calls the server is not repeated: {}", mailed.text());
    let unknown = "a".repeat(26);
    assert_eq!(server.get(&format!("/run/?id={unknown}&format=text")).await.problem().0, 404);
    assert_eq!(server.get("/run/?format=text").await.problem().1, "id");
}

#[tokio::test]
async fn the_published_pages_are_loaded_and_answer_as_text() {
    let first = Server::new().await;
    let pages = server::published::load(&first.store).await.unwrap();
    let count = first.store.count().await.unwrap();
    assert_eq!(count, pages.iter().map(|page| page.runs.len() as u64).sum::<u64>());
    assert_eq!(server::published::load(&first.store).await.unwrap(), pages, "a second start adds nothing");
    assert_eq!(first.store.count().await.unwrap(), count);
    let Some(page) = pages.first().cloned() else { return };

    let server = Server::with(Setup { pages: pages.clone(), ..Setup::default() }).await;
    server::published::load(&server.store).await.unwrap();
    let listed = server.get("/api/v1/pages").await.json();
    assert_eq!(listed["pages"][0]["id"], page.id);
    let text = server.get(&format!("/published/?id={}&format=text", page.id)).await;
    assert!(text.text().contains(&format!("http://bench.test/published/?id={}", page.id)), "{}", text.text());
    assert_eq!(server.get("/published/?id=none&format=text").await.problem().0, 404);
}
