//! What every Benchpages program shares: the run document, the catalogue of benchmarks, summaries, comparison, views
//! and their rendering. Pure: no IO, no clock, no platform `cfg`; the same input gives the same digits on every host.
//!
//! Dependencies run one way: number ← model ← keys ← catalogue ← summary ← stats ← compare ← view ← render, figure ← paint.
//! Import stands on number, model, catalogue and summary; nothing stands on it.

pub mod catalogue;
pub mod compare;
pub mod figure;
#[cfg(feature = "import")]
pub mod import;
pub mod keys;
pub mod model;
pub mod number;
#[cfg(feature = "chart")]
pub mod paint;
pub mod render;
pub mod sorted;
pub mod stats;
pub mod summary;
pub mod view;
