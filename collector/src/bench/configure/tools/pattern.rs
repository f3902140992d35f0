//! Basic regular expressions, as far as scripts of probes have them: anchors, sets, `.` and `*`.

/// A pattern.
pub struct Pattern {
    at_begin: bool,
    at_end: bool,
    items: Vec<Item>,
}

struct Item {
    one: One,
    repeated: bool,
}

/// What one character is matched with.
enum One {
    Any,
    Is(u8),
    Set { not: bool, ranges: Vec<(u8, u8)> },
}

impl Pattern {
    /// Reads a pattern.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (at_begin, bytes) = bytes.strip_prefix(b"^").map_or((false, bytes), |rest| (true, rest));
        let (at_end, mut bytes) = bytes.strip_suffix(b"$").map_or((false, bytes), |rest| (true, rest));
        let mut items: Vec<Item> = Vec::new();
        while let Some((&first, rest)) = bytes.split_first() {
            bytes = rest;
            let one = match first {
                b'*' => match items.last_mut() {
                    Some(item) => {
                        item.repeated = true;
                        continue;
                    }
                    None => One::Is(b'*'),
                },
                b'.' => One::Any,
                b'[' => {
                    let end = rest.iter().position(|&byte| byte == b']').unwrap_or(rest.len());
                    bytes = rest.get(end + 1..).unwrap_or_default();
                    set(&rest[..end])
                }
                byte => One::Is(byte),
            };
            items.push(Item { one, repeated: false });
        }
        Self { at_begin, at_end, items }
    }

    /// Where it first matches in a text, from `from` on: begin and end.
    pub fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let text = text.as_bytes();
        let last = if self.at_begin { 0 } else { text.len() };
        (from..=last).find_map(|begin| self.match_at(&self.items, text, begin).map(|end| (begin, end)))
    }

    /// The end of the longest match of the items at a place.
    fn match_at(&self, items: &[Item], text: &[u8], at: usize) -> Option<usize> {
        let Some((item, rest)) = items.split_first() else {
            return (!self.at_end || at == text.len()).then_some(at);
        };
        let fits = |at: usize| text.get(at).is_some_and(|&byte| item.one.fits(byte));
        if !item.repeated {
            return if fits(at) { self.match_at(rest, text, at + 1) } else { None };
        }
        let most = (at..).take_while(|&at| fits(at)).count();
        (0..=most).rev().find_map(|length| self.match_at(rest, text, at + length))
    }
}

impl One {
    fn fits(&self, byte: u8) -> bool {
        match self {
            Self::Any => true,
            Self::Is(wanted) => *wanted == byte,
            Self::Set { not, ranges } => ranges.iter().any(|&(low, high)| (low..=high).contains(&byte)) != *not,
        }
    }
}

fn set(bytes: &[u8]) -> One {
    let (not, mut bytes) = bytes.strip_prefix(b"^").map_or((false, bytes), |rest| (true, rest));
    let mut ranges = Vec::new();
    loop {
        bytes = match bytes {
            [low, b'-', high, rest @ ..] => {
                ranges.push((*low, *high));
                rest
            }
            [byte, rest @ ..] => {
                ranges.push((*byte, *byte));
                rest
            }
            [] => return One::Set { not, ranges },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_the_first_and_the_longest() {
        for (pattern, text, found) in [
            ("b", "abcb", Some((1, 2))),
            ("^b", "abcb", None),
            ("b$", "abcb", Some((3, 4))),
            ("^ *+", "  + x", Some((0, 3))),
            ("^ *+", "+ x", Some((0, 1))),
            ("^ *+", "x +", None),
            ("[a-z]*", "folder7", Some((0, 6))),
            ("[^A-Z0-9_]", "PART7.H", Some((5, 6))),
            ("a.*c", "xabcbc", Some((1, 6))),
            ("^", "", Some((0, 0))),
            ("$", "ab", Some((2, 2))),
            ("*", "a*", Some((1, 2))),
        ] {
            assert_eq!(Pattern::of(pattern).find(text, 0), found, "{pattern} in {text}");
        }
    }
}
