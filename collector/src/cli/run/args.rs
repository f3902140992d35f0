//! Options of `run`, and what they mean together.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args as ClapArgs, ValueEnum};
use shared::model::{Placement, Preset};

use super::{RunOptions, key_value};
use crate::plan::Selection;
use crate::source::Given;

const EXIT_STATUS: &str = "\
Exit status:
  0    everything was measured (what this machine cannot do counts as said, not as failed)
  1    nothing was written
  2    the command line is wrong
  3    the document is on the disk, but some benchmark failed or timed out, or the time limit passed
  4    the document is on the disk, but the upload failed; send it again with `benchpages upload`
  130  interrupted; what had been measured is on the disk, not uploaded: go on with --resume FILE

Without --out the document goes to $XDG_DATA_HOME/benchpages/runs, else ~/.local/share/benchpages/runs, else the
current folder, under a name made of its time and id. The address of a comparison and the like go to standard output,
progress to standard error.";

/// Options of `run`.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = EXIT_STATUS)]
pub struct Args {
    /// How much to measure: quick takes at most 2 minutes, standard 15, full 60
    #[arg(long, value_enum, default_value = "quick")]
    preset: PresetName,
    /// Only benchmarks whose id matches one of these globs: `syscall.*,ipc.pipe.*`
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    only: Vec<String>,
    /// No benchmarks whose id matches one of these globs
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    skip: Vec<String>,
    /// Measure only points with this value of an axis, where a benchmark has the axis: `jobs=1`
    #[arg(long, value_name = "AXIS=VALUE", value_delimiter = ',', value_parser = key_value, conflicts_with = "against")]
    at: Vec<(String, String)>,
    /// Measure the building of this tree too, whatever the preset: `kernel=`, `autoconf=` or `perl=`, with a tarball or
    /// a folder of its sources
    #[arg(long, value_name = "NAME=TREE", value_parser = Given::parse)]
    pub source: Vec<Given>,
    /// Samples of each start, instead of the preset's
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub samples: Option<u32>,
    /// Where the processes of a benchmark run, instead of the preset's placements
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = placement)]
    placement: Vec<Placement>,
    /// Make so many runs, one after the other, each a document of its own
    #[arg(long, value_name = "COUNT", default_value = "1", conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Go on with a run of this boot that was cut short; the new document supersedes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "seed", "only", "skip", "placement", "at"])]
    pub resume: Option<PathBuf>,
    /// Measure what this run has measured, with more starts, as many as it has at most, of what cannot yet be told from it
    #[arg(long, value_name = "BASE", conflicts_with_all = ["preset", "placement", "resume", "show_payload"])]
    pub against: Option<PathBuf>,
    /// Print what would be measured, and how long that takes; measure nothing
    #[arg(long)]
    pub plan: bool,
    #[command(flatten)]
    pub options: RunOptions,
}

/// A preset's name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PresetName {
    /// The tables of the old posts at one placement each: at most 2 minutes
    Quick,
    /// The set without builds: at most 15 minutes
    Standard,
    /// Everything: at most 60 minutes, and what builds take
    Full,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Self {
        match name {
            PresetName::Quick => Self::Quick,
            PresetName::Standard => Self::Standard,
            PresetName::Full => Self::Full,
        }
    }
}

impl Args {
    /// How much is asked for.
    pub fn preset(&self) -> Preset {
        self.preset.into()
    }

    /// Which benchmarks are asked for.
    pub fn selection(&self) -> Selection {
        let (only, skip, placements) = (self.only.clone(), self.skip.clone(), self.placement.clone());
        let trees = self.source.iter().map(|given| given.kind).collect();
        Selection { preset: self.preset(), only, skip, placements, at: self.at.clone(), trees }
    }
}

/// A placement by its name in documents.
fn placement(name: &str) -> Result<Placement> {
    let names = Placement::ALL.map(Placement::name).join(", ");
    Placement::parse(name).ok_or_else(|| anyhow::anyhow!("must be one of {names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_that_does_not_exist_names_those_that_do() {
        assert_eq!(placement("same_cpu").unwrap(), Placement::SameCpu);
        assert!(placement("near").unwrap_err().to_string().contains("smt_sibling"));
    }
}
