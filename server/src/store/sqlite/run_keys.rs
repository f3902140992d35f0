//! The keys of a run: all of them in one row, the indexed ones as pairs too.

use std::collections::BTreeMap;

use shared::sorted::Map;

use sqlx::SqliteConnection;

use super::StoreError;
use crate::store::is_promoted;

/// Writes a run's keys, in place of those that it had.
pub async fn write(connection: &mut SqliteConnection, run: i64, keys: &Map<String, String>) -> Result<(), StoreError> {
    let all = json(keys);
    let promoted: BTreeMap<_, _> = keys.iter().filter(|(key, _)| is_promoted(key)).collect();
    let promoted = json(&promoted);
    sqlx::query("INSERT INTO keys (run, all_keys) VALUES (?1, jsonb(?2)) ON CONFLICT (run) DO UPDATE SET all_keys = excluded.all_keys")
        .bind(run)
        .bind(all)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM run_key WHERE run = ?1").bind(run).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO key_value (key, value) SELECT key, value FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING",
    )
    .bind(&promoted)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO run_key (pair, run) SELECT key_value.id, ?2 FROM json_each(?1) AS given \
         JOIN key_value ON key_value.key = given.key AND key_value.value = given.value",
    )
    .bind(&promoted)
    .bind(run)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

fn json<T: serde::Serialize>(keys: &T) -> String {
    serde_json::to_string(keys).expect("a map of texts is JSON")
}
