//! Names of rows: what all rows of a benchmark share is said once, above them.

use std::collections::BTreeMap;

use crate::compare::{Row, RowKey, Table};

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
    for row in table.rows.iter().filter(|row| states_placement(row)) {
        let value = row.key.point.get(PLACEMENT)?.to_string();
        match &shared {
            None => shared = Some(value),
            Some(known) if *known == value => {}
            Some(_) => return None,
        }
    }
    shared
}

/// Whether a figure of the row was taken at the row's placement, rather than put there for lack of one.
fn states_placement(row: &Row) -> bool {
    let unstated = |cell: &crate::compare::Cell| cell.unstated.iter().any(|axis| axis == PLACEMENT);
    let figures = row.cells.iter().filter(|cell| cell.value.is_some());
    row.key.point.get(PLACEMENT).is_some() && !(figures.clone().count() > 0 && figures.clone().all(unstated))
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
    let placed = group.iter().any(|row| states_placement(row));
    let worth = |axis: &str, value: &str| axis != PLACEMENT || (placed && Some(value) != said);
    if let [row] = group[..] {
        let axes = row.key.point.0.iter().map(|(axis, value)| (axis.as_str(), value.to_string()));
        let reference = |axis: &str, value: &str| reference_value(&row.key.benchmark, axis).as_deref() == Some(value);
        let telling: Vec<String> = axes
            .filter(|(axis, value)| worth(axis, value) && !reference(axis, value))
            .map(|(axis, value)| format!(" {axis}={value}"))
            .collect();
        return Named { heading: None, rows: vec![(series + &telling.concat(), row)] };
    }
    let mut shared: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for (index, row) in group.iter().enumerate() {
        for (axis, value) in &row.key.point.0 {
            let value = value.to_string();
            let known = shared.entry(axis).or_insert_with(|| (index == 0).then(|| value.clone()));
            if known.as_ref() != Some(&value) {
                *known = None;
            }
        }
    }
    let mut heading = series;
    for (axis, value) in &shared {
        if let Some(value) = value.as_ref().filter(|value| worth(axis, value)) {
            heading.push_str(&format!(" {axis}={value}"));
        }
    }
    let name = |row: &Row| {
        let axes = row.key.point.0.iter().filter(|(axis, _)| shared.get(axis.as_str()).is_some_and(Option::is_none));
        axes.map(|(axis, value)| format!("{axis}={value}")).collect::<Vec<_>>().join(" ")
    };
    Named { heading: Some(heading), rows: group.into_iter().map(|row| (name(row), row)).collect() }
}

/// The value of an axis that goes without saying.
fn reference_value(benchmark: &str, axis: &str) -> Option<String> {
    let axis = crate::catalogue::find(benchmark)?.axis(axis)?;
    Some(axis.reference.value().to_string())
}
