//! The smallest difference that a cell may be said to have.

use super::Cell;
use super::cell::Figure;
use super::join::Joined;
use crate::catalogue::{Floor, OWN_PROGRAMS};
use crate::model::Placement;
use crate::stats::{Floors, Runs, SPREADS};
use crate::summary::Reduction;

/// The floor where starts of either side took the fastest of unequal numbers of samples: the fastest of 21 lies up to
/// this much lower than the fastest of 7.
const UNEVEN: f64 = 0.04;

/// What [`SPREADS`] is where more of a cell's samples were disturbed than a mean may take.
const DISTURBED_SPREADS: f64 = 4.0;

/// A floor is at least so many times what repeated runs differ by.
const TIMES: f64 = 2.0;

/// The catalogue's floor of a row. Where the catalogue lacks the benchmark, that of figures across CPUs; of a person's own
/// program on one CPU, that of processes.
pub(super) fn of_row(row: &Joined) -> f64 {
    let placement = row.curve.placement.and_then(Placement::parse);
    let known =
        row.benchmark.and_then(|benchmark| Some(benchmark.floor_at(benchmark.measure(row.curve.measure)?, placement)));
    let own = row.curve.benchmark.starts_with(OWN_PROGRAMS) && placement == Some(Placement::SameCpu);
    known.unwrap_or(if own { Floor::Process.fraction() } else { Floor::ACROSS })
}

/// The floors of two figures: for what is called a difference, never below what their samples allow, nor below twice
/// what repeated runs of a side, each of its first `starts`, differ by.
pub(super) fn of_pair(row: f64, base: &Figure, new: &Figure, starts: usize) -> Floors {
    let Some(reduction) = new.reduction else { return Floors::of_row(row) };
    let uneven = matches!(reduction, Reduction::Fast(_)) && uneven(&base.cell, &new.cell);
    let mut called = if uneven { row.max(UNEVEN) } else { row };
    if base.sample.runs.len() + new.sample.runs.len() > 2 {
        let side = |figure: &Figure| figure.sample.by_run(starts, reduction);
        called = called.max(libm::expm1(TIMES * Runs::spread(&side(base), &side(new)).unwrap_or(0.0)));
    }
    let disturbed = base.cell.much_disturbed() || new.cell.much_disturbed();
    Floors { row, called, spreads: if disturbed { DISTURBED_SPREADS } else { SPREADS } }
}

/// Whether starts of the two cells took different numbers of samples.
pub(super) fn uneven(one: &Cell, other: &Cell) -> bool {
    let each = |cell: &Cell| f64::from(cell.samples) / cell.starts.len().max(1) as f64;
    (each(one) / each(other) - 1.0).abs() > 0.1
}
