//! What requests share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::http::rate::Rate;
use crate::ingest::Limits;
use crate::metrics::Metrics;
use crate::published::PublishedPage;
use crate::store::Store;
use crate::summaries::Summaries;

/// Who may upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploads {
    /// Everybody who reaches the server.
    Open,
    /// Whoever has a token.
    Token,
}

/// What can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who may upload.
    pub uploads: Uploads,
    /// Bounds of an upload.
    pub limits: Limits,
    /// Uploads and kept views a minute that one address may send.
    pub writes_per_minute: u32,
    /// What links in text answers begin with, `https://bench.example.org`; else what the request says.
    pub public_url: Option<String>,
}

/// Memory that bodies on their way in may take together, in KiB.
const UPLOAD_KIB: usize = 256 << 10;
/// Uploads that are decoded and checked at the same time: each may need some ten times the size of its document.
const INGESTS: usize = 4;
/// Comparisons worked out at the same time; more of them wait.
const COMPARISONS: usize = 4;

/// The running server.
pub struct App {
    /// Runs, views, tokens.
    pub store: Arc<dyn Store>,
    /// Decoded summaries.
    pub summaries: Summaries,
    /// The explorer's files.
    pub assets: Assets,
    /// Published pages, newest first.
    pub pages: Vec<PublishedPage>,
    /// What was set.
    pub settings: Settings,
    /// Bounds how often a client writes.
    pub writes: Rate,
    /// Counters.
    pub metrics: Metrics,
    /// Bounds the memory of uploads; a permit is a KiB.
    pub upload_memory: Semaphore,
    /// Bounds uploads that are worked on.
    pub ingests: Semaphore,
    /// Bounds comparisons.
    pub comparisons: Semaphore,
}

impl App {
    /// Over a store.
    pub fn new(store: Arc<dyn Store>, assets: Assets, pages: Vec<PublishedPage>, settings: Settings) -> Self {
        Self {
            summaries: Summaries::new(store.clone()),
            store,
            assets,
            pages,
            writes: Rate::new(settings.writes_per_minute),
            settings,
            metrics: Metrics::default(),
            upload_memory: Semaphore::new(UPLOAD_KIB),
            ingests: Semaphore::new(INGESTS),
            comparisons: Semaphore::new(COMPARISONS),
        }
    }
}
