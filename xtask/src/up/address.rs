//! Which runs to show beside each other.

use serde_json::Value;

/// The page and query that compares a run of this machine with published ones, or published ones with each other.
///
/// `runs` is what `/api/v1/runs` answers.
pub fn comparison(runs: &Value, own: Option<&str>) -> Option<String> {
    let published = runs["runs"].as_array()?.iter().filter(|run| run["provenance"] == "published");
    let mut ids: Vec<&str> = published.filter_map(|run| run["id"].as_str()).take(2).collect();
    ids.extend(own);
    let query: Vec<String> = ids.iter().map(|id| format!("run={id}")).collect();
    (!query.is_empty()).then(|| format!("/compare/?{}", query.join("&")))
}

/// The run that the server received last.
pub fn newest(runs: &Value) -> Option<String> {
    let measured = runs["runs"].as_array()?.iter().find(|run| run["provenance"] == "measured");
    measured?["id"].as_str().map(String::from)
}
