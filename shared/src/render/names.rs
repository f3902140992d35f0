//! Names of rows: what all rows of a benchmark share is said once, above them.

use crate::compare::{Cell, Row, RowKey, Table};
use crate::sorted::Set;

/// The axis that tells where processes ran.
const PLACEMENT: &str = "placement";

/// The rows of a table, by benchmark and measure, in the table's order.
pub struct Named<'a> {
    /// `copy.sweep cache=hot`, above the rows; nothing where a row stands alone.
    pub heading: Option<String>,
    /// The rows, and the name of each.
    pub rows: Vec<(String, &'a Row)>,
}

/// Names the rows of a table.
pub fn named(table: &Table) -> Vec<Named<'_>> {
    let said = placement(table);
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in &table.rows {
        match groups.last_mut() {
            Some(group) if same_series(&group[0].key, &row.key) => group.push(row),
            _ => groups.push(vec![row]),
        }
    }
    groups.into_iter().map(|group| name_group(group, said.as_deref())).collect()
}

/// The placement that all rows of the table with a stated one share, so that it is said once.
pub fn placement(table: &Table) -> Option<String> {
    let mut shared = None;
    for row in table.rows.iter().filter(|row| states(row, PLACEMENT)) {
        let value = row.key.point.get(PLACEMENT)?.to_string();
        match &shared {
            None => shared = Some(value),
            Some(known) if *known == value => {}
            Some(_) => return None,
        }
    }
    shared
}

/// A placement in words: `same CPU`.
pub fn placement_words(placement: &str) -> String {
    placement.replace('_', " ").replace("cpu", "CPU").replace("smt", "SMT")
}

/// Whether a figure of the row was taken at the row's value of the axis, rather than put there for lack of one.
fn states(row: &Row, axis: &str) -> bool {
    let unstated = |cell: &Cell| cell.unstated.iter().any(|known| known == axis);
    let mut figures = row.cells.iter().filter(|cell| cell.value.is_some()).peekable();
    row.key.point.get(axis).is_some() && (figures.peek().is_none() || !figures.all(unstated))
}

fn same_series(left: &RowKey, right: &RowKey) -> bool {
    (&left.benchmark, left.version, &left.measure) == (&right.benchmark, right.version, &right.measure)
}

/// The benchmark's id, with its version and measure where they are not the usual ones.
fn series(key: &RowKey) -> String {
    RowKey { point: crate::model::Point::default(), ..key.clone() }.text()
}

fn name_group<'a>(group: Vec<&'a Row>, said: Option<&str>) -> Named<'a> {
    let series = series(&group[0].key);
    let stated = |axis: &str| group.iter().any(|row| states(row, axis));
    let worth = |axis: &str, value: &str| stated(axis) && !(axis == PLACEMENT && Some(value) == said);
    if let [row] = group[..] {
        let axes = row.key.point.0.iter().map(|(axis, value)| (axis.as_str(), value.to_string()));
        let reference = |axis: &str, value: &str| reference_value(&row.key.benchmark, axis).as_deref() == Some(value);
        let telling: Vec<String> = axes
            .filter(|(axis, value)| worth(axis, value) && !reference(axis, value))
            .map(|(axis, value)| format!(" {axis}={value}"))
            .collect();
        return Named { heading: None, rows: vec![(series + &telling.concat(), row)] };
    }
    let axes: Set<&str> = group.iter().flat_map(|row| row.key.point.0.keys()).map(String::as_str).collect();
    let (shared, varying): (Vec<&str>, Vec<&str>) = axes.into_iter().partition(|axis| {
        let first = group[0].key.point.get(axis);
        first.is_some() && group.iter().all(|row| row.key.point.get(axis) == first)
    });
    let words = |row: &Row, axes: &[&str]| -> Vec<String> {
        axes.iter().filter_map(|axis| Some(format!("{axis}={}", row.key.point.get(axis)?))).collect()
    };
    let said_once: Vec<&str> = shared
        .into_iter()
        .filter(|axis| group[0].key.point.get(axis).is_some_and(|value| worth(axis, &value.to_string())))
        .collect();
    let mut heading = vec![series];
    heading.extend(words(group[0], &said_once));
    Named {
        heading: Some(heading.join(" ")),
        rows: group.into_iter().map(|row| (words(row, &varying).join(" "), row)).collect(),
    }
}

/// The value of an axis that goes without saying.
fn reference_value(benchmark: &str, axis: &str) -> Option<String> {
    let axis = crate::catalogue::find(benchmark)?.axis(axis)?;
    Some(axis.reference.value().to_string())
}
