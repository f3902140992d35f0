//! The words of changes: all tests of two columns are judged together, before any filter.

use super::{Table, Word};
use crate::stats::{Finding, Test, judge};

/// The tests of a comparison, as its tables are filled.
pub(super) struct Tests {
    columns: Vec<OfColumn>,
}

/// The tests of a column against the baseline.
#[derive(Default)]
struct OfColumn {
    tests: Vec<Test>,
    /// Table and row of each.
    places: Vec<(usize, usize)>,
    /// How many tests each curve has.
    curves: Vec<usize>,
    /// The last of the curves.
    curve: usize,
}

impl Tests {
    pub fn new(columns: usize) -> Self {
        Self { columns: (0..columns).map(|_| OfColumn::default()).collect() }
    }

    /// Adds the test of a column at a place: table and row. Rows of one curve follow each other.
    pub fn add(&mut self, column: usize, place: (usize, usize), curve: usize, test: Test) {
        let column = &mut self.columns[column];
        match column.curves.last_mut() {
            Some(tests) if column.curve == curve => *tests += 1,
            _ => column.curves.push(1),
        }
        column.curve = curve;
        column.places.push(place);
        column.tests.push(test);
    }

    /// Judges all tests and writes the words.
    pub fn judge(self, tables: &mut [Table]) {
        for (index, column) in self.columns.iter().enumerate() {
            for (&(table, row), finding) in column.places.iter().zip(judge(&column.tests, &column.curves)) {
                let Some(change) = &mut tables[table].rows[row].changes[index] else { continue };
                change.word = match finding {
                    Finding::Changed if change.improvement > 0.0 => Word::Better,
                    Finding::Changed => Word::Worse,
                    Finding::Same => Word::Same,
                    Finding::Undecided(seen) => {
                        change.detectable = seen;
                        Word::Undecided
                    }
                };
            }
        }
    }
}

#[cfg(test)]
#[path = "verdicts_tests.rs"]
mod tests;
