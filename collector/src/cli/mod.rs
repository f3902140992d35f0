//! The command line: one file a command.

mod compare;
mod doctor;
mod exec;
mod generate;
mod import;
mod list;
mod output;
mod run;
mod show;
mod upload;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use thiserror::Error;

use crate::causes;

/// Measures a machine's kernel and hardware, and compares results.
#[derive(Debug, Parser)]
#[command(name = "benchpages", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what there is to measure
    List(list::Args),
    /// Say what on this machine would spoil a result
    Doctor(doctor::Args),
    /// Measure this machine
    Run(Box<run::Args>),
    /// Measure a program of your own
    Exec(Box<exec::Args>),
    /// Show one run
    Show(show::Args),
    /// Compare runs side by side
    Compare(Box<compare::Args>),
    /// Make runs of what other tools wrote
    Import(Box<import::Args>),
    /// Send runs to a server
    Upload(upload::Args),
    /// Write manual pages and completions of shells
    #[command(hide = true)]
    Generate(generate::Args),
}

/// Exit status where the command line is wrong.
const USAGE: u8 = 2;
/// What `git bisect run` takes for "cannot be told".
const UNTOLD: u8 = 125;

/// What the person asked for cannot be meant.
#[derive(Debug, Error)]
#[error("{0}")]
struct UsageError(String);

/// What the command line asks for, or, where it is wrong, the status to exit with: a check that was asked for wrongly must not
/// blame a commit.
fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        // Fails only where nobody is left to read.
        let _ = error.print();
        let checks = std::env::args_os().any(|word| word.to_string_lossy().starts_with("--check"));
        match error.use_stderr() {
            true if checks => UNTOLD.into(),
            true => USAGE.into(),
            false => ExitCode::SUCCESS,
        }
    })
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let plain = |done: anyhow::Result<()>| done.map(|()| ExitCode::SUCCESS);
    let done = match cli.command {
        Command::List(args) => plain(list::run(&args)),
        Command::Doctor(args) => plain(doctor::run(&args)),
        Command::Run(args) => run::run(&args),
        Command::Exec(args) => exec::run(&args),
        Command::Show(args) => plain(show::run(&args)),
        Command::Compare(args) => compare::run(&args),
        Command::Import(args) => plain(import::run(&args)),
        Command::Upload(args) => plain(upload::run(&args)),
        Command::Generate(args) => plain(generate::run(&args, &Cli::command())),
    };
    done.unwrap_or_else(|error| {
        eprintln!("benchpages: {}", causes::in_one_line(error.as_ref()));
        if error.is::<UsageError>() { USAGE.into() } else { ExitCode::FAILURE }
    })
}
