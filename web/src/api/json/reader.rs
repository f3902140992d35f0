//! Tokens: strings, numbers, and what is passed over.

use std::borrow::Cow;

use shared::number::decimal;

use super::{Broken, DEEPEST};

/// A place in a text.
pub struct Reader<'a> {
    /// The text.
    pub bytes: &'a [u8],
    /// How much of it was read.
    pub at: usize,
    /// How many brackets are open.
    pub depth: usize,
}

impl<'a> Reader<'a> {
    /// Says that the text is broken here.
    pub fn broken(&self) -> Broken {
        Broken { at: self.at }
    }

    /// The next byte that is no white space; 0 at the end.
    pub fn peek(&mut self) -> u8 {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Passes this byte.
    pub fn take(&mut self, wanted: u8) -> Result<(), Broken> {
        if self.peek() != wanted {
            return Err(self.broken());
        }
        self.at += 1;
        Ok(())
    }

    /// Passes this word.
    pub fn word(&mut self, word: &str) -> Result<(), Broken> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.broken());
        }
        self.at += word.len();
        Ok(())
    }

    /// A string, with its escapes undone.
    pub fn string(&mut self) -> Result<Cow<'a, str>, Broken> {
        self.take(b'"')?;
        let start = self.at;
        let mut owned: Option<Vec<u8>> = None;
        loop {
            let byte = *self.bytes.get(self.at).ok_or(self.broken())?;
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let text = owned.get_or_insert_with(|| self.bytes[start..self.at - 1].to_vec());
                    let mut buffer = [0; 4];
                    let escaped = self.bytes.get(self.at).copied();
                    self.at += 1;
                    let character = match escaped {
                        Some(b'n') => '\n',
                        Some(b't') => '\t',
                        Some(b'r') => '\r',
                        Some(b'b') => '\u{8}',
                        Some(b'f') => '\u{c}',
                        Some(b'u') => escape(self.bytes, &mut self.at).ok_or(Broken { at: self.at })?,
                        Some(other @ (b'"' | b'\\' | b'/')) => char::from(other),
                        _ => return Err(self.broken()),
                    };
                    text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
                }
                byte => {
                    if let Some(text) = &mut owned {
                        text.push(byte);
                    }
                }
            }
        }
        let broken = self.broken();
        match owned {
            Some(text) => String::from_utf8(text).map(Cow::Owned).map_err(|_| broken),
            None => std::str::from_utf8(&self.bytes[start..self.at - 1]).map(Cow::Borrowed).map_err(|_| broken),
        }
    }

    /// A number as its sign, its digits, and the power of ten to multiply them by.
    pub fn number(&mut self) -> Result<(bool, u64, i32), Broken> {
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
                    exponent += self.exponent();
                    break;
                }
                _ => break,
            }
            self.at += 1;
        }
        if any { Ok((negative, digits, exponent)) } else { Err(self.broken()) }
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

    /// Any number.
    pub fn float(&mut self) -> Result<f64, Broken> {
        let (negative, digits, exponent) = self.number()?;
        let value = decimal(digits, exponent);
        Ok(if negative { -value } else { value })
    }

    /// A whole number.
    pub fn integer(&mut self) -> Result<i64, Broken> {
        let (negative, digits, exponent) = self.number()?;
        let value = i64::try_from(digits).ok().filter(|_| exponent == 0).ok_or(self.broken())?;
        Ok(if negative { -value } else { value })
    }

    /// Passes over a value of any shape.
    pub fn skip(&mut self) -> Result<(), Broken> {
        match self.peek() {
            b'"' => self.string().map(|_| ()),
            open @ (b'{' | b'[') => {
                self.at += 1;
                self.nested(|reader| {
                    let mut items = Items { reader, close: if open == b'{' { b'}' } else { b']' }, first: true };
                    while items.more()? {
                        if open == b'{' {
                            items.reader.string()?;
                            items.reader.take(b':')?;
                        }
                        items.reader.skip()?;
                    }
                    items.end()
                })
            }
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => self.number().map(|_| ()),
        }
    }

    /// Reads what stands between brackets.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Broken>) -> Result<T, Broken> {
        if self.depth == DEEPEST {
            return Err(self.broken());
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }
}

/// The character of `\u…` after the `u`, with the second half of a pair.
fn escape(bytes: &[u8], at: &mut usize) -> Option<char> {
    let mut unit = || {
        let digits = std::str::from_utf8(bytes.get(*at..*at + 4)?).ok()?;
        *at += 4;
        u32::from_str_radix(digits, 16).ok()
    };
    let first = unit()?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    if bytes.get(*at..*at + 2)? != b"\\u" {
        return None;
    }
    *at += 2;
    let mut unit = || {
        let digits = std::str::from_utf8(bytes.get(*at..*at + 4)?).ok()?;
        *at += 4;
        u32::from_str_radix(digits, 16).ok()
    };
    let second = unit()?.checked_sub(0xdc00).filter(|second| *second < 0x400)?;
    char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
}

/// What stands between brackets.
pub struct Items<'r, 'a> {
    /// Where.
    pub reader: &'r mut Reader<'a>,
    /// The bracket that closes.
    pub close: u8,
    /// Whether none was read yet.
    pub first: bool,
}

impl Items<'_, '_> {
    /// Whether another item follows; passes the comma before it.
    pub fn more(&mut self) -> Result<bool, Broken> {
        if self.reader.peek() == self.close {
            return Ok(false);
        }
        if !self.first {
            self.reader.take(b',')?;
        }
        self.first = false;
        Ok(true)
    }

    /// Passes the bracket that closes.
    pub fn end(&mut self) -> Result<(), Broken> {
        self.reader.take(self.close)
    }
}
