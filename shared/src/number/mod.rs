//! Units, digits and the order of kernel releases. Knows nothing of runs.

mod decimal;
mod format;
mod percentile;
mod release_order;
mod unit;

pub use decimal::decimal;
pub use format::{fixed, percent, printed_decimals, printed_digits, significant};
pub use percentile::percentile;
pub use release_order::{ReleaseKey, compare_releases};
pub use unit::{Display, Unit};
