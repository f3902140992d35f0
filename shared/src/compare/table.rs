//! The comparison as a whole.

use super::{Comparison, Request};

/// Compares the columns of a request: all rows, before any filter.
pub fn compare(request: &Request) -> Comparison {
    Comparison {
        columns: Vec::new(),
        base: request.base,
        same: Vec::new(),
        differs: Vec::new(),
        facts: Vec::new(),
        tables: Vec::new(),
        counts: Vec::new(),
        mean: Vec::new(),
        notes: Vec::new(),
    }
}
