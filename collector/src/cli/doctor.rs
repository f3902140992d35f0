//! `benchpages doctor`: what on this machine would spoil a result, how bad it is, and what to do about it.

mod cpu;
mod finding;
mod kernel;
mod load;
mod report;

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use clap::{Args as ClapArgs, ValueEnum};

use super::output::put;
use crate::document;
use crate::observe::{self, Activity, Identity, Root, Surroundings};
use crate::placement;
use finding::Finding;

/// How long the machine is watched.
const MOMENT: Duration = Duration::from_secs(1);

/// Options of `doctor`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// What the checks look at.
struct Seen {
    surroundings: Surroundings,
    now: shared::model::Snapshot,
    activity: Activity,
    measured_cpu: u32,
    siblings: Vec<u32>,
}

/// Looks at this machine and prints what would spoil a result.
pub fn run(args: &Args) -> Result<()> {
    let findings = examine(&look(&Root::live()));
    Ok(put(&match args.format {
        Format::Text => report::text(&findings),
        Format::Json => serde_json::to_string_pretty(&findings)? + "\n",
    })?)
}

fn look(root: &Root) -> Seen {
    let data = document::data_folder();
    let identity = Identity::of(root, None, data.as_deref());
    let allowed = placement::allowed().unwrap_or_default();
    let measured_cpu = observe::swiftest(root, &allowed).unwrap_or_default();
    let activity = observe::activity(root, MOMENT);
    Seen {
        now: observe::snapshot(root),
        surroundings: observe::surroundings(root, &identity, measured_cpu, Path::new(".")),
        siblings: observe::siblings(root, measured_cpu),
        activity,
        measured_cpu,
    }
}

/// Every finding, worst first.
fn examine(seen: &Seen) -> Vec<Finding> {
    let checks = load::CHECKS.iter().chain(cpu::CHECKS).chain(kernel::CHECKS);
    let mut findings: Vec<Finding> = checks.filter_map(|check| check(seen)).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

#[cfg(test)]
mod tests;
