//! The store in one SQLite file: write-ahead log, one writer, many readers, every commit on the disk before it returns.

mod connect;
mod run_keys;
mod runs;
mod search;
mod tokens;
mod views;

use std::path::{Path, PathBuf};

use sqlx::sqlite::SqlitePool;
use sqlx::{Sqlite, Transaction};

use super::StoreError;

/// A store in an SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    file: PathBuf,
    /// One connection: writers queue here, not at the file's lock.
    writer: SqlitePool,
    readers: SqlitePool,
}

/// How a file is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Connections that read at the same time.
    pub readers: u32,
    /// Largest size of the database in bytes.
    pub max_bytes: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { readers: 8, max_bytes: None }
    }
}

impl SqliteStore {
    /// Opens the file, or makes it, and brings it to this version's shape.
    pub async fn open(file: &Path, options: Options) -> Result<Self, StoreError> {
        let writer = connect::writer(file, options).await?;
        let readers = connect::readers(file, options).await?;
        Ok(Self { file: file.to_owned(), writer, readers })
    }

    /// Waits for what is under way and closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// A transaction that holds the write lock from its beginning, so that it never fails half-way for want of it.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }
}

/// SQLite's result codes that callers can do something about.
mod code {
    pub const BUSY: i32 = 5;
    pub const LOCKED: i32 = 6;
    pub const FULL: i32 = 13;
    /// The shared-memory file could not grow: also a full disk.
    pub const IOERR_SHMSIZE: i32 = 4874;
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = match &error {
            sqlx::Error::Database(source) => source.code().and_then(|code| code.parse::<i32>().ok()),
            sqlx::Error::PoolTimedOut => return Self::Busy,
            _ => None,
        };
        match code {
            Some(code::IOERR_SHMSIZE) => Self::Full,
            // Extended codes carry the primary one in their low byte.
            Some(extended) if extended & 0xff == code::FULL => Self::Full,
            Some(extended) if [code::BUSY, code::LOCKED].contains(&(extended & 0xff)) => Self::Busy,
            _ => Self::Database { source: Box::new(error) },
        }
    }
}

/// Now, in RFC 3339.
fn now() -> String {
    let format = time::format_description::well_known::Rfc3339;
    time::OffsetDateTime::now_utc().format(&format).unwrap_or_else(|_| "unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Views;

    #[tokio::test]
    async fn writing_goes_on_after_sqlite_rolled_back_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("runs.sqlite"), Options::default()).await.unwrap();
        let mut transaction = store.write().await.unwrap();
        sqlx::query("ROLLBACK").execute(&mut *transaction).await.unwrap();
        drop(transaction);
        assert!(store.keep_view("abcdefghijklmnop", "run=x").await.unwrap());
    }
}
