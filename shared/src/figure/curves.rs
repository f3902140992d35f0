//! A benchmark over one of its axes: one curve a column and combination of the other axes.

use super::axis::{value_axis, x_axis};
use super::bars::bars;
use super::finding::finding;
use super::ticks::{bytes_text, number_text};
use super::{Figure, Kind, Mark, Series};
use crate::catalogue::{self, AxisKind, AxisRole};
use crate::compare::{Cell, CellStatus, Comparison, Row, Table};
use crate::model::AxisValue;
use crate::number::Display;
use crate::summary::quartiles;
use crate::view::{Chart, compare_natural};

/// Curves beyond this many cannot be told apart.
const MOST_CURVES: usize = 12;

/// The curves of a chart; bars where the benchmark has but one point on every axis.
pub(super) fn curves(chart: &Chart, comparison: &Comparison) -> Option<Figure> {
    let (table, mut rows) = rows(&chart.benchmark, comparison)?;
    let Some(x) = x_name(chart, &rows) else { return bars(table, rows.first()?, comparison) };
    rows.retain(|row| row.key.point.integer(&x).is_some());
    let mut axes = splitting(&x, &rows);
    let mut fixed = Vec::new();
    if let Some(split) = chart.split.as_ref().filter(|split| axes.contains(split)) {
        for axis in axes.iter().filter(|axis| *axis != split) {
            let value = usual_value(&rows, axis)?;
            rows.retain(|row| row.key.point.get(axis) == Some(&value));
            fixed.push(format!("{axis} {value}"));
        }
        axes = vec![split.clone()];
    }
    let drawn = Drawn { table, comparison, kind: axis_kind(&rows[0].key.benchmark, &x), x: &x, axes: &axes };
    let (mut series, references) = drawn.series(&rows);
    let all = series.len();
    series.truncate(MOST_CURVES);
    let values = series.iter().flat_map(|curve| &curve.points);
    let y = value_axis(values.flat_map(|mark| [mark.y, mark.low, mark.high]).flatten(), table.caption(), chart.log)?;
    let tied = tied(&x, &rows);
    let places = series.iter().flat_map(|curve| &curve.points).map(|mark| mark.x);
    let axis = x_axis(places, axis_title(&rows[0].key.benchmark, &x), &tied, drawn.kind)?;
    let (mut caption, shades) = finding(&series, &references, table);
    if all > series.len() {
        caption.push_str(&format!("; {} of {all} curves are drawn", series.len()));
    }
    let title = title(&rows[0].key.benchmark, &x, &fixed);
    Some(Figure { title, caption, x: axis, y, series, shades, kind: Kind::Curves })
}

/// The rows of a benchmark and measure (`copy.sweep`, `copy.sweep:time`) in one version, and their table.
fn rows<'a>(wanted: &str, comparison: &'a Comparison) -> Option<(&'a Table, Vec<&'a Row>)> {
    let (benchmark, measure) = wanted.split_once(':').map_or((wanted, None), |(id, measure)| (id, Some(measure)));
    let first = catalogue::find(benchmark).and_then(|known| known.measures.first()).map(|measure| measure.id);
    let measure = measure.or(first);
    let fits = |row: &Row| row.key.benchmark == benchmark && measure.is_none_or(|measure| row.key.measure == measure);
    let table = comparison.tables.iter().find(|table| table.rows.iter().any(fits))?;
    let model = &table.rows.iter().find(|row| fits(row))?.key;
    let same = |row: &&Row| fits(row) && row.key.version == model.version && row.key.measure == model.measure;
    Some((table, table.rows.iter().filter(same).collect()))
}

/// Names of the axes of some row, each with its distinct values in their natural order.
fn axes(rows: &[&Row]) -> Vec<(String, Vec<AxisValue>)> {
    let mut axes: Vec<(String, Vec<AxisValue>)> = Vec::new();
    for (name, value) in rows.iter().flat_map(|row| &row.key.point.0) {
        match axes.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) if values.contains(value) => {}
            Some((_, values)) => values.push(value.clone()),
            None => axes.push((name.clone(), vec![value.clone()])),
        }
    }
    axes
}

