//! One figure, and one change.

use shared::compare::{Cell, CellStatus, Change, Word};

use crate::element::{El, el, said};

/// A figure with its spread and n, or the word for why there is none. `mixed`: it is not measured and stands beside
/// figures that are.
pub fn figure(cell: &Cell, mixed: bool) -> El {
    let Some(text) = cell.text.as_ref().filter(|_| cell.status == CellStatus::Ok) else {
        return said("span", "word", word(cell.status)).maybe("title", cell.reason.clone());
    };
    let disturbed = (cell.disturbed > 0).then(|| format!("{} of {} samples disturbed", cell.disturbed, cell.samples));
    let made = el("span", "cell").maybe("title", disturbed);
    let figure = said("span", "figure", text);
    if mixed && !cell.unstated.is_empty() {
        let all = format!("{} not stated", cell.unstated.join(", "));
        let most_telling = cell.unstated.iter().find(|axis| *axis == "placement").unwrap_or(&cell.unstated[0]);
        let tag = said("span", "tag unstated", format!("{most_telling} not stated")).attr("title", all);
        return made.child(tag).child(figure);
    }
    let spread = cell.spread.as_ref().map(|spread| format!("±{spread}")).unwrap_or_default();
    made.child(figure).child(said("span", "spread", spread)).child(said("span", "n", n(cell)))
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
pub fn change(change: Option<&Change>) -> El {
    match change {
        Some(change) => {
            let figure = said("span", tone(change.word), change.text.clone()).attr("title", change.word.meaning());
            let mark = change.mark();
            if mark.is_empty() { figure } else { figure.child(said("span", "mark", format!(" {mark}"))) }
        }
        None => said("span", "soft", "–").attr("title", "not compared"),
    }
}

/// The class of a verdict.
pub fn tone(word: Word) -> &'static str {
    match word {
        Word::Better => "change better",
        Word::Worse => "change worse",
        Word::Same | Word::Undecided | Word::Untested => "change",
    }
}

/// The class of a column's values: whether it is the baseline, whether narrow screens leave it out.
pub fn value_class(index: usize, base: usize, focus: usize) -> &'static str {
    match (index == base, index == focus) {
        (true, _) => "num value base",
        (false, true) => "num value compared",
        (false, false) => "num value compared aside",
    }
}

/// The class of a column's changes.
pub fn change_class(index: usize, focus: usize) -> &'static str {
    if index == focus { "num change compared" } else { "num change compared aside" }
}
