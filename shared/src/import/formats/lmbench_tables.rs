//! Where the tables of lmbench's summaries stand in a text, line by line.

use std::ops::Range;

use super::columns::{Placed, placed};
use crate::import::Text;
use crate::import::mapping::TABLES;
use crate::import::number::Printed;

/// Characters of a host and of a system.
pub(super) const HOST: usize = 9;
pub(super) const SYSTEM: Range<usize> = 10..23;

/// Lines of a table, by index.
pub(super) struct Lines {
    pub caption: usize,
    pub heads: Range<usize>,
    pub rule: usize,
    pub rows: Vec<usize>,
    /// After the last line that belongs to it.
    pub end: usize,
}

/// The tables of a text: a line that begins with Host and OS, the rule below it, rows, and the caption above.
pub(super) fn tables(text: &Text) -> Vec<Lines> {
    let mut tables: Vec<Lines> = Vec::new();
    let mut line = 0;
    while line < text.len() {
        let words = text.words_of(line);
        if words.len() < 2 || text.word(words.start) != "Host" || text.word(words.start + 1) != "OS" {
            line += 1;
            continue;
        }
        let below = (line + 1..(line + 4).min(text.len())).find(|&index| text.line(index).starts_with("---"));
        let first = tables.last().map_or(0, |table| table.end);
        let caption = (first.max(line.saturating_sub(4))..line)
            .rev()
            .find(|&index| TABLES.iter().any(|table| text.line(index).trim().starts_with(table.caption)));
        let rule = below.unwrap_or(line);
        let mut rows = Vec::new();
        let mut end = rule + 1;
        while end < text.len() && !text.line(end).trim().is_empty() {
            match kind(text.line(end)) {
                Kind::Row => rows.push(end),
                Kind::Marks => {}
                Kind::Prose => break,
            }
            end += 1;
        }
        tables.push(Lines { caption: caption.unwrap_or(line), heads: line..rule.max(line + 1), rule, rows, end });
        line = end;
    }
    tables
}

/// What a line below a rule is.
pub(super) enum Kind {
    /// A row, or what is left of one: an error if it does not fit the columns.
    Row,
    /// Marks that a person drew, or percentages.
    Marks,
    /// What somebody wrote below the table.
    Prose,
}

pub(super) fn kind(line: &str) -> Kind {
    let words = placed(line);
    // What lmbench's `percent` says of a spread that it cannot believe.
    if words.first().is_some_and(|word| word.text == "Huh:") {
        return Kind::Marks;
    }
    if words.iter().all(|word| word.text.chars().all(|c| "^~?*!.-".contains(c)) && word.text != "-") {
        return Kind::Marks;
    }
    let percent = |word: &Placed| word.text == "0" || word.text.ends_with('%');
    if words.iter().all(percent) {
        return Kind::Marks;
    }
    let numbers = words.iter().filter(|word| number(&word.text).is_some()).count();
    let begins = words.first().is_some_and(|word| word.at.start == 0);
    let system = words.iter().any(|word| SYSTEM.contains(&(word.at.end - 1)));
    let aligned = gap(line, HOST) && gap(line, SYSTEM.end);
    if begins && system && aligned || numbers * 2 >= words.len() { Kind::Row } else { Kind::Prose }
}

/// Whether a column of characters is blank.
pub(super) fn gap(line: &str, column: usize) -> bool {
    line.chars().nth(column).is_none_or(char::is_whitespace)
}

/// A cell's number. What lmbench prints for nothing is none: `-`, `-1` and, for times and rates, `0`.
pub(super) fn number(text: &str) -> Option<Printed> {
    Printed::parse_abbreviated(text)
}
