//! Options of every command that measures.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;

use super::Target;
use crate::cli::UsageError;
use crate::run::Resumed;
use crate::upload::{Address, Token};

/// Seeds are below this, so that they survive JavaScript.
const SEEDS: u64 = 1 << 53;

/// What is said of a run, how long it may take, and where it goes.
#[derive(Clone, Debug, ClapArgs)]
pub struct RunOptions {
    /// Starts of each benchmark, instead of the usual number
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub starts: Option<u32>,
    /// Say something of this run that comparisons can use: `config=CONFIG_MK7`
    #[arg(long = "label", value_name = "KEY=VALUE", value_parser = key_value)]
    labels: Vec<(String, String)>,
    /// Say something of this run that readers should know
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// Draw the order of starts from this number
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..SEEDS))]
    seed: Option<u64>,
    /// Stop after so many seconds; what was measured is kept
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<u64>,
    /// Wait at most so many seconds, before the first start, until the machine has settled
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub settle: u64,
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
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl RunOptions {
    /// The labels: those of the run that is resumed, and those given now, each key once.
    pub fn labels(&self, resumed: Option<&Resumed>) -> Result<BTreeMap<String, String>, UsageError> {
        let mut given = BTreeMap::new();
        for (key, value) in &self.labels {
            if given.insert(key.clone(), value.clone()).is_some() {
                return Err(UsageError(format!("--label {key}: given more than once; a run has one value of it")));
            }
        }
        let mut labels = resumed.map(|resumed| resumed.run.labels.clone()).unwrap_or_default();
        labels.extend(given);
        Ok(labels)
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
    pub fn upload_target(&self) -> Result<Option<Target>> {
        let Some(url) = &self.upload else { return Ok(None) };
        let address = Address::parse(url).map_err(|error| UsageError(error.to_string()))?;
        let token = self.token_file.as_deref().map(Token::read).transpose()?;
        Ok(Some(Target { address, token }))
    }
}

/// The parts of `key=value`.
pub fn key_value(text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.to_owned())),
        _ => bail!("must be KEY=VALUE, such as config=CONFIG_MK7"),
    }
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
}
