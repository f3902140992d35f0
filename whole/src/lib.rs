//! Starts the real programs for the whole-path tests in `tests/`: collector, server and browser.
//!
//! Knows nothing of `shared`: what the programs should show is worked out by the tests themselves.

mod browser;
mod collector;
mod document;
mod figures;
mod page;
mod programs;
mod server;
mod traces;
mod wire;

pub use browser::Browser;
pub use collector::{Measured, measure};
pub use document::{id_of, small_document};
pub use figures::{column, improvements};
pub use page::{PageRow, page_rows};
pub use programs::{collector_program, server_program};
pub use server::{Server, client};
pub use traces::Traces;
pub use wire::Wire;
