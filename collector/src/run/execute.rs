//! Walking the plan. What was measured is kept whatever ends the run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use thiserror::Error;

use super::clean::Usual;
use super::others::Others;
use super::record::StartRecord;
use super::{Progress, Record, figures};
use crate::bench::{self, Failure};
use crate::canary::Canary;
use crate::clock::Clock;
use crate::observe::Root;
use crate::plan::{self, Amount, Entry, PlannedStart};
use crate::start::{self, Counted, Ending, Outcome, PlannedPoint, Report, StartPlan, Supervisor, WatchError};
use crate::sys::signals::EndRequests;

/// Of a preset's time, what a run takes before its first start and after its last, and what the longest start may take
/// more than was expected of it.
const AROUND: Duration = Duration::from_secs(30);

/// Says how many starts each record should have more.
pub type More<'a> = dyn Fn(&[Record]) -> Vec<u32> + 'a;

/// How a run is executed.
pub struct Settings<'a> {
    /// How much.
    pub amount: Amount,
    /// What orders are drawn from.
    pub seed: u64,
    /// How long any one point may take.
    pub deadline: Duration,
    /// How many starts each record should have more, once the plan is done; asked again until it is none.
    pub more: Option<&'a More<'a>>,
    /// When to stop, if the person says when.
    pub time_limit: Option<Duration>,
    /// The clock and its cost.
    pub clock: Clock,
    /// The canaries and their lengths.
    pub canary: Canary,
    /// Who spawns and ends processes.
    pub supervisor: &'a Supervisor,
    /// Waits until the machine has settled.
    pub settle: &'a dyn Fn(),
    /// Where requests to end arrive.
    pub end_requests: &'a EndRequests,
}

/// Why a run ended before its plan did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The person asked for it.
    Interrupted,
    /// The time that the person gave was over.
    TimeLimit,
    /// Nothing could be measured any more.
    Broken,
}

/// What a run brought.
pub struct Executed {
    /// What was measured, in the plan's order.
    pub records: Vec<Record>,
    /// Why it ended early, if it did.
    pub cut: Option<Cut>,
    /// What broke, if something did.
    pub error: Option<RunError>,
}

/// What keeps a run from going on.
#[derive(Debug, Error)]
pub enum RunError {
    /// A start could not be run.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// What somebody's own program printed is not what it should.
    #[error("{benchmark}: {problem}")]
    Program {
        /// Its benchmark.
        benchmark: &'static str,
        /// What is wrong.
        problem: String,
    },
}

/// Runs the starts that each record lacks, then repeats those that were disturbed throughout, as time allows.
pub fn execute(settings: &Settings<'_>, records: Vec<Record>, progress: Progress) -> Executed {
    let mut execution = Execution { settings, records, progress, began: Instant::now(), number: 0 };
    let (cut, error) = match execution.walk() {
        Ok(cut) => (cut, None),
        Err(error) => (Some(Cut::Broken), Some(error)),
    };
    execution.progress.finish();
    Executed { records: execution.records, cut, error }
}

struct Execution<'a> {
    settings: &'a Settings<'a>,
    records: Vec<Record>,
    progress: Progress,
    began: Instant,
    /// Starts so far, for the names of their folders.
    number: u32,
}

