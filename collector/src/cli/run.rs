//! `benchpages run`: measures this machine, has the document on the disk, and then sends it where asked.

mod against;
mod args;
mod measure;
mod options;
mod outcome;
mod plan_table;
mod trees;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

pub(super) use against::Against;
pub use args::Args;
pub(super) use measure::{Here, Plan, measure};
pub(super) use options::{RunOptions, key_value};
pub(super) use outcome::{Exit, report};
pub(super) use trees::Looked;

use crate::cli::UsageError;
use crate::clock::Clock;
use crate::observe::random_hex;
use crate::placement::Layout;
use crate::plan::{Amount, Entry, Selection};
use crate::run::{Cut, Resumed};

/// Bits of a seed: it must survive JavaScript.
const SEED_BITS: u32 = 52;

/// Measures, writes, prints, sends.
pub fn run(args: &Args) -> Result<ExitCode> {
    let options = &args.options;
    options.labels(None)?;
    let here = Here::look(options)?;
    let resumed = args.resume.as_deref().map(Resumed::read).transpose()?;
    let against = args.against.as_deref().map(Against::read).transpose()?;
    let (preset, mut entries) = match (&resumed, &against) {
        (Some(resumed), _) => (resumed.preset(), resumed.entries(&here.layout)?),
        (None, Some(against)) => (against.preset(), against.entries(&args.selection(), &here.layout)?),
        (None, None) => (args.preset(), chosen(&args.selection(), &here.layout)?),
    };
    trees::hand_out(&args.source, &mut entries).map_err(|mismatch| UsageError(mismatch.to_string()))?;
    let amount = match &against {
        Some(against) => {
            Amount::of(preset, Some(against.first(options.starts)), args.samples.or_else(|| against.samples()))
        }
        None => Amount::of(preset, options.starts, args.samples),
    };
    if args.plan {
        super::output::put(&plan_table::text(preset, &entries, &amount))?;
        return Ok(ExitCode::SUCCESS);
    }
    let out = here.destination(options)?;
    if args.repeat > 1 && !out.is_dir() {
        bail!("--out {}: must be a folder where --repeat asks for several documents", out.display());
    }
    let upload = options.upload_target()?;
    let looked = trees::look(&args.source, &entries, options.quiet)?;
    if let Some(resumed) = &resumed {
        resumed.check_trees(&looked.trees)?;
    }
    let mut exit = Exit::Success;
    for repetition in 0..args.repeat {
        let seed = options.seed(resumed.as_ref(), repetition).unwrap_or_else(random_seed);
        let plan = Plan {
            preset: Some(preset),
            amount,
            deadline: None,
            seed,
            entries: entries.clone(),
            against: against.as_ref(),
            looked: looked.clone(),
        };
        let measured = measure(options, &here, plan, resumed.as_ref(), &out)?;
        exit = exit.max(report(options, &measured, upload.as_ref())?);
        if let Some(against) = &against {
            super::output::put(&against.words(&measured.run))?;
        }
        if measured.cut == Some(Cut::Interrupted) {
            break;
        }
    }
    Ok(exit.into())
}

/// What a selection leaves to measure; one that leaves nothing, or names what there is not, is a wrong command line.
fn chosen(selection: &Selection, layout: &Layout) -> Result<Vec<Entry>, UsageError> {
    selection.entries(layout).map_err(|error| UsageError(error.to_string()))
}

/// Bits from the kernel, or where it gives none, from the clock.
pub(super) fn random_seed() -> u64 {
    let random = random_hex().and_then(|hex| u64::from_str_radix(hex.get(..16)?, 16).ok());
    random.unwrap_or_else(|| Clock { cost_ns: 0.0 }.now()) & ((1 << SEED_BITS) - 1)
}

/// Where to send a run, checked before it is measured.
pub(super) struct Target {
    address: crate::upload::Address,
    token: Option<crate::upload::Token>,
}

/// The name of a document's file, as the person may type it again.
fn shown(path: &Path) -> PathBuf {
    path.strip_prefix("./").unwrap_or(path).to_owned()
}
