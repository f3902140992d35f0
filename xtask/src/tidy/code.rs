//! Tells code from comments and literals, as far as a search for words needs.

/// The lines of a Rust file with comments and the insides of string and character literals blanked out.
pub fn code_lines(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = literal_or_comment(&chars, at);
        match end {
            Some(end) => {
                // Line ends stay, so that the line numbers do.
                code.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
                at = end;
            }
            None => {
                code.push(chars[at]);
                at += 1;
            }
        }
    }
    code.lines().map(String::from).collect()
}

/// Where the comment or literal that begins here ends; none if none begins here.
fn literal_or_comment(chars: &[char], at: usize) -> Option<usize> {
    let next = chars.get(at + 1);
    match chars[at] {
        '/' if next == Some(&'/') => Some(until(chars, at, |c, _| c == '\n')),
        '/' if next == Some(&'*') => Some(block_comment(chars, at)),
        '"' => Some(quoted(chars, at)),
        'r' if !continues_a_name(chars, at) => raw_string(chars, at),
        '\'' => character(chars, at),
        _ => None,
    }
}

fn until(chars: &[char], from: usize, stop: impl Fn(char, usize) -> bool) -> usize {
    (from..chars.len()).find(|&at| stop(chars[at], at)).unwrap_or(chars.len())
}

fn block_comment(chars: &[char], from: usize) -> usize {
    let (mut depth, mut at) = (0, from);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

fn quoted(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn raw_string(chars: &[char], from: usize) -> Option<usize> {
    let hashes = chars[from + 1..].iter().take_while(|&&c| c == '#').count();
    let begin = from + 1 + hashes;
    if chars.get(begin) != Some(&'"') {
        return None;
    }
    let closes = |at: usize| chars[at + 1..].iter().take_while(|&&c| c == '#').count() >= hashes;
    let end = until(chars, begin + 1, |c, at| c == '"' && closes(at));
    Some((end + 1 + hashes).min(chars.len()))
}

/// A character literal; none for a lifetime.
fn character(chars: &[char], from: usize) -> Option<usize> {
    if chars.get(from + 1) == Some(&'\\') {
        let end = until(chars, from + 3, |c, _| c == '\'');
        return Some((end + 1).min(chars.len()));
    }
    (chars.get(from + 2) == Some(&'\'')).then_some(from + 3)
}

fn continues_a_name(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let lines = code_lines(text);
        lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn comments_go() {
        assert_eq!(words("a // unsafe\n/* unsafe\n/* b */ unsafe */ c"), ["a", "", "c"]);
    }

    #[test]
    fn literals_go_and_line_numbers_stay() {
        assert_eq!(words("f(\"un\\\"safe // no\", 1);\n\"two\nlines\" g"), ["f( , 1);", "", "g"]);
        assert_eq!(words("r#\"a \" unsafe\"# h; br\"x\" i"), ["h; br i"]);
    }

    #[test]
    fn lifetimes_are_no_characters() {
        assert_eq!(words("fn f<'a>(c: &'a str) { '\"' ; '\\'' ; 'x' }"), ["fn f<'a>(c: &'a str) { ; ; }"]);
    }
}
