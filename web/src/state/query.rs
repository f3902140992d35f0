//! Single parameters of a query. Views have a codec of their own in `shared`.

/// The first value of `name` in a query without its `?`, decoded.
pub fn get(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key == name).then(|| decode(value))
    })
}

/// The query without the parameters of that name.
pub fn without(query: &str, name: &str) -> String {
    let kept = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    kept.collect::<Vec<_>>().join("&")
}

/// Decodes `%41` and `+`; a broken escape stands for itself.
pub fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let escaped = (bytes[index] == b'%').then(|| escape_at(bytes, index + 1)).flatten();
        decoded.push(escaped.unwrap_or(if bytes[index] == b'+' { b' ' } else { bytes[index] }));
        index += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn escape_at(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |index: usize| char::from(*bytes.get(index)?).to_digit(16);
    Some((digit(at)? * 16 + digit(at + 1)?) as u8)
}

/// Encodes what may not stand in a value.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'*' | b':' | b',' | b'/' => {
                encoded.push(char::from(byte));
            }
            b' ' => encoded.push('+'),
            _ => {
                const HEX: &[u8; 16] = b"0123456789ABCDEF";
                encoded.push('%');
                encoded.push(char::from(HEX[usize::from(byte >> 4)]));
                encoded.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_found_and_decoded() {
        assert_eq!(get("a=1&filter=cpu%3aK6*+x", "filter").as_deref(), Some("cpu:K6* x"));
        assert_eq!(get("a=1&b", "b").as_deref(), Some(""));
        assert_eq!(get("ab=1", "a"), None);
        assert_eq!(get("a=100%&b=%zz%4", "a").as_deref(), Some("100%"));
        assert_eq!(get("a=100%&b=%zz%4", "b").as_deref(), Some("%zz%4"));
    }

    #[test]
    fn a_parameter_is_left_out() {
        assert_eq!(without("id=x&open=y&id=z", "id"), "open=y");
        assert_eq!(without("", "id"), "");
    }

    #[test]
    fn encoding_is_undone_by_decoding() {
        for text in ["", "a b+c", "<script>&=%", "µs 64 KiB", "kernel:2.5.*"] {
            assert_eq!(decode(&encode(text)), text);
        }
    }
}
