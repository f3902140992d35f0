//! A text as importers see it: lines and words without quoting, HTML and line ends of other systems, each with the
//! number of the line that it stood in. All that is done to bytes is done here.

use std::ops::Range;

use sha2::{Digest, Sha256};

use super::ImportError;
use super::html;
use super::mail::Mail;

/// The longest text that is read, in bytes.
pub const LONGEST: usize = 16 << 20;

/// A cleaned text.
#[derive(Debug)]
pub struct Text {
    clean: String,
    lines: Vec<Line>,
    words: Vec<Word>,
    ended: bool,
    sha256: String,
    /// What the head of a mail says, if it is one.
    pub mail: Option<Mail>,
}

#[derive(Clone, Debug)]
struct Line {
    /// In the text as it came, from 1.
    number: usize,
    bytes: Range<usize>,
    words: Range<usize>,
}

#[derive(Clone, Debug)]
struct Word {
    bytes: Range<usize>,
    line: usize,
}

impl Text {
    /// Cleans a text. Bytes that are no UTF-8 become the replacement character.
    ///
    /// # Errors
    /// Where it is longer than [`LONGEST`].
    pub fn new(bytes: &[u8]) -> Result<Self, ImportError> {
        if bytes.len() > LONGEST {
            return Err(ImportError::TooLarge { bytes: bytes.len(), most: LONGEST });
        }
        let sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let ended = text.is_empty() || text.ends_with('\n');
        let is_html = html::is_html(text);
        let mut this = Self { clean: String::new(), lines: Vec::new(), words: Vec::new(), ended, sha256, mail: None };
        if is_html {
            for (number, line) in html::lines(text) {
                this.push(number, &line);
            }
        } else {
            for (index, line) in text.lines().enumerate() {
                this.push(index + 1, line);
            }
        }
        this.mail = Mail::find(&this);
        Ok(this)
    }

    fn push(&mut self, number: usize, line: &str) {
        let line = unquoted(line);
        let start = self.clean.len();
        for c in line.chars() {
            self.clean.push(if c == '\u{a0}' { ' ' } else { c });
        }
        let end = self.clean.len();
        self.clean.push('\n');
        let first = self.words.len();
        let index = self.lines.len();
        let mut at = start;
        for part in self.clean[start..end].split(|c: char| c.is_whitespace() || c.is_control()) {
            if !part.is_empty() {
                self.words.push(Word { bytes: at..at + part.len(), line: index });
            }
            at += part.len();
            at += self.clean[at..].chars().next().map_or(0, char::len_utf8);
        }
        self.lines.push(Line { number, bytes: start..end, words: first..self.words.len() });
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line of that index, from 0; empty beyond the last.
    pub fn line(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", |line| &self.clean[line.bytes.clone()])
    }

    /// All lines with their indexes.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().enumerate().map(|(index, line)| (index, &self.clean[line.bytes.clone()]))
    }

    /// The number, in the text as it came, of the line of that index.
    pub fn number(&self, index: usize) -> usize {
        self.lines.get(index.min(self.lines.len().saturating_sub(1))).map_or(1, |line| line.number)
    }

    /// The words of the line of that index, as a range of all words.
    pub fn words_of(&self, index: usize) -> Range<usize> {
        self.lines.get(index).map_or(0..0, |line| line.words.clone())
    }

    /// How many words there are.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// The word of that index; empty beyond the last.
    pub fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| &self.clean[word.bytes.clone()])
    }

    /// The words of a range as they stand, with single spaces between them.
    pub fn phrase(&self, range: Range<usize>) -> String {
        range.map(|index| self.word(index)).collect::<Vec<_>>().join(" ")
    }

    /// The index of the line that a word stands in.
    pub fn line_of(&self, word: usize) -> usize {
        self.words.get(word).map_or(self.lines.len().saturating_sub(1), |word| word.line)
    }

    /// The number, in the text as it came, of the line that a word stands in.
    pub fn number_of(&self, word: usize) -> usize {
        self.number(self.line_of(word))
    }

    /// Whether the last line has its end.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// SHA-256 of the bytes as they came, in hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

/// A line without the marks of mails that quote it: `> > `. A `>` that is followed by a word at once, as in `>file`, and
/// stands alone is no quoting, but neither is it a figure.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_lose_quoting() {
        let text = Text::new(b"> > Pipe latency: 5 us\r\n\r\n>> b  c\rd").unwrap();
        let lines: Vec<_> = text.lines().map(|(_, line)| line).collect();
        assert_eq!(lines, ["Pipe latency: 5 us", "", "b  c", "d"]);
        assert_eq!(text.number(2), 3);
        assert_eq!(text.phrase(4..7), "b c d");
        assert_eq!(text.number_of(6), 4);
        assert!(!text.ended());
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let text = Text::new(b"a\xff\xfe b\n").unwrap();
        assert_eq!(text.line(0), "a\u{fffd}\u{fffd} b");
        assert!(Text::new(&vec![b'a'; LONGEST + 1]).is_err());
    }

    #[test]
    fn the_hash_is_that_of_the_bytes_as_they_came() {
        // printf abc | sha256sum
        let text = Text::new(b"abc").unwrap();
        assert_eq!(text.sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
