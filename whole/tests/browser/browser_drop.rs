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

/// Figures that the page shows as they are printed: the table's caption, the place of the column in its rule of dashes, the
/// row of the page. Left out are those that count otherwise here.
const PRINTED: [(&str, usize, &str); 20] = [
    ("Processor, Processes", 8, "signal.install"),
    ("Processor, Processes", 9, "signal.catch"),
    ("Processor, Processes", 10, "process.fork_exit"),
    ("Processor, Processes", 11, "process.fork_exec"),
    ("Processor, Processes", 12, "process.fork_shell"),
    ("Context switching", 2, "sched.context_switch placement=same_cpu,processes=2,size=0"),
    ("Context switching", 3, "sched.context_switch placement=same_cpu,processes=2,size=16384"),
    ("Context switching", 4, "sched.context_switch placement=same_cpu,processes=2,size=65536"),
    ("Context switching", 5, "sched.context_switch placement=same_cpu,processes=8,size=16384"),
    ("Context switching", 6, "sched.context_switch placement=same_cpu,processes=8,size=65536"),
    ("Context switching", 7, "sched.context_switch placement=same_cpu,processes=16,size=16384"),
    ("Context switching", 8, "sched.context_switch placement=same_cpu,processes=16,size=65536"),
    ("*Local* Communication latencies", 3, "ipc.pipe.latency bytes=1,placement=same_cpu"),
    ("*Local* Communication latencies", 4, "ipc.unix.latency bytes=1,placement=same_cpu"),
    ("File & VM system latencies", 7, "signal.protection_fault"),
    ("*Local* Communication bandwidths", 2, "ipc.pipe.bandwidth message=65536,placement=same_cpu"),
    ("*Local* Communication bandwidths", 3, "ipc.unix.bandwidth message=65536,placement=same_cpu"),
    ("*Local* Communication bandwidths", 9, "mem.bandwidth op=read,size=134217728"),
    ("*Local* Communication bandwidths", 10, "mem.bandwidth op=write,size=134217728"),
    ("Memory latencies", 5, "foreign.lmbench.memory_latency:latency level=main"),
];

/// Figures in microseconds there and in nanoseconds here.
const THOUSANDFOLD: [(&str, usize, &str); 4] = [
    ("Processor, Processes", 3, "syscall.null"),
    ("Processor, Processes", 5, "syscall.stat"),
    ("Processor, Processes", 6, "syscall.open_close"),
    ("File & VM system latencies", 8, "vm.page_fault kind=file"),
];

/// The column of a table of the summary by its place in the rule of dashes, a figure a kernel.
fn printed(caption: &str, place: usize) -> Result<Vec<&'static str>> {
    let mut lines = SUMMARY.lines().skip_while(|line| !line.starts_with(caption)).skip(2);
    let rule = lines.by_ref().find(|line| line.starts_with("--------- ")).with_context(|| caption.to_owned())?;
    let mut ends = (1..=rule.len()).filter(|&end| rule[..end].ends_with('-') && !rule[end..].starts_with('-'));
    let end = ends.nth(place).with_context(|| format!("{caption} has no column {place}"))?;
    Ok(lines
        .take(KERNELS.len())
        .map(|row| row.get(..end).unwrap_or(row).rsplit(' ').next().unwrap_or_default())
        .collect())
}

/// Each figure of the page is that of the text.
fn agrees_with_the_text(rows: &BTreeMap<String, PageRow>) -> Result<()> {
    for (caption, place, key) in PRINTED {
        let row = rows.get(key).with_context(|| format!("no row {key}"))?;
        assert_eq!(row.figures, printed(caption, place)?, "{key}");
    }
    for (caption, place, key) in THOUSANDFOLD {
        let row = rows.get(key).with_context(|| format!("no row {key}"))?;
        let printed = printed(caption, place)?;
        assert_eq!(row.figures.len(), printed.len(), "{key}");
        for (shown, printed) in row.figures.iter().zip(printed) {
            let (shown, printed): (f64, f64) = (shown.parse()?, printed.parse()?);
            assert!((shown - printed * 1000.0).abs() < 1e-6, "{key}: {shown} of {printed}");
        }
    }
    Ok(())
}

/// Waits until the page shows the comparison of so many columns.
async fn compared(browser: &Browser, columns: usize) -> Result<BTreeMap<String, PageRow>> {
    browser.wait_for(&format!(".cards > li:nth-child({columns})")).await?;
    page_rows(browser).await
}

