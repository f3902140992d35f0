//! `benchpages exec NAME -- COMMAND…`: somebody's own program under our starts, placement, canaries and verdict.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use shared::model::Placement;

use super::run::{Here, Looked, Plan, RunOptions, measure, random_seed, report};
use crate::plan::{Amount, Program, program_entry, program_id};

const EXPLANATION: &str = "\
The figure is the time from before the program is executed until it has ended, once a start; the benchmark is called
exec.NAME. With --figures it is what the program prints on its standard output, a line each:

    NAME VALUE UNIT better=lower        (or better=higher, or better=neutral)

Any other line ends the run, and is quoted. What else the program prints is let go; where it fails, the last line of its
standard error is shown. An exit status other than 0, or a signal, is a failed start. Neither the command line nor the
environment goes into the document. The program runs in the current folder, without standard input.

A time that was disturbed is taken once more, up to as often again as --starts says; all of them stay in the document.

Figures of one CPU (--placement same_cpu) are called different from 4 % on, others from 15 % on.
The exit status is that of `benchpages run`.";

/// Options of `exec`.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = EXPLANATION)]
pub struct Args {
    /// What to call it: up to 64 of a-z, 0-9, _ and -, in parts between dots
    #[arg(value_parser = program_id)]
    name: String,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Take the figures that the program prints, instead of its time
    #[arg(long)]
    figures: bool,
    /// Where it runs: same_cpu pins it, with all that it starts, to one CPU
    #[arg(long, value_name = "NAME", default_value = "unpinned", value_parser = placement)]
    placement: Placement,
    /// End it where it takes longer than so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    deadline: u64,
    #[command(flatten)]
    options: RunOptions,
}

/// Executes the program as often as asked for, writes, prints, sends.
pub fn run(args: &Args) -> Result<ExitCode> {
    let options = &args.options;
    options.labels(None)?;
    let here = Here::look(options)?;
    let folder = std::env::current_dir().context("cannot ask for the current folder")?;
    let program = Program { words: args.command.clone(), folder: folder.into(), figures: args.figures };
    let entry = program_entry(args.name.clone(), program, args.placement, &here.layout);
    let out = here.destination(options)?;
    let upload = options.upload_target()?;
    let plan = Plan {
        preset: None,
        amount: Amount::of_program(options.starts),
        deadline: Some(Duration::from_secs(args.deadline)),
        seed: options.seed(None, 0).unwrap_or_else(random_seed),
        entries: vec![entry],
        against: None,
        looked: Looked::default(),
    };
    Ok(report(options, &measure(options, &here, plan, None, &out)?, upload.as_ref())?.into())
}

fn placement(name: &str) -> Result<Placement> {
    match Placement::parse(name) {
        Some(placement @ (Placement::SameCpu | Placement::Unpinned)) => Ok(placement),
        _ => bail!("must be same_cpu or unpinned"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_pinned_or_not() {
        assert_eq!(placement("same_cpu").unwrap(), Placement::SameCpu);
        assert_eq!(placement("unpinned").unwrap(), Placement::Unpinned);
        assert!(placement("cross_node").is_err() && placement("").is_err());
    }
}
