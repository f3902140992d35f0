//! Tables of real samples: run documents of one kernel on one machine.

use std::path::PathBuf;

use anyhow::{Context, Result};
use shared::compare::{Change, Request, Word, compare};
use shared::model::{Run, RunId};
use shared::stats::Side;
use shared::summary::{OFFSET_STEP, Reduction, RunSummary, six_digits, summarise};

use super::share;

/// Compares the documents with each other, halves of each, and halves of which one is changed.
pub fn real(files: &[PathBuf]) -> Result<()> {
    let runs: Vec<RunSummary> = files.iter().map(read).collect::<Result<_>>()?;
    println!("Real samples: {} documents of {} cells", runs.len(), runs.first().map_or(0, |run| run.cells.at.len()));
    let mut pairs = Counted::default();
    for (index, one) in runs.iter().enumerate() {
        for other in &runs[index + 1..] {
            pairs.add(one, other);
        }
    }
    pairs.print("two runs of one kernel");
    for factor in [1.0, 1.05, 1.1, 1.3] {
        let mut halves = Counted::default();
        for run in &runs {
            let (one, mut other) = (half(run, 0), half(run, 1));
            for value in other.cells.value.iter_mut().flatten() {
                *value *= factor;
            }
            halves.add(&one, &other);
        }
        halves.print(&format!("starts of one run, every other; times changed by {:.0} %", (factor - 1.0) * 100.0));
    }
    println!();
    Ok(())
}

/// Words of many comparisons.
#[derive(Default)]
struct Counted {
    words: Vec<Word>,
    /// Sizes of the differences, and floors that they were held against.
    sizes: Vec<f64>,
}

impl Counted {
    fn add(&mut self, one: &RunSummary, other: &RunSummary) {
        let comparison = compare(&Request { columns: vec![vec![one], vec![other]], ..Request::default() });
        let rows = comparison.tables.iter().flat_map(|table| &table.rows);
        for change in rows.filter_map(|row| row.changes[1].as_ref()).filter(|change| change.word != Word::Untested) {
            self.words.push(change.word);
            self.sizes.push(size(change));
        }
    }

    fn print(mut self, name: &str) {
        let called = self.words.iter().filter(|word| matches!(word, Word::Better | Word::Worse)).count();
        let same = self.words.iter().filter(|word| **word == Word::Same).count();
        self.sizes.sort_by(f64::total_cmp);
        let at = |part: f64| self.sizes.get((self.sizes.len() as f64 * part) as usize).copied().unwrap_or(0.0) * 100.0;
        println!(
            "{name:<60}{:>5} cells, called {:>8}, the same {:>8}; differences: median {:.1} %, nine of ten below {:.1} %",
            self.words.len(),
            share(called, self.words.len()),
            share(same, self.words.len()),
            at(0.5),
            at(0.9)
        );
    }
}

fn size(change: &Change) -> f64 {
    change.improvement.abs()
}

fn read(file: &PathBuf) -> Result<RunSummary> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let run: Run = serde_json::from_slice(&bytes).with_context(|| file.display().to_string())?;
    Ok(summarise(&RunId::of(&bytes), &run))
}

/// Every other start of a run, from the `first` on, as a run of its own.
fn half(run: &RunSummary, first: usize) -> RunSummary {
    let mut half = run.clone();
    half.head.id = RunId::of(format!("{} {first}", run.head.id).as_bytes());
    half.cells.inverse.clear();
    let mut cell = 0;
    for series in &run.series {
        let placement = series.placement.as_deref();
        let reduction = Reduction::of(run.head.provenance, &series.benchmark, placement, &series.unit, series.better);
        for at in cell..cell + series.cells as usize {
            let logs: Vec<i32> = run.cells.start_logs(at).into_iter().skip(first).step_by(2).collect();
            let Some(side) = Side::of(&logs, reduction) else { continue };
            half.cells.value[at] = Some(six_digits(libm::exp(side.centre)));
            let centre = libm::round(side.centre / OFFSET_STEP) as i32;
            half.cells.starts[at] = logs.iter().map(|log| log - centre).collect();
            half.cells.samples[at] /= 2;
            half.cells.disturbed[at] /= 2;
        }
        cell += series.cells as usize;
    }
    half
}