/// The axis that is drawn along: the one asked for if it has numbers, else the catalogue's sweep, else the numbers with
/// most values. Nothing where no axis has two.
fn x_name(chart: &Chart, rows: &[&Row]) -> Option<String> {
    let numbers: Vec<(String, usize)> = axes(rows)
        .into_iter()
        .map(|(name, values)| {
            let numbers = values.iter().filter(|value| matches!(value, AxisValue::Integer(_))).count();
            (name, numbers)
        })
        .filter(|(_, numbers)| *numbers > 1)
        .collect();
    if let Some(x) = chart.x.as_ref().filter(|x| numbers.iter().any(|(name, _)| name == *x)) {
        return Some(x.clone());
    }
    let known = catalogue::find(&rows.first()?.key.benchmark).map_or(&[][..], |benchmark| benchmark.axes);
    let sweeps = known.iter().filter(|axis| axis.role == AxisRole::Sweep);
    let sweep = sweeps.map(|axis| axis.name).find(|sweep| numbers.iter().any(|(name, _)| name == sweep));
    sweep.map(str::to_owned).or_else(|| numbers.into_iter().rev().max_by_key(|(_, count)| *count).map(|(name, _)| name))
}

/// Axes besides x that have several values where x has one: each combination is a curve.
fn splitting(x: &str, rows: &[&Row]) -> Vec<String> {
    let several = axes(rows).into_iter().filter(|(name, values)| name != x && values.len() > 1);
    several.map(|(name, _)| name).filter(|axis| !follows(axis, x, rows)).collect()
}

/// Axes that change in step with x: `off_dst` where both offsets are equal.
fn tied(x: &str, rows: &[&Row]) -> Vec<String> {
    let several = axes(rows).into_iter().filter(|(name, values)| name != x && values.len() > 1);
    let tied = several.map(|(name, _)| name).filter(|axis| follows(axis, x, rows));
    tied.filter(|axis| rows.iter().all(|row| row.key.point.get(axis) == row.key.point.get(x))).collect()
}

/// Whether each value of x has one value of the axis.
fn follows(axis: &str, x: &str, rows: &[&Row]) -> bool {
    rows.iter().all(|row| {
        let point = &row.key.point;
        let same_x = rows.iter().filter(|other| other.key.point.get(x) == point.get(x));
        same_x.clone().all(|other| other.key.point.get(axis) == point.get(axis))
    })
}

/// The value at which an axis stands still: its reference value where a row has it, else the first row's.
fn usual_value(rows: &[&Row], axis: &str) -> Option<AxisValue> {
    let known = catalogue::find(&rows.first()?.key.benchmark).and_then(|benchmark| benchmark.axis(axis));
    let reference = known.map(|axis| axis.reference.value());
    let values = || rows.iter().filter_map(|row| row.key.point.get(axis));
    values().find(|value| Some(*value) == reference.as_ref()).or_else(|| values().next()).cloned()
}

fn axis_kind(benchmark: &str, axis: &str) -> AxisKind {
    catalogue::find(benchmark).and_then(|known| known.axis(axis)).map_or(AxisKind::Count, |axis| axis.kind)
}

fn axis_title(benchmark: &str, axis: &str) -> String {
    let known = catalogue::find(benchmark).and_then(|known| known.axis(axis));
    known.map_or_else(|| axis.to_owned(), |axis| axis.title.to_owned())
}

/// `Copy, by chunk`, with what stands still.
fn title(benchmark: &str, x: &str, fixed: &[String]) -> String {
    let name = catalogue::find(benchmark).map_or(benchmark, |known| known.title);
    let fixed: String = fixed.iter().map(|part| format!(", {part}")).collect();
    format!("{name}, by {}{fixed}", axis_title(benchmark, x))
}

/// What the curves are drawn from.
struct Drawn<'a> {
    table: &'a Table,
    comparison: &'a Comparison,
    kind: AxisKind,
    x: &'a str,
    axes: &'a [String],
}

