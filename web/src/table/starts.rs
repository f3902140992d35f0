//! Every start value of a row as a dot, a line a column, on one scale.

use shared::compare::Comparison;
use shared::number::{Display, fixed, significant};

use super::whisker::line;
use crate::chart::tint;
use crate::element::{El, el, said, section};
use crate::state::cursor::At;

/// The start values of a row, drawn and as figures; nothing where no column has several.
pub fn starts(comparison: &Comparison, at: At) -> Option<El> {
    let table = &comparison.tables[at.table];
    let row = &table.rows[at.row];
    if row.cells.iter().all(|cell| cell.starts.len() < 2) {
        return None;
    }
    let values = || row.cells.iter().flat_map(|cell| cell.starts.iter().chain(cell.value.as_ref()).copied());
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let width = if high > low { high - low } else { 1.0 };
    let place = |value: f64| format!("{}%", fixed(2.0 + 96.0 * (value - low) / width, 2));
    let factor = Display::parse(&table.unit).map_or(1.0, |unit| unit.factor);
    let columns = row.cells.iter().zip(&comparison.columns).enumerate().map(|(index, (cell, column))| {
        let figures: Vec<String> = cell.starts.iter().map(|value| significant(value / factor, 4)).collect();
        let dots = cell
            .starts
            .iter()
            .map(|value| el("circle", "").attr("cx", place(*value)).attr("cy", "13").attr("r", "3.5"));
        let value =
            cell.value.map(|value| line("value", place(value), place(value), ("3".to_owned(), "23".to_owned())));
        let drawing = el("svg", "")
            .attr("class", format!("starts {}", tint(index)))
            .attr("aria-hidden", "true")
            .child(line("ground", "0".to_owned(), "100%".to_owned(), ("13".to_owned(), "13".to_owned())))
            .children(dots)
            .child(value);
        el("div", "").child(said("div", "soft", &column.short)).child(drawing).child(said(
            "div",
            "soft",
            figures.join("  "),
        ))
    });
    Some(section("", "Start values").child(said("h3", "", format!("Start values, {}", table.unit))).children(columns))
}
