//! Upload tokens, known by their hash only.

use async_trait::async_trait;

use super::StoreError;

/// A token as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its number.
    pub id: i64,
    /// Whose or what for.
    pub name: String,
    /// When it was made.
    pub created: String,
    /// When it was revoked.
    pub revoked: Option<String>,
}

/// Tokens.
#[async_trait]
pub trait Tokens: Send + Sync {
    /// Adds a token by its SHA-256 and gives its number.
    async fn add_token(&self, name: &str, sha256: &[u8; 32]) -> Result<i64, StoreError>;

    /// Whether a token of that SHA-256 is in force.
    async fn token_in_force(&self, sha256: &[u8; 32]) -> Result<bool, StoreError>;

    /// All tokens, oldest first.
    async fn tokens(&self) -> Result<Vec<TokenRow>, StoreError>;

    /// Revokes a token. False if there is none of that number in force.
    async fn revoke_token(&self, id: i64) -> Result<bool, StoreError>;
}
