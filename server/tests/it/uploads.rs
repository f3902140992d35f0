//! Uploads: what is taken, what is refused and why.

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::app::Uploads;
use server::ingest::Limits;
use server::store::sqlite::Options;
use server::token::Token;

use crate::site::{Server, Setup, document, gzip, run};

async fn refused(server: &Server, run: &Value) -> (u16, String, String) {
    let answer = server.try_upload(run).await;
    let (id, _) = document(run);
    assert_eq!(server.get(&format!("/api/v1/runs/{id}")).await.status, StatusCode::NOT_FOUND, "nothing is stored");
    answer.problem()
}

#[tokio::test]
async fn a_run_comes_back_byte_for_byte_however_it_was_sent() {
    let server = Server::new().await;
    // Odd spacing, key order and escapes are part of the bytes.
    let text = serde_json::to_string(&run("6.1", 1, 3000)).unwrap().replace("\"Linux\"", "\n \"L\\u0069nux\"");
    let sent = [
        ("identity", text.clone().into_bytes()),
        ("gzip", gzip(format!("{text}\n").as_bytes())),
        ("zstd", zstd::bulk::compress(format!("{text}\n\n").as_bytes(), 3).unwrap()),
    ];
    for (number, (encoding, body)) in sent.into_iter().enumerate() {
        let plain = format!("{text}{}", "\n".repeat(number));
        let id = shared::model::RunId::of(plain.as_bytes());
        let path = format!("/api/v1/runs/{id}");
        for (status, new) in [(StatusCode::CREATED, true), (StatusCode::OK, false)] {
            let answer = server.put(&path, &[("content-encoding", encoding)], body.clone()).await;
            assert_eq!(answer.status, status, "{}", answer.text());
            assert_eq!(answer.json(), json!({"id": id, "new": new}));
            assert_eq!(answer.header("location"), path);
        }
        let answer = server.get(&path).await;
        assert_eq!(answer.text(), plain);
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        let packed = server.get_with(&path, &[("accept-encoding", "zstd, gzip")]).await;
        assert_eq!(packed.header("content-encoding"), "zstd");
        assert_eq!(zstd::decode_all(&packed.body[..]).unwrap(), plain.as_bytes());
        assert_ne!(packed.header("etag"), answer.header("etag"));
    }
}

#[tokio::test]
async fn bytes_under_another_id_are_refused() {
    let server = Server::new().await;
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let (other, _) = document(&run("6.1", 2, 3000));
    let (status, field, detail) = server.put(&format!("/api/v1/runs/{other}"), &[], bytes).await.problem();
    assert_eq!((status, field.as_str()), (422, "id"));
    assert!(detail.contains(&id) && detail.contains(&other), "{detail}");
    let (status, field, _) = server.put("/api/v1/runs/NOT-AN-ID", &[], Vec::new()).await.problem();
    assert_eq!((status, field.as_str()), (400, "id"));
}

#[tokio::test]
async fn broken_documents_are_refused_by_field() {
    let server = Server::new().await;
    let change = |change: &dyn Fn(&mut Value)| {
        let mut run = run("6.1", 1, 3000);
        change(&mut run);
        run
    };
    let cases: Vec<(&str, Value)> = vec![
        ("schema", change(&|run| run["schema"] = 2.into())),
        ("labels.note", change(&|run| run["labels"] = json!({"note": "x".repeat(1 << 20)}))),
        ("execution", change(&|run| run["execution"] = "12".into())),
        ("started", change(&|run| run["started"] = "yesterday".into())),
        ("groups[0].cells[0].elapsed_ns", change(&|run| run["groups"][0]["cells"][0]["elapsed_ns"] = json!([[0]]))),
        ("groups[0].cells[0].ops", change(&|run| run["groups"][0]["cells"][0]["ops"] = Value::Null)),
    ];
    for (expected, run) in cases {
        let (status, field, detail) = refused(&server, &run).await;
        assert_eq!((status, field.as_str()), (422, expected), "{detail}");
    }
    let (_, _, detail) = refused(&server, &change(&|run| run["schema"] = 2.into())).await;
    assert!(detail.contains("upgrade the server"), "{detail}");
}

