//! A view: everything that a comparison shows, as its URL says it. The URL is the only state.
//!
//! A query is parsed without ever failing, printed in one canonical form, resolved to runs, frozen to ids, and laid over a
//! comparison. Knows the grammar and the choices; nothing of text, pages or the store.

mod compared;
mod filter;
#[cfg(test)]
pub(crate) mod fixture;
mod frozen;
mod glob;
mod natural;
mod pairs;
mod parse;
mod print;
mod resolve;
mod show;
mod state;
mod units;

pub use compared::{compare_resolved, compare_view};
pub use filter::{filter_matches, key_of};
pub use glob::glob_matches;
pub use natural::compare_natural;
pub use pairs::split as pairs;
pub use parse::Parsed;
pub use resolve::{Candidate, MAX_COLUMNS, MAX_RUNS, Resolved, resolve, resolve_fixed};
pub use show::show;
pub use state::{Chart, Columns, Hide, Layout, Sort, SortBy, View};
