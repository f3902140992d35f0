//! Going on with a run of the same boot that was cut short: what it measured is taken over, the rest is measured, and the
//! new document supersedes it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use shared::catalogue::{self, Benchmark, Processes};
use shared::model::{Boot, Cell, Group, Placement, Point, Preset, Run, RunId, Status};
use thiserror::Error;

use super::Record;
use crate::bench;
use crate::document::{self, ReadError};
use crate::placement::Layout;
use crate::plan::Entry;

/// Why a run cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error("--resume {0}")]
    Read(#[from] ReadError),
    /// It was measured under other circumstances, which one document cannot state.
    #[error("--resume {}: {problem}", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        problem: &'static str,
    },
}

/// A run to go on with.
pub struct Resumed {
    path: PathBuf,
    /// Its id.
    pub id: RunId,
    /// What it was.
    pub run: Run,
}

impl Resumed {
    /// Reads it and checks that it is a measured run with something left to measure.
    pub fn read(path: &Path) -> Result<Self, ResumeError> {
        let document = document::read(path)?;
        let resumed = Self { path: path.to_owned(), id: document.id, run: document.run };
        if resumed.run.preset.is_none() || resumed.run.seed.is_none() {
            return Err(resumed.other("is not a run that this program measured"));
        }
        if resumed.run.complete {
            return Err(resumed.other("is complete; there is nothing left to measure"));
        }
        Ok(resumed)
    }

    /// Checks that it is of this boot, and so of this machine.
    pub fn check_boot(&self, boot: &Boot) -> Result<(), ResumeError> {
        if boot.key.is_some() && self.run.boot.key == boot.key {
            Ok(())
        } else {
            Err(self.other("is a run of another boot or machine; start a new one"))
        }
    }

    /// Checks that it built the same trees, by what its document says of them.
    pub fn check_trees(&self, trees: &BTreeMap<String, String>) -> Result<(), ResumeError> {
        match trees.iter().all(|(key, words)| self.run.conditions.other.get(key) == Some(words)) {
            true => Ok(()),
            false => Err(self.other("built another tree than --source names; start a new one")),
        }
    }

    fn other(&self, problem: &'static str) -> ResumeError {
        ResumeError::Other { path: self.path.clone(), problem }
    }

    /// The preset that it had.
    pub fn preset(&self) -> Preset {
        self.run.preset.unwrap_or(Preset::Quick)
    }

    /// The seed that it had.
    pub fn seed(&self) -> u64 {
        self.run.seed.unwrap_or_default()
    }

    /// What the run had planned: each of its groups, at its points.
    pub fn entries(&self, layout: &Layout) -> Result<Vec<Entry>, ResumeError> {
        self.run.groups.iter().map(|group| self.entry(group, layout)).collect()
    }

    fn entry(&self, group: &Group, layout: &Layout) -> Result<Entry, ResumeError> {
        again(group, layout)
            .ok_or_else(|| self.other("was measured by another version of this program; start a new one"))
    }

    /// Records of the run's entries, with what it measured.
    pub fn records(&self, entries: Vec<Entry>) -> Vec<Record> {
        entries.into_iter().zip(&self.run.groups).map(|(entry, group)| record(entry, group)).collect()
    }
}

/// What a group of a document was, to be measured once more; none where this program measures it in another way.
pub fn again(group: &Group, layout: &Layout) -> Option<Entry> {
    let benchmark = catalogue::find(&group.benchmark)
        .filter(|benchmark| benchmark.version == group.version && bench::find(benchmark.id).is_some())?;
    let placement = match &group.placement {
        Some(name) => Placement::parse(name)?,
        None if benchmark.processes == Processes::Many => Placement::Unpinned,
        None => Placement::SameCpu,
    };
    let mut points: Vec<Point> = Vec::new();
    for cell in &group.cells {
        let at = planned(benchmark, &cell.at);
        if !points.contains(&at) {
            points.push(at);
        }
    }
    Some(Entry { benchmark, placement, cpus: layout.choose(placement), points, program: None, source: None })
}

/// A cell's point as the plan has it: without the axes that samples read.
fn planned(benchmark: &Benchmark, at: &Point) -> Point {
    let mut at = at.clone();
    for axis in benchmark.axes.iter().filter(|axis| axis.read) {
        at.0.remove(axis.name);
    }
    at
}

fn record(entry: Entry, group: &Group) -> Record {
    let mut record = Record::of(entry);
    for (index, at) in record.entry.points.iter().enumerate() {
        let here = |cell: &&Cell| planned(record.entry.benchmark, &cell.at) == *at;
        if let Some(cell) = group.cells.iter().find(here) {
            record.ops[index] = cell.ops;
            record.given_up[index] = cell.status == Status::Unsupported;
        }
    }
    record.earlier = Some(group.clone());
    record
}

