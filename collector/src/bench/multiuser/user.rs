//! One user: a process that lays its desk, waits for the release and does its jobs.

use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, mkdirat};
use rustix::process::chdir;
use serde::{Deserialize, Serialize};

use super::super::ipc::bytes::{with_patience, write_whole};
use super::super::{Failure, Named};
use super::desk::Desk;
use super::tasks::Task;
use crate::clock::Clock;
use crate::sys::usage::{self, Usage};

/// What a user says of his jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// When the last of them was, by the collector's clock.
    pub at_ns: u64,
    /// Time that he and his children spent on CPUs.
    pub cpu_ns: u64,
}

/// A user's report: one line.
pub type Report = Result<Done, Failure>;

/// Where a user meets the others.
pub struct Gate<'a> {
    /// Takes a byte when the user waits at the gate, or cannot.
    pub waiting: &'a OwnedFd,
    /// Ends when all are released.
    pub release: &'a OwnedFd,
    /// Takes the report.
    pub reports: &'a OwnedFd,
}

/// The folder of a user, by number.
pub fn folder(user: u64) -> PathBuf {
    Path::new(".").join(format!("user-{user}"))
}

/// Does the jobs of one user, in a folder of his own, from his release on.
pub fn work(user: u64, jobs: &[Task], gate: &Gate<'_>, clock: &Clock) -> Result<(), Failure> {
    let prepared = with_patience().and_then(|patience| Ok((patience, enter(user)?)));
    write_whole(gate.waiting, &[0])?;
    let (patience, mut desk) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return report(gate.reports, &Err(failure)),
    };
    wait(gate.release)?;
    let before = time_on_cpus();
    let done = each(jobs, user, &mut desk);
    let at_ns = clock.now();
    let cpu_ns = time_on_cpus() - before;
    drop(patience);
    report(gate.reports, &done.map(|()| Done { at_ns, cpu_ns }))
}

fn enter(user: u64) -> Result<Desk, Failure> {
    let folder = folder(user);
    mkdirat(CWD, &folder, Mode::RWXU).named("mkdirat")?;
    chdir(&folder).named("chdir")?;
    Desk::lay()
}

/// Waits for the end of the pipe, however long others take to prepare themselves.
fn wait(release: impl AsFd) -> Result<(), Failure> {
    loop {
        match rustix::io::read(&release, &mut [0_u8; 1][..]) {
            Err(rustix::io::Errno::INTR) => {}
            released => return released.map(drop).named("read"),
        }
    }
}

/// Does the jobs, up to the first that fails: which, those see who see what a start prints.
fn each(jobs: &[Task], user: u64, desk: &mut Desk) -> Result<(), Failure> {
    for task in jobs {
        task.run(desk).inspect_err(|failure| eprintln!("user {user}, job {}: {failure}", task.name))?;
    }
    Ok(())
}

fn time_on_cpus() -> u64 {
    let ns = |usage: Usage| usage.cpu_ns;
    ns(usage::own()) + ns(usage::ended_children())
}

/// Writes a report in one piece: those of several users do not mix.
fn report(to: &OwnedFd, report: &Report) -> Result<(), Failure> {
    let mut line = serde_json::to_vec(report).map_err(|_| Failure::work_not_done())?;
    line.push(b'\n');
    write_whole(to, &line)
}
