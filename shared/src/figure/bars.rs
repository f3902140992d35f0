//! One row as bars: a bar a column, from an honest zero.

use super::axis::value_axis;
use super::curves::{figure, y_text};
use super::finding::percent;
use super::{Axis, Figure, Kind, Mark, Scale, Series};
use crate::compare::{Comparison, Row, Table};
use crate::number::Display;
use crate::summary::quartiles;

/// The bars of a row; nothing where it has no figure.
pub(super) fn bars(table: &Table, row: &Row, comparison: &Comparison) -> Option<Figure> {
    let factor = Display::parse(&table.unit).map_or(1.0, |unit| unit.factor);
    let series: Vec<Series> = comparison
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cell = figure(row, index);
            let spread = cell.filter(|cell| cell.starts.len() > 1).and_then(|cell| quartiles(&cell.starts));
            let mark = Mark {
                x: 0.0,
                x_text: column.short.clone(),
                y: cell.and_then(|cell| cell.value).map(|value| value / factor),
                y_text: y_text(cell, &table.unit),
                low: spread.map(|(low, _)| low / factor),
                high: spread.map(|(_, high)| high / factor),
            };
            Series { label: column.short.clone(), style: index, points: vec![mark], flags: Vec::new() }
        })
        .collect();
    let marks = series.iter().flat_map(|series| &series.points);
    let y = value_axis(marks.flat_map(|mark| [mark.y, mark.low, mark.high]).flatten(), table.caption(), false)?;
    let detail = if row.detail.is_empty() { String::new() } else { format!(", {}", row.detail) };
    Some(Figure {
        title: format!("{}: {}{detail}", table.title, row.title),
        caption: caption(row, comparison),
        x: Axis { label: String::new(), scale: Scale::Linear, low: 0.0, high: 1.0, ticks: Vec::new() },
        y,
        series,
        shades: Vec::new(),
        kind: Kind::Bars,
    })
}

/// The best column against the baseline, where anything was compared.
fn caption(row: &Row, comparison: &Comparison) -> String {
    let base = &comparison.columns[comparison.base].short;
    let changes = row.changes.iter().enumerate().filter_map(|(column, change)| Some((column, change.as_ref()?)));
    let telling = changes.max_by(|(_, a), (_, b)| a.improvement.abs().total_cmp(&b.improvement.abs()));
    match telling {
        None if comparison.columns.len() > 1 => "the figures stand beside each other; they are not compared".to_owned(),
        None => String::new(),
        Some((column, change)) => {
            let word = if change.improvement < 0.0 { "worse" } else { "better" };
            let name = &comparison.columns[column].short;
            format!("{name} is {word} than {base} by {}", percent(change.improvement.abs()))
        }
    }
}
