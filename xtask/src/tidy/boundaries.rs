//! Rules about what a package's code may touch.

use super::sources::Source;
use super::{Finding, Rule};

/// All of them.
pub const RULES: &[Rule] = &[pure, fetching, unsafety, explained, transcendental, colours];

/// What reaches out of a pure package, and why it must not.
const IMPURE: [(&str, &str); 15] = [
    ("std::fs", "does no IO"),
    ("std::io", "does no IO"),
    ("std::net", "does no IO"),
    ("std::process", "does no IO"),
    ("std::env", "does no IO"),
    ("std::thread", "has no threads"),
    ("println!", "does no IO"),
    ("eprintln!", "does no IO"),
    ("std::time", "has no clock"),
    ("Instant::now", "has no clock"),
    ("SystemTime", "has no clock"),
    ("target_os", "has no platform cfg"),
    ("target_arch", "has no platform cfg"),
    ("target_family", "has no platform cfg"),
    ("cfg(unix", "has no platform cfg"),
];
const FETCHING: [&str; 6] = ["gloo::net", "gloo_net", "XmlHttpRequest", "fetch_with_", "web_sys::Request", "WebSocket"];
const TRANSCENDENTAL: [&str; 21] = [
    ".exp()",
    ".exp2()",
    ".exp_m1()",
    ".ln()",
    ".ln_1p()",
    ".log(",
    ".log2()",
    ".log10()",
    ".powf(",
    ".cbrt()",
    ".sin()",
    ".cos()",
    ".tan()",
    ".asin()",
    ".acos()",
    ".atan()",
    ".atan2(",
    ".sinh()",
    ".cosh()",
    ".tanh()",
    ".hypot(",
];
/// How many lines above an unsafe block its reason may begin.
const REASON_WITHIN: usize = 8;

fn pure(source: &Source) -> Vec<Finding> {
    if !source.below("shared/src") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in source.program() {
        for (word, why) in IMPURE.iter().filter(|(word, _)| line.contains(word)) {
            findings.push(source.finding(number, format!("`{word}`: shared {why}; its callers do that")));
        }
    }
    findings
}

fn fetching(source: &Source) -> Vec<Finding> {
    if !source.below("web/src") || source.below("web/src/api") {
        return Vec::new();
    }
    containing(source, &FETCHING, "only web/src/api fetches")
}

fn unsafety(source: &Source) -> Vec<Finding> {
    if !source.is_rust() || source.below("collector/src/sys") {
        return Vec::new();
    }
    let lines = source.numbered().filter(|(_, line)| has_word(line, "unsafe"));
    lines.map(|(number, _)| source.finding(number, "`unsafe` belongs into collector/src/sys alone")).collect()
}

fn explained(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in source.numbered() {
        let block = has_word(line, "unsafe") && !["fn", "extern", "trait"].iter().any(|word| has_word(line, word));
        let from = number.saturating_sub(REASON_WITHIN);
        if block && !source.lines[from..number].iter().any(|line| line.contains("SAFETY:")) {
            findings.push(source.finding(number, "say in a `// SAFETY:` line above why this is sound"));
        }
    }
    findings
}

fn transcendental(source: &Source) -> Vec<Finding> {
    if source.below("xtask") || source.below("whole") {
        return Vec::new();
    }
    containing(source, &TRANSCENDENTAL, "its last bit differs between glibc and wasm; use the libm crate")
}

fn colours(source: &Source) -> Vec<Finding> {
    if !source.below("web/src") {
        return Vec::new();
    }
    let lines = source.lines.iter().enumerate().filter(|(_, line)| line.split('"').any(is_colour));
    lines.map(|(at, _)| source.finding(at + 1, "a colour: the style sheet in static/ has them all")).collect()
}

fn containing(source: &Source, words: &[&str], why: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in source.program() {
        for word in words.iter().filter(|word| line.contains(**word)) {
            findings.push(source.finding(number, format!("`{word}`: {why}")));
        }
    }
    findings
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| [3, 6, 8].contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::super::probe::{NONE, lines};
    use super::*;

    #[test]
    fn shared_is_pure_but_for_its_tests() {
        let text = "use std::fs::read;\n// std::fs\nfn f() { \"std::fs\" }\n#[cfg(test)]\nmod tests {\nuse std::fs;\n}";
        assert_eq!(lines(pure, "shared/src/a.rs", text), [1]);
        assert_eq!(lines(pure, "server/src/a.rs", text), NONE);
        assert_eq!(lines(pure, "shared/src/a.rs", "#[cfg(target_os = \"linux\")]\nfn f() {}"), [1]);
    }

    #[test]
    fn only_the_api_fetches() {
        assert_eq!(lines(fetching, "web/src/page/home.rs", "use gloo::net::http::Request;"), [1]);
        assert_eq!(lines(fetching, "web/src/api/server.rs", "use gloo::net::http::Request;"), NONE);
    }

    #[test]
    fn unsafe_code_lies_in_one_folder() {
        assert_eq!(lines(unsafety, "collector/src/clock.rs", "unsafe { f() }"), [1]);
        assert_eq!(lines(unsafety, "collector/src/sys/fd.rs", "unsafe { f() }"), NONE);
        assert_eq!(lines(unsafety, "shared/src/a.rs", "#![forbid(unsafe_code)]\n// unsafe"), NONE);
    }

    #[test]
    fn unsafe_blocks_have_a_reason() {
        assert_eq!(lines(explained, "collector/src/sys/fd.rs", "let a = unsafe { f() };"), [1]);
        assert_eq!(
            lines(explained, "collector/src/sys/fd.rs", "// SAFETY: f has no conditions.\nunsafe { f() };"),
            NONE
        );
        assert_eq!(lines(explained, "collector/src/sys/fd.rs", "unsafe extern \"C\" {}"), NONE);
    }

    #[test]
    fn functions_whose_digits_differ_are_found() {
        assert_eq!(lines(transcendental, "shared/src/stats/a.rs", "let a = b.ln();\nlet c = b.sqrt();"), [1]);
        assert_eq!(lines(transcendental, "shared/src/stats/a.rs", "let a = libm::log(b); // b.ln()"), NONE);
    }

    #[test]
    fn colours_stand_in_the_style_sheet() {
        assert_eq!(lines(colours, "web/src/chart/a.rs", "let c = \"#0072b2\";\nlet d = \"#main\";"), [1]);
    }
}
