//! Why a text is not imported: each error names the line, and the flag that supplies what is missing.

use thiserror::Error;

/// An import that gives nothing: half a file is never imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// Longer than any result of a tool.
    #[error("the text has {bytes} bytes; at most {most} are read")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The bound.
        most: usize,
    },
    /// No format fits.
    #[error("nothing in the text looks like a format known here; name one with --as: {known}")]
    Unknown {
        /// Names for `--as`.
        known: String,
    },
    /// Two formats fit equally well.
    #[error(
        "line {line} may be {first} ({first_reason}) or {second} ({second_reason}); say which with --as {first} or --as {second}"
    )]
    Ambiguous {
        /// The first line that both would read.
        line: usize,
        /// Name of a format.
        first: &'static str,
        /// Why it fits.
        first_reason: String,
        /// Name of another.
        second: &'static str,
        /// Why that fits.
        second_reason: String,
    },
    /// The format that was named does not fit.
    #[error("nothing in the text is {format}: {looks}")]
    NotThis {
        /// Its name.
        format: &'static str,
        /// What the format looks like.
        looks: &'static str,
    },
    /// No format has that name.
    #[error("there is no format {name}; there are {known}")]
    NoSuchFormat {
        /// What was asked for.
        name: String,
        /// Names for `--as`.
        known: String,
    },
    /// The text does not say what a figure means.
    #[error("line {line}: {what} is not stated; supply it with {flag}")]
    Missing {
        /// Where.
        line: usize,
        /// What is not stated: `the unit of "Pipe"`.
        what: String,
        /// What supplies it: `--unit 12=us`.
        flag: String,
    },
    /// A line of the format that cannot be read.
    #[error("line {line}: {problem}")]
    Line {
        /// Where.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The last line has no end: what is missing of it cannot be known.
    #[error("line {line}: the text ends in the middle of it; end the last line if it is whole")]
    Cut {
        /// The last line.
        line: usize,
    },
    /// What was read breaks a rule of run documents.
    #[error("what was read is no run document: {problem}")]
    Document {
        /// The field and the rule.
        problem: String,
    },
}

impl ImportError {
    /// A line of the format that cannot be read.
    pub(super) fn line(line: usize, problem: impl Into<String>) -> Self {
        Self::Line { line, problem: problem.into() }
    }
}
