//! The statistics of a comparison: tests, intervals, families of tests. Method, sources and measured figures stand in
//! `docs/statistics.md`.
//!
//! Everything here works on start values in natural logarithms, counted in whole steps of
//! [`OFFSET_STEP`](crate::summary::OFFSET_STEP): sums are exact, so the same data give the same digits on every host. Knows
//! nothing of rows, columns or words.

mod families;
mod interval;
mod judge;
mod permutation;
mod runs;
mod side;
mod splits;
mod student;

pub use families::{Selected, select};
pub use interval::{CONFIDENCE, Effect};
pub use judge::{Finding, Floors, Quantiles, SPREADS, Test, judge};
pub use permutation::{Round, least_p, p_value};
pub use runs::Runs;
pub use side::Side;
pub use splits::{DRAWS, MOST_STARTS};
pub use student::{quantile, two_sided};

/// The false discovery rate that is held over the curves of a comparison.
pub const RATE: f64 = 0.05;
