//! What stands on the comparison page, cell by cell.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::Browser;

/// One row as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// Figures, or the word for why there is none, by column.
    pub figures: Vec<String>,
    /// Changes against the baseline, by column other than the baseline.
    pub changes: Vec<String>,
}

const ROWS: &str = r#"
    return [...document.querySelectorAll("table.figures tbody tr.row")].map(row => ({
        key: row.querySelector("th").title,
        figures: [...row.querySelectorAll("td.value")].map(cell =>
            (cell.querySelector(".figure") || cell.querySelector(".word")).textContent),
        changes: [...row.querySelectorAll("td.change")].map(cell => cell.textContent),
    }));
"#;

/// The rows of the page by their keys.
pub async fn page_rows(browser: &Browser) -> Result<BTreeMap<String, PageRow>> {
    browser.wait_for("table.figures tbody tr.row").await?;
    let rows = browser.script(ROWS).await?;
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    rows.as_array()
        .context("rows are no list")?
        .iter()
        .map(|row| {
            let key = row["key"].as_str().context("a row without key")?.to_owned();
            Ok((key, PageRow { figures: texts(&row["figures"]), changes: texts(&row["changes"]) }))
        })
        .collect()
}
