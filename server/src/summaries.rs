//! Decoded summaries, the most recently used ones kept: comparisons ask for the same runs again and again.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use shared::model::RunId;
use shared::summary::RunSummary;

use crate::store::{Encoded, Store, StoreError};

/// Cells that are kept at most; a cell of 20 starts takes about 250 bytes.
const MOST_CELLS: usize = 500_000;

/// Summaries by run.
pub struct Summaries {
    store: Arc<dyn Store>,
    kept: Mutex<Kept>,
}

struct Kept {
    runs: LruCache<RunId, Arc<RunSummary>>,
    cells: usize,
}

impl Summaries {
    /// Over a store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, kept: Mutex::new(Kept { runs: LruCache::unbounded(), cells: 0 }) }
    }

    /// The summaries of those runs that the store has, each once.
    pub async fn of(&self, ids: impl IntoIterator<Item = &RunId>) -> Result<Vec<Arc<RunSummary>>, StoreError> {
        let mut found: HashMap<RunId, Arc<RunSummary>> = HashMap::new();
        let mut encoded = Vec::new();
        for id in ids {
            if found.contains_key(id) || encoded.iter().any(|(known, _)| known == id) {
                continue;
            }
            if let Some(summary) = self.kept().get(id) {
                found.insert(id.clone(), summary);
            } else if let Some(bytes) = self.store.summary(id).await? {
                encoded.push((id.clone(), bytes));
            }
        }
        if !encoded.is_empty() {
            let decoded = tokio::task::spawn_blocking(move || decode_all(&encoded));
            let decoded = decoded.await.map_err(|source| StoreError::Database { source: Box::new(source) })??;
            for summary in decoded {
                self.kept().put(summary.clone());
                found.insert(summary.head.id.clone(), summary);
            }
        }
        Ok(found.into_values().collect())
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        // What a panicking thread left is whole: every change is one call.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn get(&mut self, id: &RunId) -> Option<Arc<RunSummary>> {
        self.runs.get(id).cloned()
    }

    fn put(&mut self, summary: Arc<RunSummary>) {
        self.cells += weight(&summary);
        if let Some(before) = self.runs.put(summary.head.id.clone(), summary) {
            self.cells -= weight(&before);
        }
        while self.cells > MOST_CELLS {
            let Some((_, oldest)) = self.runs.pop_lru() else { break };
            self.cells -= weight(&oldest);
        }
    }
}

/// A run without cells takes room too.
fn weight(summary: &RunSummary) -> usize {
    summary.cells.at.len() + 20
}

fn decode_all(encoded: &[(RunId, Encoded)]) -> Result<Vec<Arc<RunSummary>>, StoreError> {
    encoded
        .iter()
        .map(|(id, bytes)| {
            let corrupt = |source| StoreError::Corrupt { what: format!("summary of run {id}"), source };
            let json = inflate(bytes).map_err(|error| corrupt(error.into()))?;
            serde_json::from_slice(&json).map(Arc::new).map_err(|error| corrupt(error.into()))
        })
        .collect()
}

/// A summary's JSON.
pub fn inflate(summary: &Encoded) -> std::io::Result<Vec<u8>> {
    let mut json = Vec::with_capacity(summary.gzip.len() * 6);
    flate2::bufread::GzDecoder::new(&summary.gzip[..]).read_to_end(&mut json)?;
    Ok(json)
}
