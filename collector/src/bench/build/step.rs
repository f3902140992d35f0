//! One command of a build. This process sleeps while it runs, and keeps the end of what it prints.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, PidfdFlags, WaitId, WaitIdOptions, pidfd_open, waitid};
use shared::model::{FailureKind, Reason, Status};

use super::super::{Failure, Named};
use super::environment::Environment;
use crate::sys;
use crate::sys::usage::{self, Usage};

/// Of what a command prints, the last so many bytes are kept.
const KEPT: usize = 64 << 10;
/// Of those, so many lines are shown where it fails.
const LINES: usize = 10;
/// Of a line, so many characters.
const LINE: usize = 200;
/// Exit status of a child whose exec failed, as shells have it.
const NOT_EXECUTED: i32 = 126;
/// How often it is asked for, where the kernel cannot say when a child has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Step {
    program: &'static str,
    arguments: Vec<String>,
}

/// What a command came to that succeeded.
pub struct Ran {
    /// What it and all its processes used.
    pub used: Usage,
    /// The end of what it printed.
    pub printed: String,
}

impl Step {
    /// A command.
    pub fn of<const N: usize>(program: &'static str, arguments: [&str; N]) -> Self {
        Self { program, arguments: arguments.map(str::to_owned).to_vec() }
    }

    /// Runs it in a folder and waits for its end. Where it fails, its last lines go to whoever reads what the start prints.
    pub fn run(&self, folder: &Path, environment: &Environment) -> Result<Ran, Failure> {
        let (mut printed, writer) = io::pipe().named("pipe2")?;
        let mut command = Command::new(environment.find(self.program)?);
        command.args(&self.arguments).current_dir(folder).env_clear().envs(environment.variables());
        command.stdin(Stdio::null()).stdout(writer.try_clone().named("fcntl")?).stderr(writer);
        let child = execute(&mut command).named("fork")?;
        drop(command);
        let mut kept = Kept::default();
        watch(child, &mut printed, &mut kept)?;
        let (status, used) = usage::wait_for(child).named("wait4")?;
        kept.take_what_is_left(&mut printed)?;
        let printed = kept.text();
        match failure(status) {
            None => Ok(Ran { used, printed }),
            Some(failure) => {
                eprintln!("{self}: {status}");
                last_lines(&printed).for_each(|line| eprintln!("{line}"));
                Err(failure)
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// Forks a child that becomes a command and dies with this process.
pub fn execute(command: &mut Command) -> io::Result<Pid> {
    sys::fork::run_in_child(|| {
        sys::signals::file_limit_is_a_signal();
        let error = command.exec();
        eprintln!("cannot be executed: {error}");
        NOT_EXECUTED
    })
}

/// Why a command that ended like this did not do its work; none where it did.
pub fn failure(status: ExitStatus) -> Option<Failure> {
    if status.success() {
        return None;
    }
    let signal = status.signal().and_then(|signal| u32::try_from(signal).ok());
    Some(match signal {
        Some(_) => {
            let reason = Reason { kind: FailureKind::EndedBySignal, call: None, errno: None, signal };
            Failure { status: Status::Failed, reason }
        }
        None => Failure::work_not_done(),
    })
}

/// The last lines of what was printed, none of them long.
pub fn last_lines(printed: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = printed.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].iter();
    last.map(|line| line.chars().take(LINE).collect()).collect::<Vec<String>>().into_iter()
}

/// Sleeps until a child has ended, and meanwhile keeps the end of what it prints.
fn watch(child: Pid, printed: &mut PipeReader, kept: &mut Kept) -> Result<(), Failure> {
    // Before Linux 5.3 there is none: then it is asked for.
    let end: Option<OwnedFd> = pidfd_open(child, PidfdFlags::empty()).ok();
    let look: Timespec = LOOK.try_into().map_err(|_| Failure::work_not_done())?;
    let mut open = true;
    loop {
        let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(2);
        fds.extend(open.then(|| PollFd::new(&*printed, PollFlags::IN)));
        fds.extend(end.as_ref().map(|end| PollFd::from_borrowed_fd(end.as_fd(), PollFlags::IN)));
        match poll(&mut fds, end.is_none().then_some(&look)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Failure::call("poll", error)),
        }
        let prints = open && !fds[0].revents().is_empty();
        let ended = end.is_some() && fds.last().is_some_and(|fd| !fd.revents().is_empty());
        drop(fds);
        if prints {
            open = kept.take_piece(printed).named("read")?;
        }
        if ended || (end.is_none() && has_ended(child)) {
            return Ok(());
        }
    }
}

/// Waits until the first of these children has ended, and takes it from them: how, and what it used.
pub fn first_of(children: &mut Vec<Pid>) -> Result<(ExitStatus, Usage), Failure> {
    loop {
        if let Some(ended) = children.iter().position(|&child| has_ended(child)) {
            return usage::wait_for(children.swap_remove(ended)).named("wait4");
        }
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Failure::call("waitid", error)),
        }
        if !children.iter().any(|&child| has_ended(child)) {
            // Another child of this process, for which nobody has waited yet.
            std::thread::sleep(LOOK);
        }
    }
}

