//! Summaries of an older version are worked out again when the server starts, from the stored documents.

use std::sync::Arc;

use shared::model::{RunId, parse};
use shared::summary::SUMMARY_VERSION;
use thiserror::Error;

use crate::ingest::{DecodeError, DeriveError, decompress, derive};
use crate::store::{Derived, Document, Store, StoreError};

/// Why a summary could not be made again.
#[derive(Debug, Error)]
pub enum RenewError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored run does not read back.
    #[error("the summary of run {id} cannot be made again: {problem}")]
    Run {
        /// Which run.
        id: RunId,
        /// Why.
        problem: String,
    },
}

/// Runs that are looked up at a time.
const BATCH: u32 = 64;

/// Brings every run's summary to this version.
pub async fn all(store: &Arc<dyn Store>) -> Result<(), RenewError> {
    let mut done = 0_u64;
    loop {
        let outdated = store.outdated(SUMMARY_VERSION, BATCH).await?;
        if outdated.is_empty() {
            break;
        }
        for id in outdated {
            one(store, id).await?;
            done += 1;
        }
        tracing::info!(done, "summaries made again");
    }
    Ok(())
}

async fn one(store: &Arc<dyn Store>, id: RunId) -> Result<(), RenewError> {
    let broken = |problem: String| RenewError::Run { id: id.clone(), problem };
    let document = store.document(&id).await?.ok_or_else(|| broken("its document is missing".into()))?;
    let of = id.clone();
    let derived = tokio::task::spawn_blocking(move || again(&of, &document)).await;
    let derived = derived.map_err(|error| broken(error.to_string()))?.map_err(&broken)?;
    Ok(store.renew(&id, derived).await?)
}

fn again(id: &RunId, document: &Document) -> Result<Derived, String> {
    let bytes = decompress(&document.zstd, document.size).map_err(|error: DecodeError| error.to_string())?;
    let run = parse(&bytes).map_err(|error| error.to_string())?;
    derive(id, &run).map_err(|error: DeriveError| error.to_string())
}
