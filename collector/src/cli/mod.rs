//! The command line: one file a command.

mod compare;
mod doctor;
mod output;
mod show;
mod upload;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures a machine's kernel and hardware, and compares results.
#[derive(Debug, Parser)]
#[command(name = "benchpages", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what on this machine would spoil a result
    Doctor(doctor::Args),
    /// Show one run
    Show(show::Args),
    /// Compare runs side by side
    Compare(compare::Args),
    /// Send runs to a server
    Upload(upload::Args),
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Doctor(args) => doctor::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Upload(args) => upload::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("benchpages: {error:#}");
            ExitCode::FAILURE
        }
    }
}
