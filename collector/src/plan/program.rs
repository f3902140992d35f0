//! Somebody's own program as a benchmark: `exec.NAME`. Its command line goes to the start that executes it and nowhere
//! else.

use std::ffi::OsString;

use serde::{Deserialize, Serialize};
use shared::catalogue::{self, Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits};
use shared::model::{Placement, Point};
use shared::number::Display;
use thiserror::Error;

use super::Entry;
use crate::placement::Layout;

/// Longest name.
const NAME: usize = 64;
/// What is read of a program that does not print its figures.
const MEASURES: &[Measure] = &[Measure::time("elapsed", "run", Display::S, Floor::Process)];

/// A program to execute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its path or name, and its arguments.
    pub words: Vec<OsString>,
    /// Where it runs.
    pub folder: OsString,
    /// Whether it prints its figures; else its time is the figure.
    pub figures: bool,
}

/// Why a name cannot be a benchmark's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be up to {NAME} of a-z, 0-9, _ and -, in parts between dots: sort.small")]
pub struct NameError;

/// The id of a program's benchmark.
pub fn id(name: &str) -> Result<String, NameError> {
    let of_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
    let part = |part: &str| !part.is_empty() && part.bytes().all(of_id);
    if name.len() <= NAME && name.split('.').all(part) {
        Ok(format!("{}{name}", catalogue::OWN_PROGRAMS))
    } else {
        Err(NameError)
    }
}

/// The entry of a program: one benchmark of one point. Its definition lives as long as this process, as those of the
/// catalogue do.
pub fn entry(id: String, program: Program, placement: Placement, layout: &Layout) -> Entry {
    let benchmark = Benchmark {
        id: Box::leak(id.into_boxed_str()),
        version: 1,
        title: "program",
        detail: "",
        group: TableGroup::Builds,
        axes: &[],
        measures: MEASURES,
        processes: Processes::Many,
        waits: Waits::AcrossCpus,
        plan: Plan::NEVER,
        method: "Executes a program and waits for its end.",
        source: "",
    };
    Entry {
        benchmark: Box::leak(Box::new(benchmark)),
        placement,
        cpus: layout.choose(placement),
        points: vec![Point::default()],
        program: Some(program),
        source: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parts_of_an_id() {
        assert_eq!(id("sort.small-2").unwrap(), "exec.sort.small-2");
        for wrong in ["", "Sort", "a b", "a..b", ".a", "a/b", "ä", &"a".repeat(65)] {
            assert_eq!(id(wrong), Err(NameError), "{wrong}");
        }
    }
}
