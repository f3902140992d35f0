//! This machine's own figures beside published ones: in one row, and never compared.

use anyhow::{Context, Result};
use serde_json::Value;
use whole::{Browser, Server, client, column, id_of, measure, page_rows};

/// 2.5.29s4, of the published page linux-kernel-2002-08-05.
const PUBLISHED: &str = "4efojiaglkdj5qgfzf4mndm27w";

/// The rows that both have, and the published figure as it was printed.
const ROWS: [(&str, &str); 7] = [
    ("ipc.pipe.latency bytes=1,placement=same_cpu", "12.51"),
    ("ipc.unix.latency bytes=1,placement=same_cpu", "21.61"),
    ("net.udp.latency bytes=4,placement=same_cpu", "36.28"),
    ("net.tcp.latency bytes=1,placement=same_cpu", "56.90"),
    ("net.rpc_tcp.latency placement=same_cpu", "123.30"),
    ("net.rpc_udp.latency placement=same_cpu", "89.78"),
    ("net.tcp.connect placement=same_cpu", "192.74"),
];

/// What tells a reader that two figures are not compared, for each row.
const MARKS: &str = r#"
    return [...document.querySelectorAll("table.figures tbody tr.row")].map(row => ({
        key: row.querySelector("th").title,
        tags: [...row.querySelectorAll("td.value")].map(cell =>
            [...cell.querySelectorAll(".tag.unstated")].map(tag => tag.textContent).join()),
        verdicts: row.querySelectorAll(".better, .worse, .same, .undecided").length,
        pictured: row.querySelectorAll("td.picture circle, td.picture path").length,
    }));
"#;

#[tokio::test(flavor = "multi_thread")]
async fn own_figures_stand_in_the_rows_of_published_ones_and_are_not_compared() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (server, own) = tokio::task::block_in_place(|| -> Result<_> {
        let only = "ipc.*.latency,net.*.latency,net.tcp.connect";
        let own = measure(folder.path(), "own.json", &["--only", only, "--starts", "2", "--samples", "2"])?;
        Ok((Server::start(folder.path())?, own))
    })?;
    let id = id_of(&own.bytes);
    let answer = tokio::task::block_in_place(|| {
        client().put(format!("{}/api/v1/runs/{id}", server.url())).body(own.bytes.clone()).send()
    })?;
    assert_eq!(answer.status(), 201);
    let rows = "ipc.pipe.latency,ipc.unix.latency,net.*.latency,net.tcp.connect";
    let path = format!("/compare/?run={id}&run={PUBLISHED}&rows={rows}");

    let browser = Browser::open(1240, 1000).await?;
    browser.driver.goto(format!("{}{path}", server.url())).await?;
    let shown = page_rows(&browser).await?;
    let marks = browser.script(MARKS).await?;
    let means = browser.script("return document.querySelectorAll('table.figures tfoot tr').length").await?;
    browser.close().await?;

    let measured = column(&[&own.document])?;
    assert_eq!(shown.len(), ROWS.len(), "{:?}", shown.keys());
    for (key, printed) in ROWS {
        let row = shown.get(key).with_context(|| format!("no row {key}"))?;
        assert_eq!(row.figures, [measured[key].as_str(), printed], "{key}");
        assert_eq!(row.changes, ["–"], "{key}");
    }
    for row in marks.as_array().context("marks")? {
        let tags = row["tags"].as_array().context("tags")?;
        assert_eq!((tags[0].as_str(), tags[1].as_str()), (Some(""), Some("placement not stated")), "{row}");
        assert_eq!((&row["verdicts"], &row["pictured"]), (&Value::from(0), &Value::from(0)), "{row}");
    }
    assert_eq!(means, 0, "a mean would mix measured and published figures");

    let text = tokio::task::block_in_place(|| server.text(&path))?;
    for (key, printed) in ROWS {
        let benchmark = key.split(' ').next().context("id")?;
        let line =
            text.lines().find(|line| line.starts_with(benchmark)).with_context(|| format!("{key} in\n{text}"))?;
        assert!(line.contains(printed) && line.contains(measured[key].as_str()) && !line.contains('%'), "{line}");
    }
    Ok(())
}
