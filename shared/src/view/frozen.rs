//! Frozen views: fixed runs, and a hash that names them for ever.

use super::{Columns, Resolved, View};
use crate::model::RunId;

/// Characters of a view's hash.
const HASH: usize = 16;

impl View {
    /// The same view of fixed runs: ids instead of keys and conditions, the baseline's index instead of its value.
    #[must_use]
    pub fn frozen(&self, resolved: &Resolved) -> Self {
        Self {
            columns: Columns::Frozen(resolved.columns.clone()),
            base: (resolved.base != 0).then(|| resolved.base.to_string()),
            ..self.clone()
        }
    }

    /// The name of a frozen view: the first 16 base32 characters of the SHA-256 of its canonical query. A live view has a
    /// hash too, but what it shows changes.
    pub fn hash(&self) -> String {
        // A run id is the same hash of other bytes, only longer.
        RunId::of(self.query().as_bytes()).as_str()[..HASH].to_owned()
    }
}