impl Drawn<'_> {
    /// Curves with at least one figure; and for each, whether its figures are reference figures.
    fn series(&self, rows: &[&Row]) -> (Vec<Series>, Vec<bool>) {
        let combinations = self.combinations(rows);
        let columns: Vec<usize> = (0..self.comparison.columns.len())
            .filter(|&column| rows.iter().any(|row| figure(row, column).is_some()))
            .collect();
        let mut series = Vec::new();
        let mut references = Vec::new();
        for &column in &columns {
            for combination in &combinations {
                let mut chosen: Vec<&&Row> = rows.iter().filter(|row| self.combination(row) == *combination).collect();
                chosen.sort_by_key(|row| row.key.point.integer(self.x));
                let points: Vec<Mark> = chosen.iter().filter_map(|row| self.mark(row, column)).collect();
                if points.iter().all(|mark| mark.y.is_none()) {
                    continue;
                }
                references.push(chosen.iter().filter_map(|row| figure(row, column)).any(|cell| cell.reference));
                let label = self.label(column, columns.len() > 1, combination);
                series.push(Series { label, style: series.len(), points });
            }
        }
        (series, references)
    }

    /// The values of the splitting axes in a row.
    fn combination<'r>(&self, row: &'r Row) -> Vec<Option<&'r AxisValue>> {
        self.axes.iter().map(|axis| row.key.point.get(axis)).collect()
    }

    /// Those that occur, in the order of the rows; numbers by size.
    fn combinations<'r>(&self, rows: &[&'r Row]) -> Vec<Vec<Option<&'r AxisValue>>> {
        let mut found: Vec<Vec<Option<&AxisValue>>> = Vec::new();
        for row in rows {
            let combination = self.combination(row);
            if !found.contains(&combination) {
                found.push(combination);
            }
        }
        let numbers = |combination: &[Option<&AxisValue>]| {
            combination.iter().all(|value| matches!(value, Some(AxisValue::Integer(_))))
        };
        if found.iter().all(|combination| numbers(combination)) {
            let text = |combination: &[Option<&AxisValue>]| -> String {
                combination.iter().flatten().map(|value| format!("{value} ")).collect()
            };
            found.sort_by(|a, b| compare_natural(&text(a), &text(b)));
        }
        found
    }

    fn label(&self, column: usize, several: bool, combination: &[Option<&AxisValue>]) -> String {
        let named = |(axis, value): (&String, &Option<&AxisValue>)| match value {
            Some(AxisValue::Text(text)) => Some(text.clone()),
            Some(value) => Some(format!("{axis} {value}")),
            None => None,
        };
        let mut parts: Vec<String> = self.axes.iter().zip(combination).filter_map(named).collect();
        if several || parts.is_empty() {
            parts.insert(0, self.comparison.columns[column].short.clone());
        }
        parts.join(" · ")
    }

    fn mark(&self, row: &Row, column: usize) -> Option<Mark> {
        let x = row.key.point.integer(self.x)? as f64;
        let factor = Display::parse(&self.table.unit).map_or(1.0, |unit| unit.factor);
        let cell = figure(row, column);
        let spread = cell.filter(|cell| cell.starts.len() > 1).and_then(|cell| quartiles(&cell.starts));
        let y = cell.and_then(|cell| cell.value).map(|value| value / factor).filter(|value| value.is_finite());
        Some(Mark {
            x,
            x_text: x_text(x, self.kind),
            y,
            y_text: y_text(cell, &self.table.unit),
            low: y.and(spread).map(|(low, _)| low / factor),
            high: y.and(spread).map(|(_, high)| high / factor),
        })
    }
}

/// The cell of a column if it has a figure.
pub(super) fn figure(row: &Row, column: usize) -> Option<&Cell> {
    row.cells.get(column).filter(|cell| cell.status == CellStatus::Ok && cell.value.is_some())
}

/// As in the table, with the unit.
pub(super) fn y_text(cell: Option<&Cell>, unit: &str) -> String {
    match cell.and_then(|cell| cell.text.as_deref()) {
        Some(text) if unit.is_empty() => text.to_owned(),
        Some(text) => format!("{text} {unit}"),
        None => "missing".to_owned(),
    }
}

fn x_text(x: f64, kind: AxisKind) -> String {
    match kind {
        AxisKind::Bytes => {
            let text = bytes_text(x);
            if text.ends_with('B') { text } else { format!("{text} B") }
        }
        AxisKind::Count | AxisKind::Name => number_text(x),
    }
}
