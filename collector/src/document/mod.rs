//! Run documents on disk: begun, written so that a power cut cannot halve them, read back.
//!
//! A run is serialised once; its id is that of the bytes in the file, and those bytes are what an upload sends.

mod begin;
mod folders;
mod read;
mod write;

#[cfg(test)]
pub use begin::tests;
pub use begin::{Request, begin, now};
pub use folders::{data_folder, runs_folder};
pub use read::{Document, ReadError, read};
pub use write::{Written, check_destination, write};
