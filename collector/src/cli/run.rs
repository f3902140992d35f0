//! `benchpages run`: measures this machine, has the document on the disk, and then sends it where asked.

mod args;
mod outcome;
mod plan_table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use shared::model::{During, Preset, Run, validate};

pub use args::Args;
use outcome::Exit;

use crate::canary::Canary;
use crate::clock::Clock;
use crate::document::{self, Request, Written};
use crate::observe::{self, Identity, Root, Surroundings, Watch, random_hex};
use crate::placement::{self, Layout};
use crate::plan::{Amount, Entry};
use crate::run::{self, Executed, Progress, Record, Resumed, Settings};
use crate::start::Supervisor;
use crate::sys::chain;
use crate::sys::signals::EndRequests;

/// Bits of a seed: it must survive JavaScript.
const SEED_BITS: u32 = 52;

/// Measures, writes, prints, sends.
pub fn run(args: &Args) -> Result<ExitCode> {
    let allowed = placement::allowed().context("cannot ask which CPUs this process may use")?;
    let root = Root::live();
    let layout = Layout::read(&root, &allowed);
    let data = document::data_folder();
    let identity = Identity::of(&root, args.machine.as_deref(), data.as_deref());
    let resumed = args.resume.as_deref().map(Resumed::read).transpose()?;
    let (preset, entries) = match &resumed {
        Some(resumed) => (resumed.preset(), resumed.entries(&layout)?),
        None => (args.preset(), args.selection().entries(&layout)?),
    };
    let amount = Amount::of(preset, args.starts, args.samples);
    if args.plan {
        super::output::put(&plan_table::text(preset, &entries, &amount))?;
        return Ok(ExitCode::SUCCESS);
    }
    let out = args.out.clone().unwrap_or_else(|| document::runs_folder(data.as_deref()));
    document::check_destination(&out)?;
    if args.repeat > 1 && !out.is_dir() {
        bail!("--out {}: must be a folder where --repeat asks for several documents", out.display());
    }
    let upload = args.upload_target()?;
    let around = Surrounding { root: &root, layout: &layout, allowed: &allowed, identity: &identity };
    let mut exit = Exit::Success;
    for repetition in 0..args.repeat {
        let seed = args.seed(resumed.as_ref(), repetition).unwrap_or_else(random_seed);
        let plan = Plan { preset, amount, seed, entries: entries.clone() };
        let measured = measure(args, &around, plan, resumed.as_ref(), &out)?;
        exit = exit.max(outcome::report(args, &measured, upload.as_ref())?);
        if measured.cut == Some(run::Cut::Interrupted) {
            break;
        }
    }
    Ok(exit.into())
}

/// What is to be measured.
struct Plan {
    preset: Preset,
    amount: Amount,
    seed: u64,
    entries: Vec<Entry>,
}

/// What is known before anything is measured.
struct Surrounding<'a> {
    root: &'a Root,
    layout: &'a Layout,
    allowed: &'a [u32],
    identity: &'a Identity,
}

/// A run that is on the disk.
struct Measured {
    written: Written,
    run: Run,
    cut: Option<run::Cut>,
    error: Option<run::RunError>,
}

