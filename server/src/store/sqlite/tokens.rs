//! Tokens by hash.

use async_trait::async_trait;
use sqlx::Row;

use super::{SqliteStore, StoreError, now};
use crate::store::{TokenRow, Tokens};

#[async_trait]
impl Tokens for SqliteStore {
    async fn add_token(&self, name: &str, sha256: &[u8; 32]) -> Result<i64, StoreError> {
        let mut transaction = self.write().await?;
        let sql = "INSERT INTO token (name, sha256, created) VALUES (?1, ?2, ?3)";
        let done = sqlx::query(sql).bind(name).bind(&sha256[..]).bind(now()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(done.last_insert_rowid())
    }

    async fn token_in_force(&self, sha256: &[u8; 32]) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM token WHERE sha256 = ?1 AND revoked IS NULL";
        Ok(sqlx::query(sql).bind(&sha256[..]).fetch_optional(&self.readers).await?.is_some())
    }

    async fn tokens(&self) -> Result<Vec<TokenRow>, StoreError> {
        let rows =
            sqlx::query("SELECT id, name, created, revoked FROM token ORDER BY id").fetch_all(&self.readers).await?;
        rows.iter()
            .map(|row| {
                Ok(TokenRow {
                    id: row.try_get("id")?,
                    name: row.try_get("name")?,
                    created: row.try_get("created")?,
                    revoked: row.try_get("revoked")?,
                })
            })
            .collect()
    }

    async fn revoke_token(&self, id: i64) -> Result<bool, StoreError> {
        let mut transaction = self.write().await?;
        let sql = "UPDATE token SET revoked = ?2 WHERE id = ?1 AND revoked IS NULL";
        let done = sqlx::query(sql).bind(id).bind(now()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }
}
