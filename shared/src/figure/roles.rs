//! Which axis of a benchmark plays which part in a chart: drawn along, separating curves, moving in step, standing still.

use crate::catalogue::{self, AxisRole};
use crate::compare::Row;
use crate::model::AxisValue;
use crate::view::Chart;

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
pub(super) fn x_name(chart: &Chart, rows: &[&Row]) -> Option<String> {
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
pub(super) fn splitting(x: &str, rows: &[&Row]) -> Vec<String> {
    let several = axes(rows).into_iter().filter(|(name, values)| name != x && values.len() > 1);
    several.map(|(name, _)| name).filter(|axis| !follows(axis, x, rows)).collect()
}

/// Axes that change in step with x: `off_dst` where both offsets are equal.
pub(super) fn tied(x: &str, rows: &[&Row]) -> Vec<String> {
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
pub(super) fn usual_value(rows: &[&Row], axis: &str) -> Option<AxisValue> {
    let known = catalogue::find(&rows.first()?.key.benchmark).and_then(|benchmark| benchmark.axis(axis));
    let reference = known.map(|axis| axis.reference.value());
    let values = || rows.iter().filter_map(|row| row.key.point.get(axis));
    values().find(|value| Some(*value) == reference.as_ref()).or_else(|| values().next()).cloned()
}
