//! A run: walks the plan start by start, judges what it got, and makes the document's groups.

mod clean;
mod execute;
mod figures;
mod groups;
mod others;
mod progress;
mod reads;
mod record;
mod resume;
mod settle;
mod verdict;

pub use execute::{Cut, Executed, More, RunError, Settings, execute};
pub use groups::groups;
pub use progress::Progress;
pub use record::Record;
pub use resume::{Resumed, again};
pub use settle::settle;
pub use verdict::verdict;
