//! The outer join: every cell of every run finds its row, and a row that a column lacks stays.
//!
//! A row is one measure of one benchmark version at one point; runs that state another unit or direction for it stand
//! in a row of their own. A published or imported cell that lacks axes of the catalogue, or the placement, stands in
//! the row of their reference values.

use std::borrow::Cow;

use super::RowKey;
use crate::catalogue::{self, Benchmark};
use crate::model::{Better, Placement, Point, ProvenanceKind, Role};
use crate::number::{Display, Unit};
use crate::sorted::Map;
use crate::summary::{Reduction, RunSummary, Series};

/// The placement whose row takes cells of sources that state none.
const REFERENCE_PLACEMENT: Placement = Placement::SameCpu;

/// A row before anything is worked out.
pub(super) struct Joined<'a> {
    pub curve: Curve<'a>,
    /// The benchmark, if the catalogue has one of that id.
    pub benchmark: Option<&'static Benchmark>,
    /// The point, without the placement.
    pub point: Cow<'a, Point>,
    pub role: Role,
    /// The cells of all columns, column after column.
    parts: Vec<Part<'a>>,
}

/// What the rows of a curve have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Curve<'a> {
    pub benchmark: &'a str,
    pub version: u32,
    pub placement: Option<&'a str>,
    pub measure: &'a str,
    pub unit: &'a Unit,
    pub better: Better,
}

/// One cell of one run.
pub(super) struct Part<'a> {
    column: usize,
    pub run: &'a RunSummary,
    /// Index into the run's cells.
    pub cell: usize,
    /// The unit that its printed digits are in.
    pub printed_unit: Option<&'a str>,
    /// How its figures become one.
    pub reduction: Reduction,
    /// Axes that its source does not state.
    pub unstated: Vec<&'static str>,
}

impl Part<'_> {
    /// True where the figure was not measured by the collector.
    pub fn reference(&self) -> bool {
        self.run.head.provenance != ProvenanceKind::Measured
    }
}

impl<'a> Joined<'a> {
    /// The cells of a column.
    pub fn parts(&self, column: usize) -> &[Part<'a>] {
        let start = self.parts.partition_point(|part| part.column < column);
        let end = start + self.parts[start..].partition_point(|part| part.column == column);
        &self.parts[start..end]
    }

    /// The unit that all its figures were printed in, if it is one of their quantity.
    pub fn printed_unit(&self) -> Option<Display> {
        let first = self.parts.first()?.printed_unit?;
        let one = self.parts.iter().all(|part| part.printed_unit == Some(first));
        Display::parse(first).filter(|display| one && Display::of_quantity(self.curve.unit).contains(display))
    }

    /// The row's identity.
    pub fn key(&self) -> RowKey {
        let point = self.point.clone().into_owned();
        RowKey {
            benchmark: self.curve.benchmark.to_owned(),
            version: self.curve.version,
            point: match self.curve.placement {
                Some(placement) => point.with("placement", placement),
                None => point,
            },
            measure: self.curve.measure.to_owned(),
        }
    }
}

/// All rows of the columns' runs, in order of first appearance.
pub(super) fn join<'a>(columns: &[Vec<&'a RunSummary>]) -> Vec<Joined<'a>> {
    let mut joining = Joining { rows: Vec::new(), curves: Map::new() };
    for (column, runs) in columns.iter().enumerate() {
        for run in runs {
            // Cells that state everything first: one that does not must not take the row of one that does.
            joining.add(column, run, true);
            if run.head.provenance != ProvenanceKind::Measured {
                joining.add(column, run, false);
            }
        }
    }
    joining.rows
}

struct Joining<'a> {
    rows: Vec<Joined<'a>>,
    /// The rows of a curve, by point.
    curves: Map<Curve<'a>, Map<Cow<'a, Point>, usize>>,
}

