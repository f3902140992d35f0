//! What the person who imports says besides the text.

use crate::model::Better;
use crate::number::{Display, Unit};

use super::number::unit_word;

/// What a text may leave open. Nothing is guessed: what is neither in the text nor here is an error or stays absent.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Name of the format, where two fit.
    pub format: Option<String>,
    /// Name and release of the kernel, for a text that states none: `Linux 2.5.46`.
    pub kernel: Option<String>,
    /// Day of the measurement, for a text that states none: `2002-08-05`.
    pub date: Option<String>,
    /// Today: stands, with a note, where neither the text nor `date` states a day.
    pub today: String,
    /// Labels of all runs.
    pub labels: Vec<(String, String)>,
    /// What single lines, or all, leave open.
    pub hints: Vec<Hint>,
}

/// One thing that a text leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The line that an error named; all lines where there is none.
    pub line: Option<usize>,
    /// What is so.
    pub says: Says,
}

/// What a hint supplies.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// The unit of figures.
    Unit(Display, Unit),
    /// Which way is better.
    Better(Better),
    /// The benchmark that a column or table without a name is: `build.kernel`.
    Benchmark(String),
}

impl Hint {
    /// Reads `us` or `12=us`.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn unit(text: &str) -> Result<Self, String> {
        let (line, word) = at_line(text)?;
        let (display, unit) = unit_word(word).ok_or_else(|| {
            format!("{word} is no unit known here; there are ns, us, ms, s, B/s, KB/s, MB/s, MiB/s, 1/s, MHz")
        })?;
        Ok(Self { line, says: Says::Unit(display, unit) })
    }

    /// Reads `lower`, `higher` or `neutral`, with or without a line.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn better(text: &str) -> Result<Self, String> {
        let (line, word) = at_line(text)?;
        let better = match word {
            "lower" => Better::Lower,
            "higher" => Better::Higher,
            "neutral" => Better::Neutral,
            _ => return Err(format!("{word} is no direction; there are lower, higher and neutral")),
        };
        Ok(Self { line, says: Says::Better(better) })
    }

    /// Reads the id of a benchmark, with or without a line.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn benchmark(text: &str) -> Result<Self, String> {
        let (line, word) = at_line(text)?;
        let right = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '_';
        if word.is_empty() || word.len() > 100 || !word.chars().all(right) || !word.contains('.') {
            return Err(format!("{word} is no benchmark's id, such as build.kernel"));
        }
        Ok(Self { line, says: Says::Benchmark(word.to_owned()) })
    }
}

fn at_line(text: &str) -> Result<(Option<usize>, &str), String> {
    match text.split_once('=') {
        None => Ok((None, text)),
        Some((line, word)) => match line.parse() {
            Ok(line) => Ok((Some(line), word)),
            Err(_) => Err(format!("{line} is no number of a line; write 12={word} or {word}")),
        },
    }
}

impl Options {
    /// What is supplied for a line: what names the line goes before what is for all.
    fn hint<'a, T: 'a>(&'a self, line: usize, of: impl Fn(&'a Says) -> Option<T>) -> Option<T> {
        let find = |at: Option<usize>| self.hints.iter().filter(|hint| hint.line == at).find_map(|hint| of(&hint.says));
        find(Some(line)).or_else(|| find(None))
    }

    /// The unit supplied for the figures under or in a line.
    pub fn unit(&self, line: usize) -> Option<(Display, Unit)> {
        self.hint(line, |says| match says {
            Says::Unit(display, unit) => Some((*display, unit.clone())),
            _ => None,
        })
    }

    /// The direction supplied for the figures under or in a line.
    pub fn better(&self, line: usize) -> Option<Better> {
        self.hint(line, |says| match says {
            Says::Better(better) => Some(*better),
            _ => None,
        })
    }

    /// The benchmark supplied for a line.
    pub fn benchmark(&self, line: usize) -> Option<&str> {
        self.hint(line, |says| match says {
            Says::Benchmark(id) => Some(id.as_str()),
            _ => None,
        })
    }
}