impl Execution<'_> {
    fn walk(&mut self) -> Result<Option<Cut>, RunError> {
        let missing: Vec<u32> = self.records.iter().map(|record| record.missing(&self.settings.amount)).collect();
        let entries: Vec<Entry> = self.records.iter().map(|record| record.entry.clone()).collect();
        if let Some(cut) = self.all(plan::starts(&entries, &missing, self.settings.seed))? {
            return Ok(Some(cut));
        }
        for round in 0..self.settings.amount.repeats {
            let (due, disturbed) = (self.disturbed_throughout(), self.starts_without());
            let tried = due.len();
            if due.is_empty() {
                break;
            }
            if let Some(cut) = self.all(plan::repeats(&entries, due, self.settings.seed, round))? {
                // The plan itself was done: a repeat that did not fit is nothing that is missing.
                return Ok(Some(cut).filter(|cut| *cut == Cut::Interrupted));
            }
            if 2 * self.starts_without().saturating_sub(disturbed) > tried {
                // Most of them were disturbed again: the machine is like that now, and more of them would be so too.
                break;
            }
        }
        self.more(&entries)
    }

    /// Runs the further starts that are asked for, each series in orders of its own.
    fn more(&mut self, entries: &[Entry]) -> Result<Option<Cut>, RunError> {
        let Some(ask) = self.settings.more else { return Ok(None) };
        for series in 1.. {
            let missing = ask(&self.records);
            let starts = plan::starts(entries, &missing, self.settings.seed.wrapping_add(series));
            if starts.is_empty() {
                break;
            }
            if let Some(cut) = self.all(starts)? {
                // As with repeats: nothing that was planned is missing.
                return Ok(Some(cut).filter(|cut| *cut == Cut::Interrupted));
            }
        }
        Ok(None)
    }

    /// Entries with too few starts that have a clean sample at every point.
    fn disturbed_throughout(&self) -> Vec<usize> {
        let Some(usual) = Usual::of(&self.records) else { return Vec::new() };
        (0..self.records.len())
            .filter(|&index| usual.starts_without(&self.records[index]) > self.records[index].repeats())
            .collect()
    }

    /// Starts of all entries that lack a clean sample at some point.
    fn starts_without(&self) -> usize {
        let usual = Usual::of(&self.records);
        usual.map_or(0, |usual| self.records.iter().map(|record| usual.starts_without(record) as usize).sum())
    }

    fn all(&mut self, starts: Vec<PlannedStart>) -> Result<Option<Cut>, RunError> {
        let amount = &self.settings.amount;
        let expected: Vec<Duration> =
            starts.iter().map(|start| self.records[start.entry].entry.expected(amount)).collect();
        for (index, planned) in starts.iter().enumerate() {
            let entry = &self.records[planned.entry].entry;
            let limit = match (planned.repeat, self.settings.time_limit) {
                (false, limit) => limit,
                (true, limit) => {
                    let repeats = amount.limit.saturating_sub(AROUND);
                    Some(limit.unwrap_or(repeats).min(repeats))
                }
            };
            let longest = Duration::from_nanos(self.records[planned.entry].longest_ns());
            if limit.is_some_and(|limit| self.began.elapsed() + expected[index].max(longest) > limit) {
                return Ok(Some(Cut::TimeLimit));
            }
            let points = self.records[planned.entry].planned(&planned.points);
            let Some(cpus) = entry.cpus.clone().filter(|_| !points.is_empty()) else { continue };
            self.progress.before(&entry.title(), planned.repeat, &expected[..index], &expected[index..]);
            if self.one(planned, points, cpus)? == Ending::Interrupted {
                return Ok(Some(Cut::Interrupted));
            }
            if self.records[planned.entry].entry.whole().is_some() {
                (self.settings.settle)();
            }
        }
        Ok(None)
    }

    /// Runs one start and records it. Where it dies, another one walks the points that it did not come to.
    fn one(&mut self, planned: &PlannedStart, points: Vec<PlannedPoint>, cpus: Vec<u32>) -> Result<Ending, RunError> {
        let (ending, unreached) = self.process(planned, points, cpus.clone())?;
        let points = self.records[planned.entry].planned(&unreached);
        if points.is_empty() { Ok(ending) } else { Ok(self.process(planned, points, cpus)?.0) }
    }

    /// Runs one process and records it: how it ended, and which points it did not come to.
    fn process(
        &mut self,
        planned: &PlannedStart,
        points: Vec<PlannedPoint>,
        cpus: Vec<u32>,
    ) -> Result<(Ending, Vec<usize>), RunError> {
        if self.settings.end_requests.received().is_some() {
            return Ok((Ending::Interrupted, Vec::new()));
        }
        let root = Root::live();
        let others = Others::begin(&root, &cpus);
        let at_ms = self.began.elapsed().as_millis() as u64;
        let outcome = self.run(planned, points.clone(), &cpus)?;
        let ending = outcome.ending.clone();
        let record = &mut self.records[planned.entry];
        let benchmark = record.entry.benchmark.id;
        if let Some(problem) = outcome.not_figures() {
            return Err(RunError::Program { benchmark, problem });
        }
        match ending {
            Ending::Interrupted => {}
            Ending::Done(_) if record.entry.whole().is_some() && outcome.failures() > 0 => {
                self.progress.quote(&record.entry.title(), &outcome.printed);
            }
            Ending::Done(_) if record.entry.program.is_none() || outcome.failures() == 0 => {}
            Ending::Done(_) => self.progress.note(&record.entry.title(), "", &outcome.printed),
            _ => self.progress.note(&record.entry.title(), "a start ended early", &outcome.printed),
        }
        let mut others = others.end();
        let waits = bench::find(benchmark).is_some_and(|measuring| !measuring.batch.patience().is_zero());
        if record.entry.runs_alone() || waits {
            // Its own run delay tells more, and sample by sample; and who waits for long leaves the CPU to others.
            others.used_ns = None;
        }
        let start = StartRecord { at_ms, repeat: planned.repeat, others, ..StartRecord::default() };
        let unreached = record.take(&points, outcome, start);
        match figures::contradiction(record) {
            Some(problem) => Err(RunError::Program { benchmark, problem }),
            None => Ok((ending, unreached)),
        }
    }

    fn run(&mut self, planned: &PlannedStart, points: Vec<PlannedPoint>, cpus: &[u32]) -> Result<Outcome, RunError> {
        let settings = self.settings;
        self.number += 1;
        let folder = settings.supervisor.folder().join(format!("start-{}", self.number));
        if let Err(error) = std::fs::create_dir(&folder) {
            // As where the disk is full: another start may find room again.
            let failure = Failure::call("mkdir", Errno::from_io_error(&error).unwrap_or(Errno::IO));
            let report = |point: &PlannedPoint| Report::Failure { index: point.index, failure: failure.clone() };
            let reports = points.iter().map(report).collect();
            let printed = format!("{}: cannot make a folder for a start: {error}", folder.display());
            return Ok(Outcome { reports, ending: Ending::Done(Counted::default()), printed });
        }
        let entry = &self.records[planned.entry].entry;
        let plan = StartPlan {
            benchmark: entry.benchmark.id.to_owned(),
            placement: entry.placement,
            cpus: cpus.to_vec(),
            folder: folder.to_string_lossy().into_owned(),
            clock: settings.clock,
            canary: settings.canary,
            samples: entry.amount(&settings.amount).samples,
            target_ns: settings.amount.sample_ns,
            warmup_ns: settings.amount.warmup_ns,
            run_delay: entry.runs_alone(),
            program: entry.program.clone(),
            source: entry.source.clone().map(PathBuf::into_os_string),
            points,
        };
        let deadline = entry.deadline(settings.deadline);
        let outcome = start::run(settings.supervisor, &plan, planned.padding, deadline, settings.end_requests);
        // What cannot be removed now goes with the run's folder.
        let _ = start::removal::remove(&folder);
        Ok(outcome?)
    }
}