impl<'a> Joining<'a> {
    /// Adds the cells of a run that state all axes, or those that do not.
    fn add(&mut self, column: usize, run: &'a RunSummary, stated: bool) {
        let mut first = 0;
        for series in &run.series {
            let cells = first..first + series.cells as usize;
            first = cells.end;
            let known = catalogue::find(&series.benchmark);
            let own = own_curve(series, known);
            let provenance = run.head.provenance;
            let reduction =
                Reduction::of(provenance, &series.benchmark, series.placement.as_deref(), &series.unit, series.better);
            // Runs of one preset list the same points in the same order: the next row is usually the right one.
            let mut next = 0;
            for cell in cells {
                let Some(point) = run.cells.at.get(cell).and_then(|&at| run.cells.points.get(at as usize)) else {
                    continue;
                };
                let unstated = unstated(run, series, point, known);
                if unstated.is_empty() != stated {
                    continue;
                }
                let printed_unit = series.printed_unit.as_deref();
                let part = Part { column, run, cell, printed_unit, reduction, unstated };
                let row = if stated {
                    self.row(own, known, Cow::Borrowed(point), series.role, next)
                } else {
                    self.reference_row(own, known, point, series.role, &part)
                };
                self.rows[row].parts.push(part);
                next = row + 1;
            }
        }
    }

    /// The row that a cell joins which does not state all axes.
    fn reference_row(
        &mut self,
        own: Curve<'a>,
        known: Option<&'static Benchmark>,
        point: &'a Point,
        role: Role,
        part: &Part<'a>,
    ) -> usize {
        let mut curve = own;
        let mut whole = point.clone();
        for name in &part.unstated {
            match known.and_then(|benchmark| benchmark.axis(name)) {
                Some(axis) => whole = whole.with(name, axis.reference.value()),
                None => curve.placement = Some(REFERENCE_PLACEMENT.name()),
            }
        }
        let row = self.row(curve, known, Cow::Owned(whole), role, 0);
        let taken = self.rows[row].parts(part.column).iter().any(|other| std::ptr::eq(other.run, part.run));
        // Where the same source has the reference value as well, this cell stands as its source states it.
        if taken { self.row(own, known, Cow::Borrowed(point), role, 0) } else { row }
    }

    /// The row of a curve at a point; a new one where there is none. `guess` is tried first.
    fn row(
        &mut self,
        curve: Curve<'a>,
        benchmark: Option<&'static Benchmark>,
        point: Cow<'a, Point>,
        role: Role,
        guess: usize,
    ) -> usize {
        if self.rows.get(guess).is_some_and(|row| row.curve == curve && row.point == point) {
            return guess;
        }
        let new = self.rows.len();
        let row = *self.curves.entry(curve).or_default().entry(point.clone()).or_insert(new);
        if row == new {
            self.rows.push(Joined { curve, benchmark, point, role, parts: Vec::new() });
        }
        row
    }
}

/// Axes of the catalogue, and `placement`, that a published or imported cell does not state.
fn unstated(run: &RunSummary, series: &Series, point: &Point, known: Option<&'static Benchmark>) -> Vec<&'static str> {
    if run.head.provenance == ProvenanceKind::Measured {
        return Vec::new();
    }
    let Some(benchmark) = known.filter(|benchmark| benchmark.version == series.version) else { return Vec::new() };
    let axes = benchmark.axes.iter().map(|axis| axis.name);
    let mut names: Vec<&str> = axes.filter(|name| point.get(name).is_none()).collect();
    if benchmark.processes.placed() && series.placement.is_none() {
        names.push("placement");
    }
    names
}

/// The curve that a series states.
fn own_curve<'a>(series: &'a Series, known: Option<&'static Benchmark>) -> Curve<'a> {
    // One pinned process is on one CPU, whether or not the document says so.
    let implied = known.is_some_and(|benchmark| !benchmark.processes.placed());
    let placement = series.placement.as_deref().filter(|name| !(implied && *name == Placement::SameCpu.name()));
    Curve {
        benchmark: &series.benchmark,
        version: series.version,
        placement,
        measure: &series.measure,
        unit: &series.unit,
        better: series.better,
    }
}
