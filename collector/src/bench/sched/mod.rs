//! Switching between processes, and many that talk to each other.

mod messaging;
mod ring;

use super::{Batch, Measuring};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "sched.context_switch", batch: Batch::Calibrated, prepare: ring::context_switch },
    Measuring { id: "sched.messaging", batch: Batch::Fixed(1), prepare: messaging::messaging },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("messaging.rs"),
    include_str!("mod.rs"),
    include_str!("ring.rs"),
    include_str!("../apart.rs"),
    include_str!("../ipc/bytes.rs"),
    include_str!("../ipc/sleep.rs"),
];
