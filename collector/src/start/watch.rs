//! The collector's side of a start: sends the plan, gathers reports, and is the watchdog: the deadline is the timeout of
//! its poll. While samples are taken it sleeps in that poll.

use std::fs::File;
use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use thiserror::Error;

use super::frames::{self, Decoder, FrameError};
use super::messages::{Counted, Report, StartPlan};
use super::supervisor::{Supervisor, SupervisorError};
use crate::sys::signals::EndRequests;

/// Of what a start prints, this much is kept.
const PRINTED: usize = 16 << 10;
/// How long a start may take to exit after its last report.
const GRACE: Duration = Duration::from_millis(500);

/// Why a start could not be run at all.
#[derive(Debug, Error)]
pub enum WatchError {
    /// A pipe or poll failed.
    #[error("cannot watch a measuring process: {0}")]
    System(#[from] io::Error),
    /// The supervisor failed.
    #[error(transparent)]
    Supervisor(#[from] SupervisorError),
    /// The plan could not be written.
    #[error(transparent)]
    Plan(FrameError),
}

/// What a start came to.
#[derive(Debug)]
pub struct Outcome {
    /// Its reports of points, in order.
    pub reports: Vec<Report>,
    /// How it ended.
    pub ending: Ending,
    /// What it printed: for the person's eyes only, never part of a document.
    pub printed: String,
}

impl Outcome {
    /// What is wrong with what a program printed, if something is.
    pub fn not_figures(&self) -> Option<String> {
        self.reports.iter().find_map(|report| match report {
            Report::NotFigures(problem) => Some(problem.clone()),
            _ => None,
        })
    }

    /// How many points were not measured.
    pub fn failures(&self) -> usize {
        self.reports.iter().filter(|report| matches!(report, Report::Failure { .. })).count()
    }
}

/// How a start ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// It walked all its points.
    Done(Counted),
    /// It exited too early, or said what is not a report.
    Early,
    /// A signal ended it.
    Signal(u32),
    /// A point took longer than its deadline.
    Deadline,
    /// The person asked for the run's end.
    Interrupted,
}

/// Runs one start. `limit` is how long any one point may take.
pub fn run(
    supervisor: &Supervisor,
    plan: &StartPlan,
    padding: usize,
    limit: Duration,
    end_requests: &EndRequests,
) -> Result<Outcome, WatchError> {
    let (plan_read, plan_write) = io::pipe()?;
    let (reports, reports_write) = io::pipe()?;
    let (printed, printed_write) = io::pipe()?;
    supervisor.start(padding, [plan_read.as_fd(), reports_write.as_fd(), printed_write.as_fd()])?;
    drop((plan_read, reports_write, printed_write));
    let mut plan_write = plan_write;
    match frames::write(&mut plan_write, plan) {
        // A start that has ended already is found out below, with how it ended.
        Ok(()) | Err(FrameError::Pipe(_)) => drop(plan_write),
        Err(error) => return Err(WatchError::Plan(error)),
    }
    let mut watch = Watch { reports: Vec::new(), decoder: Decoder::default(), printed: Vec::new() };
    let stop = watch.until_it_stops(reports, printed, limit, end_requests)?;
    let grace = if matches!(stop, Stop::Done(_)) { GRACE } else { Duration::ZERO };
    // After end of file the process is about to be gone, and how it ended is worth a moment.
    let grace = if stop == Stop::EndOfFile { GRACE } else { grace };
    let (_, signal) = supervisor.end(grace)?;
    let ending = match (stop, signal) {
        (Stop::Done(counted), _) => Ending::Done(counted),
        (Stop::Deadline, _) => Ending::Deadline,
        (Stop::Interrupted, _) => Ending::Interrupted,
        (Stop::EndOfFile, Some(signal)) => Ending::Signal(signal as u32),
        (Stop::EndOfFile, None) | (Stop::Garbage, _) => Ending::Early,
    };
    Ok(Outcome { reports: watch.reports, ending, printed: String::from_utf8_lossy(&watch.printed).into_owned() })
}

/// Why the watching ended.
#[derive(Debug, PartialEq)]
enum Stop {
    Done(Counted),
    EndOfFile,
    Garbage,
    Deadline,
    Interrupted,
}

struct Watch {
    reports: Vec<Report>,
    decoder: Decoder,
    printed: Vec<u8>,
}

impl Watch {
    fn until_it_stops(
        &mut self,
        reports: PipeReader,
        printed: PipeReader,
        limit: Duration,
        end_requests: &EndRequests,
    ) -> io::Result<Stop> {
        let mut reports = File::from(std::os::fd::OwnedFd::from(reports));
        let mut printed = Some(printed);
        let mut deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Stop::Deadline);
            }
            let [reported, asked, prints] = wait(&reports, end_requests, printed.as_ref(), left)?;
            if prints && printed.as_mut().is_some_and(|printed| !keep(printed, &mut self.printed)) {
                printed = None;
            }
            if asked && end_requests.received().is_some() {
                return Ok(Stop::Interrupted);
            }
            if reported {
                match self.take(&mut reports)? {
                    Some(stop) => return Ok(stop),
                    None => deadline = Instant::now() + limit,
                }
            }
        }
    }

    /// Reads what has arrived; why to stop, if a report or its absence says so.
    fn take(&mut self, reports: &mut File) -> io::Result<Option<Stop>> {
        let mut piece = vec![0; 64 << 10];
        let length = reports.read(&mut piece)?;
        if length == 0 {
            return Ok(Some(if self.decoder.in_the_middle() { Stop::Garbage } else { Stop::EndOfFile }));
        }
        self.decoder.push(&piece[..length]);
        while let Some(message) = self.decoder.next::<Report>() {
            match message {
                Ok(Report::Done(counted)) => return Ok(Some(Stop::Done(counted))),
                Ok(report) => self.reports.push(report),
                Err(_) => return Ok(Some(Stop::Garbage)),
            }
        }
        Ok(None)
    }
}

/// Sleeps until something arrives or the time is over: whether there are reports, a request to end, prints.
fn wait(
    reports: &File,
    end_requests: &EndRequests,
    printed: Option<&PipeReader>,
    left: Duration,
) -> io::Result<[bool; 3]> {
    let mut fds = vec![PollFd::new(reports, PollFlags::IN), PollFd::new(end_requests, PollFlags::IN)];
    fds.extend(printed.map(|printed| PollFd::new(printed, PollFlags::IN)));
    let timeout = left.try_into().map_err(io::Error::other)?;
    match poll(&mut fds, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let ready = |index: usize| fds.get(index).is_some_and(|fd| !fd.revents().is_empty());
    Ok([ready(0), ready(1), ready(2)])
}

/// Keeps the first [`PRINTED`] bytes of what is printed and lets the rest go; false at the end of it.
fn keep(printed: &mut PipeReader, kept: &mut Vec<u8>) -> bool {
    let mut piece = [0; 4096];
    match printed.read(&mut piece) {
        Ok(length) if length > 0 => {
            let room = PRINTED - kept.len();
            kept.extend_from_slice(&piece[..length.min(room)]);
            true
        }
        _ => false,
    }
}
