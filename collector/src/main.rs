//! `benchpages`, the collector: measures a machine and writes one document a run.

mod bench;
mod clock;
mod placement;
mod sys;

fn main() {}
