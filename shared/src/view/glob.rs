//! Globs: `*` for any text, `?` for any one character, case of letters ignored. No other character is special.

/// Whether the whole of `text` matches `glob`. Takes at most the product of both lengths, whatever the glob.
pub fn glob_matches(glob: &str, text: &str) -> bool {
    let glob = folded(glob);
    let text = folded(text);
    let (mut g, mut t) = (0, 0);
    // The last star, and the first character of the text that it does not cover yet.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, t));
                g += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == text[t] => {
                g += 1;
                t += 1;
            }
            _ => match star {
                Some((at, covered)) => {
                    star = Some((at, covered + 1));
                    g = at + 1;
                    t = covered + 1;
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|&rest| rest == '*')
}

fn folded(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn stars_and_question_marks_match_as_shells_do() {
        for (glob, text, expected) in [
            ("K6*", "k6-2/475", true),
            ("*K6*", "AMD-K6(tm) 3D processor", true),
            ("6.1", "6.1", true),
            ("6.1", "6.18", false),
            ("6.1*", "6.18", true),
            ("6.?", "6.1", true),
            ("6.?", "6.18", false),
            ("", "", true),
            ("", "x", false),
            ("*", "", true),
            ("?", "", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("[ab]", "a", false),
            ("copy*,*=8", "copy.sweep chunk=64,size=8", true),
            ("É*", "été", true),
        ] {
            assert_eq!(glob_matches(glob, text), expected, "{glob} {text}");
        }
    }

    #[test]
    fn many_stars_end_in_time() {
        assert!(!glob_matches(&"*a".repeat(200), &"a".repeat(199)));
    }

    proptest! {
        #[test]
        fn a_text_matches_itself_and_itself_between_stars(text in "[^*?]{0,20}", before in ".{0,9}", after in ".{0,9}") {
            prop_assert!(glob_matches(&text, &text));
            let glob = format!("*{text}*");
            let around = format!("{before}{text}{after}");
            prop_assert!(glob_matches(&glob, &around));
        }
    }
}
