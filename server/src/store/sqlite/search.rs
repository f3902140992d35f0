//! Finding runs: conditions are matched against the distinct values of a key, then turned into sets of runs.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use shared::model::RunId;
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
        let rows = sqlx::query(
            "SELECT key, value, count(*) AS runs FROM run_key JOIN key_value ON key_value.id = pair \
             GROUP BY pair ORDER BY key, runs DESC, value",
        )
        .fetch_all(&self.readers)
        .await?;
        let mut facets: Vec<Facet> = Vec::new();
        for row in &rows {
            let key: String = row.try_get("key")?;
            if facets.last().is_none_or(|facet| facet.key != key) {
                facets.push(Facet { key, values: Vec::new(), more: 0 });
            }
            let Some(facet) = facets.last_mut() else { continue };
            if facet.values.len() < most as usize {
                facet.values.push(FacetValue { value: row.try_get("value")?, runs: row.try_get("runs")? });
            } else {
                facet.more += 1;
            }
        }
        Ok(facets)
    }

    async fn candidates(&self, filter: &[(String, String)], keys: &[String]) -> Result<Vec<Candidate>, StoreError> {
        let mut filtered = Filtered::default();
        for (key, glob) in filter {
            filtered.condition(self, key, glob).await?;
        }
        let sql = format!("SELECT seq, id, superseded FROM run {} ORDER BY started DESC, id DESC", filtered.clause());
        let rows = filtered.bind(&sql).fetch_all(&self.readers).await?;
        let mut values: HashMap<i64, BTreeMap<String, String>> = HashMap::with_capacity(rows.len());
        for key in keys {
            for (run, value) in self.values_by_run(key_of(key)).await? {
                values.entry(run).or_default().insert(key_of(key).to_owned(), value);
            }
        }
        rows.iter()
            .map(|row| {
                let keys = values.remove(&row.try_get("seq")?).unwrap_or_default();
                Ok(Candidate { id: id(row)?, keys, superseded: row.try_get("superseded")? })
            })
            .collect()
    }
}

impl SqliteStore {
    /// Every run's value of a key.
    async fn values_by_run(&self, key: &str) -> Result<Vec<(i64, String)>, StoreError> {
        let rows = if is_promoted(key) {
            let sql = "SELECT run, value FROM key_value JOIN run_key ON pair = key_value.id WHERE key = ?1";
            sqlx::query(sql).bind(key).fetch_all(&self.readers).await?
        } else {
            let sql = "SELECT run, value FROM (SELECT run, all_keys ->> ?1 AS value FROM keys) WHERE value IS NOT NULL";
            sqlx::query(sql).bind(json_path(key)).fetch_all(&self.readers).await?
        };
        rows.iter().map(|row| Ok((row.try_get("run")?, row.try_get("value")?))).collect()
    }

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
            let values = store.values_by_run(key).await?;
            let runs: Vec<i64> =
                values.into_iter().filter(|(_, value)| glob_matches(glob, value)).map(|(run, _)| run).collect();
            self.require("seq IN (SELECT value FROM json_each(?))", vec![integers(&runs)]);
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