/// Whether a child has ended; it is still to be waited for.
fn has_ended(child: Pid) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(child), look), Ok(Some(_)) | Err(_))
}

/// The end of what is printed.
#[derive(Default)]
struct Kept(VecDeque<u8>);

impl Kept {
    /// Reads a piece; false at the end.
    fn take_piece(&mut self, from: &mut PipeReader) -> io::Result<bool> {
        let mut piece = [0; 16 << 10];
        let length = loop {
            match from.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.0.extend(&piece[..length]);
        self.0.drain(..self.0.len().saturating_sub(KEPT));
        Ok(length > 0)
    }

    /// Reads what is there and waits for nothing more: something that the command left running may hold the pipe.
    fn take_what_is_left(&mut self, from: &mut PipeReader) -> Result<(), Failure> {
        ioctl_fionbio(&*from, true).named("ioctl")?;
        loop {
            match self.take_piece(from) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error).named("read"),
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.iter().copied().collect::<Vec<u8>>()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::setup;
    use super::*;
    use crate::sys::lacking::without;

    fn shell(script: &str) -> Step {
        Step::of("sh", ["-c", script])
    }

    fn in_a_folder(work: impl FnOnce(&Path, &Environment)) {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        work(folder.path(), &Environment::here().unwrap());
    }

    #[test]
    fn a_command_prints_and_uses_what_all_its_processes_do() {
        in_a_folder(|folder, environment| {
            let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
            let ran = shell(&format!("sh -c '{busy}'; pwd; echo $HOME >&2")).run(folder, environment).unwrap();
            let own = folder.canonicalize().unwrap();
            assert_eq!(ran.printed, format!("{}\n{}/home\n", own.display(), own.display()));
            assert!(ran.used.user_ns > 1_000_000 && ran.used.max_resident > 100 << 10, "{:?}", ran.used);
        });
    }

    #[test]
    fn the_end_of_much_is_kept_and_what_is_left_running_is_not_waited_for() {
        in_a_folder(|folder, environment| {
            let script = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; sleep 600 & echo $!";
            let printed = shell(script).run(folder, environment).unwrap().printed;
            assert!(printed.len() <= KEPT && printed.contains("\nline 19999\n"));
            let left = Pid::from_raw(printed.lines().next_back().unwrap().parse().unwrap()).unwrap();
            rustix::process::kill_process(left, rustix::process::Signal::KILL).unwrap();
        });
    }

    #[test]
    fn a_command_that_fails_or_is_ended_says_so() {
        in_a_folder(|folder, environment| {
            let failed = |script: &str| shell(script).run(folder, environment).err().unwrap();
            assert_eq!(failed("exit 2"), Failure::work_not_done());
            assert_eq!(failed("kill -9 $$").to_string(), "failed: ended_by_signal 9");
            let missing = Step::of("no-such-program", []).run(folder, environment).err().unwrap();
            assert_eq!(missing.to_string(), "unsupported: program_missing");
        });
    }

    #[test]
    fn kernels_that_cannot_say_when_a_child_ends_are_asked() {
        let start = setup();
        let folder = tempfile::tempdir().unwrap();
        std::env::set_current_dir(&folder).unwrap();
        let work = || {
            without(&[libc::SYS_pidfd_open]).named("prctl")?;
            let ran = shell("sleep 0.03; echo done").run(Path::new("."), &Environment::here()?)?;
            if ran.printed == "done\n" { Ok(()) } else { Err(Failure::work_not_done()) }
        };
        assert_eq!(start.partner(work).unwrap().join(), Ok(()));
    }

    #[test]
    fn the_last_ten_lines_are_shown() {
        let printed: String = (0..30).map(|number| format!("line {number}\n\n")).collect();
        let shown: Vec<String> = last_lines(&printed).collect();
        assert_eq!((shown.len(), shown[0].as_str(), shown[9].as_str()), (10, "line 20", "line 29"));
        assert_eq!(last_lines(&"x".repeat(1000)).next().unwrap().len(), LINE);
        assert_eq!(last_lines("").next(), None);
    }
}
