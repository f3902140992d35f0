//! The published pages as text: every figure as printed in its post, and the improvements that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use whole::Server;

/// Page, benchmark, point, column, unit, direction, values.
fn expected() -> Vec<Vec<&'static str>> {
    let rows: Vec<Vec<_>> =
        include_str!("published.tsv").lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 78, "figures of the five posts");
    rows
}

#[test]
fn every_figure_stands_in_the_text_as_printed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let pages: BTreeSet<_> = expected().iter().map(|row| row[0]).collect();
    for page in pages {
        let text = server.text(&format!("/published/?id={page}"))?;
        let mut missing = Vec::new();
        let mut wanted: BTreeMap<&str, usize> = BTreeMap::new();
        for row in expected().iter().filter(|row| row[0] == page) {
            for value in row[6].split(',') {
                *wanted.entry(value).or_default() += 1;
            }
        }
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == '|').collect();
        for (value, count) in wanted {
            let found = words.iter().filter(|word| **word == value).count();
            if found < count {
                missing.push(format!("{value}: {found} of {count}"));
            }
        }
        assert!(missing.is_empty(), "{page} lacks {missing:?}:\n{text}");
        assert!(text.lines().all(|line| line.len() <= 72 || line.starts_with("http")), "{page} is too wide:\n{text}");
    }
    Ok(())
}

/// The ids of a page's runs, in the order of its columns.
fn runs(server: &Server, page: &str) -> Result<Vec<String>> {
    let pages = server.json("/api/v1/pages")?;
    let list = pages["pages"].as_array().context("pages is no list")?;
    let page = list.iter().find(|entry| entry["id"] == page).with_context(|| format!("{page} is not listed"))?;
    let runs = page["runs"].as_array().context("a page without runs")?;
    runs.iter().map(|run| Ok(run.as_str().context("a run that is no id")?.to_owned())).collect()
}

/// The line of a comparison's text that starts with `row`.
fn line<'a>(text: &'a str, row: &str) -> Result<&'a str> {
    text.lines().find(|line| line.starts_with(row)).with_context(|| format!("no row {row}:\n{text}"))
}

#[test]
fn the_ipc_lock_patch_improves_as_arithmetic_says_without_a_verdict() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let ids = runs(&server, "2002-08-05-ipc-lock")?;
    let text = server.text(&format!("/compare/?run={}&run={}", ids[0], ids[1]))?;
    for (row, figures, change) in [
        ("ipc.pipe.latency", ["12.51", "11.43"], "+8.6 %"),
        ("ipc.unix.latency", ["21.61", "19.82"], "+8.3 %"),
        ("net.udp.latency", ["36.28", "35.12"], "+3.2 %"),
        ("net.tcp.latency", ["56.90", "54.89"], "+3.5 %"),
        ("net.rpc_tcp.latency", ["123.30", "121.91"], "+1.1 %"),
        ("net.rpc_udp.latency", ["89.78", "88.70"], "+1.2 %"),
        ("net.tcp.connect", ["192.74", "187.76"], "+2.6 %"),
    ] {
        let line = line(&text, row)?;
        for part in figures.into_iter().chain([change]) {
            assert!(line.contains(part), "{part} is not in: {line}");
        }
        assert!(!line.contains("better") && !line.contains("worse"), "a verdict without a test: {line}");
    }
    assert!(text.contains("lower is better") && text.contains("us per round trip"), "{text}");
    Ok(())
}

#[test]
fn m686_moves_29_8_percent_more_than_mk7_at_offset_100() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path())?;
    let ids = runs(&server, "2002-11-05-netio2-copy-user")?;
    let comparison = server.json(&format!("/api/v1/compare?run={}&run={}", ids[0], ids[1]))?;
    assert_eq!(comparison["columns"][0]["short"], "CONFIG_MK7");
    assert_eq!(comparison["columns"][1]["short"], "CONFIG_M686");
    let row = &comparison["tables"][0]["rows"][0];
    assert_eq!(row["key"]["point"]["off_src"], 100, "{row}");
    assert_eq!(row["cells"][0]["text"], "342.9");
    assert_eq!(row["cells"][1]["text"], "445.1");
    assert_eq!(row["changes"][1]["text"], "+29.8 %");
    assert_eq!(row["changes"][1]["word"], "untested");
    Ok(())
}
