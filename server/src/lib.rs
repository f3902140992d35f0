//! The server: takes runs in, keeps them, answers questions about them, and serves the explorer.
//!
//! A run goes [`ingest`] → [`store`] once; every answer comes from stored summaries through `shared`, so it is the same
//! answer that the command line and the page give. Numbers are compared and written only in `shared`.

pub mod answer;
pub mod api;
pub mod app;
pub mod assets;
pub mod cli;
pub mod http;
pub mod ingest;
pub mod listen;
pub mod metrics;
pub mod pages;
pub mod published;
pub mod renew;
pub mod router;
pub mod run;
mod stall;
pub mod store;
pub mod summaries;
pub mod token;
