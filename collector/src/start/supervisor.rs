//! The supervisor: one thread, in a session of its own, that spawns starts and makes sure that nothing of them stays, also
//! when the collector is killed. It learns of the collector's end by end of file on the socket between them:
//! PR_SET_PDEATHSIG alone fires when a *thread* ends and misses grandchildren.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{Pid, getpid, set_child_subreaper, setsid};
use thiserror::Error;

use super::control::{self, ControlError, Reply, Request};
use super::work_folder::{self, WorkFolder};
use super::{START, SUPERVISE};
use super::{left_behind, removal, stray};

/// This program, whatever its path has become.
const OWN_BINARY: &str = "/proc/self/exe";
/// What the padding is in.
const PADDING: &str = "BENCHPAGES_PADDING";

/// Why there is no supervisor, or none any more.
#[derive(Debug, Error)]
pub enum SupervisorError {
    /// It could not be spawned.
    #[error("cannot start the supervising process from {OWN_BINARY}: {0} (is /proc mounted?)")]
    Spawn(#[source] io::Error),
    /// It cannot work.
    #[error(
        "cannot make a folder to work in, or a session to supervise: {0} (another folder can be named with --work)"
    )]
    NotReady(String),
    /// It has ended.
    #[error("the supervising process has ended; nothing more can be measured")]
    Gone,
    /// It cannot be talked to.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// It could not start a process.
    #[error("cannot start a measuring process: {0}")]
    Start(#[source] io::Error),
}

/// The collector's handle of it. Dropping it ends the supervisor, and with it the start that runs and the folder.
pub struct Supervisor {
    socket: Option<OwnedFd>,
    process: Child,
    folder: PathBuf,
}

impl Supervisor {
    /// Spawns it. The run's folder is made in `work`, else in memory.
    pub fn spawn(work: Option<&Path>) -> Result<Self, SupervisorError> {
        let (here, there) = control::pair()?;
        let process = Command::new(OWN_BINARY)
            .arg(SUPERVISE)
            .args(work)
            .stdin(Stdio::from(there))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SupervisorError::Spawn)?;
        let mut supervisor = Self { socket: Some(here), process, folder: PathBuf::new() };
        match supervisor.receive()? {
            Reply::Ready { folder } => supervisor.folder = PathBuf::from(folder),
            Reply::NotReady { problem } => return Err(SupervisorError::NotReady(problem)),
            _ => return Err(SupervisorError::Gone),
        }
        Ok(supervisor)
    }

    /// The run's private folder; it goes when the supervisor does.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a process with these descriptors: the plan to read, reports to write, what it prints.
    pub fn start(&self, padding: usize, descriptors: [BorrowedFd<'_>; 3]) -> Result<(), SupervisorError> {
        control::send(self.socket()?, &Request::Start { padding }, &descriptors)?;
        match self.receive()? {
            Reply::Started => Ok(()),
            Reply::NotStarted { errno } => Err(SupervisorError::Start(io::Error::from_raw_os_error(errno))),
            _ => Err(SupervisorError::Gone),
        }
    }

    /// Ends the process that was started, and all that it left; its exit status or signal.
    pub fn end(&self, grace: Duration) -> Result<(Option<i32>, Option<i32>), SupervisorError> {
        let grace_ms = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
        control::send(self.socket()?, &Request::End { grace_ms }, &[])?;
        match self.receive()? {
            Reply::Ended { exit, signal } => Ok((exit, signal)),
            _ => Err(SupervisorError::Gone),
        }
    }

    fn socket(&self) -> Result<BorrowedFd<'_>, SupervisorError> {
        self.socket.as_ref().map(AsFd::as_fd).ok_or(SupervisorError::Gone)
    }

    fn receive(&self) -> Result<Reply, SupervisorError> {
        let message = control::receive::<Reply>(self.socket()?)?;
        message.map(|(reply, _)| reply).ok_or(SupervisorError::Gone)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.socket = None;
        // It ends by itself once the socket is closed. Should it have been killed, its folder is removed here.
        let _ = self.process.wait();
        if self.folder.is_absolute() {
            let _ = removal::remove(&self.folder);
        }
    }
}

/// Runs the supervisor, whose standard input is the socket, and whose argument is the folder to work in; the exit status.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> i32 {
    let socket = io::stdin();
    let ready = setsid().and_then(|_| set_child_subreaper(Some(getpid())));
    let folder = match ready.map_err(io::Error::from).and_then(|()| make_folder(arguments.next())) {
        Ok(folder) => folder,
        Err(error) => {
            // Where the collector has gone too, nobody is left to be told.
            let _ = control::send(&socket, &Reply::NotReady { problem: error.to_string() }, &[]);
            return 1;
        }
    };
    let path = folder.path().to_string_lossy().into_owned();
    let mut start = None;
    let served = control::send(&socket, &Reply::Ready { folder: path }, &[])
        .and_then(|()| serve(&socket, folder.path(), &mut start));
    if let Some(leader) = start {
        stray::end_all(leader, Duration::ZERO);
        left_behind::remove(folder.path());
    }
    folder.remove();
    i32::from(served.is_err())
}

/// Answers requests until the collector has ended. Starts work in `folder`; `running` is the start that runs, if one does.
fn serve(socket: impl AsFd, folder: &Path, running: &mut Option<Pid>) -> Result<(), ControlError> {
    while let Some((request, descriptors)) = control::receive::<Request>(&socket)? {
        let reply = match request {
            Request::Start { padding } => match spawn_start(padding, descriptors) {
                Ok(child) => {
                    *running = Pid::from_raw(child.id() as i32);
                    Reply::Started
                }
                Err(error) => Reply::NotStarted { errno: error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error()) },
            },
            Request::End { grace_ms } => {
                let status = running.take().and_then(|leader| stray::end_all(leader, Duration::from_millis(grace_ms)));
                left_behind::remove(folder);
                Reply::Ended {
                    exit: status.and_then(|status| status.exit_status()),
                    signal: status.and_then(|status| status.terminating_signal()),
                }
            }
        };
        control::send(&socket, &reply, &[])?;
    }
    Ok(())
}

/// Executes this binary anew, in a process group of its own, with the pipes' numbers as arguments.
fn spawn_start(padding: usize, descriptors: Vec<OwnedFd>) -> io::Result<Child> {
    let [down, up, printed] = <[OwnedFd; 3]>::try_from(descriptors).map_err(|_| io::Error::from(Errno::INVAL))?;
    for pipe in [&down, &up] {
        fcntl_setfd(pipe, FdFlags::empty())?;
    }
    Command::new(OWN_BINARY)
        .arg(START)
        .args([down.as_raw_fd().to_string(), up.as_raw_fd().to_string()])
        .env(PADDING, "x".repeat(padding))
        .stdin(Stdio::null())
        .stdout(Stdio::from(printed.try_clone()?))
        .stderr(Stdio::from(printed))
        .process_group(0)
        .spawn()
}

/// Makes the run's private folder: where the person wants it, else in memory, so that no disk is measured by accident, else
/// where it can be made.
fn make_folder(work: Option<OsString>) -> io::Result<WorkFolder> {
    let places = match work {
        Some(work) => vec![PathBuf::from(work)],
        None => vec!["/dev/shm".into(), std::env::temp_dir(), "/var/tmp".into(), ".".into()],
    };
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for place in places {
        match std::path::absolute(&place).and_then(|place| work_folder::make(&place)) {
            Ok(folder) => return Ok(folder),
            Err(error) => last = io::Error::new(error.kind(), format!("{}: {error}", place.display())),
        }
    }
    Err(last)
}
