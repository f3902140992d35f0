//! One run: the machine is looked at, the plan is walked, the document is written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use shared::model::{During, Preset, Run, validate};

use super::{Against, Looked, RunOptions};
use crate::canary::Canary;
use crate::clock::Clock;
use crate::document::{self, Request, Written};
use crate::observe::{self, Identity, Root, Surroundings, Watch};
use crate::placement::{self, Layout};
use crate::plan::{Amount, Entry};
use crate::run::{self, Cut, Executed, More, Progress, Record, Resumed, RunError, Settings};
use crate::source;
use crate::start::Supervisor;
use crate::sys::chain;
use crate::sys::signals::EndRequests;

/// What is to be measured.
pub struct Plan<'a> {
    /// The preset, unless it is a person's own program.
    pub preset: Option<Preset>,
    /// How much.
    pub amount: Amount,
    /// How long a point may take, where that is not the amount's.
    pub deadline: Option<Duration>,
    /// What orders are drawn from.
    pub seed: u64,
    /// The benchmarks and their places.
    pub entries: Vec<Entry>,
    /// What decides how many further starts there are, if something does.
    pub against: Option<&'a Against>,
    /// What is known of the trees that are built.
    pub looked: Looked,
}

/// What is known before anything is measured.
pub struct Here {
    root: Root,
    /// How the CPUs lie.
    pub layout: Layout,
    allowed: Vec<u32>,
    identity: Identity,
    data: Option<PathBuf>,
}

impl Here {
    /// Looks at the machine and its CPUs.
    pub fn look(options: &RunOptions) -> Result<Self> {
        let allowed = placement::allowed().context("cannot ask which CPUs this process may use")?;
        let root = Root::live();
        let layout = Layout::read(&root, &allowed);
        let data = document::data_folder();
        let identity = Identity::of(&root, options.machine.as_deref(), data.as_deref());
        Ok(Self { root, layout, allowed, identity, data })
    }

    /// Where documents go; it can be written to.
    pub fn destination(&self, options: &RunOptions) -> Result<PathBuf> {
        let out = options.out.clone().unwrap_or_else(|| document::runs_folder(self.data.as_deref()));
        document::check_destination(&out)?;
        Ok(out)
    }
}

/// A run that is on the disk.
pub struct Measured {
    /// Its file.
    pub written: Written,
    /// What it says.
    pub run: Run,
    /// Why it ended early, if it did.
    pub cut: Option<Cut>,
    /// What broke, if something did.
    pub error: Option<RunError>,
}

/// Measures what is planned and has the document on the disk. Where the person's own program does not do what it
/// should, there is no document.
pub fn measure(
    options: &RunOptions,
    here: &Here,
    plan: Plan<'_>,
    resumed: Option<&Resumed>,
    out: &Path,
) -> Result<Measured> {
    #[cfg(feature = "plant")]
    let planted = crate::plant::Changes::asked()?;
    let supervisor = Supervisor::spawn(options.work.as_deref())?;
    let end_requests = EndRequests::open().context("cannot wait for signals")?;
    // From here on it goes before `end_requests` does: a signal must not end the process before its folder is removed.
    let supervisor = supervisor;
    let cpu = here.layout.default_cpu();
    let on_cpu = Speed::of(cpu, &here.allowed);
    let Plan { preset, amount, deadline, seed, entries, against, looked } = plan;
    source::check_room(&here.root, supervisor.folder(), &looked.needs)?;
    let amount = amount.for_clock(&on_cpu.clock);
    let request = Request {
        preset,
        labels: options.labels(resumed)?,
        seed,
        supersedes: resumed.map(|resumed| resumed.id.clone()),
    };
    let mut surroundings = look_around(here, resumed, &on_cpu.clock, supervisor.folder())?;
    surroundings.conditions.userland.extend(looked.tools);
    surroundings.conditions.other.extend(looked.trees);
    let mut document = document::begin(request, surroundings);
    document.provenance.notes = options.notes(resumed);
    // What the person gave must fit in a document before minutes are spent on one.
    validate(&document).context("nothing was measured")?;
    let records = match resumed {
        Some(resumed) => resumed.records(entries),
        None => entries.into_iter().map(Record::of).collect(),
    };
    let settle = || on_cpu.settle(options, here, &end_requests);
    settle();
    let watch = Watch::begin(&here.root, on_cpu.hertz);
    let more = against.map(|against| {
        let begun = document.clone();
        move |records: &[Record]| against.more(records, Run { groups: run::groups(records, None), ..begun.clone() })
    });
    let settings = Settings {
        amount,
        deadline: deadline.unwrap_or(amount.deadline()),
        seed,
        more: more.as_ref().map(|more| more as &More<'_>),
        time_limit: options.time_limit.map(Duration::from_secs),
        clock: on_cpu.clock,
        canary: on_cpu.canary,
        supervisor: &supervisor,
        settle: &settle,
        end_requests: &end_requests,
    };
    let Executed { records, cut, error } = run::execute(&settings, records, Progress::on_stderr(options.quiet));
    if let Some(error @ RunError::Program { .. }) = error {
        return Err(error.into());
    }
    let during: During = watch.end(Speed::of(cpu, &here.allowed).hertz);
    document.groups = run::groups(&records, cut);
    document.verdict = Some(run::verdict(&records, &document.groups, &during, cut));
    #[cfg(feature = "plant")]
    planted.declare(&mut document);
    document.during = during;
    document.complete = cut.is_none();
    document.finished = Some(document::now());
    let written = document::write(&document, out)?;
    if cut == Some(Cut::Interrupted) {
        end_requests.ignore_further();
    }
    Ok(Measured { written, run: document, cut, error })
}

/// What the document says of where it was measured. From here on, the run counts as one of its boot.
fn look_around(here: &Here, resumed: Option<&Resumed>, clock: &Clock, work: &Path) -> Result<Surroundings> {
    let mut seen = observe::surroundings(&here.root, &here.identity, here.layout.default_cpu(), work);
    if let Some(resumed) = resumed {
        resumed.check_boot(&seen.boot)?;
    }
    seen.boot.run_of_boot = seen.boot.key.as_deref().and_then(|key| here.identity.count_run(key));
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
    fn settle(&self, options: &RunOptions, here: &Here, end_requests: &EndRequests) {
        let _ = placement::pin(&[here.layout.default_cpu()]);
        let limit = Duration::from_secs(options.settle);
        let settled = run::settle(&here.root, &self.canary, &self.clock, limit, end_requests);
        let _ = placement::pin(&here.allowed);
        if !settled && !limit.is_zero() && !options.quiet {
            eprintln!("the machine has not settled within {} s; `benchpages doctor` may say why", options.settle);
        }
    }
}
