//! Files of the reader's own: dropped on the page they become a comparison, and nothing of them leaves the browser.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::By;
use whole::{Browser, PageRow, Server, Wire, id_of, page_rows, small_document};

/// A summary of lmbench 2.0 of five kernels.
const SUMMARY: &str = include_str!("../../../shared/tests/import/lmbench/summary-2.0.txt");
const KERNELS: [&str; 5] = ["2.4.18", "2.4.19", "2.5.33", "2.5.33x", "2.5.33M"];

/// Columns of the summary that are shown as they stand: the table's caption, the number of the column in its rule, the row of
/// the page.
const COLUMNS: [(&str, usize, &str); 0] = [];

/// Columns of a table of the summary by their place in its rule of dashes, a figure a kernel.
fn column(caption: &str, place: usize) -> Result<Vec<String>> {
    let mut lines = SUMMARY.lines().skip_while(|line| !line.starts_with(caption)).skip(2);
    let rule = lines.by_ref().find(|line| line.starts_with("---------")).with_context(|| caption.to_owned())?;
    let ends = rule.match_indices('-').map(|(at, _)| at + 1).filter(|end| rule.as_bytes().get(*end) != Some(&b'-'));
    let end = ends.skip(place).next().with_context(|| format!("{caption} has no column {place}"))?;
    let rows = lines.take(KERNELS.len());
    Ok(rows.map(|row| row[..end].rsplit(' ').next().unwrap_or_default().to_owned()).collect())
}

/// Waits until the page shows the comparison of so many columns.
async fn compared(browser: &Browser, columns: usize) -> Result<BTreeMap<String, PageRow>> {
    browser.wait_for(&format!(".cards > li:nth-child({columns})")).await?;
    page_rows(browser).await
}