#[tokio::test]
async fn what_is_not_json_is_refused_with_its_place() {
    let server = Server::new().await;
    let (_, bytes) = document(&run("6.1", 1, 3000));
    let nan = String::from_utf8(bytes.clone()).unwrap().replace("3000000", "NaN");
    for body in [bytes[..bytes.len() / 2].to_vec(), nan.into_bytes(), Vec::new(), b"[]".to_vec()] {
        let id = shared::model::RunId::of(&body);
        let (status, _, detail) = server.put(&format!("/api/v1/runs/{id}"), &[], body).await.problem();
        assert_eq!(status, 422, "{detail}");
        assert!(detail.contains("line") || detail.contains("schema"), "{detail}");
    }
    assert_eq!(server.store.count().await.unwrap(), 0);
}

#[tokio::test]
async fn unknown_benchmarks_and_fields_are_kept() {
    let server = Server::new().await;
    let mut run = run("6.1", 1, 3000);
    run["groups"][0]["benchmark"] = "vendor.new_thing".into();
    run["field_of_tomorrow"] = json!({"a": [1, 2]});
    let id = server.upload(&run).await;
    assert_eq!(server.get(&format!("/api/v1/runs/{id}")).await.json()["field_of_tomorrow"]["a"][1], 2);
    let table = server.get(&format!("/compare/?run={id}&format=text")).await;
    assert!(table.text().contains("vendor.new_thing"), "{}", table.text());
}

#[tokio::test]
async fn a_bomb_is_refused_and_so_is_a_body_that_is_too_large() {
    let limits = Limits { body: 10_000, document: 1 << 20 };
    let server = Server::with(Setup { limits, ..Setup::default() }).await;
    let bomb = gzip(&vec![0; 2 << 20]);
    assert!(bomb.len() < 10_000);
    let (id, _) = document(&run("6.1", 1, 3000));
    let path = format!("/api/v1/runs/{id}");
    let (status, _, detail) = server.put(&path, &[("content-encoding", "gzip")], bomb).await.problem();
    assert_eq!(status, 413, "{detail}");
    for stated in [&[("content-length", "10001")][..], &[]] {
        let (status, _, detail) = server.put(&path, stated, vec![b' '; 10_001]).await.problem();
        assert_eq!(status, 413, "{detail}");
    }
    let (status, field, _) = server.put(&path, &[("content-encoding", "br")], Vec::new()).await.problem();
    assert_eq!((status, field.as_str()), (415, "Content-Encoding"));
    let (status, _, detail) = server.put(&path, &[("content-encoding", "gzip")], b"no gzip".to_vec()).await.problem();
    assert_eq!(status, 400, "{detail}");
}

#[tokio::test]
async fn a_token_opens_uploads_until_it_is_revoked() {
    let server = Server::with(Setup { uploads: Uploads::Token, ..Setup::default() }).await;
    let token = Token::new().unwrap();
    let number = server.store.add_token("lab", &token.sha256()).await.unwrap();
    let bearer = format!("Bearer {}", token.reveal());
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let path = format!("/api/v1/runs/{id}");
    let other = format!("Bearer {}", Token::new().unwrap().reveal());
    for headers in [&[][..], &[("authorization", "Basic abc")], &[("authorization", &other)]] {
        let answer = server.put(&path, headers, bytes.clone()).await;
        assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"benchpages\"");
        assert_eq!(answer.problem().0, 401);
    }
    let answer = server.put(&path, &[("authorization", &bearer)], bytes.clone()).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert!(!answer.text().contains(token.reveal()));
    server.store.revoke_token(number).await.unwrap();
    assert_eq!(server.put(&path, &[("authorization", &bearer)], bytes).await.problem().0, 401);
    assert_eq!(server.get(&path).await.status, StatusCode::OK, "reading needs none");
}

#[tokio::test]
async fn a_full_store_answers_507() {
    let options = Options { max_bytes: Some(200 << 10), ..Options::default() };
    let server = Server::with(Setup { options, ..Setup::default() }).await;
    for number in 0..1000 {
        let answer = server.try_upload(&run("6.1", number, 3000 + u64::from(number))).await;
        if answer.status != StatusCode::CREATED {
            let (status, _, detail) = answer.problem();
            assert_eq!(status, 507, "{detail}");
            assert_eq!(server.store.count().await.unwrap(), u64::from(number));
            return;
        }
    }
    panic!("the bound is not kept");
}
