//! Somebody's own program: one operation is one execution of it, from before it is executed until its end is known.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use rustix::io::Errno;
use shared::model::{FailureKind, Reason, Status};

use super::figures::{self, Figure};
use super::{Failure, Named, Workload};
use crate::clock::Clock;
use crate::plan::Program;

/// What it prints, in the start's own folder.
const OUT: &str = "out";
/// What it complains of, there.
const COMPLAINTS: &str = "complaints";
/// Of either, this much is read.
const MOST: u64 = 1 << 20;

/// A program that is ready to be executed. The current folder is the start's own.
pub struct Execution<'a> {
    program: &'a Program,
}

impl<'a> Execution<'a> {
    /// Executions of this program.
    pub fn of(program: &'a Program) -> Self {
        Self { program }
    }

    /// The figures that it has printed, or what it has printed instead.
    pub fn figures(&self) -> Result<Vec<Figure>, String> {
        if !self.program.figures {
            return Ok(Vec::new());
        }
        let text = read(Path::new(OUT)).map_err(|error| format!("what it printed cannot be read: {error}"))?;
        figures::parse(&text)
    }

    fn command(&self) -> io::Result<Command> {
        let (path, arguments) = self.program.words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(path);
        command.args(arguments).current_dir(&self.program.folder).stdin(Stdio::null());
        // Files, not pipes: nobody wakes up to read while it runs.
        command.stdout(if self.program.figures { File::create(OUT)?.into() } else { Stdio::null() });
        command.stderr(File::create(COMPLAINTS)?);
        Ok(command)
    }
}

impl Workload for Execution<'_> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let mut elapsed = 0;
        for _ in 0..ops {
            let mut command = self.command().named("open")?;
            let (took, ended) = clock.time(|| command.status());
            elapsed += took;
            success(ended)?;
        }
        Ok(elapsed)
    }
}

/// Says how it ended, where that is no success, to those who see what a start prints.
fn success(ended: io::Result<ExitStatus>) -> Result<(), Failure> {
    let status = match ended {
        Ok(status) => status,
        Err(error) => {
            eprintln!("cannot be executed: {error}");
            return Err(not_executed(&error));
        }
    };
    if status.success() {
        return Ok(());
    }
    let complaints = read(Path::new(COMPLAINTS)).unwrap_or_default();
    let last = complaints.trim().lines().next_back().unwrap_or_default();
    eprintln!("{status}{}{last}", if last.is_empty() { "" } else { ": " });
    Err(match status.signal() {
        Some(signal) => Failure {
            status: Status::Failed,
            reason: Reason {
                kind: FailureKind::EndedBySignal,
                call: None,
                errno: None,
                signal: u32::try_from(signal).ok(),
            },
        },
        None => Failure::work_not_done(),
    })
}

fn not_executed(error: &io::Error) -> Failure {
    let mut failure = Failure::call("execve", Errno::from_io_error(error).unwrap_or(Errno::IO));
    if error.kind() == ErrorKind::NotFound {
        // The same in every start.
        (failure.status, failure.reason.kind) = (Status::Unsupported, FailureKind::ProgramMissing);
    }
    failure
}

/// The first [`MOST`] bytes of a file; what is no text is replaced.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_tried_again() {
        let failure = not_executed(&io::Error::from_raw_os_error(2));
        assert_eq!(failure.to_string(), "unsupported: program_missing execve ENOENT");
        let failure = not_executed(&io::Error::from_raw_os_error(13));
        assert_eq!(failure.to_string(), "failed: system_call execve EACCES");
    }
}
