//! Runs of the collector in pairs, and what their comparisons say: what `aa` and `plants` have in common.
//!
//! Documents lie in one folder, each under a name of its own. One that is there is not measured again, so a series that
//! was interrupted goes on.

pub mod kind;
pub mod pair;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use shared::model::{Run, RunId};
use shared::summary::{RunSummary, summarise};

use crate::claim::claim;
use crate::command::{cargo, run};
use crate::flags::Flags;
use crate::place::Place;
use crate::{lock, programs};

/// Benchmarks of few points, so that one run of the standard preset takes about three quarters of a minute: CPU paths,
/// processes, and round trips that are measured on one CPU and unpinned.
const SHORT: [&str; 25] = [
    "syscall.null",
    "syscall.read",
    "syscall.write",
    "syscall.stat",
    "syscall.fstat",
    "syscall.open_close",
    "signal.install",
    "signal.catch",
    "signal.protection_fault",
    "process.fork_exit",
    "process.fork_exec",
    "process.fork_shell",
    "process.spawn",
    "process.thread",
    "vm.page_fault",
    "ipc.pipe.latency",
    "ipc.fifo.latency",
    "ipc.unix.latency",
    "ipc.semaphore.latency",
    "ipc.futex.latency",
    "ipc.eventfd.latency",
    "ipc.pipe.bandwidth",
    "net.udp.latency",
    "net.tcp.latency",
    "net.unix.connect",
];
/// Where benchmarks of several processes run.
const PLACEMENTS: &str = "same_cpu,unpinned";
/// The variable of a collector with the feature `plant` that says what is planted.
const PLANT: &str = "BENCHPAGES_PLANT";

/// A document and what a comparison takes of it.
pub struct Document {
    pub run: Run,
    pub summary: RunSummary,
}

/// How the runs of a series are made.
pub struct Series {
    folder: PathBuf,
    /// What is measured: globs with commas between them.
    only: String,
    /// Starts and samples in place of the preset's.
    amount: Vec<String>,
    /// What stands before the collector's command line.
    around: Vec<String>,
}

impl Series {
    /// Reads `--keep`, `--only`, `--starts`, `--samples` and `--around`.
    pub fn read(flags: &mut Flags, place: &Place, name: &str) -> Result<Self> {
        let folder = flags.value("--keep")?.map_or_else(|| place.own().join(name), PathBuf::from);
        let only = flags.value("--only")?.unwrap_or_else(|| SHORT.join(","));
        let mut amount = Vec::new();
        for flag in ["--starts", "--samples"] {
            if let Some(value) = flags.value(flag)? {
                amount.extend([flag.to_owned(), value]);
            }
        }
        let around = flags.value("--around")?.unwrap_or_default();
        let around = around.split_whitespace().map(str::to_owned).collect();
        Ok(Self { folder, only, amount, around })
    }

    /// Where the documents lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The document of that name, measured by `collector` where it is not there yet; `planted` is what is planted in it.
    pub fn document(&self, collector: &mut Collector<'_>, name: &str, preset: &str, planted: &str) -> Result<Document> {
        let file = self.folder.join(format!("{name}.json"));
        if let Ok(document) = read(&file)
            && document.run.complete
        {
            return Ok(document);
        }
        eprintln!("{name}");
        fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let program = collector.program()?;
        let mut words = self.around.iter().map(String::as_str).chain(program.to_str());
        let mut command = Command::new(words.next().context("the collector's path is no text")?);
        command
            .args(words)
            .args(["run", "--quiet", "--preset", preset, "--placement", PLACEMENTS, "--only", &self.only])
            .args(&self.amount)
            .arg("--out")
            .arg(&file)
            .env(PLANT, planted)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let status = command.status().with_context(|| format!("cannot start {:?}", command.get_program()))?;
        let document = read(&file).with_context(|| format!("{name}: the collector left no document ({status})"))?;
        if !document.run.complete {
            bail!("{name}: the run was cut short; the same command goes on with it");
        }
        Ok(document)
    }
}

/// Reads a document.
pub fn read(file: &Path) -> Result<Document> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let run: Run = serde_json::from_slice(&bytes).with_context(|| file.display().to_string())?;
    let summary = summarise(&RunId::of(&bytes), &run);
    Ok(Document { run, summary })
}

/// The collector, built when it is first needed.
pub struct Collector<'a> {
    place: &'a Place,
    features: &'static [&'static str],
    program: Option<PathBuf>,
}

impl<'a> Collector<'a> {
    /// As it is for everybody.
    pub fn usual(place: &'a Place) -> Self {
        Self { place, features: &[], program: None }
    }

    /// With planted changes.
    pub fn planting(place: &'a Place) -> Self {
        Self { place, features: &["plant"], program: None }
    }

    /// Where it is.
    pub fn program(&mut self) -> Result<PathBuf> {
        if let Some(program) = &self.program {
            return Ok(program.clone());
        }
        let place = self.place;
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
        let target = place.host_target();
        claim(&target, place.root())?;
        run(cargo()
            .args(["build", "--release", "--package", "collector", "--features", &self.features.join(",")])
            .current_dir(place.root())
            .env("CARGO_TARGET_DIR", &target))?;
        // The next build of the other kind takes its place in the target folder.
        let own = place.own().join(if self.features.is_empty() { "release" } else { "plant" });
        let program = programs::copy(&target.join("release"), &own, "benchpages")?;
        self.program = Some(program.clone());
        Ok(program)
    }
}
