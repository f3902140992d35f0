//! Measure, upload, compare in a browser, share the link: the whole path, on real runs.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;
use whole::{Browser, PageRow, Server, client, column, id_of, improvements, measure, page_rows};

const CHOICE: &str = "syscall.*,ipc.*,net.udp.latency,net.tcp.*,copy.sweep,cpu.clock";

/// Two short runs with different labels.
fn two_runs(folder: &std::path::Path) -> Result<[Value; 2]> {
    let run = |config: &str| -> Result<Value> {
        let label = format!("config={config}");
        let name = format!("{config}.json");
        let arguments = ["--only", CHOICE, "--starts", "3", "--samples", "3", "--label", &label];
        Ok(measure(folder, &name, &arguments)?.document)
    };
    Ok([run("CONFIG_K6")?, run("CONFIG_K7")?])
}

/// Uploads the file of a document as it was written.
fn upload(server: &Server, bytes: &[u8]) -> Result<String> {
    let id = id_of(bytes);
    let answer = client().put(format!("{}/api/v1/runs/{id}", server.url())).body(bytes.to_vec()).send()?;
    ensure!(answer.status() == 201, "{} {}", answer.status(), answer.text()?);
    Ok(id)
}

/// The page shows these columns' figures, cell by cell, and the improvements that follow from them.
fn shows(rows: &BTreeMap<String, PageRow>, columns: &[Vec<&Value>; 2]) -> Result<()> {
    let figures = [column(&columns[0])?, column(&columns[1])?];
    let improvements = improvements(&columns[0], &columns[1])?;
    assert!(figures[0].len() > 40, "only {} rows were measured", figures[0].len());
    assert_eq!(rows.keys().collect::<Vec<_>>(), figures[0].keys().collect::<Vec<_>>(), "rows");
    for (key, row) in rows {
        assert_eq!(row.figures, [figures[0][key].clone(), figures[1][key].clone()], "{key}");
        let improvement = improvements[key];
        let text = row.changes[0].split(" %").next().unwrap_or_default();
        let shown: f64 = text.parse().with_context(|| format!("{key}: change {text:?}"))?;
        assert!((shown - improvement).abs() < 0.056, "{key}: {shown} % is shown, {improvement} % is right");
    }
    Ok(())
}

/// A hundred more runs: twenty that share kernel, label and machine with the first, eighty that share no label.
fn more_runs(server: &Server, first: &Value) -> Result<BTreeMap<String, Value>> {
    let mut sharing = BTreeMap::new();
    for index in 0..100u64 {
        let mut run = first.clone();
        run["execution"] = json!(format!("{index:032x}"));
        if index >= 20 {
            run["labels"] = json!({"config": format!("OTHER_{}", index % 7)});
            run["kernel"]["release"] = json!(format!("6.1.{}", index % 5));
        }
        for group in run["groups"].as_array_mut().context("groups")? {
            for cell in group["cells"].as_array_mut().context("cells")? {
                for start in cell["elapsed_ns"].as_array_mut().context("elapsed_ns")? {
                    for sample in start.as_array_mut().context("a start")? {
                        let elapsed = sample.as_u64().context("a sample")?;
                        *sample = json!(elapsed + elapsed * (index % 9) / 100);
                    }
                }
            }
        }
        let id = upload(server, &serde_json::to_vec(&run)?)?;
        if index < 20 {
            sharing.insert(id, run);
        }
    }
    Ok(sharing)
}

/// Rows of a page in a browser that has never been anywhere.
async fn fresh(url: &str) -> Result<BTreeMap<String, PageRow>> {
    let browser = Browser::open(1240, 1000).await?;
    browser.driver.goto(url).await?;
    let rows = page_rows(&browser).await?;
    browser.close().await?;
    Ok(rows)
}

/// Follows the page's own way to a link that stays true.
async fn freeze(url: &str) -> Result<String> {
    let browser = Browser::open(1240, 1000).await?;
    browser.driver.goto(url).await?;
    page_rows(&browser).await?;
    browser.driver.find(By::Css("body")).await?.send_keys("f").await?;
    browser.wait_for(".frozen-link a[href*='/v/?']").await?;
    let links = browser.script("return [...document.querySelectorAll('.frozen-link a')].map(a => a.href)").await?;
    browser.close().await?;
    let links = links.as_array().context("links")?.iter().filter_map(Value::as_str);
    let short = links.into_iter().find(|link| link.contains("/v/?")).context("no short link")?;
    Ok(short.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_measured_stands_in_a_fresh_browser_and_stays_true() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (server, runs) = tokio::task::block_in_place(|| -> Result<_> {
        let runs = two_runs(folder.path())?;
        Ok((Server::start(folder.path())?, runs))
    })?;
    let ids = tokio::task::block_in_place(|| -> Result<Vec<String>> {
        ["CONFIG_K6", "CONFIG_K7"]
            .iter()
            .map(|config| upload(&server, &std::fs::read(folder.path().join(format!("{config}.json")))?))
            .collect()
    })?;
    let url = format!("{}/compare/?run={}&run={}", server.url(), ids[0], ids[1]);
    let live = format!("{}/compare/?by=label.config&where=label.config:CONFIG_K*&base=CONFIG_K6", server.url());
    let before = fresh(&url).await?;
    shows(&before, &[vec![&runs[0]], vec![&runs[1]]])?;
    assert_eq!(fresh(&live).await?, before, "the live view of the same runs");
    let frozen = freeze(&live).await?;
    assert_eq!(fresh(&frozen).await?, before, "the frozen view");

    let mut sharing = tokio::task::block_in_place(|| more_runs(&server, &runs[0]))?;
    assert_eq!(fresh(&url).await?, before, "the link after 100 more runs");
    assert_eq!(fresh(&frozen).await?, before, "the frozen view after 100 more runs");
    sharing.insert(ids[0].clone(), runs[0].clone());
    let columns = live.replace(&format!("{}/compare/", server.url()), "/api/v1/columns");
    let columns = tokio::task::block_in_place(|| server.json(&columns))?["columns"].clone();
    let order = columns.as_array().and_then(|columns| columns.iter().find(|column| column[1].is_string()));
    let order = order.and_then(Value::as_array).context("no column of several runs")?;
    let pooled: Vec<&Value> = order.iter().filter_map(|id| sharing.get(id.as_str()?)).collect();
    assert_eq!(pooled.len(), 21, "the first run and the 20 that share its label");
    let grown = fresh(&live).await?;
    assert_ne!(grown, before, "a live view follows the store");
    shows(&grown, &[pooled, vec![&runs[1]]])?;

    agrees_with_text(&server, &url, &before)
}

/// The text answer of the same address has a line with the same figures, in the same order, for each row of the page.
fn agrees_with_text(server: &Server, url: &str, rows: &BTreeMap<String, PageRow>) -> Result<()> {
    let path = url.trim_start_matches(server.url());
    let text = tokio::task::block_in_place(|| server.text(path))?;
    let without_spread = |line: &'_ str| -> Vec<String> {
        line.split_whitespace().filter(|word| !word.starts_with("+-")).map(str::to_owned).collect()
    };
    let lines: Vec<Vec<String>> = text.lines().map(without_spread).collect();
    for (key, row) in rows {
        let mut words: Vec<&str> = row.figures.iter().map(String::as_str).collect();
        words.extend(row.changes.iter().flat_map(|change| change.split_whitespace()));
        let found = lines.iter().any(|line| line.windows(words.len()).any(|window| window == words));
        assert!(found, "{key}: no line reads {words:?}:\n{text}");
    }
    Ok(())
}