/// Puts the starts of the earlier run before those of this one.
pub fn prepend(group: &mut Group, earlier: &Group) {
    let starts = earlier.starts.len();
    group.starts.splice(0..0, earlier.starts.iter().cloned());
    // What only the earlier starts read stays too.
    let missing = earlier.cells.iter().filter(|before| group.cells.iter().all(|cell| !same(cell, before)));
    let missing: Vec<Cell> = missing.filter(|before| !before.values.is_empty()).cloned().collect();
    for cell in &mut group.cells {
        let before = earlier.cells.iter().find(|before| same(cell, before));
        match before {
            Some(before) => join(cell, before, starts),
            None => pad_both(cell, starts),
        }
    }
    group.cells.extend(missing);
}

fn same(one: &Cell, other: &Cell) -> bool {
    one.at == other.at && one.measure == other.measure
}

/// Joins the samples of one cell; a figure on either side makes it a figure.
fn join(cell: &mut Cell, before: &Cell, starts: usize) {
    if before.status != Status::Ok {
        return pad_both(cell, starts);
    }
    if cell.status != Status::Ok {
        *cell = before.clone();
        return;
    }
    let lengths = before.elapsed_ns.iter().map(Vec::len).chain(before.values.iter().map(Vec::len));
    let samples = lengths.sum::<usize>() as u32;
    for index in &mut cell.disturbed {
        *index += samples;
    }
    cell.disturbed.splice(0..0, before.disturbed.iter().copied());
    if cell.values.is_empty() {
        for (list, earlier) in [(&mut cell.elapsed_ns, &before.elapsed_ns), (&mut cell.warmup_ns, &before.warmup_ns)] {
            put_before(list, earlier, starts);
        }
    } else {
        put_before(&mut cell.values, &before.values, starts);
    }
}

/// Puts earlier lists in front, which are as many as starts.
fn put_before<T: Clone>(list: &mut Vec<Vec<T>>, earlier: &[Vec<T>], starts: usize) {
    pad(list, starts.saturating_sub(earlier.len()));
    list.splice(0..0, earlier.iter().cloned());
}

/// Adds starts that have no sample of a cell before those of one that has some.
fn pad_both(cell: &mut Cell, starts: usize) {
    match cell.status {
        Status::Ok if cell.values.is_empty() => {
            pad(&mut cell.elapsed_ns, starts);
            pad(&mut cell.warmup_ns, starts);
        }
        Status::Ok => pad(&mut cell.values, starts),
        _ => {}
    }
}

/// Adds empty lists in front.
fn pad<T: Clone>(list: &mut Vec<Vec<T>>, starts: usize) {
    list.splice(0..0, std::iter::repeat_n(Vec::new(), starts));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, sweep};
    use crate::run::{Cut, groups};
    use crate::start::{Counted, Ending, Outcome, Report};

    fn measured(mut record: Record, index: usize, elapsed: u64) -> Group {
        let planned = record.planned(&[index]);
        let reports = vec![Report::Point(report(index, elapsed))];
        let outcome = Outcome { reports, ending: Ending::Done(Counted::default()), printed: String::new() };
        record.take(&planned, outcome, StartRecord::default());
        groups(&[record], Some(Cut::Interrupted)).remove(0)
    }

    #[test]
    fn the_samples_of_both_runs_stand_in_order() {
        let mut earlier = measured(sweep(), 0, 1_000);
        earlier.cells[0].disturbed = vec![1];
        let mut record = sweep();
        record.earlier = Some(earlier);
        let joined = measured(record, 0, 2_000);
        assert_eq!(joined.cells[0].elapsed_ns, [[1_000, 1_001], [2_000, 2_001]]);
        assert_eq!(joined.cells[0].disturbed, [1]);
        assert_eq!(joined.starts.len(), 2);
    }

    #[test]
    fn a_cell_that_one_run_did_not_reach_has_an_empty_start() {
        let mut record = sweep();
        record.earlier = Some(measured(sweep(), 0, 1_000));
        let joined = measured(record, 1, 2_000);
        assert_eq!((joined.cells[0].status, joined.cells[0].elapsed_ns.len()), (Status::Ok, 1));
        assert_eq!(joined.cells[1].elapsed_ns, [vec![], vec![2_000, 2_001]]);
        assert_eq!(joined.cells[1].reason, None);
        assert_eq!(joined.cells[2].status, Status::Skipped);
    }
}
