//! The server from outside: its interface over HTTP, its store, its process.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails, in its helpers too")]

mod answers;
mod client;
mod conformance;
mod openapi;
mod pages;
mod process;
mod site;
mod store;
mod uploads;
