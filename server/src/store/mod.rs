//! Where runs, views and tokens are kept: one interface, split by aggregate, behind which a database stands.
//!
//! Callers see documents, summaries and keys, never SQL. What any implementation must do is in `tests/it/conformance.rs`,
//! which every back end runs.

mod error;
mod runs;
mod search;
pub mod sqlite;
mod tokens;
mod views;

pub use error::StoreError;
pub use runs::{Derived, Document, Encoded, Kept, NewRun, Runs};
pub use search::{Cursor, Facet, FacetValue, ListQuery, Listed, Listing, PROMOTED, Search, is_promoted};
pub use tokens::{TokenRow, Tokens};
pub use views::Views;

/// A whole store.
pub trait Store: Runs + Search + Views + Tokens {}

impl<S: Runs + Search + Views + Tokens> Store for S {}
