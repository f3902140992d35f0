//! Which runs to show beside each other.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::http;

/// The page shown beside a first run: its rows are local communication, which every preset measures.
const PAGE: &str = "2002-08-05-ipc-lock";

/// Path and query of the page that compares a published post's runs, and a run of this machine where there is one.
pub fn comparison(server: SocketAddr, own: Option<&str>) -> Result<String> {
    let pages = http::json(server, "/api/v1/pages")?;
    path(&pages, own).context("the server has no published pages to compare with")
}

fn path(pages: &Value, own: Option<&str>) -> Option<String> {
    let pages = pages["pages"].as_array()?;
    let page = pages.iter().find(|page| page["id"] == PAGE).or(pages.first())?;
    let published = page["runs"].as_array()?.iter().filter_map(Value::as_str);
    let query: Vec<String> = published.chain(own).map(|id| format!("run={id}")).collect();
    Some(format!("/compare/?{}", query.join("&")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_own_run_stands_beside_the_published_ones() {
        let pages = json!({ "pages": [{ "id": "other", "runs": ["x"] }, { "id": PAGE, "runs": ["a", "b"] }] });
        assert_eq!(path(&pages, Some("c")).as_deref(), Some("/compare/?run=a&run=b&run=c"));
        assert_eq!(path(&pages, None).as_deref(), Some("/compare/?run=a&run=b"));
        assert_eq!(path(&json!({ "pages": [] }), Some("c")), None);
    }
}
