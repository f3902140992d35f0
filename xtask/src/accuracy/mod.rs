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
use ratio::ratio;
use shared::model::{Run, RunId};
use shared::summary::{RunSummary, summarise};

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

/// Measures `rounds` rounds on CPU `cpu` and prints a table.
pub fn accuracy(place: &Place, lmbench: &Path, rounds: usize, cpu: &str) -> Result<ExitCode> {
    let lmbench = std::path::absolute(lmbench).context("the folder of lmbench's programs")?;
    let collector = {
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
        programs::build(place, Profile::Release)?.collector
    };
    let folder = WorkFolder::new()?;
    let mut all: Vec<Rounds> = PAIRS.iter().map(|_| Rounds::default()).collect();
    let mut took = [Duration::ZERO; 2];
    let servers = [Server::start(&lmbench, "lat_udp", cpu)?, Server::start(&lmbench, "lat_tcp", cpu)?];
    for round in 1..=rounds {
        eprint!("\rround {round} of {rounds} ");
        let begin = Instant::now();
        let summary = ours(&collector, folder.path(), cpu)?;
        took[0] += begin.elapsed();
        let begin = Instant::now();
        for (pair, rounds) in PAIRS.iter().zip(&mut all) {
            let theirs = theirs(&lmbench, pair, folder.path(), cpu);
            if let (Some(ours), Some(theirs)) = (value(&summary, pair), theirs) {
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
        "\n{rounds} rounds; ours took {:.0} s in all, lmbench {:.0} s",
        took[0].as_secs_f64(),
        took[1].as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

fn print(all: &[Rounds]) {
    println!(
        "benchmark                       ours        lmbench     ratio of best (95 %)     expected  spread ours, lmbench"
    );
    for (pair, rounds) in PAIRS.iter().zip(all) {
        if rounds.ours.is_empty() {
            println!("{:<24} no figures: one of both failed", pair.benchmark);
            continue;
        }
        let rate = pair.unit > 1e5;
        let of = ratio(&rounds.ours, &rounds.theirs, rate);
        let best = |values: &[f64]| {
            values.iter().copied().reduce(if rate { f64::max } else { f64::min }).unwrap_or(f64::NAN) / pair.unit
        };
        let interval = of.interval.map_or(String::new(), |(low, high)| format!("({low:.3} to {high:.3})"));
        let unit = if rate { "MB/s" } else { "us" };
        println!(
            "{:<24} {:>9.4} {unit:<4} {:>9.4} {unit:<4} {:>6.3} {interval:<18} {:>5.1} {:>12.1} % {:>6.1} %  {}",
            pair.benchmark,
            best(&rounds.ours),
            best(&rounds.theirs),
            of.of_best,
            pair.expected,
            100.0 * of.spreads[0],
            100.0 * of.spreads[1],
            pair.because
        );
    }
}

/// One run of ours, of all benchmarks that have a pair.
fn ours(collector: &Path, folder: &Path, cpu: &str) -> Result<RunSummary> {
    let only: Vec<&str> = PAIRS.iter().map(|pair| pair.benchmark).collect();
    let out = folder.join("run.json");
    let status = Command::new("taskset")
        .args(["-c", cpu])
        .arg(collector)
        .args(["run", "--quiet", "--preset", "standard", "--placement", "same_cpu", "--settle", "0"])
        .args(["--starts", "1", "--samples", "11", "--only", &only.join(",")])
        .arg("--out")
        .arg(&out)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("cannot start taskset: install util-linux")?;
    let bytes = fs::read(&out).with_context(|| format!("the collector left no document ({status})"))?;
    let run: Run = serde_json::from_slice(&bytes).context("the collector's document")?;
    Ok(summarise(&RunId::of(&bytes), &run))
}

/// Our figure of a pair, in ns or B/s.
fn value(summary: &RunSummary, pair: &Pair) -> Option<f64> {
    let mut first = 0;
    let measure = match pair.measure {
        "" => shared::catalogue::find(pair.benchmark)?.measures.first()?.id,
        named => named,
    };
    for series in &summary.series {
        let cells = first..first + series.cells as usize;
        first = cells.end;
        if series.benchmark != pair.benchmark || series.measure != measure {
            continue;
        }
        for cell in cells {
            let point = summary.cells.points.get(*summary.cells.at.get(cell)? as usize)?;
            if pair.point.is_empty() || point.to_string() == pair.point {
                return summary.cells.value.get(cell).copied().flatten();
            }
        }
    }
    None
}

/// The figure that a program of lmbench prints, in ns or B/s.
fn theirs(lmbench: &Path, pair: &Pair, folder: &Path, cpu: &str) -> Option<f64> {
    let (program, arguments) = pair.command.split_first()?;
    let output = Command::new("taskset")
        .args(["-c", cpu])
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
