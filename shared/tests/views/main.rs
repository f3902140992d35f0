//! Views from the outside: queries, links and hashes.

mod codec;
mod links;
mod pages;
