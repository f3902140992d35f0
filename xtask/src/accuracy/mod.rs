//! `cargo xtask accuracy FOLDER`: our figures beside those of lmbench's own programs, which FOLDER holds, in interleaved
//! rounds on one CPU. The figures of `docs/accuracy.md`.

mod pairs;
mod ratio;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use pairs::{PAIRS, Pair};
use shared::model::{Cell, Preset, Run};

use crate::lock;
use crate::place::Place;
use crate::programs::{self, Profile};

/// How long lmbench's programs let a sample take, in µs: what its authors ask of a serious measurement.
const ENOUGH: &str = "10000";

/// The rounds of one pair.
#[derive(Default)]
struct Rounds {
    ours: Vec<f64>,
    theirs: Vec<f64>,
}

/// The programs that serve others of theirs.
const SERVERS: [&str; 5] = ["lat_udp", "lat_tcp", "lat_rpc", "lat_connect", "bw_tcp"];

/// Where `lat_proc` looks for the program that it executes.
const HELLO: &str = "/tmp/hello";

/// Measures `rounds` rounds on CPU `cpu` and prints a table in Markdown.
pub fn accuracy(place: &Place, lmbench: &Path, rounds: usize, cpu: &str) -> Result<ExitCode> {
    let lmbench = std::path::absolute(lmbench).context("the folder of lmbench's programs")?;
    let collector = {
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
        programs::build(place, Profile::Release)?.collector
    };
    let folder = WorkFolder::new()?;
    let mut all: Vec<Rounds> = PAIRS.iter().map(|_| Rounds::default()).collect();
    let mut took = [Duration::ZERO; 2];
    let servers =
        SERVERS.iter().map(|program| Server::start(&lmbench, program, cpu)).collect::<Result<Vec<Server>>>()?;
    for round in 1..=rounds {
        eprint!("\rround {round} of {rounds} ");
        let begin = Instant::now();
        let quick = ours(&collector, folder.path(), cpu, Preset::Quick)?;
        let standard = ours(&collector, folder.path(), cpu, Preset::Standard)?;
        took[0] += begin.elapsed();
        let begin = Instant::now();
        for (pair, rounds) in PAIRS.iter().zip(&mut all) {
            let theirs = theirs(&lmbench, pair, folder.path(), cpu);
            let ours = value(if pair.preset == Preset::Quick { &quick } else { &standard }, pair);
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                rounds.ours.push(ours);
                rounds.theirs.push(theirs);
            }
        }
        took[1] += begin.elapsed();
    }
    drop(servers);
    eprintln!();
    print(&all);
    println!(
        "\n{rounds} rounds; ours took {:.0} s in all, lmbench {:.0} s.",
        took[0].as_secs_f64(),
        took[1].as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

fn print(all: &[Rounds]) {
    println!(
        "| benchmark | theirs | best of ours | of theirs | ratio of best | ratio of medians | expected | spread of ours, of theirs |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut quieter = [0, 0];
    for (pair, rounds) in PAIRS.iter().zip(all) {
        let name = [pair.benchmark, pair.measure, pair.point].map(str::trim).join(" ");
        let command = pair.command.join(" ");
        if rounds.ours.is_empty() {
            println!("| {name} | {command} | no figures: one of both failed |");
            continue;
        }
        let of = ratio::compare(&rounds.ours, &rounds.theirs, pair.rate());
        let unit = if pair.rate() { "MB/s" } else { "us" };
        let best = |values: &[f64]| ratio::best(values, pair.rate()) / if pair.rate() { 1e6 } else { 1e3 };
        let written = |ratio: &ratio::Ratio| {
            let (low, high) = ratio.interval.unwrap_or((f64::NAN, f64::NAN));
            format!("{:.3} ({low:.3} to {high:.3})", ratio.value)
        };
        quieter[0] += usize::from(of.spreads[0] <= of.spreads[1]);
        quieter[1] += 1;
        println!(
            "| {name} | {command} | {:.4} {unit} | {:.4} {unit} | {} | {} | {}{} | {:.1} %, {:.1} % |",
            best(&rounds.ours),
            best(&rounds.theirs),
            written(&of.best),
            written(&of.median),
            pair.expected.map_or("differs".to_owned(), |ratio| ratio.to_string()),
            if pair.because.is_empty() { String::new() } else { format!(": {}", pair.because) },
            100.0 * of.spreads[0],
            100.0 * of.spreads[1],
        );
    }
    println!("\nThe spread of ours is no larger in {} of {} rows.", quieter[0], quieter[1]);
}

/// One run of ours, of all benchmarks that have a pair in a preset.
fn ours(collector: &Path, folder: &Path, cpu: &str, preset: Preset) -> Result<Run> {
    let mut only: Vec<&str> = PAIRS.iter().filter(|pair| pair.preset == preset).map(|pair| pair.benchmark).collect();
    only.dedup();
    let out = folder.join(format!("{}.json", preset.name()));
    let _ = fs::remove_file(&out);
    let status = Command::new("taskset")
        .args(["-c", cpu])
        .arg(collector)
        .args(["run", "--quiet", "--placement", "same_cpu", "--settle", "0", "--starts", "1", "--samples", "11"])
        .args(["--preset", preset.name(), "--only", &only.join(",")])
        .arg("--out")
        .arg(&out)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("cannot start taskset: install util-linux")?;
    let bytes = fs::read(&out).with_context(|| format!("the collector left no document ({status})"))?;
    serde_json::from_slice(&bytes).context("the collector's document")
}

/// Our figure of a pair, in ns or B/s: the median of a start's samples, as theirs is of their own.
fn value(run: &Run, pair: &Pair) -> Option<f64> {
    let measure = match pair.measure {
        "" => shared::catalogue::find(pair.benchmark)?.measures.first()?.id,
        named => named,
    };
    let group = run.groups.iter().find(|group| group.benchmark == pair.benchmark)?;
    let is_it = |cell: &&Cell| cell.measure == measure && (pair.point.is_empty() || cell.at.to_string() == pair.point);
    let cell = group.cells.iter().find(is_it)?;
    let start = cell.elapsed_ns.first().filter(|start| !start.is_empty());
    let values: Vec<f64> = match (start, pair.rate()) {
        (None, _) => cell.values.first()?.clone(),
        (Some(start), true) => start.iter().map(|&ns| cell.amount.unwrap_or(0) as f64 * 1e9 / ns as f64).collect(),
        (Some(start), false) => start.iter().map(|&ns| ns as f64 / cell.ops.unwrap_or(0) as f64).collect(),
    };
    Some(ratio::median(&values)).filter(|value| value.is_finite())
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
struct WorkFolder(std::path::PathBuf);

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
