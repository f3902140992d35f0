//! A run's keys and their values.

use std::collections::BTreeMap;

use crate::model::Run;

/// Every dotted key of a run and its value.
pub fn flatten(run: &Run) -> BTreeMap<String, String> {
    let mut keys = BTreeMap::new();
    keys.insert("kernel.release".to_owned(), run.kernel.release.clone());
    keys
}
