//! Text that any mail program shows: printable ASCII.

/// `text` in printable ASCII on one line: known signs and accented letters by their nearest ASCII, controls as spaces, the
/// rest as `?`.
pub fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' '..='~' => plain.push(character),
            _ => plain.push_str(nearest(character)),
        }
    }
    plain
}

fn nearest(character: char) -> &'static str {
    match character {
        'µ' | 'μ' => "u",
        '±' => "+-",
        '–' | '—' | '‐' | '‑' | '−' => "-",
        '×' => "x",
        '…' => "...",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' | '‚' => "'",
        '·' | '•' => "*",
        '→' => "->",
        '≤' => "<=",
        '≥' => ">=",
        '²' => "2",
        '³' => "3",
        '°' => "deg",
        '®' => "(R)",
        '©' => "(C)",
        '™' => "(TM)",
        'À'..='Å' => "A",
        'Æ' => "AE",
        'Ç' => "C",
        'È'..='Ë' => "E",
        'Ì'..='Ï' => "I",
        'Ñ' => "N",
        'Ò'..='Ö' | 'Ø' => "O",
        'Ù'..='Ü' => "U",
        'ß' => "ss",
        'à'..='å' => "a",
        'æ' => "ae",
        'ç' => "c",
        'è'..='ë' => "e",
        'ì'..='ï' => "i",
        'ñ' => "n",
        'ò'..='ö' | 'ø' => "o",
        'ù'..='ü' => "u",
        'ý' | 'ÿ' => "y",
        space if space.is_whitespace() || space.is_control() => " ",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_keep_their_meaning() {
        assert_eq!(ascii("12 µs ± 0.3 — “K6”…\tÉtienne 日"), "12 us +- 0.3 - \"K6\"... Etienne ?");
    }
}
