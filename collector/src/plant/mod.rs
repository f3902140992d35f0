//! Planted changes: benchmarks that are made slower on purpose, so that it can be measured whether comparisons find it.
//!
//! Built with the feature `plant` only, which no build for other people has. What is planted stands in the variable
//! [`VARIABLE`], which starts inherit; the document says it in its conditions, its verdict and the notes of its cells.

mod check;
mod planted;

use shared::model::{Disturbance, Placement, Run, VerdictWord};
use shared::view::glob_matches;
use thiserror::Error;

pub use check::check;
pub use planted::plant;

/// What is planted: `GLOB=PERCENT`, or `GLOB@PLACEMENT=PERCENT`, several with commas between them. The first that matches
/// counts.
pub const VARIABLE: &str = "BENCHPAGES_PLANT";
/// What the kind of the verdict's reason is, and what keys of conditions begin with.
const PLANTED: &str = "planted";

/// One change.
#[derive(Clone, Debug, PartialEq)]
struct Change {
    glob: String,
    placement: Option<Placement>,
    percent: f64,
}

/// All changes of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes(Vec<Change>);

/// A change that cannot be read.
#[derive(Debug, Error)]
#[error("{VARIABLE}: {0:?} must be GLOB=PERCENT or GLOB@PLACEMENT=PERCENT, such as syscall.*=10")]
pub struct NotAChange(String);

impl Changes {
    /// Those that the environment asks for.
    pub fn asked() -> Result<Self, NotAChange> {
        Self::parse(&std::env::var(VARIABLE).unwrap_or_default())
    }

    fn parse(text: &str) -> Result<Self, NotAChange> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| change(part).ok_or_else(|| NotAChange(part.to_owned()))).collect::<Result<_, _>>().map(Self)
    }

    /// By how many per cent the time of a benchmark is made longer at a placement, if it is.
    pub fn percent(&self, benchmark: &str, placement: Placement) -> Option<f64> {
        let here = |change: &&Change| {
            glob_matches(&change.glob, benchmark) && change.placement.is_none_or(|only| only == placement)
        };
        self.0.iter().find(here).map(|change| change.percent)
    }

    /// Says in the document what was planted, so that nobody takes it for a run of this machine.
    pub fn declare(&self, run: &mut Run) {
        let mut planted = 0;
        for group in &run.groups {
            let stated = group.placement.as_deref().and_then(Placement::parse);
            let Some(percent) = self.percent(&group.benchmark, stated.unwrap_or(Placement::SameCpu)) else { continue };
            let at = stated.map_or(String::new(), |placement| format!("@{}", placement.name()));
            let less = 100.0 * percent / (100.0 + percent);
            let said = format!("{percent} % more time, {less:.1} % less of a rate");
            run.conditions.other.insert(format!("{PLANTED}.{}{at}", group.benchmark), said);
            planted += 1;
        }
        if let (1.., Some(verdict)) = (planted, &mut run.verdict) {
            if verdict.word == VerdictWord::Clean {
                verdict.word = VerdictWord::Disturbed;
            }
            let text = format!("planted change: a test build made {planted} benchmarks slower on purpose");
            verdict.reasons.insert(0, Disturbance { kind: PLANTED.to_owned(), text });
        }
    }
}

fn change(text: &str) -> Option<Change> {
    let (name, percent) = text.rsplit_once('=')?;
    let percent = percent.parse().ok().filter(|percent| (0.0..=1000.0).contains(percent))?;
    let (glob, placement) = match name.split_once('@') {
        Some((glob, placement)) => (glob, Some(Placement::parse(placement)?)),
        None => (name, None),
    };
    (!glob.is_empty()).then(|| Change { glob: glob.to_owned(), placement, percent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_change_that_matches_counts() {
        let changes = Changes::parse("ipc.pipe.*@unpinned=30, ipc.*=5,syscall.null=2.5").unwrap();
        assert_eq!(changes.percent("ipc.pipe.latency", Placement::Unpinned), Some(30.0));
        assert_eq!(changes.percent("ipc.pipe.latency", Placement::SameCpu), Some(5.0));
        assert_eq!(changes.percent("syscall.null", Placement::SameCpu), Some(2.5));
        assert_eq!(changes.percent("syscall.read", Placement::SameCpu), None);
        assert_eq!(Changes::parse("").unwrap(), Changes::default());
    }

    #[test]
    fn what_is_no_change_is_named() {
        for text in ["syscall.null", "syscall.null=much", "=5", "ipc.*@near=5", "ipc.*=-5", "ipc.*=NaN"] {
            assert!(Changes::parse(text).unwrap_err().to_string().contains(text), "{text}");
        }
    }
}
