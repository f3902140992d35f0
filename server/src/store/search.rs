//! Finding runs by their keys.

use std::fmt;

use async_trait::async_trait;
use shared::model::RunId;
use shared::summary::RunHead;
use shared::view::Candidate;

use super::StoreError;

/// Keys that are indexed and offered as facets, besides labels. Others can be filtered by, more slowly.
pub const PROMOTED: [&str; 11] = [
    "kernel.name",
    "kernel.release",
    "kernel.build",
    "kernel.arch",
    "kernel.patch",
    "machine.name",
    "machine.cpu.model",
    "machine.key",
    "preset",
    "provenance.kind",
    "provenance.page",
];

/// Whether a key is indexed.
pub fn is_promoted(key: &str) -> bool {
    key.starts_with("label.") || PROMOTED.contains(&key)
}

/// Which runs to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListQuery {
    /// Keys and globs; all must hold.
    pub filter: Vec<(String, String)>,
    /// Words that must all occur in kernel, CPU, labels, page or id.
    pub text: Option<String>,
    /// Whether superseded runs are listed too.
    pub superseded: bool,
    /// Where the previous page ended.
    pub after: Option<Cursor>,
    /// At most this many.
    pub limit: u32,
}

/// A place in the list, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Start of the last run of a page.
    pub started: String,
    /// Its id.
    pub id: RunId,
}

impl Cursor {
    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (started, id) = text.rsplit_once('.')?;
        Some(Self { started: started.to_owned(), id: RunId::parse(id)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.started, self.id)
    }
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Runs, newest first.
    pub runs: Vec<Listed>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// How many runs pass, over all pages.
    pub total: u64,
}

/// A run in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// What is shown of it.
    pub head: RunHead,
    /// Whether a later run of the same boot continues it.
    pub superseded: bool,
}

/// A key with the values that occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The key.
    pub key: String,
    /// Its values, most frequent first.
    pub values: Vec<FacetValue>,
    /// How many more values there are.
    pub more: u32,
}

/// A value that occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetValue {
    /// The value.
    pub value: String,
    /// Runs that have it.
    pub runs: u32,
}

/// Runs by their keys.
#[async_trait]
pub trait Search: Send + Sync {
    /// A page of runs.
    async fn list(&self, query: &ListQuery) -> Result<Listing, StoreError>;

    /// The indexed keys with at most `most` values each.
    async fn facets(&self, most: u32) -> Result<Vec<Facet>, StoreError>;

    /// Every run that passes `filter`, with its values of `keys`, newest first.
    async fn candidates(&self, filter: &[(String, String)], keys: &[String]) -> Result<Vec<Candidate>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back() {
        let cursor = Cursor { started: "2026-11-30T12:00:00.5Z".into(), id: RunId::of(b"abc") };
        assert_eq!(Cursor::parse(&cursor.to_string()), Some(cursor));
        assert_eq!(Cursor::parse("2026-11-30"), None);
    }
}
