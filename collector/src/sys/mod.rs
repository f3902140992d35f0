//! All unsafe code of the collector, and what the system's headers name. Nothing here knows of benchmarks.

pub mod chain;
pub mod errno;
pub mod fd;
pub mod fork;
pub mod memcpy;
pub mod signals;
pub mod ticks;
pub mod usage;
