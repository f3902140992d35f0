//! Means over rows, and what is said of rows in numbers.

use super::{Cell, CellStatus, Column, Counts, Mean, Row, Table, Word};
use crate::model::{Better, Role};

/// The logarithms of one row's changes, one a column that takes part: of the time ratio new / base for lower-better
/// rows, of the rate ratio for higher-better ones.
struct Logs {
    better: Better,
    columns: Vec<f64>,
}

/// Geometric means over the rows of `tables` that are common to all columns which can be compared with the baseline:
/// primary measures with a direction, with figures on both sides that are not much disturbed. Published columns take no
/// part beside a measured baseline, nor measured ones beside a published.
///
/// The mean of times is that of new / base, the mean of rates that of new / base as well; where a mean runs over both,
/// a rate counts as the time for the same work.
pub(super) fn means(tables: &[Table], columns: &[Column], base: usize) -> Vec<Option<Mean>> {
    let part = taking_part(columns, base);
    let rows = tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table.better, row)));
    let common: Vec<Logs> = rows.filter_map(|(better, row)| logs(better, row, &part, base)).collect();
    let mut means = vec![None; columns.len()];
    for (place, &column) in part.iter().enumerate() {
        means[column] = mean(&common, place);
    }
    means
}

/// Columns that are compared with the baseline.
fn taking_part(columns: &[Column], base: usize) -> Vec<usize> {
    let comparable = |column: &Column| columns.get(base).is_some_and(|base| base.reference == column.reference);
    let apart = |index: usize, column: &Column| index != base && column.barred.is_none() && comparable(column);
    columns.iter().enumerate().filter(|(index, column)| apart(*index, column)).map(|(index, _)| index).collect()
}

/// The row's logarithms, if it is common to all columns that take part.
fn logs(better: Better, row: &Row, columns: &[usize], base: usize) -> Option<Logs> {
    let counts = |cell: &Cell| cell.value.is_some_and(|value| value > 0.0) && !cell.much_disturbed();
    if row.role != Role::Primary || better == Better::Neutral || !row.cells.get(base).is_some_and(counts) {
        return None;
    }
    let log = |&column: &usize| {
        let improvement = row.changes[column].as_ref().filter(|_| counts(&row.cells[column]))?.improvement;
        let ratio = if better == Better::Lower { 1.0 - improvement } else { 1.0 + improvement };
        (ratio > 0.0).then(|| libm::log(ratio))
    };
    Some(Logs { better, columns: columns.iter().map(log).collect::<Option<_>>()? })
}

fn mean(rows: &[Logs], column: usize) -> Option<Mean> {
    let first = rows.first()?;
    let mixed = rows.iter().any(|row| row.better != first.better);
    let log =
        |row: &Logs| if mixed && row.better == Better::Higher { -row.columns[column] } else { row.columns[column] };
    let ratio = libm::exp(rows.iter().map(log).sum::<f64>() / rows.len() as f64);
    let improvement = if mixed || first.better == Better::Lower { 1.0 - ratio } else { ratio - 1.0 };
    Some(Mean { improvement, rows: u32::try_from(rows.len()).unwrap_or(u32::MAX) })
}

/// By column, what is said of its rows: primary measures with a direction. Nothing is said of the baseline.
pub(super) fn counts(tables: &[Table], columns: &[Column], base: usize) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); columns.len()];
    for table in tables.iter().filter(|table| table.better != Better::Neutral) {
        for row in table.rows.iter().filter(|row| row.role == Role::Primary) {
            for (column, count) in counts.iter_mut().enumerate().filter(|(column, _)| *column != base) {
                let there = |column: usize| row.cells[column].status == CellStatus::Ok;
                if let Some(change) = &row.changes[column] {
                    count.compared += 1;
                    match change.word {
                        Word::Better => count.better += 1,
                        Word::Worse => count.worse += 1,
                        Word::Same => count.same += 1,
                        Word::Undecided => count.undecided += 1,
                        Word::Untested => {}
                    }
                } else if !there(column) || !there(base) {
                    count.missing += 1;
                } else if columns[column].barred.is_some() || row.cells[column].reference != row.cells[base].reference {
                    count.reference += 1;
                }
            }
        }
    }
    counts
}
