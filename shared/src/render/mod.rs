//! A comparison as text for mail, Markdown and CSV. Knows what is shown, never why.

mod ascii;

use crate::compare::Comparison;
use crate::model::Source;
use crate::summary::RunSummary;
pub use ascii::ascii;

/// How a rendering is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The link of the view, as the last line.
    pub link: Option<String>,
    /// Columns that a line may have; only the link may be longer.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { link: None, width: 72 }
    }
}

/// The table for mail.
pub fn text(comparison: &Comparison, options: &Options) -> String {
    let _ = options;
    ascii(&format!("{} columns\n", comparison.columns.len()))
}

/// The same for a Markdown page.
pub fn markdown(comparison: &Comparison, options: &Options) -> String {
    text(comparison, options)
}

/// A line a cell, for programs.
pub fn csv(comparison: &Comparison) -> String {
    text(comparison, &Options::default())
}

/// One run.
pub fn run_text(run: &RunSummary, options: &Options) -> String {
    let _ = options;
    format!("{}\n", run.head.id)
}

/// A published page: its source, its notes and the tables of its runs.
pub fn page_text(source: &Source, notes: &[String], comparison: &Comparison, options: &Options) -> String {
    format!("{}\n{}\n{}", source.title, notes.join("\n"), text(comparison, options))
}
