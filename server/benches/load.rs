//! What the server holds, on this machine: ingest, list and compare over a store of many runs.
//!
//! `cargo bench -p server --bench load -- [RUNS]` fills a store in a temporary folder with 10,000 runs of 1,500 cells and
//! prints rates and percentiles. Everything is on loopback and ends by itself. Without `--bench`, which cargo gives, it
//! does the same with a handful of runs, so that it stays right. `BENCHPAGES_SERVER_BIN` puts the load on another build.

#[path = "../tests/it/client.rs"]
mod client;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use client::Client;
use serde_json::{Value, json};
use shared::model::RunId;

const CLIENTS: usize = 4;
const CELLS: usize = 1500;

/// How much is done.
#[derive(Clone, Copy)]
struct Amount {
    large: usize,
    runs: usize,
    requests: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measuring = arguments.iter().any(|argument| argument == "--bench");
    let runs = arguments.iter().find_map(|argument| argument.parse().ok());
    let amount = if measuring {
        Amount { large: 200, runs: runs.unwrap_or(10_000), requests: 400 }
    } else {
        Amount { large: 4, runs: 12, requests: 12 }
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("runs.sqlite");
    let server = Server::start(&database);

    let large: Vec<Upload> = (0..amount.large).map(|number| upload(number, 40)).collect();
    println!("ingest of runs of {} KiB raw, {} KiB sent", large[0].raw >> 10, large[0].body.len() >> 10);
    println!("  {:.0} runs/s with {CLIENTS} clients", ingest(&server.host, &large));

    let small = |number: &usize| upload(amount.large + number, 2);
    let mut ids: Vec<RunId> = large.into_iter().map(|upload| upload.id).collect();
    let numbers: Vec<usize> = (0..amount.runs).collect();
    for batch in numbers.chunks(200) {
        let uploads: Vec<Upload> = batch.iter().map(small).collect();
        ingest(&server.host, &uploads);
        ids.extend(uploads.into_iter().map(|upload| upload.id));
    }
    println!("store of {} runs of {CELLS} cells: {} MiB", ids.len(), size(&database) >> 20);

    let mut draw = Draw(1);
    let mut compare = |columns: usize| {
        let runs: Vec<String> = (0..columns).map(|_| format!("run={}", ids[draw.below(ids.len())])).collect();
        format!("/api/v1/compare?{}", runs.join("&"))
    };
    measure(&server.host, "compare, 2 runs", amount, || compare(2));
    measure(&server.host, "compare, 8 runs", amount, || compare(8));
    measure(&server.host, "compare, 2 runs, text", amount, || format!("{}&format=text", compare(2)));
    measure(&server.host, "list, newest", amount, || "/api/v1/runs".into());
    let mut draw = Draw(2);
    measure(&server.host, "list, one kernel", amount, || {
        format!("/api/v1/runs?where=kernel.release:6.{}.0", draw.below(50))
    });
    measure(&server.host, "list, kernel and label", amount, || {
        format!("/api/v1/runs?where=kernel.release:6.{}*&where=label.config:c1", draw.below(50))
    });
    measure(&server.host, "list, free text", amount, || format!("/api/v1/runs?q=6.{}.0", draw.below(50)));
    measure(&server.host, "list, a key that is not indexed", amount, || "/api/v1/runs?where=conditions.smt:off".into());
    measure(&server.host, "facets", amount, || "/api/v1/facets".into());
    measure(&server.host, "columns, live", amount, || {
        format!("/api/v1/columns?by=kernel.release&where=machine.cpu.model:CPU*{}", draw.below(20))
    });
}

/// A server of its own; killed when it is dropped.
struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn start(database: &std::path::Path) -> Self {
        let built = env!("CARGO_BIN_EXE_benchpages-server").to_owned();
        let mut child = Command::new(std::env::var("BENCHPAGES_SERVER_BIN").unwrap_or(built))
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it prints its address");
        Self { child, host: line.trim().replace("listening on http://", "") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Upload {
    id: RunId,
    raw: usize,
    body: Vec<u8>,
}

/// A run of [`CELLS`] cells with 3 starts of `samples` / 3 samples.
fn upload(number: usize, samples: usize) -> Upload {
    let mut draw = Draw(number as u64 + 7);
    let cells: Vec<Value> = (0..CELLS)
        .map(|cell| {
            let base = 100_000 + cell as u64 * 997;
            let starts: Vec<Vec<u64>> = (0..3)
                .map(|_| (0..(samples / 3).max(1)).map(|_| base + draw.below(base as usize / 20) as u64).collect())
                .collect();
            json!({
                "at": {"bytes": cell + 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok",
                "ops": 1000, "elapsed_ns": starts
            })
        })
        .collect();
    let run = json!({
        "schema": 1,
        "collector": {"version": "0.1.0"},
        "preset": "full",
        "started": format!("20{:02}-{:02}-{:02}T12:00:00Z", 10 + number % 16, 1 + number % 12, 1 + number % 28),
        "execution": format!("{number:032x}"),
        "complete": true,
        "labels": {"config": format!("c{}", number % 3)},
        "provenance": {"kind": "measured"},
        "machine": {"key": format!("m{}", number % 40), "cpu_model": format!("CPU {}", number % 20)},
        "kernel": {"name": "Linux", "release": format!("6.{}.0", number % 50), "arch": "x86_64"},
        "boot": {"key": format!("b{number}")},
        "conditions": {"smt": if number.is_multiple_of(97) { "off" } else { "on" }},
        "groups": [{"benchmark": "ipc.pipe.latency", "version": 1, "placement": "same_cpu", "cells": cells}]
    });
    let raw = serde_json::to_vec(&run).expect("JSON");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(&raw).expect("memory takes it");
    Upload { id: RunId::of(&raw), raw: raw.len(), body: encoder.finish().expect("memory takes it") }
}

/// Sends all uploads from [`CLIENTS`] connections and gives runs per second.
fn ingest(host: &str, uploads: &[Upload]) -> f64 {
    let next = AtomicUsize::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut client = Client::connect(host).expect("the server listens");
                while let Some(upload) = uploads.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let path = format!("/api/v1/runs/{}", upload.id);
                    let (status, body) =
                        client.put(&path, "content-encoding: gzip\r\n", &upload.body).expect("an answer");
                    assert_eq!(status, 201, "{}", String::from_utf8_lossy(&body));
                }
            });
        }
    });
    uploads.len() as f64 / begun.elapsed().as_secs_f64()
}

/// Asks from two connections at once and prints percentiles of the time to the last byte.
fn measure(host: &str, name: &str, amount: Amount, mut path: impl FnMut() -> String) {
    let paths: Vec<String> = (0..amount.requests).map(|_| path()).collect();
    let mut times: Vec<f64> = std::thread::scope(|scope| {
        let halves: Vec<_> = paths
            .chunks(amount.requests.div_ceil(2))
            .map(|paths| {
                scope.spawn(move || {
                    let mut client = Client::connect(host).expect("the server listens");
                    paths
                        .iter()
                        .map(|path| {
                            let begun = Instant::now();
                            let (status, body) = client.get(path).expect("an answer");
                            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
                            begun.elapsed().as_secs_f64() * 1e3
                        })
                        .collect::<Vec<f64>>()
                })
            })
            .collect();
        halves.into_iter().flat_map(|half| half.join().expect("the client ends")).collect()
    });
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("  {name:36} p50 {:7.2} ms   p95 {:7.2} ms   max {:7.2} ms", at(0.5), at(0.95), at(1.0));
}

fn size(database: &std::path::Path) -> u64 {
    std::fs::metadata(database).map_or(0, |metadata| metadata.len())
}

/// Numbers that are the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}
