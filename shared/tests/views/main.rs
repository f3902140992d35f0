//! Views from the outside: queries, links and hashes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod codec;
mod links;
mod own;
mod pages;
