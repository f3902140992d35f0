//! What is worked out of a document once: its head, its keys and its summary, ready to be sent.

use std::io::Write;

use shared::model::{Run, RunId};
use shared::summary::{SUMMARY_VERSION, summarise};
use thiserror::Error;

use crate::store::{Derived, Encoded};

/// Why a summary could not be written.
#[derive(Debug, Error)]
pub enum DeriveError {
    /// Not as JSON.
    #[error("not as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Not compressed.
    #[error("not compressed: {0}")]
    Compress(#[from] std::io::Error),
}

/// A level that costs about as much as reading the document did.
const GZIP_LEVEL: u32 = 6;
/// The same.
const BROTLI_QUALITY: u32 = 5;
/// Window of the brotli stream, as a power of two.
const BROTLI_WINDOW: u32 = 22;

/// Works out a run that was checked.
pub fn derive(id: &RunId, run: &Run) -> Result<Derived, DeriveError> {
    let summary = summarise(id, run);
    let json = serde_json::to_vec(&summary)?;
    Ok(Derived {
        version: SUMMARY_VERSION,
        summary: Encoded { gzip: gzip(&json, GZIP_LEVEL)?, brotli: brotli(&json)? },
        head: summary.head,
        keys: summary.keys,
    })
}

/// `bytes` with gzip.
pub fn gzip(bytes: &[u8], level: u32) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI_QUALITY, BROTLI_WINDOW);
    encoder.write_all(bytes)?;
    encoder.flush()?;
    Ok(encoder.into_inner())
}
