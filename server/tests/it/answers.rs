//! Answers about runs: lists, columns, comparisons, views.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::{Server, labelled, run};

fn ids(list: &Value) -> Vec<&str> {
    list["runs"].as_array().unwrap().iter().map(|run| run["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_list_is_filtered_and_paged() {
    let server = Server::new().await;
    let mut uploaded = Vec::new();
    for number in 0..5 {
        let label = if number % 2 == 0 { "even" } else { "odd" };
        uploaded.push(server.upload(&labelled("6.1", number, json!({"n": label}))).await);
    }
    uploaded.reverse();
    let list = server.get("/api/v1/runs").await.json();
    assert_eq!(ids(&list), uploaded);
    assert_eq!((list["total"].clone(), list["next"].clone()), (json!(5), Value::Null));
    assert_eq!(list["runs"][0]["kernel_release"], "6.1");

    let first = server.get("/api/v1/runs?limit=2&where=label.n:ev*").await.json();
    assert_eq!((first["total"].clone(), first["runs"].as_array().unwrap().len()), (json!(3), 2));
    let next = first["next"].as_str().unwrap();
    let second = server.get(&format!("/api/v1/runs?limit=2&where=label.n:ev*&after={next}")).await.json();
    assert_eq!([ids(&first), ids(&second)].concat(), [&*uploaded[0], &*uploaded[2], &*uploaded[4]]);
    assert_eq!(server.get("/api/v1/runs?q=n%3Dodd+epyc").await.json()["total"], 2);

    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=many", "limit"),
        ("after=x", "after"),
        ("where=kernel.release", "where"),
        (&*format!("q={}", "x".repeat(300)), "q"),
    ] {
        let (status, named, _) = server.get(&format!("/api/v1/runs?{query}")).await.problem();
        assert_eq!((status, named.as_str()), (400, field), "{query}");
    }
}

#[tokio::test]
async fn facets_offer_what_occurs() {
    let server = Server::new().await;
    server.upload(&labelled("6.1", 1, json!({"config": "a"}))).await;
    server.upload(&run("6.2", 2, 3000)).await;
    let facets = server.get("/api/v1/facets").await.json();
    let facet = |key: &str| {
        facets["facets"].as_array().unwrap().iter().find(|facet| facet["key"] == key).unwrap()["values"].clone()
    };
    assert_eq!(facet("label.config"), json!([{"value": "a", "runs": 1}]));
    assert_eq!(facet("machine.cpu.model"), json!([{"value": "AMD EPYC 7B13", "runs": 2}]));
}

#[tokio::test]
async fn a_live_view_becomes_columns_and_its_frozen_form_a_short_link() {
    let server = Server::new().await;
    let old = server.upload(&run("6.1", 1, 3000)).await;
    let new = server.upload(&run("6.2", 2, 2000)).await;
    let again = server.upload(&run("6.2", 3, 2000)).await;
    let columns = server.get("/api/v1/columns?by=kernel.release&where=cpu:*epyc*").await.json();
    assert_eq!(columns["columns"], json!([[old], [again, new]]));
    assert_eq!((&columns["subject"], &columns["base"]), (&json!(["kernel.release"]), &json!(0)));

    let (frozen, hash) = (columns["frozen"].as_str().unwrap(), columns["hash"].as_str().unwrap());
    let view = format!("/api/v1/views/{hash}");
    assert_eq!(server.get(&view).await.problem().0, 404);
    assert_eq!(server.put(&view, &[], frozen.into()).await.status, StatusCode::CREATED);
    assert_eq!(server.put(&view, &[], frozen.into()).await.status, StatusCode::OK);
    let kept = server.get(&view).await;
    assert_eq!(kept.json(), json!({"hash": hash, "query": frozen}));
    assert_eq!(kept.header("cache-control"), "public, max-age=31536000, immutable");

    // The short link shows the same table, also when the store has grown.
    let before = server.get(&format!("/v/?{hash}&format=csv")).await;
    assert_eq!(before.status, StatusCode::OK);
    server.upload(&run("6.2", 4, 1000)).await;
    assert_eq!(server.get(&format!("/v/?{hash}&format=csv")).await.body, before.body);
    let text = server.get_with(&format!("/v/?{hash}"), &[("accept", "text/plain")]).await;
    assert!(text.text().ends_with(&format!("http://bench.test/v/?{hash}\n")), "{}", text.text());
}

#[tokio::test]
async fn only_canonical_frozen_views_of_known_runs_are_kept() {
    let server = Server::new().await;
    let id = server.upload(&run("6.1", 1, 3000)).await;
    let unknown = "a".repeat(26);
    let hash = |query: &str| shared::view::View::parse(query).view.hash();
    for (query, hash, field) in [
        ("by=kernel.release".to_owned(), hash("by=kernel.release"), "query"),
        (format!("?run={id}&run={id}"), hash(&format!("run={id}&run={id}")), "query"),
        (format!("run={id}"), hash("run="), "hash"),
        (format!("run={unknown}"), hash(&format!("run={unknown}")), "query"),
        (String::new(), hash(""), "query"),
    ] {
        let (status, named, detail) =
            server.put(&format!("/api/v1/views/{hash}"), &[], query.clone().into()).await.problem();
        assert_eq!((status, named.as_str()), (422, field), "{query}: {detail}");
    }
    let long = server.put("/api/v1/views/abcdefghijklmnop", &[], vec![b'a'; 9000]).await;
    assert_eq!(long.problem().0, 413);
}

#[tokio::test]
async fn a_comparison_comes_in_every_form() {
    let server = Server::new().await;
    let old = server.upload(&run("6.1", 1, 3000)).await;
    let new = server.upload(&run("6.2", 2, 2400)).await;
    let path = format!("/api/v1/compare?run={old}&run={new}");
    let comparison = server.get(&path).await;
    assert_eq!(comparison.header("content-type"), "application/json");
    assert_eq!(comparison.header("vary"), "Accept, Accept-Encoding");
    let row = &comparison.json()["tables"][0]["rows"][0];
    assert_eq!(row["key"]["benchmark"], "ipc.pipe.latency");
    // (3000 - 2400) / 3000
    assert_eq!(row["changes"][1]["text"], "+20.0 %");
    for (accept, form, content_type) in [
        ("text/plain", "text", "text/plain; charset=utf-8"),
        ("text/markdown", "markdown", "text/markdown; charset=utf-8"),
        ("text/csv", "csv", "text/csv; charset=utf-8"),
    ] {
        let by_header = server.get_with(&path, &[("accept", accept)]).await;
        assert_eq!(by_header.header("content-type"), content_type);
        assert_eq!(server.get(&format!("{path}&format={form}")).await.body, by_header.body);
        let page = server.get_with(&path.replace("/api/v1/compare", "/compare/"), &[("accept", accept)]).await;
        assert_eq!(page.body, by_header.body, "page and API give one answer");
        let value = if form == "csv" { ",ns,0.2," } else { "+20.0 %" };
        assert!(by_header.text().contains(value), "{}", by_header.text());
    }
    let text = server.get(&format!("{path}&format=text")).await;
    assert!(text.text().lines().all(|line| line.len() <= 72 || line.starts_with("http://")), "{}", text.text());
    let (status, field, _) = server.get(&format!("{path}&format=pdf")).await.problem();
    assert_eq!((status, field.as_str()), (400, "format"));
}

#[tokio::test]
async fn an_answer_that_did_not_change_is_not_sent_again() {
    let server = Server::new().await;
    let id = server.upload(&run("6.1", 1, 3000)).await;
    for path in [
        "/api/v1/runs".to_owned(),
        "/api/v1/catalogue".to_owned(),
        format!("/api/v1/runs/{id}"),
        format!("/api/v1/runs/{id}/summary"),
        format!("/api/v1/compare?run={id}"),
    ] {
        for coding in ["identity", "gzip, br, zstd"] {
            let first = server.get_with(&path, &[("accept-encoding", coding)]).await;
            let etag = first.header("etag");
            assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 10, "{path}: strong");
            let again = server.get_with(&path, &[("accept-encoding", coding), ("if-none-match", etag)]).await;
            assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
            assert_eq!(again.header("etag"), etag);
        }
    }
}

