//! The layout rules of ARCHITECTURE.md that a text search can check. Each finding names file and line.

mod boundaries;
mod code;
mod files;
mod manifests;
mod sources;

use std::process::ExitCode;

use anyhow::{Result, bail};
use sources::Source;

use crate::place::Place;

/// A rule's breach.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    path: String,
    line: usize,
    message: String,
}

/// Checks and tells how it went.
pub fn tidy(place: &Place) -> Result<ExitCode> {
    check(place)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints each breach; an error if there is one.
pub fn check(place: &Place) -> Result<()> {
    let sources = sources::read(place.root())?;
    let mut findings: Vec<Finding> = sources.iter().flat_map(findings).collect();
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    for Finding { path, line, message } in &findings {
        println!("{path}:{line}: {message}");
    }
    if !findings.is_empty() {
        bail!("{} breaches of the layout rules, listed above", findings.len());
    }
    println!("{} files keep the layout rules", sources.len());
    Ok(())
}

fn findings(source: &Source) -> Vec<Finding> {
    let rules = files::RULES.iter().chain(boundaries::RULES).chain(manifests::RULES);
    rules.flat_map(|rule| rule(source)).collect()
}

/// A rule: what it finds in one file.
type Rule = fn(&Source) -> Vec<Finding>;

/// What the rules' own tests say.
#[cfg(test)]
mod probe {
    use super::{Rule, Source};

    /// No breach.
    pub const NONE: [usize; 0] = [];

    /// The lines in which a rule finds a breach.
    pub fn lines(rule: Rule, path: &str, text: &str) -> Vec<usize> {
        rule(&Source::new(path, text)).into_iter().map(|finding| finding.line).collect()
    }
}
