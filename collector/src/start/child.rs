//! The process that measures: reads its plan, goes to its CPU and folder, walks its points, reports.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::process::{Signal, set_parent_process_death_signal};
use thiserror::Error;

use super::frames::{self, FrameError};
use super::messages::{Counted, PlannedPoint, PointReport, Report, StartPlan};
use super::run_delay::RunDelay;
use super::{removal, sample};
use crate::bench::{self, Execution, Failure, Named, Setup};
use crate::plan::Program;
use crate::sys::usage::{self, Usage};
use crate::{placement, sys};

/// Why a start ends without having measured. Shown only where the collector shows what a start printed.
#[derive(Debug, Error)]
enum StartError {
    #[error("{} is for the collector's own use", super::START)]
    NotForPeople,
    #[error("the benchmark {0} is not measured by this version")]
    UnknownBenchmark(String),
    #[error("the start's folder: {0}")]
    Folder(std::io::Error),
    #[error(transparent)]
    Frame(#[from] FrameError),
}

/// Runs the start whose pipes have the numbers in the arguments; the exit status.
pub fn main(arguments: impl Iterator<Item = OsString>) -> i32 {
    match start(arguments) {
        Ok(()) => 0,
        Err(error) => {
            // Printing fails only where nobody is left to read.
            let _ = writeln!(std::io::stderr(), "{error}");
            1
        }
    }
}

fn start(arguments: impl Iterator<Item = OsString>) -> Result<(), StartError> {
    sys::signals::unblock_all();
    // The supervisor kills what is left of a start; should it be killed itself, the kernel does.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let mut pipes = arguments.map_while(|number| sys::fd::adopt(number.to_str()?.parse().ok()?));
    let (down, up): (OwnedFd, OwnedFd) = pipes.next().zip(pipes.next()).ok_or(StartError::NotForPeople)?;
    let plan: StartPlan = frames::read(&mut File::from(down))?;
    let mut up = File::from(up);
    std::env::set_current_dir(&plan.folder).map_err(StartError::Folder)?;
    let before = Counts::now();
    let pinned = match plan.cpus.first() {
        Some(&cpu) => placement::pin(&[cpu]).named("sched_setaffinity"),
        None => Ok(()),
    };
    match &plan.program {
        Some(program) => {
            sys::signals::file_limit_is_a_signal();
            for planned in &plan.points {
                let report = match pinned.clone() {
                    Ok(()) => execute(program, &plan, planned),
                    Err(failure) => failed(planned, failure),
                };
                frames::write(&mut up, &report)?;
            }
        }
        None => walk(&plan, pinned, &mut up)?,
    }
    Ok(frames::write(&mut up, &Report::Done(before.until_now()))?)
}

/// Executes a program and takes its figures.
fn execute(program: &Program, plan: &StartPlan, planned: &PlannedPoint) -> Report {
    let mut execution = Execution::of(program);
    match sample::once(&mut execution, plan, planned) {
        Ok(report) => match execution.figures() {
            Ok(figures) => Report::Point(PointReport { figures, ..report }),
            Err(problem) => Report::NotFigures(problem),
        },
        Err(failure) => failed(planned, failure),
    }
}

fn failed(planned: &PlannedPoint, failure: Failure) -> Report {
    Report::Failure { index: planned.index, failure }
}

/// Measures every point of a benchmark of ours, in the plan's order.
fn walk(plan: &StartPlan, pinned: Result<(), Failure>, up: &mut File) -> Result<(), StartError> {
    let measuring = bench::find(&plan.benchmark).ok_or_else(|| StartError::UnknownBenchmark(plan.benchmark.clone()))?;
    let setup = Setup::new(plan.placement, plan.cpus.clone(), Some(up.as_raw_fd()))
        .with_source(plan.source.clone().map(PathBuf::from));
    let mut warmup_ns = plan.warmup_ns;
    for planned in &plan.points {
        setup.next_point();
        let measured = pinned.clone().and_then(|()| sample::point(measuring, &setup, plan, planned, warmup_ns));
        if measured.is_ok() {
            warmup_ns = 0;
        }
        let report = measured.map_or_else(|failure| failed(planned, failure), Report::Point);
        frames::write(up, &report)?;
        empty_folder().map_err(StartError::Folder)?;
    }
    Ok(())
}

/// What a point left in the folder is no part of the next.
fn empty_folder() -> std::io::Result<()> {
    removal::empty(Path::new("."))
}

/// The kernel's counts at one moment.
struct Counts {
    usage: Usage,
    run_delay_ns: Option<u64>,
}

impl Counts {
    fn now() -> Self {
        Self { usage: usage::own(), run_delay_ns: RunDelay::open().read() }
    }

    fn until_now(&self) -> Counted {
        let now = Self::now();
        Counted {
            run_delay_ns: self.run_delay_ns.zip(now.run_delay_ns).map(|(then, now)| now.saturating_sub(then)),
            voluntary_switches: now.usage.voluntary_switches - self.usage.voluntary_switches,
            involuntary_switches: now.usage.involuntary_switches - self.usage.involuntary_switches,
            minor_faults: now.usage.minor_faults - self.usage.minor_faults,
            cpu_ns: Some(now.usage.cpu_ns + usage::ended_children().cpu_ns),
        }
    }
}
