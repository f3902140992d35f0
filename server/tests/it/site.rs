//! A server in this process over a store in a temporary folder, and run documents written by hand.

use std::io::Write;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use serde_json::{Value, json};
use server::app::{App, Settings, Uploads};
use server::assets::Assets;
use server::ingest::Limits;
use server::published::PublishedPage;
use server::router::router;
use server::store::Store;
use server::store::sqlite::{Options, SqliteStore};
use shared::model::RunId;
use tempfile::TempDir;
use tower::ServiceExt;

/// A measured run of one benchmark: the pipe's round trip, 3 starts of 2 samples of 1000 operations.
pub fn run(release: &str, execution: u32, latency_ns: u64) -> Value {
    json!({
        "schema": 1,
        "collector": {"version": "0.1.0"},
        "preset": "quick",
        "started": format!("2026-11-30T12:{:02}:{:02}Z", execution / 60 % 60, execution % 60),
        "execution": format!("{execution:032x}"),
        "complete": true,
        "provenance": {"kind": "measured"},
        "machine": {"key": "m1", "cpu_model": "AMD EPYC 7B13"},
        "kernel": {"name": "Linux", "release": release, "arch": "x86_64"},
        "boot": {"key": "b1"},
        "conditions": {"smt": "on"},
        "groups": [{
            "benchmark": "ipc.pipe.latency",
            "version": 1,
            "placement": "same_cpu",
            "cells": [{
                "at": {"bytes": 1},
                "measure": "latency",
                "unit": "ns",
                "better": "lower",
                "status": "ok",
                "ops": 1000,
                "elapsed_ns": vec![vec![latency_ns * 1000, latency_ns * 1001]; 3],
            }]
        }]
    })
}

/// A run with labels.
pub fn labelled(release: &str, execution: u32, labels: Value) -> Value {
    let mut run = run(release, execution, 3000);
    run["labels"] = labels;
    run
}

/// A document's bytes and its id.
pub fn document(run: &Value) -> (String, Vec<u8>) {
    let bytes = serde_json::to_vec_pretty(run).unwrap();
    (RunId::of(&bytes).to_string(), bytes)
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status, field and detail of a problem document.
    pub fn problem(&self) -> (u16, String, String) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        let text = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
        (self.status.as_u16(), text("field"), text("detail"))
    }
}

/// What a server is made of; everything has a usual value.
pub struct Setup {
    pub uploads: Uploads,
    pub limits: Limits,
    pub assets: Assets,
    pub pages: Vec<PublishedPage>,
    pub options: Options,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            uploads: Uploads::Open,
            limits: Limits::default(),
            assets: Assets::default(),
            pages: Vec::new(),
            options: Options::default(),
        }
    }
}

/// A server without a socket.
pub struct Server {
    pub store: Arc<dyn Store>,
    router: Router,
    _folder: TempDir,
}

impl Server {
    pub async fn new() -> Self {
        Self::with(Setup::default()).await
    }

    pub async fn with(setup: Setup) -> Self {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("runs.sqlite"), setup.options).await.unwrap();
        let store: Arc<dyn Store> = Arc::new(store);
        let settings =
            Settings { uploads: setup.uploads, limits: setup.limits, writes_per_minute: 1000, public_url: None };
        let app = App::new(store.clone(), setup.assets, setup.pages, settings);
        Self { store, router: router(Arc::new(app)), _folder: folder }
    }

    pub async fn ask(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(request(Method::GET, path, headers, Vec::new())).await
    }

    pub async fn put(&self, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        self.ask(request(Method::PUT, path, headers, body)).await
    }

    /// Uploads a run, which must be taken, and gives its id.
    pub async fn upload(&self, run: &Value) -> String {
        let (id, bytes) = document(run);
        let answer = self.put(&format!("/api/v1/runs/{id}"), &[], bytes).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
        id
    }

    /// Uploads a run under its own id, whatever comes of it.
    pub async fn try_upload(&self, run: &Value) -> Answer {
        let (id, bytes) = document(run);
        self.put(&format!("/api/v1/runs/{id}"), &[], bytes).await
    }
}

fn request(method: Method, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if headers.iter().all(|(name, _)| *name != "host") {
        request = request.header("host", "bench.test");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(body)).unwrap()
}