/// The names of the columns on the page.
async fn names(browser: &Browser) -> Result<Vec<String>> {
    let names =
        browser.script("return [...document.querySelectorAll('.cards .name .run-link')].map(e => e.textContent)");
    Ok(names.await?.as_array().context("names")?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

async fn choose(browser: &Browser, file: &Path) -> Result<()> {
    let field = browser.driver.find(By::Css("input[type=file]")).await?;
    field.send_keys(file.to_str().context("the path is no text")?).await?;
    Ok(())
}

/// Drops a file as a person would who drags it from a folder.
const DROP: &str = r#"
    const [name, text] = arguments;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const event = kind => document.querySelector("main").dispatchEvent(
        new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    event("dragenter");
    const held = document.documentElement.hasAttribute("data-drop");
    const taken = !event("dragover");
    event("drop");
    return [held, taken, document.documentElement.hasAttribute("data-drop")];
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_summary_of_five_kernels_is_a_comparison_of_five_columns_and_stays_in_the_browser() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = tokio::task::block_in_place(|| Server::start(folder.path()))?;
    let wire = Wire::to(server.url())?;
    let browser = Browser::open(1240, 1000).await?;
    browser.visit(&wire.url().to_owned(), ".invitation").await?;
    let before = wire.requests().len();
    let answer = browser.driver.execute(DROP, vec![json!("summary.txt"), json!(SUMMARY)]).await?;
    assert_eq!(answer.json(), &json!([true, true, false]), "held over the page, taken, let go");

    let rows = compared(&browser, 5).await?;
    for key in rows.iter() {
        println!("{key:?}");
    }
    for (caption, place, key) in COLUMNS {
        let row = rows.get(key).with_context(|| format!("no row {key}"))?;
        assert_eq!(row.figures, column(caption, place)?, "{key}");
    }
    let shown = names(&browser).await?;
    assert_eq!(shown, KERNELS.map(|kernel| format!("Linux {kernel}")));
    let marks =
        "return [...document.querySelectorAll('.card')].filter(e => e.textContent.includes('not uploaded')).length";
    assert_eq!(browser.script(marks).await?, 5);
    let url = browser.driver.current_url().await?;
    assert_eq!((url.path(), url.query_pairs().filter(|(name, _)| name == "run").count()), ("/compare/", 5));

    browser.driver.refresh().await?;
    assert_eq!(compared(&browser, 5).await?, rows, "after reloading");
    browser.driver.back().await?;
    browser.wait_for(".invitation").await?;
    browser.driver.forward().await?;
    assert_eq!(compared(&browser, 5).await?, rows, "after going back and forward");

    // Nothing is handed on, by button or key.
    let off = "return [...document.querySelectorAll('.strip button')].filter(e => e.disabled).length";
    assert_eq!(browser.script(off).await?, 2);
    browser.driver.find(By::Css("body")).await?.send_keys("ft").await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(browser.script("return document.querySelectorAll('dialog').length").await?, 0);

    let elsewhere = Browser::open(1240, 1000).await?;
    elsewhere.visit(url.as_str(), ".state[role=alert]").await?;
    let told = elsewhere.script("return document.querySelector('.state').textContent").await?;
    assert!(told.as_str().is_some_and(|text| text.contains("it was not uploaded")), "{told}");
    let asked_elsewhere: Vec<String> = wire.requests().into_iter().filter(|line| line.contains("/summary")).collect();
    assert!(!asked_elsewhere.is_empty(), "the wire hears what is asked");
    elsewhere.close().await?;
    browser.close().await?;

    let requests = wire.requests();
    let others: Vec<&String> = requests.iter().filter(|line| !line.starts_with("GET /")).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(
        requests[before..].iter().any(|line| line.contains("/importer-") && line.contains(".wasm")),
        "{requests:?}"
    );
    for said in wire.said() {
        for word in ["hosta", "2.5.33x", "lmbench", "i686-pc-linux-gnu"] {
            assert!(!said.contains(word), "the browser said {word}");
        }
    }
    let kept = tokio::task::block_in_place(|| server.json("/api/v1/runs?where=kernel.release:2.5.33x"))?;
    assert_eq!(kept["runs"], json!([]));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_leaves_something_open_is_asked_about_and_a_bad_one_is_named() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = tokio::task::block_in_place(|| Server::start(folder.path()))?;
    let wrong = SUMMARY.replace("selct sig  sig  fork", "selct sig  frk  fork");
    let bare = "kernel Pipe AF/Unix TCP\n2.5.65 10.54 13.71 39.58\n2.5.65-mm1 10.19 13.52 40.20\n";
    std::fs::write(folder.path().join("wrong.txt"), wrong)?;
    std::fs::write(folder.path().join("bare.txt"), bare)?;
    let document = serde_json::to_vec(&small_document(1))?;
    std::fs::write(folder.path().join("run.json"), &document)?;

    let browser = Browser::open(1240, 1000).await?;
    browser.visit(&format!("{}/compare/", server.url()), ".invitation").await?;
    let told = "return document.querySelector('.notice [role]').textContent";
    choose(&browser, &folder.path().join("wrong.txt")).await?;
    browser.wait_for(".notice [role=alert]").await?;
    let text = browser.script(told).await?;
    let line = SUMMARY.lines().position(|line| line.contains("selct sig  sig  fork")).context("the heading")? + 1;
    assert!(text.as_str().is_some_and(|text| text.starts_with("wrong.txt was not imported")), "{text}");
    assert!(text.as_str().is_some_and(|text| text.contains(&format!("line {line}: "))), "{text}");

    choose(&browser, &folder.path().join("bare.txt")).await?;
    browser.wait_for(".notice .bar button:not(.push)").await?;
    let text = browser.script(told).await?;
    assert!(text.as_str().is_some_and(|text| text.contains("line 1: ") && text.contains("--unit 1=us")), "{text}");
    let us = "[...document.querySelectorAll('.notice button')].find(e => e.textContent == 'us').click()";
    browser.script(us).await?;
    let rows = compared(&browser, 2).await?;
    let pipe = rows.iter().find(|(key, _)| key.starts_with("ipc.pipe.latency")).context("no row of pipes")?;
    assert_eq!(pipe.1.figures, ["10.54", "10.19"]);

    // A run document comes beside them, under the id of its bytes.
    choose(&browser, &folder.path().join("run.json")).await?;
    compared(&browser, 3).await?;
    let url = browser.driver.current_url().await?;
    assert!(url.as_str().ends_with(&format!("run={}", id_of(&document))), "{url}");
    browser.close().await
}
