//! A comparison as text for mail, Markdown and CSV; runs and published pages as text. Knows what is shown, never why.

mod ascii;
mod blocks;
mod cells;
mod csv;
mod foot;
mod head;
mod kernels;
mod lines;
mod markdown;
mod names;
mod page;
mod run;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use ascii::ascii;
pub use csv::csv;
pub use head::same;
pub use markdown::markdown;
pub use page::page_text;
pub use run::run_text;
pub use text::text;

use crate::view::Layout;

/// How a rendering is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The link of the view, as the last line.
    pub link: Option<String>,
    /// Columns that a line of text may have; only links may be longer. Narrower ones than mail allows are taken as that.
    pub width: usize,
    /// Which way round the tables are.
    pub layout: Layout,
}

impl Options {
    /// What mail allows: a quoting level costs 2 of 76.
    pub const MAIL_WIDTH: usize = 72;

    /// The width that is used.
    fn columns(&self) -> usize {
        self.width.max(Self::MAIL_WIDTH)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { link: None, width: Self::MAIL_WIDTH, layout: Layout::Benchmarks }
    }
}