fn measure(
    args: &Args,
    around: &Surrounding<'_>,
    plan: Plan,
    resumed: Option<&Resumed>,
    out: &Path,
) -> Result<Measured> {
    let supervisor = Supervisor::spawn(args.work.as_deref())?;
    let end_requests = EndRequests::open().context("cannot wait for signals")?;
    // From here on it goes before `end_requests` does: a signal must not end the process before its folder is removed.
    let supervisor = supervisor;
    let cpu = around.layout.default_cpu();
    let on_cpu = Speed::of(cpu, around.allowed);
    let Plan { preset, amount, seed, entries } = plan;
    let request =
        Request { preset, labels: args.labels(resumed), seed, supersedes: resumed.map(|resumed| resumed.id.clone()) };
    let surroundings = look_around(around, resumed, &on_cpu.clock, supervisor.folder())?;
    let mut document = document::begin(request, surroundings);
    document.provenance.notes = args.notes(resumed);
    // What the person gave must fit in a document before minutes are spent on one.
    validate(&document).context("nothing was measured")?;
    let records = match resumed {
        Some(resumed) => resumed.records(entries),
        None => entries.into_iter().map(Record::of).collect(),
    };
    on_cpu.settle(args, around, &end_requests);
    let watch = Watch::begin(around.root, on_cpu.hertz);
    let settings = Settings {
        amount: amount.for_clock(&on_cpu.clock),
        seed,
        time_limit: args.time_limit.map(Duration::from_secs),
        clock: on_cpu.clock,
        canary: on_cpu.canary,
        supervisor: &supervisor,
        end_requests: &end_requests,
    };
    let Executed { records, cut, error } = run::execute(&settings, records, Progress::on_stderr(args.quiet));
    let during: During = watch.end(Speed::of(cpu, around.allowed).hertz);
    document.groups = run::groups(&records, cut);
    document.verdict = Some(run::verdict(&document.groups, &during, cut));
    document.during = during;
    document.complete = cut.is_none();
    document.finished = Some(document::now());
    let written = document::write(&document, out)?;
    Ok(Measured { written, run: document, cut, error })
}

/// What the document says of where it was measured. From here on, the run counts as one of its boot.
fn look_around(
    around: &Surrounding<'_>,
    resumed: Option<&Resumed>,
    clock: &Clock,
    work: &Path,
) -> Result<Surroundings> {
    let mut seen = observe::surroundings(around.root, around.identity, around.layout.default_cpu(), work);
    if let Some(resumed) = resumed {
        resumed.check_boot(&seen.boot)?;
    }
    seen.boot.run_of_boot = seen.boot.key.as_deref().and_then(|key| around.identity.count_run(key));
    seen.conditions.clock = Some(Clock::NAME.to_owned());
    seen.conditions.clock_read_ns = Some(clock.cost_ns);
    Ok(seen)
}

/// What a CPU's clock, canaries and frequency are now.
struct Speed {
    clock: Clock,
    canary: Canary,
    hertz: Option<f64>,
}

impl Speed {
    /// Goes to the CPU for some milliseconds, and back to all that are allowed.
    fn of(cpu: u32, allowed: &[u32]) -> Self {
        // Where moving is forbidden, any CPU must do.
        let _ = placement::pin(&[cpu]);
        let clock = Clock::measure();
        let speed = Self { clock, canary: Canary::measure(&clock), hertz: chain::hertz(|work| clock.time(work).0) };
        let _ = placement::pin(allowed);
        speed
    }

    /// Waits there until the machine has settled, and says so if it does not.
    fn settle(&self, args: &Args, around: &Surrounding<'_>, end_requests: &EndRequests) {
        let _ = placement::pin(&[around.layout.default_cpu()]);
        let limit = Duration::from_secs(args.settle);
        let settled = run::settle(around.root, &self.canary, &self.clock, limit, end_requests);
        let _ = placement::pin(around.allowed);
        if !settled && !limit.is_zero() && !args.quiet {
            eprintln!("the machine has not settled within {} s; `benchpages doctor` may say why", args.settle);
        }
    }
}

/// Bits from the kernel, or where it gives none, from the clock.
fn random_seed() -> u64 {
    let random = random_hex().and_then(|hex| u64::from_str_radix(hex.get(..16)?, 16).ok());
    random.unwrap_or_else(|| Clock { cost_ns: 0.0 }.now()) & ((1 << SEED_BITS) - 1)
}

/// Where to send a run, checked before it is measured.
struct Target {
    address: crate::upload::Address,
    token: Option<crate::upload::Token>,
}

/// The name of a document's file, as the person may type it again.
fn shown(path: &Path) -> PathBuf {
    path.strip_prefix("./").unwrap_or(path).to_owned()
}
