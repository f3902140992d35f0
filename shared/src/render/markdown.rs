//! The comparison for a Markdown page: one table a caption, whatever its width.

use super::cells::{Signs, printed, word};
use super::names::{named, placement, placement_words};
use super::{Options, foot, head};
use crate::compare::{Cell, CellStatus, Change, Comparison, Row, Table, Word};
use crate::model::Better;
use crate::number;

/// The comparison as Markdown with tables as GitHub reads them. Text of others stands escaped.
pub fn markdown(comparison: &Comparison, options: &Options) -> String {
    let signs = Signs::of(comparison);
    let mut parts = Vec::new();
    let same = head::same(comparison);
    let differs = head::differs(comparison);
    for (label, text) in [("same", same), ("differs", differs)] {
        if !text.is_empty() {
            parts.push(format!("{label}: {}", escaped(&text)));
        }
    }
    for table in &comparison.tables {
        parts.push(format!("### {}", escaped(&caption(table))));
        parts.push(lines(comparison, table, &signs).join("\n"));
    }
    let mut under = vec![format!("n: {}", foot::counts(comparison))];
    under.extend(foot::sources(comparison));
    under.extend(signs.footnotes());
    under.extend(foot::notes(comparison));
    parts.push(under.iter().map(|line| format!("- {}", escaped(line))).collect::<Vec<_>>().join("\n"));
    parts.extend(options.link.as_ref().map(|link| format!("<{}>", link.replace(['<', '>', ' ', '\n'], ""))));
    parts.join("\n\n") + "\n"
}

fn caption(table: &Table) -> String {
    let place = placement(table).map(|placement| format!(", {}", placement_words(&placement))).unwrap_or_default();
    let caption = table.caption();
    let comma = if caption.is_empty() || caption.starts_with(',') { "" } else { ", " };
    format!("{}{comma}{caption}{place}", table.title)
}

fn lines(comparison: &Comparison, table: &Table, signs: &Signs) -> Vec<String> {
    let mut order = vec![comparison.base];
    order.extend((0..comparison.columns.len()).filter(|column| *column != comparison.base));
    let word = if table.better == Better::Neutral { "differs by" } else { "better by" };
    let mut header = vec!["benchmark".to_owned()];
    for &column in &order {
        header.push(escaped(&comparison.columns[column].short));
        if column != comparison.base {
            header.push(word.to_owned());
        }
    }
    let rule = std::iter::once(":--").chain(std::iter::repeat_n("--:", header.len() - 1));
    let mut lines = vec![line(&header), line(&rule.map(str::to_owned).collect::<Vec<_>>())];
    for named in named(table) {
        for (name, row) in &named.rows {
            let name = match &named.heading {
                Some(heading) => format!("{heading} {name}"),
                None => name.clone(),
            };
            lines.push(line(&row_cells(&name, row, &order, comparison.base, signs)));
        }
    }
    lines.extend(mean(table, &order, comparison.base));
    lines
}

fn row_cells(name: &str, row: &Row, order: &[usize], base: usize, signs: &Signs) -> Vec<String> {
    let mut cells = vec![escaped(name)];
    for &column in order {
        cells.push(escaped(&cell_text(&row.cells[column], signs)));
        if column != base {
            cells.push(row.changes[column].as_ref().map_or_else(String::new, changed));
        }
    }
    cells
}

/// A change with what a test says of it: in bold where it is called one.
fn changed(change: &Change) -> String {
    let text = escaped(&change.text);
    let called = matches!(change.word, Word::Better | Word::Worse);
    let text = if called { format!("**{text}**") } else { text };
    let mark = escaped(&change.mark());
    if mark.is_empty() { text } else { format!("{text} {mark}") }
}

fn cell_text(cell: &Cell, signs: &Signs) -> String {
    if cell.status != CellStatus::Ok {
        return word(cell.status).to_owned();
    }
    let mut text = cell.text.clone().unwrap_or_else(|| "n/a".to_owned());
    text.push_str(signs.sign(cell).trim());
    if let Some(spread) = &cell.spread {
        text.push_str(&format!(" ±{spread}"));
    }
    if let Some(printed) = printed(cell) {
        text.push_str(&format!(" (printed: {printed})"));
    }
    text
}

fn mean(table: &Table, order: &[usize], base: usize) -> Option<String> {
    let mean = |column: usize| table.mean.get(column).copied().flatten();
    let rows = order.iter().find_map(|&column| mean(column)).map(|mean| mean.rows).filter(|rows| *rows > 1)?;
    let mut cells = vec![format!("geometric mean of {rows} common rows")];
    for &column in order {
        cells.push(String::new());
        if column != base {
            cells.push(mean(column).map_or_else(String::new, |mean| number::percent(mean.improvement)));
        }
    }
    Some(line(&cells))
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// Text that means nothing to Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => {
                safe.push('\\');
                safe.push(character);
            }
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
