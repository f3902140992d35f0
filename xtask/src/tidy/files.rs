//! Rules about single files: their length, their first lines, their names, unfinished work.

use super::sources::Source;
use super::{Finding, Rule};

/// All of them.
pub const RULES: &[Rule] = &[short, introduced, named, finished];

const LONGEST: usize = 400;
const MARKS: [&str; 4] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("HA", "CK")];
const EMPTY_NAMES: [&str; 5] = ["utils", "util", "helpers", "manager", "common"];

fn short(source: &Source) -> Vec<Finding> {
    if source.is_rust() && source.lines.len() > LONGEST {
        let message = format!("{} lines: split it, {LONGEST} are the most", source.lines.len());
        return vec![source.finding(LONGEST + 1, message)];
    }
    Vec::new()
}

fn introduced(source: &Source) -> Vec<Finding> {
    let first = source.lines.iter().find(|line| !line.starts_with("#!"));
    if source.is_rust() && !first.is_some_and(|line| line.starts_with("//!")) {
        return vec![source.finding(1, "begin with `//!`: what the module is for")];
    }
    Vec::new()
}

fn named(source: &Source) -> Vec<Finding> {
    let parts = source.path.split(['/', '.']);
    let empty = parts.filter(|part| source.is_rust() && EMPTY_NAMES.contains(part));
    empty.map(|part| source.finding(1, format!("`{part}` says nothing: name the concept"))).collect()
}

fn finished(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, line) in source.lines.iter().enumerate() {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        for mark in words.filter(|word| MARKS.contains(word)) {
            findings.push(source.finding(at + 1, format!("unfinished work ({mark}): do it, or file it elsewhere")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::probe::{NONE, lines};
    use super::*;

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(lines(short, "web/src/a.rs", &"\n".repeat(400)), NONE);
        assert_eq!(lines(short, "web/src/a.rs", &"\n".repeat(401)), [401]);
        assert_eq!(lines(short, "docs/a.md", &"\n".repeat(401)), NONE);
    }

    #[test]
    fn a_file_without_a_beginning_is_found() {
        assert_eq!(lines(introduced, "web/src/a.rs", "use b;\n//! Late."), [1]);
        assert_eq!(lines(introduced, "web/src/a.rs", "//! What for.\n"), NONE);
        assert_eq!(lines(introduced, "web/src/a.rs", ""), [1]);
    }

    #[test]
    fn an_empty_name_is_found() {
        assert_eq!(lines(named, "web/src/utils.rs", ""), [1]);
        assert_eq!(lines(named, "web/src/common/view.rs", ""), [1]);
        assert_eq!(lines(named, "web/src/commons.rs", ""), NONE);
    }

    #[test]
    fn marks_of_unfinished_work_are_found_in_comments_and_text() {
        let text = format!("a\n// {}: later\nMASTODON\n", MARKS[0]);
        assert_eq!(lines(finished, "docs/a.md", &text), [2]);
    }
}
