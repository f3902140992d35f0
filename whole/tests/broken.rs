//! Broken and hostile uploads: refused with a clear reason, or kept and shown as text.

use std::io::Write;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use whole::{Server, client, id_of, small_document};

/// Uploads these bytes and returns the status and the problem document.
fn refused(server: &Server, bytes: Vec<u8>) -> Result<(u16, Value)> {
    let answer = server.put(&id_of(&bytes), bytes)?;
    let status = answer.status().as_u16();
    assert_eq!(answer.headers()["content-type"], "application/problem+json", "status {status}");
    Ok((status, serde_json::from_slice(&answer.bytes()?)?))
}

fn listed(server: &Server) -> Result<usize> {
    Ok(server.json("/api/v1/runs?limit=100")?["runs"].as_array().context("runs is no list")?.len())
}

fn changed(change: impl FnOnce(&mut Value)) -> Result<Vec<u8>> {
    let mut document = small_document(1);
    change(&mut document);
    Ok(serde_json::to_vec(&document)?)
}

#[test]
fn a_document_that_is_broken_in_any_field_is_refused_by_its_name_and_nothing_is_stored() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let before = listed(&server)?;

    let whole = serde_json::to_vec(&small_document(1))?;
    let (status, problem) = refused(&server, whole[..whole.len() / 2].to_vec())?;
    assert!((400..500).contains(&status), "{status}: {problem}");

    let wrong = server.put("aaaaaaaaaaaaaaaaaaaaaaaaaa", whole)?;
    assert!(wrong.status().is_client_error(), "a wrong id answers {}", wrong.status());

    let text = String::from_utf8(changed(|_| {})?)?.replace("3000000", "NaN");
    let (status, problem) = refused(&server, text.into_bytes())?;
    assert!((400..500).contains(&status), "{status}: {problem}");

    let (_, problem) = refused(&server, changed(|run| run["schema"] = json!(2))?)?;
    assert!(problem.to_string().contains("upgrade the server"), "{problem}");

    let cell = "/groups/0/cells/0";
    type Change = fn(&mut Value);
    let broken: [(&str, Change); 12] = [
        ("started", |run| run["started"] = json!("yesterday")),
        ("execution", |run| run["execution"] = json!("me")),
        ("labels", |run| run["labels"] = json!({"config": "x".repeat(1 << 20)})),
        ("kernel.release", |run| run["kernel"]["release"] = json!("")),
        ("supersedes", |run| run["supersedes"] = json!("../../etc/passwd")),
        ("seed", |run| run["seed"] = json!(1u64 << 60)),
        ("benchmark", |run| run["groups"][0]["benchmark"] = json!("")),
        ("unit", |run| run["groups"][0]["cells"][0]["unit"] = json!("u".repeat(1000))),
        ("elapsed_ns", |run| run["groups"][0]["cells"][0]["elapsed_ns"] = json!([[0]])),
        ("ops", |run| run["groups"][0]["cells"][0]["ops"] = json!(0)),
        ("disturbed", |run| run["groups"][0]["cells"][0]["disturbed"] = json!([6])),
        ("measure", |run| run["groups"][0]["cells"][0]["measure"] = json!("")),
    ];
    for (field, change) in broken {
        let (status, problem) = refused(&server, changed(change)?)?;
        assert!((400..500).contains(&status), "{field}: {status}");
        assert!(problem.to_string().contains(field), "{field} is not named: {problem}");
    }
    for field in ["schema", "collector", "complete", "provenance", "machine", "kernel", "groups"] {
        let bytes = changed(|run| {
            run.as_object_mut().expect("a document is an object").remove(field);
        })?;
        let (status, problem) = refused(&server, bytes)?;
        assert!((400..500).contains(&status) && problem.to_string().contains(field), "{field}: {problem}");
    }
    for field in ["measure", "unit", "better", "status", "elapsed_ns"] {
        let bytes = changed(|run| {
            run.pointer_mut(cell).and_then(Value::as_object_mut).expect("the cell").remove(field);
        })?;
        let (status, problem) = refused(&server, bytes)?;
        assert!((400..500).contains(&status) && problem.to_string().contains(field), "{field}: {problem}");
    }
    assert_eq!(listed(&server)?, before, "runs after refusals");
    Ok(())
}

#[test]
fn a_hundred_megabytes_of_zeros_in_a_small_body_are_refused() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![b'0'; 1 << 20];
    for _ in 0..100 {
        encoder.write_all(&zeros)?;
    }
    let request = client().put(format!("{}/api/v1/runs/aaaaaaaaaaaaaaaaaaaaaaaaaa", server.url()));
    let answer = request.header("content-encoding", "gzip").body(encoder.finish()?).send()?;
    assert_eq!(answer.status(), 413, "{}", answer.text()?);
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid()))?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse()?;
    assert!(peak < 150_000, "the server's peak memory is {peak} kB");
    Ok(())
}

#[test]
fn an_unknown_benchmark_is_kept_and_shown() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let bytes = changed(|run| {
        run["groups"][0]["benchmark"] = json!("gpu.blit.rate");
        run["groups"][0]["cells"][0]["unit"] = json!("blits");
        run["groups"][0]["cells"][0]["at"] = json!({"planes": 4});
        run["groups"][0]["cells"][0]["elapsed_ns"] = json!([]);
        run["groups"][0]["cells"][0]["values"] = json!([[1234.5]]);
        run["from_a_later_version"] = json!({"kept": true});
    })?;
    let id = id_of(&bytes);
    assert_eq!(server.put(&id, bytes.clone())?.status(), 201);
    assert_eq!(server.get(&format!("/api/v1/runs/{id}"))?.bytes()?, bytes, "the bytes as they were sent");
    let text = server.text(&format!("/compare/?run={id}&run={id}"))?;
    assert!(text.contains("gpu.blit.rate") && text.contains("blits"), "{text}");
    Ok(())
}