/// Texts of elements.
async fn texts(browser: &Browser, css: &str) -> Result<Vec<String>> {
    let texts =
        browser.script(&format!("return [...document.querySelectorAll('{css}')].map(e => e.textContent)")).await?;
    Ok(texts.as_array().context("texts")?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
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

/// Pastes a text as a person would who copied it.
const PASTE: &str = r#"
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", arguments[0]);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_summary_of_five_kernels_is_a_comparison_of_five_columns_and_stays_in_the_browser() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = tokio::task::block_in_place(|| Server::start(folder.path()))?;
    let wire = Wire::to(server.url())?;
    let asked = |word: &str| wire.requests().iter().filter(|line| line.contains(word)).count();
    let browser = Browser::open(1240, 1000).await?;
    browser.visit(wire.url(), ".invitation").await?;
    page_is_idle(&browser).await?;
    assert_eq!(asked("/importer-"), 0, "the importers are not loaded before they are needed");
    let answer = browser.driver.execute(DROP, vec![json!("summary.txt"), json!(SUMMARY)]).await?;
    assert_eq!(answer.json(), &json!([true, true, false]), "shown while held over the page, taken, let go");

    let rows = compared(&browser, 5).await?;
    agrees_with_the_text(&rows)?;
    assert_eq!(texts(&browser, ".cards .run-link").await?, KERNELS.map(|kernel| format!("Linux {kernel}")));
    let cards = texts(&browser, ".card").await?;
    assert!(cards.iter().all(|card| card.contains("not uploaded: only in this tab")), "{cards:?}");
    let url = browser.driver.current_url().await?;
    assert_eq!((url.path(), url.query_pairs().filter(|(name, _)| name == "run").count()), ("/compare/", 5));

    browser.driver.refresh().await?;
    assert_eq!(compared(&browser, 5).await?, rows, "after reloading");
    browser.driver.back().await?;
    browser.wait_for(".invitation").await?;
    browser.driver.forward().await?;
    assert_eq!(compared(&browser, 5).await?, rows, "after going back and forward");

    // Nothing is handed on, by button or key.
    assert_eq!(texts(&browser, ".strip button:disabled").await?, ["Text for mail", "Freeze link"]);
    browser.driver.find(By::Css("body")).await?.send_keys("ft").await?;
    page_is_idle(&browser).await?;
    assert_eq!(texts(&browser, "dialog").await?.len(), 0);

    assert_eq!(asked("/summary"), 0, "the server is not asked for runs that are here");
    let elsewhere = Browser::open(1240, 1000).await?;
    elsewhere.visit(url.as_str(), ".state[role=alert]").await?;
    let told = texts(&elsewhere, ".state").await?.concat();
    assert!(told.contains("dropped into another browser or tab") && told.contains("it was not uploaded"), "{told}");
    assert!(asked("/summary") > 0, "elsewhere it is");
    elsewhere.close().await?;
    browser.close().await?;

    let requests = wire.requests();
    assert!(requests.iter().all(|line| line.starts_with("GET /")), "{requests:?}");
    assert!(requests.iter().any(|line| line.starts_with("GET /importer-") && line.ends_with(".wasm")), "{requests:?}");
    for said in wire.said() {
        for word in ["hosta", "2.5.33x", "lmbench", "i686-pc-linux-gnu", "summary.txt"] {
            assert!(!said.contains(word), "the browser said {word}");
        }
    }
    let kept = tokio::task::block_in_place(|| server.json("/api/v1/runs?where=kernel.release:2.5.33x"))?;
    assert_eq!(kept["runs"], json!([]));
    Ok(())
}

/// Waits as long as a request would take to begin.
async fn page_is_idle(browser: &Browser) -> Result<()> {
    tokio::time::sleep(Duration::from_millis(500)).await;
    browser.wait_for("main").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_leaves_something_open_is_asked_about_and_a_bad_one_is_named() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = tokio::task::block_in_place(|| Server::start(folder.path()))?;
    let wrong = SUMMARY.replace("selct sig  sig  fork", "selct sig  frk  fork");
    let line = wrong.lines().position(|line| line.contains("selct sig  frk  fork")).context("the heading")? + 1;
    let bare = "kernel Pipe AF/Unix TCP\n2.5.65 10.54 13.71 39.58\n2.5.65-mm1 10.19 13.52 40.20\n";
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("wrong.txt"), wrong)?;
    std::fs::write(file("bare.txt"), bare)?;

    let browser = Browser::open(1240, 1000).await?;
    browser.visit(&format!("{}/compare/", server.url()), ".invitation").await?;
    choose(&browser, &file("wrong.txt")).await?;
    browser.wait_for(".notice [role=alert]").await?;
    let told = texts(&browser, ".notice [role=alert]").await?.concat();
    assert!(told.starts_with("wrong.txt was not imported") && told.contains(&format!("line {line}: ")), "{told}");
    assert_eq!(texts(&browser, ".notice form").await?.len(), 0, "nothing that a person says would help");

    choose(&browser, &file("bare.txt")).await?;
    browser.wait_for(".notice form input").await?;
    let told = texts(&browser, ".notice [role=alert]").await?.concat();
    assert!(told.contains("line 1: the unit of ") && told.contains("--unit 1=us"), "{told}");
    browser.driver.find(By::Css(".notice form input")).await?.send_keys("furlongs\n").await?;
    page_is_idle(&browser).await?;
    let told = texts(&browser, ".notice [role=alert]").await?.concat();
    assert!(told.contains("furlongs is no unit"), "{told}");
    browser.driver.find(By::Css(".notice form input")).await?.send_keys("us\n").await?;
    let rows = compared(&browser, 2).await?;
    let pipe = rows.iter().find(|(key, _)| key.starts_with("ipc.pipe.latency")).context("no row of pipes")?;
    assert_eq!(pipe.1.figures, ["10.54", "10.19"]);

    // A run document comes beside them, under the id of its bytes.
    let document = serde_json::to_string(&small_document(1))?;
    browser.driver.execute(PASTE, vec![json!(document)]).await?;
    compared(&browser, 3).await?;
    let url = browser.driver.current_url().await?;
    assert!(url.as_str().ends_with(&format!("run={}", id_of(document.as_bytes()))), "{url}");
    browser.close().await
}
