//! The way of an upload: decoded within bounds, checked, worked out, kept. Nothing is stored before everything is right.

mod check;
mod decode;
mod derive;

use std::sync::Arc;

use bytes::Bytes;
use shared::model::RunId;
use thiserror::Error;

pub use check::Refused;
pub use decode::{DecodeError, Encoding, decompress};
pub use derive::{DeriveError, derive, gzip};

use crate::store::{Document, Kept, NewRun, Store, StoreError};

/// Bounds of an upload.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest body as sent.
    pub body: usize,
    /// Largest document after decompression.
    pub document: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { body: 32 << 20, document: 32 << 20 }
    }
}

/// Why a run was not kept.
#[derive(Debug, Error)]
pub enum IngestError {
    /// The bytes cannot be decompressed, or are too many.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The document is not what it must be.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The store could not keep it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The work ended early.
    #[error("the server is shutting down")]
    Stopped,
}

/// Takes an upload in; `id` is what the client says it is.
pub async fn ingest(
    store: &Arc<dyn Store>,
    id: RunId,
    body: Bytes,
    encoding: Encoding,
    limits: Limits,
) -> Result<Kept, IngestError> {
    let claimed = id.clone();
    let document = blocking(move || {
        let document = decode::decode(&body, encoding, limits.document)?;
        check::same_id(&claimed, &document)?;
        Ok(document)
    })
    .await?;
    if store.has(&id).await? {
        return Ok(Kept::Already);
    }
    let run = blocking(move || prepare(id, &document)).await?;
    Ok(store.keep(run).await?)
}

/// Checks a document whose id is known to be right, and works out what is kept with it.
pub fn prepare(id: RunId, document: &[u8]) -> Result<NewRun, IngestError> {
    let run = check::check(document)?;
    let derived = derive(&id, &run).map_err(Refused::from)?;
    let zstd = decode::compress(document)?;
    Ok(NewRun { id, document: Document { zstd, size: document.len() }, derived })
}

/// Runs work of milliseconds beside the threads that answer requests.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, IngestError> + Send + 'static,
) -> Result<T, IngestError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| IngestError::Stopped)?
}
