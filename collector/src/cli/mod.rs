//! The command line: one file a command.

mod compare;
mod doctor;
mod list;
mod output;
mod run;
mod show;
mod upload;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Show one run
    Show(show::Args),
    /// Compare runs side by side
    Compare(Box<compare::Args>),
    /// Send runs to a server
    Upload(upload::Args),
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let plain = |done: anyhow::Result<()>| done.map(|()| ExitCode::SUCCESS);
    let done = match Cli::parse().command {
        Command::List(args) => plain(list::run(&args)),
        Command::Doctor(args) => plain(doctor::run(&args)),
        Command::Run(args) => run::run(&args),
        Command::Show(args) => plain(show::run(&args)),
        Command::Compare(args) => compare::run(&args),
        Command::Upload(args) => plain(upload::run(&args)),
    };
    done.unwrap_or_else(|error| {
        eprintln!("benchpages: {}", causes::in_one_line(error.as_ref()));
        ExitCode::FAILURE
    })
}
