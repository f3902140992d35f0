//! The dot-and-whisker column: every row's improvement on one scale, the baseline at zero. Filled and coloured only
//! where a test calls the difference real.

use shared::compare::{Change, Comparison, Row, Table};
use yew::prelude::*;

use super::cell::tone;
use crate::chart::shape;
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
pub fn whiskers(row: &Row, columns: &[usize], scale: &Scale) -> Html {
    let zero = percent(scale.at(0.0).0);
    let step = HEIGHT / columns.len() as f64;
    html! {
        <svg class="whisker" aria-hidden="true">
            <line class="zero" x1={zero.clone()} x2={zero} y1="-4" y2="26" />
            for (place, &index) in columns.iter().enumerate() {
                <g key={index}>
                    if let Some(change) = row.changes.get(index).and_then(Option::as_ref) {
                        { whisker(change, index, step * (place as f64 + 0.5), scale) }
                    }
                </g>
            }
        </svg>
    }
}

/// A line from the low to the high end, a mark at the value; an arrow where the value is off the scale.
fn whisker(change: &Change, style: usize, y: f64, scale: &Scale) -> Html {
    let (at, cut) = scale.at(change.improvement);
    let mark = match (cut, at > 50.0) {
        (false, _) => shape(style),
        (true, true) => "M-5 -4L1 0L-5 4Z",
        (true, false) => "M5 -4L-1 0L5 4Z",
    };
    let height = y.to_string();
    html! {
        <g class={classes!(tone(change.word))}>
            if let (Some(low), Some(high)) = (change.low, change.high) {
                <line class="span" x1={percent(scale.at(low).0)} x2={percent(scale.at(high).0)} y1={height.clone()}
                    y2={height.clone()} />
            }
            <svg x={percent(at)} y={height} overflow="visible"><path class="dot" d={mark} /></svg>
        </g>
    }
}

fn percent(part: f64) -> String {
    format!("{part:.2}%")
}
