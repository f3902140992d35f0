//! The one list of dotted keys: what a run is, under which names it can be asked for, and what a difference in it means.

mod class;
mod flatten;

pub use class::{Class, class, title};
pub use flatten::flatten;
