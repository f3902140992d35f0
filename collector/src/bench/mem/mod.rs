//! Memory: how long a load takes, and how much is read, written and copied a second, by the size of what is worked on.

mod bandwidth;
mod latency;
pub(super) mod room;
mod stream;

use super::{Batch, Measuring};

pub(super) use room::{last_cache, room_for};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "mem.latency", batch: Batch::Calibrated, prepare: latency::latency },
    Measuring { id: "mem.bandwidth", batch: Batch::Calibrated, prepare: bandwidth::bandwidth },
    Measuring { id: "mem.stream", batch: Batch::Calibrated, prepare: stream::stream },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("latency.rs"),
    include_str!("bandwidth.rs"),
    include_str!("stream.rs"),
    include_str!("room.rs"),
    include_str!("../../sys/region.rs"),
    include_str!("../../sys/passes.rs"),
];
