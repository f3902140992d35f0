//! Views by hash.

use async_trait::async_trait;

use super::{SqliteStore, StoreError, now};
use crate::store::Views;

#[async_trait]
impl Views for SqliteStore {
    async fn keep_view(&self, hash: &str, query: &str) -> Result<bool, StoreError> {
        let mut transaction = self.write().await?;
        let sql = "INSERT INTO view (hash, query, created) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        let done = sqlx::query(sql).bind(hash).bind(query).bind(now()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    async fn view(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT query FROM view WHERE hash = ?1";
        Ok(sqlx::query_scalar(sql).bind(hash).fetch_optional(&self.readers).await?)
    }
}
