//! Finding runs: conditions are matched against the distinct values of a key, then turned into sets of runs.

use std::collections::BTreeSet;

use async_trait::async_trait;
use shared::model::RunId;
use shared::sorted::Map;
use shared::view::{Candidate, glob_matches, key_of};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{SqliteStore, StoreError};
use crate::store::{Cursor, Facet, FacetValue, ListQuery, Listed, Listing, Search, is_promoted};

#[async_trait]
impl Search for SqliteStore {
    async fn list(&self, query: &ListQuery) -> Result<Listing, StoreError> {
        let mut filtered = Filtered::default();
        if !query.superseded {
            filtered.require("superseded = 0", Vec::new());
        }
        for (key, glob) in &query.filter {
            filtered.condition(self, key, glob).await?;
        }
        for word in query.text.iter().flat_map(|text| text.split_whitespace()) {
            filtered.require("instr(search, ?) > 0", vec![word.to_lowercase()]);
        }
        let count = format!("SELECT count(*) FROM run {}", filtered.clause());
        let total: i64 = filtered.bind_scalar(&count).fetch_one(&self.readers).await?;
        if let Some(cursor) = &query.after {
            filtered.require("(started, id) < (?, ?)", vec![cursor.started.clone(), cursor.id.to_string()]);
        }
        let page = format!(
            "SELECT head, superseded FROM run {} ORDER BY started DESC, id DESC LIMIT {}",
            filtered.clause(),
            u64::from(query.limit) + 1
        );
        let rows = filtered.bind(&page).fetch_all(&self.readers).await?;
        let mut runs = rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?;
        let more = runs.len() > query.limit as usize;
        runs.truncate(query.limit as usize);
        let last = runs.last().filter(|_| more);
        let next = last.map(|run| Cursor { started: run.head.started.clone(), id: run.head.id.clone() });
        Ok(Listing { runs, next, total: total.unsigned_abs() })
    }

    async fn facets(&self, most: u32) -> Result<Vec<Facet>, StoreError> {
        let rows = sqlx::query(FACETS).bind(most).fetch_all(&self.readers).await?;
        let mut facets: Vec<Facet> = Vec::new();
        for row in &rows {
            let key: String = row.try_get("key")?;
            if facets.last().is_none_or(|facet| facet.key != key) {
                let total: u32 = row.try_get("total")?;
                facets.push(Facet { key, values: Vec::new(), more: total.saturating_sub(most) });
            }
            if let Some(facet) = facets.last_mut() {
                facet.values.push(FacetValue { value: row.try_get("value")?, runs: row.try_get("runs")? });
            }
        }
        Ok(facets)
    }

    async fn candidates(&self, filter: &[(String, String)], keys: &[String]) -> Result<Vec<Candidate>, StoreError> {
        let mut filtered = Filtered::default();
        let keys: BTreeSet<&str> = keys.iter().map(|key| key_of(key)).collect();
        filtered.bound.extend(keys.iter().map(|key| json_path(key)));
        for (key, glob) in filter {
            filtered.condition(self, key, glob).await?;
        }
        // One row a run, a column a key: rows cost more than what is in them.
        let columns: String = keys.iter().map(|_| ", all_keys ->> ?").collect();
        let sql = format!(
            "SELECT id, superseded{columns} FROM run JOIN keys ON keys.run = seq {} ORDER BY started DESC, id DESC",
            filtered.clause()
        );
        let rows = filtered.bind(&sql).fetch_all(&self.readers).await?;
        rows.iter()
            .map(|row| {
                let mut candidate =
                    Candidate { id: id(row)?, keys: Map::new(), superseded: row.try_get("superseded")? };
                for (place, key) in keys.iter().enumerate() {
                    if let Some(value) = row.try_get(place + 2)? {
                        candidate.keys.insert((*key).to_owned(), value);
                    }
                }
                Ok(candidate)
            })
            .collect()
    }
}

