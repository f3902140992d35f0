//! The run document, schema 1: one execution of the collector on one boot of one machine.
//!
//! Written by the collector and the importers, kept verbatim by the server. Within a schema fields are only added, so
//! every field that may be unknown is optional, and unknown fields are ignored here and kept in the bytes.

mod boot;
mod cell;
mod conditions;
mod group;
mod header;
mod id;
mod kernel;
mod machine;
mod run;
mod texts;
mod validate;
mod verdict;

pub use boot::Boot;
pub use cell::{AxisValue, Better, Cell, FailureKind, Point, Reason, Role, Status};
pub use conditions::{Conditions, During, Snapshot};
pub use group::{Counters, Group, Placement};
pub use header::{Collector, Preset, Provenance, ProvenanceKind, Source};
pub use id::RunId;
pub use kernel::Kernel;
pub use machine::{Cache, Machine};
pub use run::{Run, SCHEMA};
pub use validate::{Invalid, parse, validate};
pub use verdict::{Disturbance, Verdict, VerdictWord};
