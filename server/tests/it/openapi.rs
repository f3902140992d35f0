//! The OpenAPI document names every route.

use std::fmt::Write;

use crate::site::Server;

#[tokio::test]
async fn every_route_is_described() {
    let server = Server::new().await;
    let document = server.get("/api/v1/openapi.json").await.json();
    let mut routes = String::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut statuses: Vec<_> = operation["responses"].as_object().unwrap().keys().cloned().collect();
            statuses.sort();
            writeln!(routes, "{} {path}: {}", method.to_uppercase(), statuses.join(" ")).unwrap();
            assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{path}");
        }
    }
    insta::assert_snapshot!(routes, @r"
    GET /api/v1/catalogue: 200
    GET /api/v1/columns: 200
    GET /api/v1/compare: 200 400
    GET /api/v1/facets: 200
    GET /api/v1/openapi.json: 200
    GET /api/v1/pages: 200
    GET /api/v1/runs: 200 400
    GET /api/v1/runs/{id}: 200 404
    PUT /api/v1/runs/{id}: 200 201 400 401 413 415 422 507
    GET /api/v1/runs/{id}/summary: 200 404
    GET /api/v1/views/{hash}: 200 404
    PUT /api/v1/views/{hash}: 200 201 413 422
    GET /healthz: 200 500
    GET /metrics: 200
    ");
}
