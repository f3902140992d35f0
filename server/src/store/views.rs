//! Frozen views that are shared by hash.

use async_trait::async_trait;

use super::StoreError;

/// Views by hash. The caller has checked that the query hashes to it.
#[async_trait]
pub trait Views: Send + Sync {
    /// Stores a canonical frozen query under its hash. True if it is new.
    async fn keep_view(&self, hash: &str, query: &str) -> Result<bool, StoreError>;

    /// The query of a hash.
    async fn view(&self, hash: &str) -> Result<Option<String>, StoreError>;
}
