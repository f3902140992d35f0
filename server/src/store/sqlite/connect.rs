//! Opening the file, and proof that its settings are what durability needs.

use std::path::Path;
use std::time::Duration;

use sqlx::Connection;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};

use super::{Options, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");

/// How long a writer waits for another process that writes.
const BUSY: Duration = Duration::from_secs(10);
/// How long a request waits for a connection.
const WAIT: Duration = Duration::from_secs(15);
/// `PRAGMA synchronous` reads back as this number when it is FULL.
const FULL: i64 = 2;
/// Bytes of one page, SQLite's default.
const PAGE: u64 = 4096;
/// How often migrations are tried again, and when.
const MIGRATION_RETRIES: u32 = 2;
/// See [`MIGRATION_RETRIES`].
const MIGRATION_PAUSE: Duration = Duration::from_millis(200);
/// The log is cut back to this size after a checkpoint.
const LOG_BYTES: &str = "67108864";

/// The one connection that writes, with the schema brought up to date.
pub async fn writer(file: &Path, options: Options) -> Result<SqlitePool, StoreError> {
    let connect = common(file).create_if_missing(true).pragma("journal_size_limit", LOG_BYTES);
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(WAIT)
        // When the disk is full SQLite rolls back by itself, and sqlx then counts a transaction that is not there.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if let Some(bytes) = options.max_bytes {
                    let pages = (bytes / PAGE).max(1);
                    let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
                    sqlx::query(sql).execute(connection).await?;
                }
                Ok(())
            })
        })
        .connect_with(connect)
        .await
        .map_err(|error| opening(file, error))?;
    durable(file, &pool).await?;
    migrate(&pool).await.map_err(|error| migrating(file, error))?;
    keep_name(file)?;
    Ok(pool)
}

/// Brings the name of a new file to the disk too: SQLite syncs the file only.
fn keep_name(file: &Path) -> Result<(), StoreError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| unusable(file, format!("its folder cannot be synced: {error}")))
}

/// Brings the schema up to date. Where two servers start on one file, one of them finds the other's tables half-way
/// through: it looks again, and finds them done.
async fn migrate(pool: &SqlitePool) -> Result<(), MigrateError> {
    for _ in 0..MIGRATION_RETRIES {
        match MIGRATIONS.run(pool).await {
            Err(MigrateError::Execute(_) | MigrateError::ExecuteMigration(..)) => {
                tokio::time::sleep(MIGRATION_PAUSE).await
            }
            outcome => return outcome,
        }
    }
    MIGRATIONS.run(pool).await
}

/// Connections that only read.
pub async fn readers(file: &Path, options: Options) -> Result<SqlitePool, StoreError> {
    let connect = common(file).pragma("query_only", "on");
    SqlitePoolOptions::new()
        .max_connections(options.readers)
        .acquire_timeout(WAIT)
        .connect_with(connect)
        .await
        .map_err(|error| opening(file, error))
}

fn common(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        .pragma("cache_size", "-16000")
}

/// Reads the settings back: a file system that cannot keep a log, or a build that ignores a setting, is found here.
async fn durable(file: &Path, pool: &SqlitePool) -> Result<(), StoreError> {
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(pool).await?;
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(pool).await?;
    if journal == "wal" && synchronous == FULL {
        return Ok(());
    }
    let problem = format!(
        "its journal mode is {journal} and synchronous is {synchronous}, where wal and {FULL} are needed so that an \
         acknowledged run survives a loss of power; put the file on a local file system"
    );
    Err(unusable(file, problem))
}

fn opening(file: &Path, error: sqlx::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Database { source } => unusable(
            file,
            format!(
                "cannot be opened ({source}); check that its folder exists and may be written, and that it is SQLite"
            ),
        ),
        other => other,
    }
}

fn migrating(file: &Path, error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => unusable(
            file,
            format!("was written by another version of the server ({error}); use that or a later one, or another file"),
        ),
        MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _) => source.into(),
        other => unusable(file, format!("cannot be brought up to date: {other}")),
    }
}

fn unusable(file: &Path, problem: String) -> StoreError {
    StoreError::Unusable { file: file.display().to_string(), problem }
}
