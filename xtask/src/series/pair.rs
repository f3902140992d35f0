//! What the comparison of two runs says of each cell that it tests.

use shared::compare::{Request, RowKey, Word, compare};
use shared::summary::RunSummary;

use super::kind::Kind;

/// A tested cell.
#[derive(Clone, Debug)]
pub struct Tested {
    pub key: RowKey,
    pub kind: Kind,
    pub word: Word,
    /// As a fraction, + is better.
    pub improvement: f64,
}

impl Tested {
    /// Whether it was called better or worse.
    pub fn called(&self) -> bool {
        matches!(self.word, Word::Better | Word::Worse)
    }
}

/// Compares as `benchpages compare` does; the second against the first.
pub fn tested(base: &RunSummary, new: &RunSummary) -> Vec<Tested> {
    let comparison = compare(&Request { columns: vec![vec![base], vec![new]], ..Request::default() });
    let rows = comparison.tables.into_iter().flat_map(|table| table.rows);
    rows.filter_map(|row| {
        let change = row.changes.into_iter().nth(1).flatten()?;
        let kind = Kind::of(&row.key);
        (change.word != Word::Untested).then_some(Tested {
            key: row.key,
            kind,
            word: change.word,
            improvement: change.improvement,
        })
    })
    .collect()
}

/// A count of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    pub some: usize,
    pub all: usize,
}

impl Share {
    /// Counts one more.
    pub fn add(&mut self, counts: bool) {
        self.some += usize::from(counts);
        self.all += 1;
    }

    /// The part; nothing of nothing.
    pub fn part(self) -> Option<f64> {
        (self.all > 0).then(|| self.some as f64 / self.all as f64)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.part() {
            Some(part) => write!(out, "{} of {} ({:.1} %)", self.some, self.all, 100.0 * part),
            None => out.write_str("-"),
        }
    }
}
