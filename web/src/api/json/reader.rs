//! Text → values.

use super::{Broken, Json};

/// Deeper nesting than this is refused.
const DEEPEST: usize = 64;

/// A place in a text.
pub struct Reader<'a> {
    /// The text.
    pub bytes: &'a [u8],
    /// How much of it was read.
    pub at: usize,
    /// How many brackets are open.
    pub depth: usize,
}

impl Reader<'_> {
    /// Says that the text is broken here.
    pub fn broken(&self) -> Broken {
        Broken::At(self.at)
    }

    /// A value of any shape.
    pub fn value(&mut self) -> Result<Json, Broken> {
        match self.peek() {
            b'"' => self.string().map(Json::Text),
            b'{' => {
                let mut members = Vec::new();
                self.items(b'}', &mut |reader| {
                    let name = reader.string()?;
                    reader.take(b':')?;
                    members.push((name, reader.value()?));
                    Ok(())
                })?;
                Ok(Json::Object(members))
            }
            b'[' => {
                let mut items = Vec::new();
                self.items(b']', &mut |reader| {
                    items.push(reader.value()?);
                    Ok(())
                })?;
                Ok(Json::List(items))
            }
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    /// What stands between brackets, of which `close` is the second.
    fn items(&mut self, close: u8, read: &mut dyn FnMut(&mut Self) -> Result<(), Broken>) -> Result<(), Broken> {
        if self.depth == DEEPEST {
            return Err(self.broken());
        }
        self.at += 1;
        self.depth += 1;
        let mut first = true;
        while self.peek() != close {
            if !first {
                self.take(b',')?;
            }
            first = false;
            read(self)?;
        }
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    /// The next byte that is no white space; 0 at the end.
    pub fn peek(&mut self) -> u8 {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Passes this byte.
    fn take(&mut self, wanted: u8) -> Result<(), Broken> {
        if self.peek() != wanted {
            return Err(self.broken());
        }
        self.at += 1;
        Ok(())
    }

    /// Passes this word.
    fn word(&mut self, word: &str, value: Json) -> Result<Json, Broken> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.broken());
        }
        self.at += word.len();
        Ok(value)
    }

    /// A string, with its escapes undone.
    fn string(&mut self) -> Result<String, Broken> {
        self.take(b'"')?;
        let mut text = Vec::new();
        loop {
            let byte = *self.bytes.get(self.at).ok_or(self.broken())?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(text).map_err(|_| self.broken()),
                b'\\' => {
                    let character = self.escape().ok_or(self.broken())?;
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                byte => text.push(byte),
            }
        }
    }

    /// The character that stands behind a backslash.
    fn escape(&mut self) -> Option<char> {
        let escaped = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(match escaped {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => char::from(escaped),
            b'u' => {
                let first = self.unit()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first);
                }
                if self.bytes.get(self.at..self.at + 2)? != b"\\u" {
                    return None;
                }
                self.at += 2;
                let second = self.unit()?.checked_sub(0xdc00).filter(|second| *second < 0x400)?;
                return char::from_u32(0x10000 + ((first - 0xd800) << 10) + second);
            }
            _ => return None,
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
    }

    /// A number as its sign, its digits, and the power of ten to multiply them by.
    fn number(&mut self) -> Result<Json, Broken> {
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let (mut digits, mut exponent, mut fraction, mut any) = (0_u64, 0, false, false);
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    match digits.checked_mul(10).and_then(|digits| digits.checked_add(u64::from(byte - b'0'))) {
                        Some(more) => {
                            digits = more;
                            exponent -= i32::from(fraction);
                        }
                        None => exponent += i32::from(!fraction),
                    }
                }
                b'.' => fraction = true,
                b'e' | b'E' => {
                    self.at += 1;
                    exponent = exponent.saturating_add(self.exponent());
                    break;
                }
                _ => break,
            }
            self.at += 1;
        }
        if any { Ok(Json::Number { negative, digits, exponent }) } else { Err(self.broken()) }
    }

    fn exponent(&mut self) -> i32 {
        let negative = self.bytes.get(self.at) == Some(&b'-');
        self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'-' | b'+')));
        let mut exponent = 0_i32;
        while let Some(byte @ b'0'..=b'9') = self.bytes.get(self.at) {
            exponent = exponent.saturating_mul(10).saturating_add(i32::from(byte - b'0'));
            self.at += 1;
        }
        if negative { -exponent } else { exponent }
    }
}
