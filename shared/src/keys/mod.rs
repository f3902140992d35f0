//! The one list of dotted keys: under which names a run's circumstances can be asked for, and what a difference in one
//! of them means.
//!
//! Every host names circumstances by these keys: columns (`by=kernel.release`), filters (`machine.cpu.model:K6*`),
//! what else differs between columns. Knows runs, nothing of figures.

mod bundle;
mod class;
mod flatten;
mod key;

pub use bundle::{Bundle, bundle};
pub use class::{Class, class, matters};
pub use flatten::flatten;
pub use key::{brief, title};
