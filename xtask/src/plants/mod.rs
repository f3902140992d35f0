//! `cargo xtask plants`: changes planted by a test build of the collector, and how many of them comparisons find.

mod deal;
mod table;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use shared::catalogue;
use shared::model::Run;
use table::Found;

use crate::command;
use crate::flags::Flags;
use crate::place::Place;
use crate::series::pair::tested;
use crate::series::{Collector, Series};

/// What the keys of conditions begin with that say what was planted.
const PLANTED: &str = "planted.";

/// What a task is asked for.
pub struct Options {
    series: Series,
    /// Planted runs of each preset.
    runs: usize,
    presets: Vec<String>,
    /// So many pairs of batches that check the planting itself, in place of runs.
    check: Option<String>,
}

impl Options {
    /// Reads the command line.
    pub fn read(flags: &mut Flags, place: &Place) -> Result<Self> {
        let presets = flags.value("--preset")?.unwrap_or_else(|| "standard,full".to_owned());
        let pairs = flags.value("--batches")?;
        Ok(Self {
            series: Series::read(flags, place, "plants")?,
            runs: flags.value("--runs")?.map_or(Ok(12), |runs| runs.parse().context("--runs"))?,
            presets: presets.split(',').map(str::to_owned).collect(),
            check: flags.switch("--check").then(|| pairs.unwrap_or_else(|| "1000000".to_owned())),
        })
    }
}

/// Measures what is missing, and prints what is found; or checks the planting.
pub fn plants(place: &Place, options: &Options) -> Result<ExitCode> {
    let mut collector = Collector::planting(place);
    if let Some(batches) = &options.check {
        command::run(Command::new(collector.program()?).args(["__check_plants", batches]))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut all = Vec::new();
    for preset in &options.presets {
        let mut found = Found::default();
        // The first base run tells what there is to be planted.
        let mut titles = Vec::new();
        for number in 0..options.runs {
            let name = |side: &str| format!("{preset}-{:02}-{side}", number + 1);
            let planted_first = number % 2 == 1 && !titles.is_empty();
            let mut base = None;
            if !planted_first {
                base = Some(options.series.document(&mut collector, &name("base"), preset, "")?);
            }
            if let (true, Some(base)) = (titles.is_empty(), &base) {
                titles = plantable(&base.run);
            }
            let changes = deal::changes(&titles, number);
            let planted = options.series.document(&mut collector, &name("planted"), preset, &asked(&changes))?;
            let base = match base {
                Some(base) => base,
                None => options.series.document(&mut collector, &name("base"), preset, "")?,
            };
            if !planted_in(&base.run).is_empty() || planted_in(&planted.run) != changes {
                let folder = options.series.folder().display();
                bail!("{folder}: holds runs of another series, in which other benchmarks were planted");
            }
            found.add(&tested(&base.summary, &planted.summary), &changes);
        }
        all.push((preset.as_str(), found));
    }
    println!("{}", table::text(&all));
    println!("documents: {}", options.series.folder().display());
    Ok(ExitCode::SUCCESS)
}

/// What can be planted in runs like this: benchmarks that comparisons test, each at each placement.
fn plantable(run: &Run) -> Vec<String> {
    let known = run.groups.iter().filter(|group| {
        let better = catalogue::find(&group.benchmark).and_then(|known| known.measures.first()).map(|one| one.better);
        better.is_some_and(|better| better != shared::model::Better::Neutral)
    });
    known.map(|group| title(&group.benchmark, group.placement.as_deref())).collect()
}

/// `ipc.pipe.latency@unpinned`, as the collector takes and writes it.
fn title(benchmark: &str, placement: Option<&str>) -> String {
    placement.map_or_else(|| benchmark.to_owned(), |placement| format!("{benchmark}@{placement}"))
}

/// Changes as the collector takes them.
fn asked(changes: &BTreeMap<String, f64>) -> String {
    changes.iter().map(|(title, percent)| format!("{title}={percent}")).collect::<Vec<_>>().join(",")
}

/// What a document says was planted in it, in per cent.
fn planted_in(run: &Run) -> BTreeMap<String, f64> {
    let said = |(key, said): (&String, &String)| {
        Some((key.strip_prefix(PLANTED)?.to_owned(), said.split(' ').next()?.parse().ok()?))
    };
    run.conditions.other.iter().filter_map(said).collect()
}
