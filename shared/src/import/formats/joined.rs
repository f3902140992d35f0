//! A text as one string, for formats that a parser of their own reads: a line's end is a space.

use std::ops::Range;

use crate::import::Text;

/// The string, and where in it lines and words begin.
pub(super) struct Joined<'a> {
    text: &'a Text,
    string: String,
    lines: Vec<usize>,
    words: Vec<usize>,
}

impl<'a> Joined<'a> {
    /// Joins all lines.
    pub fn new(text: &'a Text) -> Self {
        let mut this = Self { text, string: String::new(), lines: Vec::with_capacity(text.len()), words: Vec::new() };
        for (index, line) in text.lines() {
            let start = this.string.len();
            this.lines.push(start);
            this.string += line;
            this.string.push(' ');
            let mut from = 0;
            for word in text.words_of(index) {
                let word = text.word(word);
                let at = from + line[from..].find(word).unwrap_or(0);
                this.words.push(start + at);
                from = at + word.len();
            }
        }
        this
    }

    /// All of it.
    pub fn string(&self) -> &str {
        &self.string
    }

    /// The index of the line that a byte stands in.
    pub fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The number, in the text as it came, of the line that a byte stands in.
    pub fn number(&self, byte: usize) -> usize {
        self.text.number(self.line(byte))
    }

    /// The words that begin in a range of bytes.
    pub fn words(&self, bytes: &Range<usize>) -> Range<usize> {
        let before = |byte: usize| self.words.partition_point(|start| *start < byte);
        before(bytes.start)..before(bytes.end)
    }

    /// Where the word of that index begins, in bytes.
    pub fn byte_of(&self, word: usize) -> usize {
        self.words.get(word).copied().unwrap_or(self.string.len())
    }

    /// A word of the line that a byte stands in, for the report: its first, or the first of what was claimed.
    pub fn word_near(&self, byte: usize, claim: &Range<usize>) -> usize {
        self.text.words_of(self.line(byte)).start.max(claim.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_words_of_a_text_are_found_from_each_other() {
        let text = Text::new("a  {\"b\": 1,\n  \u{e9} \t}  c\n".as_bytes()).unwrap();
        let joined = Joined::new(&text);
        for word in 0..text.word_count() {
            let byte = joined.byte_of(word);
            assert!(joined.string()[byte..].starts_with(text.word(word)));
            assert_eq!(joined.words(&(byte..byte)), word..word);
            assert_eq!(joined.line(byte), text.line_of(word));
        }
        let object = joined.byte_of(1)..joined.byte_of(4) + 1;
        assert_eq!(joined.words(&object), 1..5);
        assert_eq!(joined.number(object.end), 2);
    }
}
