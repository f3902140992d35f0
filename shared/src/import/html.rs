//! Mails in HTML: lines and characters, without the marks.

/// Marks that make a text HTML for the eye of a reader: a line break, or a mail program's frame.
const MARKS: [&str; 7] = ["<br>", "<br/>", "<br />", "</div>", "</pre>", "</html>", "</p>"];

/// Whether marks of HTML stand in the text. A file of a shell or of C has none of these.
pub fn is_html(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    MARKS.iter().any(|mark| lower.contains(mark))
}

/// The lines that a browser would show, each with the number of the line of the source that it begins in. White space is
/// kept as it stands; a line break of the source is a space where the source breaks its lines by marks.
pub fn lines(text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut begun = 1;
    let mut number = 1;
    let mut rest = text;
    let mut preformatted = false;
    let last_comment = text.rfind("-->").unwrap_or(0);
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '<' => match mark(rest, last_comment > text.len() - rest.len()) {
                Some((name, length)) => {
                    taken = length;
                    number += rest[..length].matches('\n').count();
                    match name.as_str() {
                        "br" | "p" | "/p" | "div" | "/div" | "tr" | "/tr" | "li" | "blockquote" | "/blockquote"
                        | "hr" => {
                            lines.push((begun, std::mem::take(&mut line)));
                            begun = number;
                        }
                        "td" | "/td" | "th" | "/th" => line.push(' '),
                        "pre" => preformatted = true,
                        "/pre" => preformatted = false,
                        _ => {}
                    }
                }
                None => line.push(c),
            },
            '&' => match entity(rest) {
                Some((shown, length)) => {
                    taken = length;
                    line.push(shown);
                }
                None => line.push(c),
            },
            '\n' => {
                number += 1;
                if preformatted {
                    lines.push((begun, std::mem::take(&mut line)));
                    begun = number;
                } else if line.trim().is_empty() {
                    line.clear();
                    begun = number;
                } else {
                    line.push(' ');
                }
            }
            _ => line.push(c),
        }
        rest = &rest[taken..];
    }
    lines.push((begun, line));
    lines
}

/// The name of the mark that a text begins with, in lower case, and its length. A `<` that no letter follows, or that no
/// `>` ends before the next `<`, stands for itself. Comments are looked for only where one may still end.
fn mark(text: &str, comments: bool) -> Option<(String, usize)> {
    let inner = text.strip_prefix('<')?;
    if let Some(comment) = inner.strip_prefix("!--")
        && comments
    {
        return comment.find("-->").map(|end| (String::new(), end + 7));
    }
    let begins = inner.strip_prefix('/').unwrap_or(inner).chars().next()?;
    if !begins.is_ascii_alphabetic() && begins != '!' {
        return None;
    }
    let end =
        inner.bytes().position(|byte| byte == b'>' || byte == b'<').filter(|&end| inner.as_bytes()[end] == b'>')?;
    let name: String = inner[..end]
        .chars()
        .enumerate()
        .take_while(|(index, c)| c.is_ascii_alphanumeric() || (*index == 0 && *c == '/'))
        .map(|(_, c)| c.to_ascii_lowercase())
        .collect();
    // An address in angle brackets is text, but no figure stands in it.
    Some((name, end + 2))
}

/// The character that an entity at the start of a text stands for, and its length.
fn entity(text: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let shown = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "nbsp" => ' ',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((shown, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_end_lines_and_entities_are_read() {
        let html = "<div dir=\"ltr\">a &lt;b&gt;<br>\nchunk: 8&nbsp;[B] | <br>\n size: 1 &amp;c</div>x < 3";
        let shown: Vec<_> = lines(html).into_iter().filter(|(_, line)| !line.trim().is_empty()).collect();
        let expected = [(1, "a <b>"), (2, "chunk: 8 [B] | "), (3, " size: 1 &c"), (3, "x < 3")];
        assert_eq!(shown.iter().map(|(n, l)| (*n, l.as_str())).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_text_with_angle_brackets_is_no_html() {
        assert!(!is_html("#include <stdio.h>\nFrom: A <a@b.c>\n"));
        assert!(is_html("one<BR>two"));
    }
}
