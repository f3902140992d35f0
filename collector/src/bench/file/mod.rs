//! Reading and writing files of the current folder.

mod contents;
mod reread;
mod write;

use super::{Batch, Measuring};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "file.reread", batch: Batch::Calibrated, prepare: reread::read },
    Measuring { id: "file.mmap_reread", batch: Batch::Calibrated, prepare: reread::mapped },
    Measuring { id: "file.write", batch: Batch::Calibrated, prepare: write::write },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("contents.rs"),
    include_str!("mod.rs"),
    include_str!("reread.rs"),
    include_str!("write.rs"),
    include_str!("../page_buffer.rs"),
    include_str!("../../sys/mapping.rs"),
];
