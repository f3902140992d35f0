//! All unsafe code of the collector, and what the system's headers name. Nothing here knows of benchmarks.

pub mod arithmetic;
pub mod calls;
pub mod chain;
pub mod errno;
pub mod exit_program;
pub mod fd;
pub mod flush;
pub mod fork;
#[cfg(test)]
pub mod lacking;
pub mod mapping;
pub mod memcpy;
pub mod passes;
pub mod priority;
pub mod processes;
pub mod readiness;
pub mod record_locks;
pub mod region;
pub mod semaphores;
pub mod shared_words;
pub mod signal_work;
pub mod signals;
pub mod ticks;
pub mod tracing;
pub mod usage;
pub mod vectored;
