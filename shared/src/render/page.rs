//! A published page as text: what it was taken from, and the figures of its runs beside each other.

use super::lines::{finished, wrapped};
use super::text::{tables, under};
use super::{Options, ascii};
use crate::compare::Comparison;
use crate::model::Source;

/// A published page: title, source, notes, and the comparison of its runs.
pub fn page_text(source: &Source, notes: &[String], comparison: &Comparison, options: &Options) -> String {
    let width = options.columns();
    let mut lines = wrapped(&ascii(&source.title), width, 2);
    let origin: Vec<&str> =
        [&source.author, &source.list, &source.date].into_iter().filter_map(|part| part.as_deref()).collect();
    lines.extend(wrapped(&ascii(&origin.join(", ")), width, 2));
    // Like every link, it stays whole.
    lines.extend(source.link.iter().map(|link| ascii(link)));
    lines.push(String::new());
    lines.extend(tables(comparison, options));
    let under = under(comparison, &lines, options);
    lines.extend(under);
    let further = notes.iter().filter(|note| !comparison.notes.contains(note));
    lines.extend(further.flat_map(|note| wrapped(&ascii(note), width, 2)));
    lines.extend(options.link.iter().map(|link| ascii(link)));
    finished(&lines)
}
