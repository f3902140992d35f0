//! `benchpages show FILE…`: one run for the eye: what it ran on, under which conditions, what the collector says of it,
//! and its figures.

mod conditions;
mod figures;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args as ClapArgs, ValueEnum};
use shared::import::export;
use shared::model::{Run, VerdictWord};
use shared::render::{self, Options};
use shared::summary::summarise;

use super::output::put;
use crate::document::{self, Document};

/// Options of `show`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Run documents, plain or packed with gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Form of the answer: tables for a terminal, text for mail, the document itself, or what other tools read:
    /// a summary as lmbench's, with a row a run, or the text of Go's benchmarks, for benchstat
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Leave out the conditions
    #[arg(long)]
    figures_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Text,
    Json,
    Lmbench,
    Benchfmt,
}

/// Prints runs, one after the other.
pub fn run(args: &Args) -> Result<()> {
    if args.format == Format::Lmbench {
        let documents = args.files.iter().map(|file| document::read(file)).collect::<Result<Vec<_>, _>>()?;
        let summaries: Vec<_> = documents.iter().map(|document| summarise(&document.id, &document.run)).collect();
        let runs: Vec<_> = documents.iter().map(|document| &document.run).zip(&summaries).collect();
        put(&export::lmbench_summary(&runs))?;
        return Ok(());
    }
    for file in &args.files {
        let document = document::read(file)?;
        put(&match args.format {
            Format::Table => tables(&document, args.figures_only),
            Format::Lmbench | Format::Benchfmt => {
                export::benchfmt(&document.run, &summarise(&document.id, &document.run))
            }
            Format::Text => render::run_text(&summarise(&document.id, &document.run), &Options::default()),
            Format::Json => serde_json::to_string_pretty(&document.run)? + "\n",
        })?;
    }
    Ok(())
}

fn tables(document: &Document, figures_only: bool) -> String {
    let mut text = head(document);
    if !figures_only {
        text += "\n";
        text += &conditions::text(&document.run);
    }
    text += "\n";
    text + &figures::text(document)
}

/// Which run it is, and the verdict.
fn head(document: &Document) -> String {
    let run = &document.run;
    let mut text = format!("run {}\n", document.id);
    // A published run may not know its kernel.
    text += [run.kernel.name.as_str(), run.kernel.release.as_str()].join(" ").trim();
    if let Some(cpu) = run.machine.cpu_model.as_ref().or(run.machine.description.as_ref()) {
        text += &format!(" on {cpu}");
    }
    text += &format!("\nstarted {}", run.started);
    if let Some(finished) = &run.finished {
        text += &format!(", finished {finished}");
    }
    if let Some(preset) = run.preset {
        text += &format!(", {}", preset.name());
    }
    text += "\n";
    for (key, value) in &run.labels {
        text += &format!("label {key}={value}\n");
    }
    if !run.complete {
        text += "not complete: interrupted, or out of time\n";
    }
    text + &verdict(run)
}

fn verdict(run: &Run) -> String {
    let Some(verdict) = &run.verdict else { return String::new() };
    let word = match verdict.word {
        VerdictWord::Clean => "clean",
        VerdictWord::Disturbed => "disturbed",
        VerdictWord::Invalid => "invalid",
    };
    let reasons = verdict.reasons.iter().map(|reason| format!("  {}: {}\n", reason.kind, reason.text));
    format!("verdict: {word}\n{}", reasons.collect::<String>())
}
