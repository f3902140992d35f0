//! Runs: the uploaded bytes, and what is worked out of them once.

use async_trait::async_trait;
use shared::model::RunId;
use shared::sorted::Map;
use shared::summary::RunHead;

use super::StoreError;

/// A run on its way into the store.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Its id.
    pub id: RunId,
    /// The uploaded bytes.
    pub document: Document,
    /// What is worked out of them.
    pub derived: Derived,
}

/// The uploaded bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Compressed with zstd.
    pub zstd: Vec<u8>,
    /// Their length before compression.
    pub size: usize,
}

/// What is worked out of a document: may be made again from it at any time.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// What lists show.
    pub head: RunHead,
    /// Every key and its value.
    pub keys: Map<String, String>,
    /// Version of the summary.
    pub version: u32,
    /// The summary's JSON.
    pub summary: Encoded,
}

/// The same bytes in two encodings, as they are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// With gzip, which every client reads.
    pub gzip: Vec<u8>,
    /// With brotli, which browsers prefer.
    pub brotli: Vec<u8>,
}

/// What keeping a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is stored now, and survives a loss of power.
    New,
    /// It was there.
    Already,
}

/// Runs by id.
#[async_trait]
pub trait Runs: Send + Sync {
    /// Stores a run for good, or finds that it is there. The later one of a pair that supersedes hides the other if both
    /// are of one boot.
    async fn keep(&self, run: NewRun) -> Result<Kept, StoreError>;

    /// Whether a run is there.
    async fn has(&self, id: &RunId) -> Result<bool, StoreError>;

    /// The uploaded bytes.
    async fn document(&self, id: &RunId) -> Result<Option<Document>, StoreError>;

    /// The summary.
    async fn summary(&self, id: &RunId) -> Result<Option<Encoded>, StoreError>;

    /// How many runs there are.
    async fn count(&self) -> Result<u64, StoreError>;

    /// At most `most` runs whose summary is of another version.
    async fn outdated(&self, version: u32, most: u32) -> Result<Vec<RunId>, StoreError>;

    /// Replaces what was worked out of a run.
    async fn renew(&self, id: &RunId, derived: Derived) -> Result<(), StoreError>;
}
