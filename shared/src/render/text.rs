//! The table for mail: ASCII, lines that survive a quoting level, the link as the last line.

use super::cells::{Signs, heading};
use super::lines::{finished, wrapped};
use super::{Options, ascii, foot, head, kernels, table};
use crate::compare::Comparison;
use crate::view::Layout;

/// Space between two texts that share a line, as wide as the form of the tables asks.
const BESIDE: usize = 8;

/// The comparison as text.
pub fn text(comparison: &Comparison, options: &Options) -> String {
    let mut lines = tables(comparison, options);
    lines.push(String::new());
    let under = under(comparison, &lines, options);
    lines.extend(under);
    lines.extend(options.link.iter().map(|link| ascii(link)));
    finished(&lines)
}

/// What columns share, and the tables. A single table has its caption first, as one of several what they all share.
pub(super) fn tables(comparison: &Comparison, options: &Options) -> Vec<String> {
    let width = options.columns();
    let signs = Signs::of(comparison);
    let mut lines = Vec::new();
    let single = comparison.tables.len() == 1;
    if !single {
        lines.extend(circumstances(comparison, width));
        lines.push(String::new());
    }
    if comparison.tables.is_empty() {
        lines.push("nothing to show".to_owned());
    }
    for table in &comparison.tables {
        lines.extend(wrapped(&table::caption(table), width, 2));
        if single {
            lines.extend(circumstances(comparison, width));
        }
        lines.push(String::new());
        lines.extend(match options.layout {
            Layout::Benchmarks => table::lines(comparison, table, &signs, options),
            Layout::Kernels => kernels::lines(comparison, table, &signs, options),
        });
        lines.push(String::new());
    }
    if let Some(mean) = overall_mean(comparison) {
        lines.extend(wrapped(&mean, width, 2));
        lines.push(String::new());
    }
    lines
}

/// `same: …        differs: …`, on one line where that fits; for a single column, what it is.
fn circumstances(comparison: &Comparison, width: usize) -> Vec<String> {
    if let [column] = &comparison.columns[..] {
        if column.name.is_empty() {
            return Vec::new();
        }
        let rest = head::same(comparison);
        let comma = if rest.is_empty() { "" } else { ", " };
        return wrapped(&ascii(&format!("of: {}{comma}{rest}", column.name)), width, 2);
    }
    let labelled = |label: &str, text: String| if text.is_empty() { text } else { ascii(&format!("{label}: {text}")) };
    beside(labelled("same", head::same(comparison)), labelled("differs", head::differs(comparison)), BESIDE, width)
}

/// Numbers of figures, sources, footnotes and notes; full names where the tables `above` shortened them.
pub(super) fn under(comparison: &Comparison, above: &[String], options: &Options) -> Vec<String> {
    let width = options.columns();
    let mut lines: Vec<String> = Vec::new();
    let mut sources: Vec<String> = foot::sources(comparison).iter().map(|source| ascii(source)).collect();
    let counts = ascii(&format!("n: {}", foot::counts(comparison)));
    if sources.len() == 1 {
        lines.extend(beside(counts, sources.remove(0), 2, width));
    } else {
        lines.extend(wrapped(&counts, width, 3));
        lines.extend(sources.iter().flat_map(|source| wrapped(source, width, 2)));
    }
    lines.extend(shortened_names(comparison, above, width));
    let notes = Signs::of(comparison).footnotes().into_iter().chain(foot::notes(comparison));
    lines.extend(notes.flat_map(|note| wrapped(&ascii(&note), width, 2)));
    lines
}

/// Full names of the columns whose names the tables `above` had to shorten.
fn shortened_names(comparison: &Comparison, above: &[String], width: usize) -> Vec<String> {
    let shown = |name: &str| above.iter().any(|line| line.contains(name));
    let shortened = comparison.columns.iter().filter(|column| !shown(&heading(column)));
    let said = shortened.map(|column| ascii(&format!("column {}: {}", column.short, column.name)));
    said.flat_map(|line| wrapped(&line, width, 2)).collect()
}

/// The mean over all tables, where that says more than the mean of one.
fn overall_mean(comparison: &Comparison) -> Option<String> {
    let means = comparison.mean.iter().zip(&comparison.columns).filter_map(|(mean, column)| Some(((*mean)?, column)));
    let means: Vec<_> = means.collect();
    let rows = means.first()?.0.rows;
    let more = |table: &crate::compare::Table| table.mean.iter().flatten().all(|mean| mean.rows < rows);
    if !comparison.tables.iter().all(more) {
        return None;
    }
    let each: Vec<String> = means
        .iter()
        .map(|(mean, column)| format!("{} {}", heading(column), crate::number::percent(mean.improvement)))
        .collect();
    Some(format!("geometric mean of all {rows} common rows, better by: {}", each.join(", ")))
}

/// Two texts on one line with `gap` between them, else each on lines of its own.
fn beside(left: String, right: String, gap: usize, width: usize) -> Vec<String> {
    if left.is_empty() || right.is_empty() {
        return wrapped(&(left + &right), width, 2);
    }
    if left.len() + gap + right.len() <= width {
        return vec![format!("{left}{}{right}", " ".repeat(gap))];
    }
    let mut lines = wrapped(&left, width, 2);
    lines.extend(wrapped(&right, width, 2));
    lines
}
