//! The dot-and-whisker column: every row's improvement on one scale, the baseline at zero. Filled and coloured only
//! where a test calls the difference real.

use shared::compare::{Change, Comparison, Row, Table};

use super::cell::tone;
use crate::chart::shape;
use crate::element::{El, el};
use crate::state::scale::Scale;

/// So many columns are drawn above each other in a row; of more, the one in focus alone.
const MOST: usize = 4;
/// Height of the picture in px.
const HEIGHT: f64 = 22.0;

/// The columns whose whiskers are drawn.
pub fn drawn(comparison: &Comparison, focus: usize) -> Vec<usize> {
    let compared: Vec<usize> = (0..comparison.columns.len()).filter(|&index| index != comparison.base).collect();
    if compared.len() > MOST { vec![focus] } else { compared }
}

/// The scale that a table's whiskers share.
pub fn scale(comparison: &Comparison, table: &Table, focus: usize) -> Scale {
    let columns = drawn(comparison, focus);
    let changes =
        table.rows.iter().flat_map(|row| columns.iter().filter_map(|&index| row.changes.get(index)?.as_ref()));
    Scale::over(changes.flat_map(|change| [Some(change.improvement), change.low, change.high]).flatten())
}

/// A row's whiskers, a line a column. The figures beside them say the same.
pub fn whiskers(row: &Row, columns: &[usize], scale: &Scale) -> El {
    let zero = percent(scale.at(0.0).0);
    let step = HEIGHT / columns.len() as f64;
    let drawn = columns.iter().enumerate().filter_map(|(place, &index)| {
        Some(whisker(row.changes.get(index)?.as_ref()?, index, step * (place as f64 + 0.5), scale))
    });
    el("svg", "whisker")
        .attr("aria-hidden", "true")
        .child(line("zero", zero.clone(), zero, ("-4".to_owned(), "26".to_owned())))
        .children(drawn)
}

/// A line from the low to the high end, a mark at the value; an arrow where the value is off the scale.
fn whisker(change: &Change, style: usize, y: f64, scale: &Scale) -> El {
    let (at, cut) = scale.at(change.improvement);
    let mark = match (cut, at > 50.0) {
        (false, _) => shape(style),
        (true, true) => "M-5 -4L1 0L-5 4Z",
        (true, false) => "M5 -4L-1 0L5 4Z",
    };
    let y = y.to_string();
    let span = change
        .low
        .zip(change.high)
        .map(|(low, high)| line("span", percent(scale.at(low).0), percent(scale.at(high).0), (y.clone(), y.clone())));
    let dot = el("svg", "").attr("x", percent(at)).attr("y", y).attr("overflow", "visible");
    el("g", tone(change.word)).child(span).child(dot.child(el("path", "dot").attr("d", mark)))
}

/// A line of an SVG.
pub fn line(class: &'static str, from: String, to: String, (top, bottom): (String, String)) -> El {
    el("line", class).attr("x1", from).attr("x2", to).attr("y1", top).attr("y2", bottom)
}

fn percent(part: f64) -> String {
    format!("{part:.2}%")
}
