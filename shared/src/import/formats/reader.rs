//! Runs of words that formats look for, whatever lines they stand on.

use crate::import::number::Printed;
use crate::import::{Figure, ImportError, Quantity, Text, mail};
use crate::model::Point;
use crate::number::Display;

/// Whether these words stand at `at`, one after another.
pub(super) fn stands(text: &Text, at: usize, pattern: &str) -> bool {
    pattern.split(' ').enumerate().all(|(offset, word)| text.word(at + offset) == word)
}

/// Words that are read one after another, up to an end. Each refusal names the line of the word that is to blame.
pub(super) struct Reader<'a> {
    pub text: &'a Text,
    /// The next word.
    pub at: usize,
    /// Where reading ends, exclusive.
    pub end: usize,
}

impl<'a> Reader<'a> {
    /// Reads the words of a range.
    pub fn new(text: &'a Text, words: &std::ops::Range<usize>) -> Self {
        Self { text, at: words.start, end: words.end.min(text.word_count()) }
    }

    /// The next word; empty at the end.
    pub fn peek(&self) -> &'a str {
        if self.at < self.end { self.text.word(self.at) } else { "" }
    }

    /// Whether these words come next.
    pub fn sees(&self, pattern: &str) -> bool {
        self.at + pattern.split(' ').count() <= self.end && stands(self.text, self.at, pattern)
    }

    /// Takes these words, if they come next.
    pub fn skip(&mut self, pattern: &str) -> bool {
        let seen = self.sees(pattern);
        if seen {
            self.at += pattern.split(' ').count();
        }
        seen
    }

    /// Takes these words.
    pub fn expect(&mut self, pattern: &str) -> Result<(), ImportError> {
        for word in pattern.split(' ') {
            if self.peek() != word {
                return Err(self.unexpected(&format!("\"{word}\"")));
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Takes a word, whatever it is.
    pub fn word(&mut self, what: &str) -> Result<&'a str, ImportError> {
        let word = self.peek();
        if word.is_empty() {
            return Err(self.unexpected(what));
        }
        self.at += 1;
        Ok(word)
    }

    /// Takes a number that is not negative.
    pub fn number(&mut self, what: &str) -> Result<Printed, ImportError> {
        let number = Printed::parse(self.peek()).filter(|number| !number.text.starts_with(['-', '+']));
        let number = number.ok_or_else(|| self.unexpected(what))?;
        self.at += 1;
        Ok(number)
    }

    /// Takes a number above 0: what a measurement gives.
    pub fn positive(&mut self, what: &str) -> Result<Printed, ImportError> {
        let at = self.at;
        let number = self.number(what)?;
        if number.value() > 0.0 { Ok(number) } else { Err(self.at(at, format!("{what} is 0, which is no figure"))) }
    }

    /// Takes a whole number.
    pub fn count(&mut self, what: &str) -> Result<u64, ImportError> {
        let number = Printed::parse(self.peek()).and_then(|number| number.integer()).filter(|count| *count < 1 << 53);
        let number = number.ok_or_else(|| self.unexpected(what))?;
        self.at += 1;
        Ok(number)
    }

    /// The error that something else is expected where the next word stands.
    pub fn unexpected(&self, expected: &str) -> ImportError {
        if self.at < self.end {
            let found: String = self.peek().chars().take(40).collect();
            self.at(self.at, format!("{expected} is expected where \"{found}\" stands"))
        } else {
            self.at(self.end.saturating_sub(1), format!("{expected} is expected after the last word of it"))
        }
    }

    /// An error at a word.
    pub fn at(&self, word: usize, problem: String) -> ImportError {
        ImportError::line(self.text.number_of(word), problem)
    }
}

/// Half of one in the last place of a printed number: how far it may be from what was measured.
pub(super) fn half_digit(printed: &str) -> f64 {
    let decimals = printed.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    (0..decimals).fold(0.5, |half, _| half / 10.0)
}

/// Whether a printed number may be the rounding, or the cutting, of a value that is itself known within `slack`.
pub(super) fn agrees(printed: &Printed, value: f64, slack: f64) -> bool {
    (printed.value() - value).abs() <= (2.0 * half_digit(&printed.text) + slack) * 1.000_001
}

/// A number as C, awk or JSON print it, `1.5e-05` among the rest; nothing that is not finite.
pub(super) fn float(text: &str) -> Option<f64> {
    let right = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    let begins = text.trim_start_matches('-').bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    if !begins || !text.bytes().all(right) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// A figure of a number that may have an exponent.
pub(super) fn figure_of(quantity: Quantity, at: Point, printed: &str, unit: Display, word: usize) -> Option<Figure> {
    let value = float(printed)? * unit.factor;
    let zero = Printed::parse("0")?;
    let printed_unit = if unit == Display::ONE { quantity.unit.name() } else { unit.ascii }.to_owned();
    let figure = Figure::new(quantity, at, &zero, unit, word);
    Some(Figure { value, printed: printed.to_owned(), printed_unit, ..figure })
}

/// The day that `Mon Nov 30 19:34:18 2026` at `at`, with a time zone before the year or not, names; and its length.
pub(super) fn ctime(text: &Text, at: usize) -> Option<(String, usize)> {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    if !DAYS.contains(&text.word(at)) || !is_time(text.word(at + 3)) {
        return None;
    }
    let day = |year: usize| mail::day_of(text.word(at + 2), text.word(at + 1), text.word(at + year));
    day(4).map(|day| (day, 5)).or_else(|| day(5).map(|day| (day, 6)))
}

/// Whether a word is a time of the day: `19:34:18`.
pub(super) fn is_time(word: &str) -> bool {
    word.len() == 8
        && word.bytes().enumerate().all(|(i, byte)| if i == 2 || i == 5 { byte == b':' } else { byte.is_ascii_digit() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_exponents_are_read_and_others_are_none() {
        assert_eq!(float("1.23457e+06"), Some(1_234_570.0));
        assert_eq!(float("-2.5E-3"), Some(-0.0025));
        for text in ["", "inf", "nan", "1e999", "-", "0x10", "1_000", "1e5e5", ".5", "--1"] {
            assert_eq!(float(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_read_with_and_without_a_zone() {
        let text = Text::new(b"Wed Aug 23 15:47:33 UTC 2017 Mon Nov  3 19:34:18 2026\n").unwrap();
        assert_eq!(ctime(&text, 0), Some(("2017-08-23".to_owned(), 6)));
        assert_eq!(ctime(&text, 6), Some(("2026-11-03".to_owned(), 5)));
        assert_eq!(ctime(&text, 1), None);
    }
}
