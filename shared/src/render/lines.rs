//! Lines of bounded width. All text here is ASCII, so bytes, characters and columns are the same.

/// `text` in at most `width` columns, shortened in the middle, where names differ least.
pub fn shortened(text: &str, width: usize) -> String {
    if text.len() <= width {
        return text.to_owned();
    }
    let Some(kept) = width.checked_sub(2).filter(|kept| *kept > 0) else {
        return text[..width].to_owned();
    };
    let front = kept.div_ceil(2);
    format!("{}..{}", &text[..front], &text[text.len() - (kept - front)..])
}

/// `text` broken at spaces into lines of at most `width`; later lines begin with `indent` spaces. Words that are longer
/// than a line are broken.
pub fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = indent.min(width / 2);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut word = word;
        loop {
            let start = if line.trim().is_empty() { line.len() } else { line.len() + 1 };
            if start + word.len() <= width {
                if start > line.len() {
                    line.push(' ');
                }
                line.push_str(word);
                break;
            }
            if line.trim().is_empty() {
                let (head, rest) = word.split_at(width - line.len());
                line.push_str(head);
                word = rest;
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

/// The same for text that begins with spaces: all lines keep them, later ones have two more.
pub fn wrapped_in(text: &str, width: usize) -> Vec<String> {
    let inner = text.trim_start();
    let spaces = (text.len() - inner.len()).min(width / 2);
    wrapped(inner, width - spaces, 2).into_iter().map(|line| " ".repeat(spaces) + &line).collect()
}

/// Spaces and `text`, `width` columns together.
pub fn right(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}

/// Lines as text: no spaces at ends, no blank lines at the start, never two in a row.
pub fn finished(lines: &[String]) -> String {
    let mut text = String::new();
    let mut blank = true;
    for line in lines {
        let line = line.trim_end();
        if !(line.is_empty() && blank) {
            text.push_str(line);
            text.push('\n');
        }
        blank = line.is_empty();
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_lose_their_middle() {
        assert_eq!(shortened("2.5.65-mm2-anobjrmap", 12), "2.5.6..jrmap");
        assert_eq!(shortened("2.5.65", 12), "2.5.65");
    }

    #[test]
    fn text_is_broken_at_spaces() {
        assert_eq!(wrapped("note: one two three", 10, 2), ["note: one", "  two", "  three"]);
        assert_eq!(wrapped("abcdefghij", 4, 1), ["abcd", " efg", " hij"]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_long_and_no_letter_is_lost(text in "[a-z ]{0,80}", width in 1_usize..30, indent in 0_usize..6) {
            let lines = wrapped(&text, width, indent);
            prop_assert!(lines.iter().all(|line| line.len() <= width));
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(shortened(&text, width).len() <= width);
        }
    }
}
