//! The words of changes: all tests of two columns are judged together, before any filter.

use super::{Table, Word};
use crate::stats::{Finding, Test, judge};

/// The tests of a comparison, as its tables are filled.
pub(super) struct Tests {
    /// By column.
    columns: Vec<Vec<Placed>>,
}

/// A test and where it belongs.
struct Placed {
    table: usize,
    row: usize,
    curve: usize,
    test: Test,
}

impl Tests {
    pub fn new(columns: usize) -> Self {
        Self { columns: (0..columns).map(|_| Vec::new()).collect() }
    }

    /// Adds the test of a column in the row of a table. Rows of one curve follow each other.
    pub fn add(&mut self, column: usize, (table, row): (usize, usize), curve: usize, test: Test) {
        self.columns[column].push(Placed { table, row, curve, test });
    }

    /// Judges all tests and writes the words.
    pub fn judge(self, tables: &mut [Table]) {
        for (column, placed) in self.columns.iter().enumerate() {
            let tests: Vec<Test> = placed.iter().map(|placed| placed.test).collect();
            let mut curves: Vec<usize> = Vec::new();
            for (index, test) in placed.iter().enumerate() {
                match curves.last_mut() {
                    Some(tests) if placed[index - 1].curve == test.curve => *tests += 1,
                    _ => curves.push(1),
                }
            }
            for (placed, finding) in placed.iter().zip(judge(&tests, &curves)) {
                let Some(change) = &mut tables[placed.table].rows[placed.row].changes[column] else { continue };
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
