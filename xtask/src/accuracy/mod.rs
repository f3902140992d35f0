//! `cargo xtask accuracy FOLDER`: our figures beside those of lmbench's own programs, which FOLDER holds, in interleaved
//! rounds on one CPU. The figures of `docs/accuracy.md`.

mod pairs;
mod ratio;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use pairs::{PAIRS, Pair};
use shared::model::{Preset, Run, RunId};
use shared::summary::{RunSummary, summarise};

use crate::lock;
use crate::place::Place;
use crate::programs::{self, Profile};

/// How long lmbench's programs let a sample take, in µs: what its authors ask of a serious measurement.
const ENOUGH: &str = "10000";

/// The rounds of one pair.
#[derive(Default)]
struct Rounds {
    /// By lmbench's statistic: the median of a round's samples.
    ours: Vec<f64>,
    /// By our own: what a run's document says.
    said: Vec<f64>,
    theirs: Vec<f64>,
}

/// The programs that serve others of theirs.
const SERVERS: [&str; 5] = ["lat_udp", "lat_tcp", "lat_rpc", "lat_connect", "bw_tcp"];

/// Where `lat_proc` looks for the program that it executes.
const HELLO: &str = "/tmp/hello";

/// What a comparison is asked for.
pub struct Options {
    /// The folder of lmbench's programs.
    pub lmbench: PathBuf,
    pub rounds: usize,
    /// The CPU of both.
    pub cpu: String,
    /// How long the machine rests before each round.
    pub pause: Duration,
    /// Benchmarks with commas between them; all of them where there is none.
    pub only: Option<String>,
}

