//! The head of a document: who measures what, and when.

use std::collections::BTreeMap;

use shared::model::{Collector, Preset, Provenance, ProvenanceKind, Run, RunId, SCHEMA};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::observe::{Surroundings, random_hex};

/// What the person asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How much to measure; none where a person's own program is measured.
    pub preset: Option<Preset>,
    /// `--label key=value`.
    pub labels: BTreeMap<String, String>,
    /// What the order of starts is drawn from.
    pub seed: u64,
    /// The run that this one continues.
    pub supersedes: Option<RunId>,
}

/// A document without figures, begun now. It is not complete until its caller says so.
pub fn begin(request: Request, surroundings: Surroundings) -> Run {
    Run {
        schema: SCHEMA,
        collector: Collector { version: env!("CARGO_PKG_VERSION").to_owned(), build: Some(build()) },
        preset: request.preset,
        started: now(),
        finished: None,
        labels: request.labels,
        execution: execution(request.seed),
        complete: false,
        supersedes: request.supersedes.map(|id| id.to_string()),
        seed: Some(request.seed),
        provenance: Provenance { kind: ProvenanceKind::Measured, source: None, notes: Vec::new() },
        machine: surroundings.machine,
        kernel: surroundings.kernel,
        boot: surroundings.boot,
        conditions: surroundings.conditions,
        during: Default::default(),
        verdict: None,
        groups: Vec::new(),
    }
}

/// The time, to the second, RFC 3339 in UTC.
pub fn now() -> String {
    let now = OffsetDateTime::now_utc();
    let second = now.replace_nanosecond(0).unwrap_or(now);
    second.format(&Rfc3339).expect("the formatter holds every year up to 9999")
}

/// Random bits, or where the kernel gives none (no `/dev`), bits of the clock, the process and the seed: enough to tell
/// two executions apart.
fn execution(seed: u64) -> String {
    random_hex().unwrap_or_else(|| {
        let nanoseconds = OffsetDateTime::now_utc().unix_timestamp_nanos() as u64;
        format!("{nanoseconds:016x}{:016x}", seed ^ u64::from(std::process::id()) << 32)
    })
}

/// Git revision where the build was told one, target and profile.
fn build() -> String {
    let libc = if cfg!(target_env = "musl") { "musl" } else { "gnu" };
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let target = format!("{}-{}-{libc} {profile}", std::env::consts::ARCH, std::env::consts::OS);
    option_env!("BENCHPAGES_REVISION").map_or_else(|| target.clone(), |revision| format!("{revision} {target}"))
}

#[cfg(test)]
pub mod tests {
    use shared::model::{Boot, Conditions, Kernel, Machine, validate};

    use super::*;

    /// A document of a kernel with this release.
    pub fn empty_run(release: &str) -> Run {
        let kernel = Kernel { name: "Linux".to_owned(), release: release.to_owned(), ..Kernel::default() };
        let surroundings = Surroundings {
            machine: Machine::default(),
            kernel,
            boot: Boot::default(),
            conditions: Conditions::default(),
        };
        let labels = BTreeMap::from([("config".to_owned(), "CONFIG_MK7".to_owned())]);
        begin(Request { preset: Some(Preset::Quick), labels, seed: 7, supersedes: None }, surroundings)
    }

    #[test]
    fn a_document_begins_valid_and_incomplete() {
        let run = empty_run("6.1.0");
        validate(&run).unwrap();
        assert!(!run.complete);
        assert_eq!(run.started.len(), "2026-11-30T12:00:00Z".len());
        assert_ne!(run.execution, empty_run("6.1.0").execution);
    }
}
