//! The outer form of a query: pairs of name and value, percent-encoded; and lists inside a value.
//!
//! Values are decoded before they are taken apart, so a link that a mail program or a form has encoded more than needed
//! still means the same. Inside a list a backslash keeps the next character from separating.

/// Pairs of name and value, decoded, in their order. `+` is a space, as forms write it; a broken `%` stands for itself.
pub fn split(query: &str) -> Vec<(String, String)> {
    query
        .trim_start_matches('?')
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// Pairs as a query.
pub fn join(pairs: &[(&str, String)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect::<Vec<_>>().join("&")
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        match bytes[index] {
            b'%' => match (hex(bytes.get(index + 1)), hex(bytes.get(index + 2))) {
                (Some(high), Some(low)) => {
                    decoded.push(high << 4 | low);
                    index += 2;
                }
                _ => decoded.push(b'%'),
            },
            b'+' => decoded.push(b' '),
            byte => decoded.push(byte),
        }
        index += 1;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn hex(byte: Option<&u8>) -> Option<u8> {
    byte.and_then(|&byte| char::from(byte).to_digit(16)).and_then(|digit| u8::try_from(digit).ok())
}

/// Encodes what a query cannot hold, and what mail programs take for the end of a link.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:,*/@=$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// The parts of a list: taken apart at `separator`, backslashes removed, empty parts left out.
pub fn list(text: &str, separator: char) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (part, after) = first(text, separator);
        if !part.is_empty() {
            parts.push(part);
        }
        rest = after;
    }
    parts
}

/// What stands before the first `separator`, without its backslashes; and what stands after it, untouched.
pub fn first(text: &str, separator: char) -> (String, Option<&str>) {
    let mut part = String::new();
    let mut characters = text.char_indices();
    while let Some((index, character)) = characters.next() {
        if character == separator {
            return (part, Some(&text[index + separator.len_utf8()..]));
        }
        if character == '\\' {
            // A backslash at the very end stands for itself.
            part.push(characters.next().map_or('\\', |(_, next)| next));
        } else {
            part.push(character);
        }
    }
    (part, None)
}

/// `part` so that `list` and `first` give it back.
pub fn escaped(part: &str, separator: char) -> String {
    let mut text = String::with_capacity(part.len());
    for character in part.chars() {
        if character == separator || character == '\\' {
            text.push('\\');
        }
        text.push(character);
    }
    text
}

/// Parts as a list.
pub fn joined<'a>(parts: impl IntoIterator<Item = &'a String>, separator: char) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| escaped(part, separator)).collect();
    parts.join(separator.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn browsers_forms_and_mail_programs_may_encode_as_they_like() {
        let expected = vec![("rows".to_owned(), "a b,c%".to_owned())];
        for query in ["rows=a%20b,c%25", "rows=a+b%2Cc%25", "?rows=a%20b%2cc%", "&&%72ows=a+b,c%25&"] {
            assert_eq!(split(query), expected, "{query}");
        }
    }

    #[test]
    fn a_backslash_keeps_a_separator_from_separating() {
        assert_eq!(list(r"a\,b,,c\\,d\", ','), ["a,b", r"c\", r"d\"]);
        assert_eq!(first("label.a\\:b:K6:2", ':'), ("label.a:b".to_owned(), Some("K6:2")));
    }

    proptest! {
        #[test]
        fn pairs_come_back(value in any::<String>()) {
            let query = join(&[("open", value.clone())]);
            prop_assert!(query.is_ascii());
            prop_assert_eq!(split(&query), vec![("open".to_owned(), value)]);
        }

        #[test]
        fn lists_come_back(parts in prop::collection::vec(".+", 0..4)) {
            prop_assert_eq!(list(&joined(&parts, ','), ','), parts);
        }

        #[test]
        fn any_bytes_split(bytes in any::<Vec<u8>>()) {
            split(&String::from_utf8_lossy(&bytes));
        }
    }
}
