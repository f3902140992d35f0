//! Runs by id.

use async_trait::async_trait;
use shared::model::RunId;
use sqlx::{Row, SqliteConnection};

use super::{SqliteStore, StoreError, now, run_keys};
use crate::store::{Derived, Document, Encoded, Kept, NewRun, Runs};

#[async_trait]
impl Runs for SqliteStore {
    async fn keep(&self, run: NewRun) -> Result<Kept, StoreError> {
        let mut transaction = self.write().await?;
        let head = &run.derived.head;
        let inserted = sqlx::query(
            "INSERT INTO run (id, received, started, boot, supersedes, page, search, head, version) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO NOTHING",
        )
        .bind(run.id.as_str())
        .bind(now())
        .bind(&head.started)
        .bind(&head.boot)
        .bind(head.supersedes.as_ref().map(RunId::as_str))
        .bind(&head.page)
        .bind(search_text(&run.derived))
        .bind(head_json(&run.derived))
        .bind(run.derived.version)
        .execute(&mut *transaction)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(Kept::Already);
        }
        let seq = inserted.last_insert_rowid();
        sqlx::query("INSERT INTO document (run, size, zstd) VALUES (?1, ?2, ?3)")
            .bind(seq)
            .bind(run.document.size as i64)
            .bind(run.document.zstd)
            .execute(&mut *transaction)
            .await?;
        write_derived(&mut transaction, seq, &run.derived).await?;
        mark_superseded(&mut transaction, seq).await?;
        transaction.commit().await?;
        Ok(Kept::New)
    }

    async fn has(&self, id: &RunId) -> Result<bool, StoreError> {
        let row =
            sqlx::query("SELECT 1 FROM run WHERE id = ?1").bind(id.as_str()).fetch_optional(&self.readers).await?;
        Ok(row.is_some())
    }

    async fn document(&self, id: &RunId) -> Result<Option<Document>, StoreError> {
        let sql = "SELECT size, zstd FROM document JOIN run ON run.seq = document.run WHERE run.id = ?1";
        let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.map(|row| {
            let size: i64 = row.try_get("size")?;
            Ok(Document { zstd: row.try_get("zstd")?, size: usize::try_from(size).unwrap_or_default() })
        })
        .transpose()
    }

    async fn summary(&self, id: &RunId) -> Result<Option<Encoded>, StoreError> {
        let sql = "SELECT gzip, brotli FROM summary JOIN run ON run.seq = summary.run WHERE run.id = ?1";
        let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.map(|row| Ok(Encoded { gzip: row.try_get("gzip")?, brotli: row.try_get("brotli")? })).transpose()
    }

    async fn count(&self) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM run").fetch_one(&self.readers).await?;
        Ok(count.unsigned_abs())
    }

    async fn outdated(&self, version: u32, most: u32) -> Result<Vec<RunId>, StoreError> {
        let sql = "SELECT id FROM run WHERE version <> ?1 LIMIT ?2";
        let ids: Vec<String> = sqlx::query_scalar(sql).bind(version).bind(most).fetch_all(&self.readers).await?;
        Ok(ids.iter().filter_map(|id| RunId::parse(id)).collect())
    }

    async fn renew(&self, id: &RunId, derived: Derived) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        let sql = "UPDATE run SET search = ?2, head = ?3, version = ?4 WHERE id = ?1 RETURNING seq";
        let seq: Option<i64> = sqlx::query_scalar(sql)
            .bind(id.as_str())
            .bind(search_text(&derived))
            .bind(head_json(&derived))
            .bind(derived.version)
            .fetch_optional(&mut *transaction)
            .await?;
        if let Some(seq) = seq {
            write_derived(&mut transaction, seq, &derived).await?;
            transaction.commit().await?;
        }
        Ok(())
    }
}

async fn write_derived(connection: &mut SqliteConnection, seq: i64, derived: &Derived) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO summary (run, gzip, brotli) VALUES (?1, ?2, ?3)")
        .bind(seq)
        .bind(&derived.summary.gzip)
        .bind(&derived.summary.brotli)
        .execute(&mut *connection)
        .await?;
    run_keys::write(connection, seq, &derived.keys).await
}

/// A run hides the one that it continues, whichever arrives first, if both are of one boot: nobody hides another's run.
async fn mark_superseded(connection: &mut SqliteConnection, seq: i64) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE run SET superseded = 1 FROM run AS later \
         WHERE later.supersedes = run.id AND later.boot = run.boot AND (later.seq = ?1 OR run.seq = ?1)",
    )
    .bind(seq)
    .execute(connection)
    .await?;
    Ok(())
}

/// What free text is looked for in, lower case.
fn search_text(derived: &Derived) -> String {
    let head = &derived.head;
    let mut text = format!("{} {} {}", head.id, head.kernel_name, head.kernel_release);
    let optional = [&head.cpu, &head.preset, &head.page, &head.machine];
    for value in optional.into_iter().flatten() {
        text.push(' ');
        text.push_str(value);
    }
    for (key, value) in &head.labels {
        text.push_str(&format!(" {key}={value}"));
    }
    text.to_lowercase()
}

fn head_json(derived: &Derived) -> String {
    serde_json::to_string(&derived.head).expect("a head has only text keys")
}
