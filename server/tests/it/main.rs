//! The server from outside: its interface over HTTP, its store, its process.

mod answers;
mod client;
mod common;
mod conformance;
mod openapi;
mod pages;
mod process;
mod store;
mod uploads;