/// Measures the rounds and prints a table in Markdown.
pub fn accuracy(place: &Place, options: &Options) -> Result<ExitCode> {
    let lmbench = std::path::absolute(&options.lmbench).context("the folder of lmbench's programs")?;
    let wanted = |pair: &&Pair| {
        options.only.as_ref().is_none_or(|only| only.split(',').any(|benchmark| benchmark == pair.benchmark))
    };
    let pairs: Vec<&Pair> = PAIRS.iter().filter(wanted).collect();
    if pairs.is_empty() {
        bail!("--only {}: no pair has such a benchmark", options.only.as_deref().unwrap_or_default());
    }
    let collector = {
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
        programs::build(place, Profile::Release)?.collector
    };
    let folder = WorkFolder::new()?;
    let cpu = options.cpu.as_str();
    let mut all: Vec<Rounds> = pairs.iter().map(|_| Rounds::default()).collect();
    let mut took = [Duration::ZERO; 2];
    let servers =
        SERVERS.iter().map(|program| Server::start(&lmbench, program, cpu)).collect::<Result<Vec<Server>>>()?;
    for round in 1..=options.rounds {
        eprintln!("rest");
        std::thread::sleep(options.pause);
        eprintln!("round {round} of {}", options.rounds);
        let begin = Instant::now();
        let quick = ours(&collector, &pairs, folder.path(), cpu, Preset::Quick)?;
        let standard = ours(&collector, &pairs, folder.path(), cpu, Preset::Standard)?;
        took[0] += begin.elapsed();
        let begin = Instant::now();
        for (pair, rounds) in pairs.iter().zip(&mut all) {
            let theirs = theirs(&lmbench, pair, folder.path(), cpu);
            let Some(ours) = (if pair.preset == Preset::Quick { &quick } else { &standard }) else { continue };
            if let (Some(median), Some(said), Some(theirs)) =
                (median(&ours.run, pair), said(&ours.summary, pair), theirs)
            {
                rounds.ours.push(median);
                rounds.said.push(said);
                rounds.theirs.push(theirs);
            }
        }
        took[1] += begin.elapsed();
    }
    drop(servers);
    eprintln!();
    print(&pairs, &all);
    println!(
        "\n{} rounds; ours took {:.0} s in all, lmbench {:.0} s.",
        options.rounds,
        took[0].as_secs_f64(),
        took[1].as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

fn print(pairs: &[&Pair], all: &[Rounds]) {
    println!(
        "| benchmark | theirs | best of ours | of theirs | ratio of best | ratio of medians | expected | spread of ours, of theirs |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut quieter = [0, 0];
    for (pair, rounds) in pairs.iter().zip(all) {
        let name = [pair.benchmark, pair.point].join(" ");
        let command = pair.command.join(" ");
        if rounds.ours.is_empty() {
            println!("| {name} | {command} | no figures: one of both failed |");
            continue;
        }
        let of = ratio::compare(&rounds.ours, &rounds.theirs, pair.rate());
        let spreads = [ratio::spread(&rounds.said), ratio::spread(&rounds.theirs)];
        let unit = if pair.rate() { "MB/s" } else { "us" };
        let best = |values: &[f64]| ratio::best(values, pair.rate()) / if pair.rate() { 1e6 } else { 1e3 };
        let written = |ratio: &ratio::Ratio| {
            let (low, high) = ratio.interval.unwrap_or((f64::NAN, f64::NAN));
            format!("{:.3} ({low:.3} to {high:.3})", ratio.value)
        };
        quieter[0] += usize::from(spreads[0] <= spreads[1]);
        quieter[1] += 1;
        println!(
            "| {name} | {command} | {:.4} {unit} | {:.4} {unit} | {} | {} | {}{} | {:.1} %, {:.1} % |",
            best(&rounds.ours),
            best(&rounds.theirs),
            written(&of.best),
            written(&of.median),
            pair.expected.map_or("differs".to_owned(), |ratio| ratio.to_string()),
            if pair.because.is_empty() { String::new() } else { format!(": {}", pair.because) },
            100.0 * spreads[0],
            100.0 * spreads[1],
        );
    }
    println!("\nThe spread of ours is no larger in {} of {} rows.", quieter[0], quieter[1]);
}

/// One run of ours, of all benchmarks that have a pair in a preset; none where none has.
fn ours(collector: &Path, pairs: &[&Pair], folder: &Path, cpu: &str, preset: Preset) -> Result<Option<Measured>> {
    let mut only: Vec<&str> = pairs.iter().filter(|pair| pair.preset == preset).map(|pair| pair.benchmark).collect();
    only.dedup();
    if only.is_empty() {
        return Ok(None);
    }
    let out = folder.join(format!("{}.json", preset.name()));
    let _ = fs::remove_file(&out);
    let status = Command::new("taskset")
        .args(["-c", cpu])
        .arg(collector)
        .args(["run", "--quiet", "--placement", "same_cpu", "--settle", "0", "--starts", "2", "--samples", "7"])
        .args(["--preset", preset.name(), "--only", &only.join(",")])
        .arg("--out")
        .arg(&out)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("cannot start taskset: install util-linux")?;
    let bytes = fs::read(&out).with_context(|| format!("the collector left no document ({status})"))?;
    let run: Run = serde_json::from_slice(&bytes).context("the collector's document")?;
    let summary = summarise(&RunId::of(&bytes), &run);
    Ok(Some(Measured { run, summary }))
}

/// A run of ours.
struct Measured {
    run: Run,
    summary: RunSummary,
}

/// What a run's summary says of a pair, in ns or B/s.
fn said(summary: &RunSummary, pair: &Pair) -> Option<f64> {
    let measure = pair.measure()?;
    let mut first = 0;
    for series in &summary.series {
        let mut cells = first..first + series.cells as usize;
        first = cells.end;
        if series.benchmark != pair.benchmark || series.measure != measure {
            continue;
        }
        let is_it = |cell: &usize| {
            let at = summary.cells.at.get(*cell).map(|point| *point as usize);
            at.and_then(|at| summary.cells.points.get(at)).is_some_and(|point| pair.is_at(point))
        };
        return cells.find(is_it).and_then(|cell| summary.cells.value.get(cell).copied().flatten());
    }
    None
}

/// The median of our samples of a pair, in ns or B/s, as theirs is of their own. What is a difference of two times is the
/// difference of their medians.
fn median(run: &Run, pair: &Pair) -> Option<f64> {
    let measure = pair.measure()?;
    let group = run.groups.iter().find(|group| group.benchmark == pair.benchmark)?;
    let of = |measure: &str| {
        let cell = group.cells.iter().find(|cell| cell.measure == measure && pair.is_at(&cell.at))?;
        let value = |ns: u64| match pair.rate() {
            true => cell.amount.unwrap_or(0) as f64 * 1e9 / ns as f64,
            false => ns as f64 / cell.ops.unwrap_or(0) as f64,
        };
        let values: Vec<f64> = cell.elapsed_ns.iter().flatten().map(|&ns| value(ns)).collect();
        Some(ratio::median(&values)).filter(|value| value.is_finite())
    };
    of(measure).or_else(|| {
        let [_, whole, less] = shared::catalogue::find(pair.benchmark)?.measures else { return None };
        Some(of(whole.id)? - of(less.id)?)
    })
}

/// The figure that a program of lmbench prints, in ns or B/s.
fn theirs(lmbench: &Path, pair: &Pair, folder: &Path, cpu: &str) -> Option<f64> {
    let (program, arguments) = pair.command.split_first()?;
    if program.starts_with("lat_proc") {
        fs::copy(lmbench.join(pair.hello), HELLO).ok()?;
    }
    let output = Command::new("timeout")
        .args(["-s", "KILL", "60", "taskset", "-c", cpu])
        .arg(lmbench.join(program))
        .args(arguments)
        .env("ENOUGH", ENOUGH)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    let figure = printed.lines().find_map(|line| line.strip_prefix(pair.label))?;
    Some(figure.split_whitespace().next()?.parse::<f64>().ok()? * pair.unit)
}

/// A server of lmbench's, ended when dropped.
struct Server<'a> {
    lmbench: &'a Path,
    program: &'static str,
}

impl<'a> Server<'a> {
    fn start(lmbench: &'a Path, program: &'static str, cpu: &str) -> Result<Self> {
        let path = lmbench.join(program);
        if !path.is_file() {
            bail!("{} is missing: build lmbench's programs into one folder", path.display());
        }
        Command::new("taskset").args(["-c", cpu]).arg(path).arg("-s").status().context("cannot start taskset")?;
        Ok(Self { lmbench, program })
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let _ = Command::new(self.lmbench.join(self.program)).args(["-S", "localhost"]).stdout(Stdio::null()).status();
    }
}

/// A folder in memory with a file three names deep, as the collector's own work folder has it.
struct WorkFolder(PathBuf);

impl WorkFolder {
    fn new() -> Result<Self> {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        let path = base.join(format!("benchpages-accuracy-{}", std::process::id()));
        fs::create_dir_all(path.join("a/b"))
            .and_then(|()| fs::write(path.join("a/b/file"), "benchpages"))
            .with_context(|| format!("cannot write into {}", path.display()))?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
