//! One figure, and one change.

use shared::compare::{Cell, CellStatus, Change, Word};
use yew::prelude::*;

/// A figure with its spread and n, or the word for why there is none. `mixed`: it is not measured and stands beside
/// figures that are.
pub fn figure(cell: &Cell, mixed: bool) -> Html {
    let Some(text) = cell.text.as_ref().filter(|_| cell.status == CellStatus::Ok) else {
        return html! { <span class="word" title={cell.reason.clone()}>{ word(cell.status) }</span> };
    };
    let disturbed = (cell.disturbed > 0).then(|| format!("{} of {} samples disturbed", cell.disturbed, cell.samples));
    html! {
        <span class="cell" title={disturbed}>
            if mixed && !cell.unstated.is_empty() {
                <span class="tag unstated">{ format!("{} not stated", cell.unstated.join(", ")) }</span>
                <span class="figure">{ text.clone() }</span>
            } else {
                <span class="figure">{ text.clone() }</span>
                <span class="spread">{ cell.spread.as_ref().map(|spread| format!("±{spread}")) }</span>
                <span class="n">{ n(cell) }</span>
            }
        </span>
    }
}

/// How many samples stand behind a figure: `n 21`, `mean of 3`.
fn n(cell: &Cell) -> String {
    let disturbed = if cell.disturbed > 0 { "!" } else { "" };
    cell.reduced.clone().unwrap_or_else(|| format!("n {}{disturbed}", cell.samples))
}

/// Why there is no figure, in a word.
pub fn word(status: CellStatus) -> &'static str {
    match status {
        CellStatus::Ok => "no figure",
        CellStatus::Missing => "missing",
        CellStatus::Failed => "failed",
        CellStatus::Timeout => "timeout",
        CellStatus::Skipped => "skipped",
        CellStatus::Unsupported => "unsupported",
    }
}

/// An improvement; a dash where cells are not compared. Only a verdict gives it colour and weight.
pub fn change(change: Option<&Change>) -> Html {
    match change {
        Some(change) => html! { <span class={classes!("change", tone(change.word))}>{ change.text.clone() }</span> },
        None => html! { <span class="soft" title="not compared">{ "–" }</span> },
    }
}

/// The class of a verdict.
pub fn tone(word: Word) -> Option<&'static str> {
    match word {
        Word::Untested => None,
    }
}

/// The classes of a column's cells: its part, whether it is the baseline, whether narrow screens leave it out.
pub fn side(index: usize, base: usize, focus: usize, part: &'static str) -> Classes {
    let role = if index == base { "base" } else { "compared" };
    let aside = index != base && index != focus;
    classes!(part, role, aside.then_some("aside"))
}
