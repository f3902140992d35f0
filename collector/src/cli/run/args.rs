//! Options of `run`, and what they mean together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args as ClapArgs, ValueEnum};
use shared::model::{Placement, Preset};

use super::Target;
use crate::plan::Selection;
use crate::run::Resumed;
use crate::upload::{Address, Token};

/// Seeds are below this, so that they survive JavaScript.
const SEEDS: u64 = 1 << 53;

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
    /// Say something of this run that comparisons can use: `config=CONFIG_MK7`
    #[arg(long = "label", value_name = "KEY=VALUE", value_parser = key_value)]
    labels: Vec<(String, String)>,
    /// Say something of this run that readers should know
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// Draw the order of starts from this number
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..SEEDS))]
    seed: Option<u64>,
    /// Starts of each benchmark, instead of the preset's
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub starts: Option<u32>,
    /// Samples of each start, instead of the preset's
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub samples: Option<u32>,
    /// Where the processes of a benchmark run, instead of the preset's placements
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = placement)]
    placement: Vec<Placement>,
    /// Make so many runs, one after the other, each a document of its own
    #[arg(long, value_name = "COUNT", default_value = "1", conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Stop after so many seconds; what was measured is kept
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<u64>,
    /// Wait at most so many seconds, before the first start, until the machine has settled
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub settle: u64,
    /// Go on with a run of this boot that was cut short; the new document supersedes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "seed", "only", "skip", "placement"])]
    pub resume: Option<PathBuf>,
    /// Write the document to this file, or into this folder
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Make the run's private folder in this one, instead of in memory (/dev/shm)
    #[arg(long, value_name = "FOLDER")]
    pub work: Option<PathBuf>,
    /// Send the document to this server when it is on the disk
    #[arg(long, value_name = "URL")]
    upload: Option<String>,
    /// File that holds the server's token
    #[arg(long, value_name = "FILE", requires = "upload")]
    token_file: Option<PathBuf>,
    /// A pseudonym for this machine, instead of a key made from its machine id
    #[arg(long, value_name = "NAME")]
    pub machine: Option<String>,
    /// Print exactly the bytes that an upload sends, instead of a summary
    #[arg(long)]
    pub show_payload: bool,
    /// Print what would be measured, and how long that takes; measure nothing
    #[arg(long)]
    pub plan: bool,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// A preset's name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PresetName {
    /// The tables of the old posts at one placement each: at most 2 minutes
    Quick,
    /// The set without builds: at most 15 minutes
    Standard,
    /// Everything: at most 60 minutes
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
        Selection { preset: self.preset(), only, skip, placements }
    }

    /// The labels: those of the run that is resumed, and those given now.
    pub fn labels(&self, resumed: Option<&Resumed>) -> BTreeMap<String, String> {
        let mut labels = resumed.map(|resumed| resumed.run.labels.clone()).unwrap_or_default();
        labels.extend(self.labels.iter().cloned());
        labels
    }

    /// The notes, likewise.
    pub fn notes(&self, resumed: Option<&Resumed>) -> Vec<String> {
        let mut notes = resumed.map(|resumed| resumed.run.provenance.notes.clone()).unwrap_or_default();
        notes.extend(self.note.iter().cloned());
        notes
    }

    /// The seed of a repetition: the resumed run's, or one that follows from the seed given.
    pub fn seed(&self, resumed: Option<&Resumed>, repetition: u32) -> Option<u64> {
        resumed.map(Resumed::seed).or(self.seed.map(|seed| (seed + u64::from(repetition)) % SEEDS))
    }

    /// The server to send to. No connection is made: nothing of ours may run while samples are taken.
    pub(super) fn upload_target(&self) -> Result<Option<Target>> {
        let Some(url) = &self.upload else { return Ok(None) };
        let address = Address::parse(url)?;
        let token = self.token_file.as_deref().map(Token::read).transpose()?;
        Ok(Some(Target { address, token }))
    }
}

/// The parts of `key=value`.
fn key_value(text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.to_owned())),
        _ => bail!("must be KEY=VALUE, such as config=CONFIG_MK7"),
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
    fn labels_have_a_key() {
        assert_eq!(key_value("config=a=b").unwrap(), ("config".into(), "a=b".into()));
        assert_eq!(key_value("config=").unwrap(), ("config".into(), String::new()));
        assert!(key_value("config").is_err());
        assert!(key_value("=x").is_err());
    }

    #[test]
    fn a_placement_that_does_not_exist_names_those_that_do() {
        assert_eq!(placement("same_cpu").unwrap(), Placement::SameCpu);
        assert!(placement("near").unwrap_err().to_string().contains("smt_sibling"));
    }
}
