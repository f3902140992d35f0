//! Why a store could not do what it was asked.

use thiserror::Error;

/// A store's failure. Nothing is half-stored after any of them.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No room left.
    #[error("the disk or the database's size limit is full; nothing was stored: free some space and send it again")]
    Full,
    /// Another process holds the database.
    #[error("the database is busy: another process is writing; try again")]
    Busy,
    /// The database cannot be used as it is.
    #[error("database {file}: {problem}")]
    Unusable {
        /// Its file.
        file: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// What is stored does not read back.
    #[error("stored {what} cannot be read")]
    Corrupt {
        /// Which thing.
        what: String,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Any other failure of the database.
    #[error("the database failed")]
    Database {
        /// What it said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