#[tokio::test]
async fn a_summary_is_kept_for_ever_only_by_its_version() {
    let server = Server::new().await;
    let id = server.upload(&run("6.1", 1, 3000)).await;
    let path = format!("/api/v1/runs/{id}/summary");
    assert_eq!(server.get(&path).await.header("cache-control"), "no-cache");
    let version = shared::summary::SUMMARY_VERSION;
    let versioned = server.get(&format!("{path}?v={version}")).await;
    assert_eq!(versioned.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(versioned.json()["head"]["id"], id);
    for (accepted, coding) in [("gzip, br", "br"), ("gzip", "gzip"), ("", "")] {
        let answer = server.get_with(&path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), coding);
    }
}

#[tokio::test]
async fn markup_in_every_text_stays_text() {
    let server = Server::new().await;
    let markup = "<script>alert(1)</script>";
    let mut run = labelled(&format!("6.1{markup}"), 1, json!({"a": markup}));
    run["machine"]["cpu_model"] = markup.into();
    run["groups"][0]["benchmark"] = markup.into();
    run["groups"][0]["cells"][0]["measure"] = markup.into();
    run["groups"][0]["cells"][0]["at"] = json!({markup: markup});
    let id = server.upload(&run).await;
    for path in [format!("/compare/?run={id}"), format!("/run/?id={id}")] {
        for form in ["text", "json"] {
            let answer = server.get(&format!("{path}&format={form}")).await;
            assert_eq!(answer.status, StatusCode::OK);
            assert!(!answer.header("content-type").contains("html"));
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
        }
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_problems() {
    let server = Server::new().await;
    for path in ["/api", "/api/v1", "/api/v2/runs", "/api/v1/runs/", "/api/v1/series"] {
        assert_eq!(server.get(path).await.problem().0, 404, "{path}");
    }
    assert_eq!(server.put("/api/v1/runs", &[], Vec::new()).await.problem().0, 405);
    assert_eq!(
        server.get("/api/v1/runs/short").await.problem(),
        (400, "id".into(), "a run id has 26 characters of a-z and 2-7".into())
    );
    assert_eq!(server.get("/api/v1/runs/%ff").await.problem().0, 400);
    assert_eq!(server.get("/healthz").await.text(), "ok\n");
    assert!(server.get("/metrics").await.text().contains("benchpages_answers_total{class=\"4xx\"} 8\n"));
}
