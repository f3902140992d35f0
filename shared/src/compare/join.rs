//! The outer join: every cell of every run finds its row, and a row that a column lacks stays.
//!
//! A row is one measure of one benchmark version at one point; runs that state another unit or direction for it stand
//! in a row of their own. A published or imported cell that lacks axes of the catalogue, or the placement, stands in
//! the row of their reference values.

use std::collections::BTreeMap;

use super::RowKey;
use crate::catalogue;
use crate::model::{Better, Placement, Point, ProvenanceKind, Role};
use crate::number::Unit;
use crate::summary::{RunSummary, Series};

/// The placement whose row takes cells of sources that state none.
const REFERENCE_PLACEMENT: Placement = Placement::SameCpu;

/// A row before anything is worked out.
pub(super) struct Joined<'a> {
    pub curve: Curve<'a>,
    /// The point, without the placement.
    pub point: Point,
    pub role: Role,
    /// The cells of each column.
    pub parts: Vec<Vec<Part<'a>>>,
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
    pub run: &'a RunSummary,
    pub series: &'a Series,
    /// Index into the run's cells.
    pub cell: usize,
    /// Axes that its source does not state.
    pub unstated: Vec<&'static str>,
}

impl Part<'_> {
    /// True where the figure was not measured by the collector.
    pub fn reference(&self) -> bool {
        self.run.head.provenance != ProvenanceKind::Measured
    }
}

impl Joined<'_> {
    /// The row's identity.
    pub fn key(&self) -> RowKey {
        let point = self.point.clone();
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
    let mut joining = Joining { columns: columns.len(), rows: Vec::new(), curves: BTreeMap::new() };
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
    columns: usize,
    rows: Vec<Joined<'a>>,
    /// The rows of a curve, by point.
    curves: BTreeMap<Curve<'a>, BTreeMap<Point, usize>>,
}

impl<'a> Joining<'a> {
    /// Adds the cells of a run that state all axes, or those that do not.
    fn add(&mut self, column: usize, run: &'a RunSummary, stated: bool) {
        let mut first = 0;
        for series in &run.series {
            let cells = first..first + series.cells as usize;
            first = cells.end;
            for cell in cells {
                let Some(point) = run.cells.at.get(cell).and_then(|&at| run.cells.points.get(at as usize)) else {
                    continue;
                };
                let unstated = unstated(run, series, point);
                if unstated.is_empty() == stated {
                    self.cell(column, point, Part { run, series, cell, unstated });
                }
            }
        }
    }

    fn cell(&mut self, column: usize, point: &Point, part: Part<'a>) {
        let (curve, whole) = completed(&part, point);
        let taken = |row: &Joined| {
            !part.unstated.is_empty() && row.parts[column].iter().any(|other| std::ptr::eq(other.run, part.run))
        };
        let row = match self.row(curve, &whole, part.series.role) {
            row if !taken(&self.rows[row]) => row,
            // The same source has the reference value as well: this cell stands as its source states it.
            _ => self.row(own_curve(part.series), point, part.series.role),
        };
        self.rows[row].parts[column].push(part);
    }

    /// The row of a curve at a point; a new one where there is none.
    fn row(&mut self, curve: Curve<'a>, point: &Point, role: Role) -> usize {
        let points = self.curves.entry(curve).or_default();
        if let Some(row) = points.get(point) {
            return *row;
        }
        points.insert(point.clone(), self.rows.len());
        let parts = (0..self.columns).map(|_| Vec::new()).collect();
        self.rows.push(Joined { curve, point: point.clone(), role, parts });
        self.rows.len() - 1
    }
}

/// Axes of the catalogue, and `placement`, that a published or imported cell does not state.
fn unstated(run: &RunSummary, series: &Series, point: &Point) -> Vec<&'static str> {
    if run.head.provenance == ProvenanceKind::Measured {
        return Vec::new();
    }
    let Some(benchmark) = known(series) else { return Vec::new() };
    let mut names: Vec<&str> =
        benchmark.axes.iter().map(|axis| axis.name).filter(|name| point.get(name).is_none()).collect();
    if benchmark.processes.placed() && series.placement.is_none() {
        names.push("placement");
    }
    names
}

/// The curve and point whose row a cell joins.
fn completed<'a>(part: &Part<'a>, point: &Point) -> (Curve<'a>, Point) {
    let mut curve = own_curve(part.series);
    let mut whole = point.clone();
    for name in &part.unstated {
        match known(part.series).and_then(|benchmark| benchmark.axis(name)) {
            Some(axis) => whole = whole.with(name, axis.reference.value()),
            None => curve.placement = Some(REFERENCE_PLACEMENT.name()),
        }
    }
    (curve, whole)
}

fn own_curve(series: &Series) -> Curve<'_> {
    // One pinned process is on one CPU, whether or not the document says so.
    let implied = known(series).is_some_and(|benchmark| !benchmark.processes.placed());
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

/// The benchmark of a series, if the catalogue has it in that version.
fn known(series: &Series) -> Option<&'static catalogue::Benchmark> {
    catalogue::find(&series.benchmark).filter(|benchmark| benchmark.version == series.version)
}
