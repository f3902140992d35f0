//! The pages as a reader meets them: published figures, the chart's pixels, hostile text, other hosts.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use whole::{Browser, Server, client, id_of, page_rows, small_document};

fn on_this_thread<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    tokio::task::block_in_place(work)
}

/// Figures by page: row in `published.tsv`, as page, benchmark, point, column, unit, direction, values.
fn expected() -> BTreeMap<&'static str, Vec<Vec<&'static str>>> {
    let mut pages: BTreeMap<_, Vec<Vec<_>>> = BTreeMap::new();
    for line in include_str!("../published.tsv").lines().skip(1) {
        let row: Vec<_> = line.split('\t').collect();
        pages.entry(row[0]).or_default().push(row);
    }
    pages
}

#[tokio::test(flavor = "multi_thread")]
async fn every_published_figure_stands_in_its_row_and_column() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = on_this_thread(|| Server::start(folder.path()))?;
    let browser = Browser::open(1240, 1000).await?;
    for (page, expected) in expected() {
        browser.driver.goto(format!("{}/published/?id={page}", server.url())).await?;
        let rows = page_rows(&browser).await?;
        let columns: Vec<&str> = expected.iter().map(|row| row[3]).fold(Vec::new(), |mut seen, column| {
            if !seen.contains(&column) {
                seen.push(column);
            }
            seen
        });
        for row in &expected {
            let wanted: BTreeSet<&str> = row[2].split(',').filter(|axis| !axis.is_empty()).collect();
            let (key, shown) = rows
                .iter()
                .find(|(key, _)| {
                    let (id, point) = key.split_once(' ').unwrap_or((key, ""));
                    let axes: BTreeSet<&str> = point.split(',').collect();
                    id == row[1] && wanted.is_subset(&axes)
                })
                .with_context(|| format!("{page}: no row for {row:?}"))?;
            let column = columns.iter().position(|column| *column == row[3]).context("column")?;
            if row[6].contains(',') {
                browser
                    .driver
                    .goto(format!("{}/published/?id={page}&open={}", server.url(), key.replace(' ', "+")))
                    .await?;
                browser.wait_for("tr.detail").await?;
                let detail = browser.script("return document.querySelector('tr.detail').textContent").await?;
                for value in row[6].split(',') {
                    assert!(
                        detail.as_str().is_some_and(|text| text.contains(value)),
                        "{page} {key}: {value} in {detail}"
                    );
                }
            } else {
                assert_eq!(shown.figures[column], row[6], "{page} {key}");
            }
        }
        let verdicts = browser.script("return document.querySelectorAll('.better, .worse').length").await?;
        assert_eq!(verdicts, 0, "{page}: figures without samples have no verdict");
    }
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chunk_sweep_is_one_chart_of_two_curves_in_the_pixels_of_the_screen() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = on_this_thread(|| Server::start(folder.path()))?;
    let browser = Browser::open(1240, 1000).await?;
    for density in [1.0, 1.5, 2.0, 3.0] {
        browser.density(1240, 1000, density).await?;
        browser.driver.goto(format!("{}/published/?id=2008-10-08-mpc8313-copy", server.url())).await?;
        browser.wait_for("figure.chart canvas[width]").await?;
        let figures = browser.script("return document.querySelectorAll('figure.chart').length").await?;
        assert_eq!(figures, 1, "charts");
        let sizes = browser
            .script(
                "const canvas = document.querySelector('figure.chart canvas');
                 const box = canvas.getBoundingClientRect();
                 return [canvas.width, canvas.height, box.width, box.height, devicePixelRatio];",
            )
            .await?;
        let size: Vec<f64> = sizes.as_array().context("sizes")?.iter().filter_map(Value::as_f64).collect();
        assert_eq!(size[4], density);
        assert_eq!([size[0], size[1]], [(size[2] * density).round(), (size[3] * density).round()], "at {density}");
    }
    let data = browser
        .script("return [...document.querySelectorAll('figure.chart tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        .await?;
    let data = data.as_array().context("the chart's data")?;
    assert_eq!(data.len(), 1 + 14, "a head and the chunks from 8 B to 64 KiB: {data:?}");
    assert!(data.iter().all(|row| row.as_array().is_some_and(|row| row.len() == 3)), "chunk and two curves: {data:?}");
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn script_in_every_string_is_shown_and_never_executed() -> Result<()> {
    const SCRIPT: &str = "<script>document.title='executed'</script><img src=x onerror=\"document.title='executed'\">";
    let folder = tempfile::tempdir()?;
    let server = on_this_thread(|| Server::start(folder.path()))?;
    let ids = on_this_thread(|| {
        [1, 2]
            .iter()
            .map(|execution| {
                let mut run = small_document(*execution);
                run["labels"] = json!({ "note": format!("{SCRIPT}{execution}"), SCRIPT: SCRIPT });
                run["kernel"] = json!({"name": SCRIPT, "release": format!("6.1{SCRIPT}"), "version": SCRIPT});
                run["machine"] = json!({"cpu_model": SCRIPT, "description": SCRIPT, "vendor": SCRIPT});
                run["conditions"] =
                    json!({"mitigations": {SCRIPT: SCRIPT}, "other": {SCRIPT: format!("{SCRIPT}{execution}")}});
                run["verdict"] = json!({"word": "disturbed", "reasons": [{"kind": SCRIPT, "text": SCRIPT}]});
                run["groups"][0]["benchmark"] = json!(SCRIPT);
                run["groups"][0]["placement"] = json!(SCRIPT);
                let cell = &mut run["groups"][0]["cells"][0];
                cell["measure"] = json!(SCRIPT);
                cell["unit"] = json!(SCRIPT);
                cell["at"] = json!({ SCRIPT: SCRIPT });
                cell["note"] = json!(SCRIPT);
                cell["values"] = json!([[execution]]);
                cell["elapsed_ns"] = json!([]);
                let bytes = serde_json::to_vec(&run)?;
                let id = id_of(&bytes);
                let answer = client().put(format!("{}/api/v1/runs/{id}", server.url())).body(bytes).send()?;
                assert_eq!(answer.status(), 201, "{}", answer.text()?);
                Ok(id)
            })
            .collect::<Result<Vec<_>>>()
    })?;
    let browser = Browser::open(1240, 1000).await?;
    for path in [
        format!("/compare/?run={}&run={}", ids[0], ids[1]),
        format!("/run/?id={}", ids[0]),
        "/runs/".to_owned(),
        "/".to_owned(),
        "/compare/?by=label.note&where=label.note:*script*".to_owned(),
        format!("/compare/?run={}&rows=<script>document.title='executed'</script>", ids[0]),
    ] {
        browser.driver.goto(format!("{}{path}", server.url())).await?;
        browser.wait_for("main:not([aria-busy]) , main[aria-busy=false]").await?;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let title = browser.driver.title().await?;
        assert_ne!(title, "executed", "{path}");
        let made = browser.script("return document.querySelectorAll('main script, main img').length").await?;
        assert_eq!(made, 0, "{path} made elements out of text");
    }
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_of_another_host_and_a_second_visit_loads_nothing_but_data() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = on_this_thread(|| Server::start(folder.path()))?;
    let browser = Browser::open(1240, 1000).await?;
    let url = format!("{}/published/?id=2002-08-05-ipc-lock", server.url());
    let loaded = "return performance.getEntriesByType('resource').map(e => [e.name, e.transferSize])";
    for visit in 0..2 {
        browser.driver.goto(&url).await?;
        page_rows(&browser).await?;
        for entry in browser.script(loaded).await?.as_array().context("entries")? {
            let name = entry[0].as_str().context("name")?;
            assert!(name.starts_with(server.url()), "{name} is another host's");
            if visit == 1 && !name.contains("/api/") {
                assert_eq!(entry[1], 0, "{name} is loaded again");
            }
        }
    }
    browser.close().await
}