/// The indexed keys with their most frequent values.
const FACETS: &str = "SELECT key, value, runs, total FROM (\
    SELECT key, value, runs, count(*) OVER (PARTITION BY key) AS total, \
    row_number() OVER (PARTITION BY key ORDER BY runs DESC, value) AS place \
    FROM (SELECT pair, count(*) AS runs FROM run_key GROUP BY pair) JOIN key_value ON key_value.id = pair\
    ) WHERE place <= ?1 ORDER BY key, place";

impl SqliteStore {
    /// The indexed pairs of a key whose value matches.
    async fn matching_pairs(&self, key: &str, glob: &str) -> Result<Vec<i64>, StoreError> {
        let rows =
            sqlx::query("SELECT id, value FROM key_value WHERE key = ?1").bind(key).fetch_all(&self.readers).await?;
        let mut pairs = Vec::new();
        for row in &rows {
            let value: &str = row.try_get("value")?;
            if glob_matches(glob, value) {
                pairs.push(row.try_get("id")?);
            }
        }
        Ok(pairs)
    }

    /// The values of a key that is not indexed, those that match.
    async fn matching_values(&self, path: &str, glob: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT value FROM (SELECT DISTINCT all_keys ->> ?1 AS value FROM keys) WHERE value IS NOT NULL";
        let values: Vec<String> = sqlx::query_scalar(sql).bind(path).fetch_all(&self.readers).await?;
        Ok(values.into_iter().filter(|value| glob_matches(glob, value)).collect())
    }
}

/// Conditions of a query, and what is bound in them.
#[derive(Default)]
struct Filtered {
    conditions: Vec<&'static str>,
    bound: Vec<String>,
}

impl Filtered {
    fn require(&mut self, condition: &'static str, bound: Vec<String>) {
        self.conditions.push(condition);
        self.bound.extend(bound);
    }

    /// The runs whose `key` matches `glob`.
    async fn condition(&mut self, store: &SqliteStore, key: &str, glob: &str) -> Result<(), StoreError> {
        let key = key_of(key);
        if is_promoted(key) {
            let pairs = store.matching_pairs(key, glob).await?;
            self.require(
                "seq IN (SELECT run FROM run_key WHERE pair IN (SELECT value FROM json_each(?)))",
                vec![integers(&pairs)],
            );
        } else {
            let path = json_path(key);
            let values = store.matching_values(&path, glob).await?;
            self.require(
                "seq IN (SELECT run FROM keys WHERE all_keys ->> ? IN (SELECT value FROM json_each(?)))",
                vec![path, serde_json::Value::from(values).to_string()],
            );
        }
        Ok(())
    }

    fn clause(&self) -> String {
        if self.conditions.is_empty() { String::new() } else { format!("WHERE {}", self.conditions.join(" AND ")) }
    }

    /// A query over constant texts of this file, with everything that came from outside bound.
    fn bind<'q>(&self, sql: &str) -> sqlx::query::Query<'q, sqlx::Sqlite, sqlx::sqlite::SqliteArguments> {
        let query = sqlx::query(sqlx::AssertSqlSafe(sql));
        self.bound.iter().fold(query, |query, value| query.bind(value.clone()))
    }

    fn bind_scalar<'q>(
        &self,
        sql: &str,
    ) -> sqlx::query::QueryScalar<'q, sqlx::Sqlite, i64, sqlx::sqlite::SqliteArguments> {
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql));
        self.bound.iter().fold(query, |query, value| query.bind(value.clone()))
    }
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let head: &str = row.try_get("head")?;
    let head = serde_json::from_str(head)
        .map_err(|source| StoreError::Corrupt { what: "run head".to_owned(), source: Box::new(source) })?;
    Ok(Listed { head, superseded: row.try_get("superseded")? })
}

fn id(row: &SqliteRow) -> Result<RunId, StoreError> {
    let text: &str = row.try_get("id")?;
    RunId::parse(text)
        .ok_or_else(|| StoreError::Corrupt { what: "run id".to_owned(), source: format!("{text:?} is none").into() })
}

/// The member of that name, whatever characters it has.
fn json_path(key: &str) -> String {
    format!("$.{}", serde_json::Value::from(key))
}

fn integers(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(","))
}
