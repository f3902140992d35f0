//! What the tests share.

use std::collections::BTreeMap;

use shared::import::{Imported, Options, import};
use shared::model::Run;

/// Options of a person who says nothing.
pub fn nothing_said() -> Options {
    Options { today: "2026-11-30".to_owned(), ..Options::default() }
}

/// Imports a text that must be imported.
pub fn imported(text: &str, options: &Options) -> Imported {
    match import(text.as_bytes(), options) {
        Ok(imported) => imported,
        Err(error) => panic!("{error}"),
    }
}

/// Benchmark, point, measure, unit.
pub type Key = (String, String, String, String);

/// All figures of a run: benchmark, point, measure, unit → the digits that were printed, and the values.
pub fn figures(run: &Run) -> BTreeMap<Key, (Vec<String>, Vec<f64>)> {
    let mut figures = BTreeMap::new();
    for group in &run.groups {
        for cell in &group.cells {
            let unit = cell.printed_unit.clone().unwrap_or_default();
            let key = (group.benchmark.clone(), cell.at.to_string(), cell.measure.clone(), unit);
            figures.insert(key, (cell.printed.clone(), cell.values.concat()));
        }
    }
    figures
}

/// The digits of a benchmark at a point.
pub fn printed(run: &Run, benchmark: &str, at: &str) -> Vec<String> {
    let found = figures(run).into_iter().find(|((id, point, _, _), _)| id == benchmark && point == at);
    found.unwrap_or_else(|| panic!("no {benchmark} at {at}: {:?}", figures(run).keys())).1.0
}
