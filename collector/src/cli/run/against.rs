//! `run --against BASE`: more starts of what cannot yet be told from a base document, until it can.
//!
//! A comparison takes as many starts of either side as the shorter one has: more starts than the base has would not be
//! looked at. Every look is one more occasion to find a difference by chance, so there is one after the first starts and
//! then each time that their number has doubled, not one after every start.

use std::path::Path;

use anyhow::{Result, bail};
use shared::compare::{Change, Comparison, Row, Word};
use shared::model::{Preset, Role, Run};
use shared::number::percent;

use crate::cli::compare::side_by_side;
use crate::document::{self, Document};
use crate::placement::Layout;
use crate::plan::{Entry, Selection};
use crate::run::{Record, again};

/// Starts before the first look; with fewer nothing can be told.
const FIRST: u32 = 6;

/// A document to compare with.
pub struct Against {
    base: Document,
}

impl Against {
    /// Reads it.
    pub fn read(path: &Path) -> Result<Self> {
        Ok(Self { base: document::read(path)? })
    }

    /// The preset that it was measured with.
    pub fn preset(&self) -> Preset {
        self.base.run.preset.unwrap_or(Preset::Quick)
    }

    /// Starts of each benchmark before the first look.
    pub fn first(&self, asked: Option<u32>) -> u32 {
        let longest = self.base.run.groups.iter().map(|group| group.starts.len() as u32).max().unwrap_or_default();
        asked.unwrap_or(FIRST.min(longest.max(1)))
    }

    /// Samples of a start: as many as the base has, since the fastest of more is faster.
    pub fn samples(&self) -> Option<u32> {
        let cells = self.base.run.groups.iter().flat_map(|group| &group.cells);
        cells.flat_map(|cell| &cell.elapsed_ns).map(|samples| samples.len() as u32).max().filter(|&samples| samples > 0)
    }

    /// What the base measured and this program measures in the same way, as far as it is asked for.
    pub fn entries(&self, selection: &Selection, layout: &Layout) -> Result<Vec<Entry>> {
        let groups = self.base.run.groups.iter().filter(|group| selection.takes(&group.benchmark));
        let entries: Vec<Entry> = groups.filter_map(|group| again(group, layout)).collect();
        if entries.is_empty() {
            bail!("--against {}: holds nothing that this program measures in the same way", self.base.path.display());
        }
        Ok(entries)
    }

    /// How many starts each record should have more, after a look at what has been measured so far.
    pub fn more(&self, records: &[Record], now: Run) -> Vec<u32> {
        let comparison = self.compared(now);
        records
            .iter()
            .map(|record| {
                let own = record.starts.len() as u32;
                let open = rows(&comparison).any(|(row, change)| is_of(row, record) && is_open(change));
                if open { own.min(self.starts(record).saturating_sub(own)) } else { 0 }
            })
            .collect()
    }

    /// A line for each row that both have: its word, and the change.
    pub fn words(&self, now: &Run) -> String {
        let comparison = self.compared(now.clone());
        let lines = rows(&comparison).map(|(row, change)| {
            let word = match change.word {
                Word::Same => "=",
                Word::Undecided => "~",
                other => other.name(),
            };
            let interval = change.low.zip(change.high);
            let interval = interval.map(|(low, high)| format!(" ({} to {})", percent(low), percent(high)));
            format!("{word:8} {}, better by {}{}\n", row.key.text(), change.text, interval.unwrap_or_default())
        });
        lines.collect()
    }

    fn compared(&self, now: Run) -> Comparison {
        side_by_side([self.base.clone(), Document::unwritten(now)])
    }

    /// Starts that the base has of a record's benchmark.
    fn starts(&self, record: &Record) -> u32 {
        let stated = record.entry.stated_placement().map(|placement| placement.name());
        let own = self.base.run.groups.iter().filter(|group| group.benchmark == record.entry.benchmark.id);
        own.filter(|group| group.placement.as_deref() == stated)
            .map(|group| group.starts.len() as u32)
            .max()
            .unwrap_or_default()
    }
}

/// The rows that are judged, with the change of the run that is being made.
fn rows(comparison: &Comparison) -> impl Iterator<Item = (&Row, &Change)> {
    let rows = comparison.tables.iter().flat_map(|table| &table.rows).filter(|row| row.role == Role::Primary);
    rows.filter_map(|row| Some((row, row.changes.get(1)?.as_ref()?)))
}

fn is_of(row: &Row, record: &Record) -> bool {
    let stated = record.entry.stated_placement().map(|placement| placement.name());
    row.key.benchmark == record.entry.benchmark.id && row.key.point.text("placement") == stated
}

/// Whether more starts could find a word.
fn is_open(change: &Change) -> bool {
    matches!(change.word, Word::Undecided | Word::Untested)
}
