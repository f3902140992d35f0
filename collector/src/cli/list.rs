//! `benchpages list`: what there is to measure.

use anyhow::Result;
use clap::Args as ClapArgs;
use shared::catalogue::{self, Benchmark};
use shared::model::Preset;
use shared::view::glob_matches;

use super::output::put;
use crate::bench;

/// Options of `list`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Only benchmarks whose id matches one of these globs
    #[arg(value_name = "GLOB")]
    globs: Vec<String>,
    /// Say how each is measured
    #[arg(long, short)]
    long: bool,
}

/// Prints every benchmark that this program measures, with its points in each preset.
pub fn run(args: &Args) -> Result<()> {
    let chosen: Vec<&Benchmark> = catalogue::all()
        .filter(|benchmark| bench::find(benchmark.id).is_some())
        .filter(|benchmark| args.globs.is_empty() || args.globs.iter().any(|glob| glob_matches(glob, benchmark.id)))
        .collect();
    Ok(put(&text(&chosen, args.long))?)
}

fn text(benchmarks: &[&Benchmark], long: bool) -> String {
    let width = benchmarks.iter().map(|benchmark| benchmark.id.len()).max().unwrap_or_default();
    let points = |benchmark: &Benchmark, preset| (benchmark.plan.points)(preset).len();
    let mut text = format!("{:width$}  version  points: quick standard full  what\n", "benchmark");
    for benchmark in benchmarks {
        text += &format!(
            "{:width$}  {:7}  {:13} {:8} {:4}  {}\n",
            benchmark.id,
            benchmark.version,
            points(benchmark, Preset::Quick),
            points(benchmark, Preset::Standard),
            points(benchmark, Preset::Full),
            [benchmark.title, benchmark.detail].join(" ").trim_end(),
        );
        if long {
            let axes: Vec<&str> = benchmark.axes.iter().map(|axis| axis.name).collect();
            if !axes.is_empty() {
                text += &format!("    axes: {}\n", axes.join(", "));
            }
            text += &format!("    {}\n    {}\n", benchmark.method, benchmark.source);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_benchmark_has_a_line() {
        let benchmarks: Vec<&Benchmark> =
            catalogue::all().filter(|benchmark| benchmark.id.starts_with("syscall.")).collect();
        let short = text(&benchmarks, false);
        assert_eq!(short.lines().count(), 1 + benchmarks.len());
        assert!(short.contains("Null call getppid"), "{short}");
        assert!(text(&benchmarks, true).contains("Calls getppid, which no library answers by itself"));
    }
}
