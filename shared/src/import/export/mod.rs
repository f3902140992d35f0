//! Runs as other tools write them, so that those can read us.

mod benchfmt;
mod lmbench;

pub use benchfmt::benchfmt;
pub(in crate::import) use benchfmt::unit_of;
pub use lmbench::lmbench_summary;
