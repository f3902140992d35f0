//! `cargo xtask aa`: pairs of runs of one kernel that differ in nothing, and how many of their cells are called better or
//! worse nevertheless.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::flags::Flags;
use crate::place::Place;
use crate::series::kind::Kind;
use crate::series::pair::{Share, Tested, tested};
use crate::series::{Collector, Document, Series, read};

/// What a task is asked for.
pub struct Options {
    series: Series,
    pairs: usize,
    preset: String,
    /// A folder with the first runs of each pair, of another boot.
    against: Option<PathBuf>,
}

impl Options {
    /// Reads the command line.
    pub fn read(flags: &mut Flags, place: &Place) -> Result<Self> {
        Ok(Self {
            series: Series::read(flags, place, "aa")?,
            pairs: flags.value("--pairs")?.map_or(Ok(20), |pairs| pairs.parse().context("--pairs"))?,
            preset: flags.value("--preset")?.unwrap_or_else(|| "standard".to_owned()),
            against: flags.value("--against")?.map(PathBuf::from),
        })
    }
}

/// Measures what is missing, and prints what is called.
pub fn aa(place: &Place, options: &Options) -> Result<ExitCode> {
    let mut collector = Collector::usual(place);
    let mut pairs = Vec::with_capacity(options.pairs);
    println!("| pair | boots | tested | called | the same | cells called |\n|---:|---|---:|---:|---:|---|");
    for number in 1..=options.pairs {
        let (one, other) = measure(options, &mut collector, number)?;
        let boots = if one.run.boot.key == other.run.boot.key { "one" } else { "two" };
        let pair = tested(&one.summary, &other.summary);
        println!("{}", line(number, boots, &pair));
        pairs.push(pair);
    }
    println!("\n{}", summary(&pairs));
    println!("documents: {}", options.series.folder().display());
    Ok(ExitCode::SUCCESS)
}

/// The two runs of a pair; which of them is measured first is the other one in every second pair.
fn measure(options: &Options, collector: &mut Collector<'_>, number: usize) -> Result<(Document, Document)> {
    let mut run = |side: &str| options.series.document(collector, &format!("{number:02}-{side}"), &options.preset, "");
    if let Some(folder) = &options.against {
        return Ok((read(&folder.join(format!("{number:02}-a.json")))?, run("b")?));
    }
    if number % 2 == 1 {
        let one = run("a")?;
        Ok((one, run("b")?))
    } else {
        let other = run("b")?;
        Ok((run("a")?, other))
    }
}

fn line(number: usize, boots: &str, pair: &[Tested]) -> String {
    let same = pair.iter().filter(|cell| cell.word == shared::compare::Word::Same).count();
    let called: Vec<String> = pair.iter().filter(|cell| cell.called()).map(named).collect();
    format!("| {number} | {boots} | {} | {} | {same} | {} |", pair.len(), called.len(), called.join(", "))
}

fn named(cell: &Tested) -> String {
    format!("{} {:+.1} %", cell.key.text(), 100.0 * cell.improvement)
}

/// The mean over pairs, the worst pair, kinds, and the cells that were called.
fn summary(pairs: &[Vec<Tested>]) -> String {
    let share = |cells: &mut dyn Iterator<Item = &Tested>| {
        let mut share = Share::default();
        cells.for_each(|cell| share.add(cell.called()));
        share
    };
    let shares: Vec<Share> = pairs.iter().map(|pair| share(&mut pair.iter())).collect();
    let parts = || shares.iter().filter_map(|share| share.part());
    let mean = parts().sum::<f64>() / parts().count().max(1) as f64;
    let worst = shares
        .iter()
        .zip(1..)
        .max_by(|(one, _), (other, _)| one.part().unwrap_or_default().total_cmp(&other.part().unwrap_or_default()));
    let mut text = format!("Called of tested: {:.2} % in the mean of {} pairs", 100.0 * mean, pairs.len());
    if let Some((worst, number)) = worst {
        text += &format!("; the worst is pair {number}: {worst}");
    }
    text += "\n\n| | called of tested | differences: median | nine of ten below |\n|---|---:|---:|---:|\n";
    for kind in Kind::ALL {
        let mut sizes: Vec<f64> =
            pairs.iter().flatten().filter(|cell| cell.kind == kind).map(|cell| cell.improvement.abs()).collect();
        if sizes.is_empty() {
            continue;
        }
        sizes.sort_by(f64::total_cmp);
        let at = |part: f64| 100.0 * sizes[((sizes.len() as f64 * part) as usize).min(sizes.len() - 1)];
        let called = share(&mut pairs.iter().flatten().filter(|cell| cell.kind == kind));
        text += &format!("| {} | {called} | {:.1} % | {:.1} % |\n", kind.name(), at(0.5), at(0.9));
    }
    let mut often: BTreeMap<String, usize> = BTreeMap::new();
    for cell in pairs.iter().flatten().filter(|cell| cell.called()) {
        *often.entry(cell.key.text()).or_default() += 1;
    }
    if !often.is_empty() {
        text += "\n| cell | called |\n|---|---:|\n";
        let mut often: Vec<_> = often.into_iter().collect();
        often.sort_by(|(one, often), (other, less)| less.cmp(often).then(one.cmp(other)));
        for (cell, times) in often {
            text += &format!("| {cell} | {times} |\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::compare::{RowKey, Word};
    use shared::model::Point;

    fn cell(benchmark: &str, word: Word, improvement: f64) -> Tested {
        let key =
            RowKey { benchmark: benchmark.into(), version: 1, point: Point::default(), measure: "latency".into() };
        Tested { kind: Kind::of(&key), key, word, improvement }
    }

    #[test]
    fn the_mean_is_over_pairs_and_the_worst_is_named() {
        let quiet = vec![cell("syscall.null", Word::Same, 0.001), cell("syscall.read", Word::Undecided, 0.03)];
        let loud = vec![cell("syscall.null", Word::Worse, -0.04), cell("syscall.read", Word::Same, 0.002)];
        let text = summary(&[quiet.clone(), loud.clone(), quiet]);
        // 0, 1/2 and 0 of the cells.
        assert!(
            text.starts_with("Called of tested: 16.67 % in the mean of 3 pairs; the worst is pair 2: 1 of 2"),
            "{text}"
        );
        assert!(text.contains("| CPU paths | 1 of 6 (16.7 %) | 3.0 % | 4.0 % |"), "{text}");
        assert!(text.contains("| syscall.null | 1 |"), "{text}");
        assert_eq!(line(2, "one", &loud), "| 2 | one | 2 | 1 | 1 | syscall.null -4.0 % |");
    }
}
