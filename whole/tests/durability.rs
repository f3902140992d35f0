//! What the server acknowledged is there after a crash, and was on disk before the answer.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use whole::{Server, client, id_of, small_document};

const UPLOADS: u64 = 50;

/// Uploads documents `0..UPLOADS` from four clients until the server is gone; returns the ids that were acknowledged.
fn upload_until_gone(url: &str, acknowledged: &Mutex<BTreeSet<String>>) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let execution = next.fetch_add(1, Ordering::Relaxed);
                    if execution >= UPLOADS {
                        return;
                    }
                    let bytes = serde_json::to_vec(&small_document(execution)).expect("a JSON value");
                    let id = id_of(&bytes);
                    match client().put(format!("{url}/api/v1/runs/{id}")).body(bytes).send() {
                        Ok(answer) if answer.status() == 201 => {
                            acknowledged.lock().expect("no panic in a client").insert(id);
                        }
                        _ => return,
                    }
                }
            });
        }
    });
}

#[test]
fn every_acknowledged_run_survives_kill_minus_nine_and_none_is_there_twice() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let before = count(&server)?;
    let acknowledged = Mutex::new(BTreeSet::new());
    let url = server.url().to_owned();
    std::thread::scope(|scope| -> Result<()> {
        scope.spawn(|| upload_until_gone(&url, &acknowledged));
        while acknowledged.lock().expect("no panic in a client").len() < 20 {
            std::thread::sleep(Duration::from_millis(1));
        }
        server.kill()
    })?;
    let acknowledged = acknowledged.into_inner().expect("no panic in a client");
    assert!(acknowledged.len() >= 20, "only {} were acknowledged", acknowledged.len());

    let server = Server::start(folder.path())?;
    for id in &acknowledged {
        let bytes = server.get(&format!("/api/v1/runs/{id}"))?.bytes()?;
        assert_eq!(&id_of(&bytes), id, "the bytes of an acknowledged run");
    }
    for execution in 0..UPLOADS {
        let bytes = serde_json::to_vec(&small_document(execution))?;
        let answer = server.put(&id_of(&bytes), bytes)?;
        assert!([200, 201].contains(&answer.status().as_u16()), "a repeated upload answers {}", answer.status());
    }
    assert_eq!(count(&server)? - before, UPLOADS as usize, "runs after everything was sent twice");
    Ok(())
}

/// How many runs the server lists, over all pages; each at most once.
fn count(server: &Server) -> Result<usize> {
    let mut ids = BTreeSet::new();
    let mut path = "/api/v1/runs?limit=100".to_owned();
    loop {
        let list = server.json(&path)?;
        for run in list["runs"].as_array().context("runs is no list")? {
            let id = run["id"].as_str().context("a run without id")?.to_owned();
            assert!(ids.insert(id.clone()), "{id} is listed twice");
        }
        match list["next"].as_str() {
            Some(cursor) => path = format!("/api/v1/runs?limit=100&cursor={cursor}"),
            None => return Ok(ids.len()),
        }
    }
}

#[test]
fn a_trace_shows_fdatasync_before_each_201() -> Result<()> {
    if std::process::Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("trace");
    let trace_name = trace.to_str().context("the temporary folder's name is not UTF-8")?;
    let calls = "trace=fdatasync,fsync,write,writev,sendto,sendmsg";
    let server =
        Server::start_under(&["strace", "-D", "-f", "-s", "32", "-e", calls, "-o", trace_name], folder.path())?;
    for execution in 0..5 {
        let bytes = serde_json::to_vec(&small_document(execution))?;
        assert_eq!(server.put(&id_of(&bytes), bytes)?.status(), 201);
    }
    drop(server);
    std::thread::sleep(Duration::from_millis(300));
    let trace = std::fs::read_to_string(trace)?;
    let mut synced = false;
    let mut answers = 0;
    for line in trace.lines() {
        if (line.contains("fdatasync(") || line.contains("fdatasync resumed")) && line.trim_end().ends_with("= 0") {
            synced = true;
        } else if line.contains("HTTP/1.1 201") {
            assert!(synced, "an answer of 201 without fdatasync before it:\n{trace}");
            answers += 1;
            synced = false;
        }
    }
    assert_eq!(answers, 5, "{trace}");
    Ok(())
}
