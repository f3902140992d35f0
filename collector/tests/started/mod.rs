//! Runs the collector in a folder of its own, and finds what it left.

#![allow(dead_code, reason = "every test binary uses its own part")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// A temporary folder. Its name, in every environment and nowhere else, marks the processes of a test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn mark(&self) -> String {
        format!("BENCHPAGES_TEST={}", self.path().display())
    }
}

/// The collector, at home and at work in the folder.
pub fn benchpages(folder: &Folder) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("benchpages"));
    command.current_dir(folder.path()).env("HOME", folder.path().join("home")).env_remove("XDG_DATA_HOME");
    command.env("BENCHPAGES_TEST", folder.path());
    command
}

/// `benchpages run` of one start of two samples, in a work folder that [`folders_left`] looks into.
pub fn short_run(folder: &Folder) -> Command {
    let mut command = run(folder);
    command.args(["--starts=1", "--samples=2", "--seed=7"]);
    command
}

/// `benchpages run` in a work folder that [`folders_left`] looks into.
pub fn run(folder: &Folder) -> Command {
    std::fs::create_dir_all(folder.work()).unwrap();
    let mut command = benchpages(folder);
    command.args(["run", "--quiet", "--settle=0", "--work"]).arg(folder.work());
    command
}

/// The same command, which Ctrl-C reaches also where the tests run in the background and a shell has it ignored.
pub fn heeding_interrupts(command: &Command) -> Command {
    let mut heeding = Command::new("env");
    heeding.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => heeding.env(name, value),
            None => heeding.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        heeding.current_dir(folder);
    }
    heeding
}

/// A process that a test started.
pub struct Process {
    /// Its id.
    pub pid: Pid,
    arguments: String,
}

impl Process {
    /// Whether it measures.
    pub fn is_start(&self) -> bool {
        self.arguments.contains("__start")
    }

    /// Whether it supervises.
    pub fn is_supervisor(&self) -> bool {
        self.arguments.contains("__supervise")
    }
}

/// Processes whose environment has the folder's mark.
pub fn processes_left(folder: &Folder) -> Vec<Process> {
    let mark = folder.mark();
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| {
            let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
            let environment = std::fs::read(entry.path().join("environ")).ok()?;
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes()).then_some(())?;
            let arguments = String::from_utf8_lossy(&std::fs::read(entry.path().join("cmdline")).ok()?).into_owned();
            Some(Process { pid, arguments })
        })
        .collect()
}

/// Folders that runs made for their work and did not remove.
pub fn folders_left(folder: &Folder) -> Vec<PathBuf> {
    std::fs::read_dir(folder.work()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// A folder of that name in a run's work folder, if it is there.
pub fn work_of(folder: &Folder, name: &str) -> Option<PathBuf> {
    folders_left(folder).into_iter().map(|run| run.join(name)).find(|path| path.exists())
}

/// The files in the folder itself.
pub fn files(folder: &Folder) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

/// Asks again until there is an answer; a quarter of a minute is enough on a machine under any load.
pub fn wait_for<T>(what: &str, ask: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(15), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Of all CPUs' time in half a second, the part in which somebody ran or the hypervisor took it.
pub fn busy() -> f64 {
    let times = || -> Vec<f64> {
        let text = std::fs::read_to_string("/proc/stat").unwrap();
        text.lines().next().unwrap().split_whitespace().skip(1).take(8).map(|ticks| ticks.parse().unwrap()).collect()
    };
    let before = times();
    std::thread::sleep(Duration::from_millis(500));
    let spent: Vec<f64> = times().iter().zip(&before).map(|(after, before)| after - before).collect();
    1.0 - (spent[3] + spent[4]) / spent.iter().sum::<f64>()
}

/// The command, started by way of another one, in the same folder and environment.
pub fn by_way_of(command: &Command, program: &str, arguments: &[&str]) -> Command {
    let mut wrapped = Command::new(program);
    wrapped.args(arguments).arg(command.get_program()).args(command.get_args());
    wrapped.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
}
