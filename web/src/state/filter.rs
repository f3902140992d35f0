//! What is typed into the filter box: `kernel:2.5.* cpu:K6* label.config:MK7 -label:debug words`.

use shared::sorted::Map;
use shared::summary::RunHead;
use shared::view::filter_matches;

use super::query::encode;

/// A filter of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Keys and globs that a run must have.
    pub with: Vec<(String, String)>,
    /// Keys and globs that it must not have.
    pub without: Vec<(String, String)>,
    /// Words that must occur in it.
    pub words: Vec<String>,
}

impl Filter {
    /// Reads what was typed. A term whose glob is still empty says nothing yet.
    pub fn parse(text: &str) -> Self {
        let mut filter = Self::default();
        for term in text.split_whitespace() {
            let (list, term) = match term.strip_prefix('-') {
                Some(rest) => (&mut filter.without, rest),
                None => (&mut filter.with, term),
            };
            match term.split_once(':') {
                Some((_, "")) => {}
                Some(("label", name)) => list.push((format!("label.{name}"), "*".to_owned())),
                Some((key, glob)) => list.push((key.to_owned(), glob.to_owned())),
                None if term.is_empty() => {}
                None => filter.words.push(term.to_owned()),
            }
        }
        filter
    }

    /// The part that the server answers, as a query: `where=kernel:2.5.*&q=words`.
    pub fn query(&self) -> String {
        let mut parts: Vec<String> =
            self.with.iter().map(|(key, glob)| format!("where={}:{}", encode(key), encode(glob))).collect();
        if !self.words.is_empty() {
            parts.push(format!("q={}", encode(&self.words.join(" "))));
        }
        parts.join("&")
    }

    /// Whether the terms with a minus leave a run in.
    pub fn keeps(&self, head: &RunHead) -> bool {
        if self.without.is_empty() {
            return true;
        }
        let keys = keys(head);
        !self.without.iter().any(|term| filter_matches(&keys, std::slice::from_ref(term)))
    }

    /// True where it lets every run pass.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The keys of a run that lists know.
fn keys(head: &RunHead) -> Map<String, String> {
    let mut keys = Map::from_iter([
        ("kernel.name".to_owned(), head.kernel_name.clone()),
        ("kernel.release".to_owned(), head.kernel_release.clone()),
    ]);
    let mut add = |key: &str, value: &Option<String>| {
        if let Some(value) = value {
            keys.insert(key.to_owned(), value.clone());
        }
    };
    add("machine.cpu.model", &head.cpu);
    add("machine.key", &head.machine);
    add("preset", &head.preset);
    add("page", &head.page);
    keys.extend(head.labels.iter().map(|(name, value)| (format!("label.{name}"), value.clone())));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(key: &str, glob: &str) -> (String, String) {
        (key.to_owned(), glob.to_owned())
    }

    #[test]
    fn terms_words_and_exclusions_are_told_apart() {
        let filter = Filter::parse(" kernel:2.5.*  -label:debug label.config:MK7 cpu: xeon - quick");
        assert_eq!(filter.with, [pair("kernel", "2.5.*"), pair("label.config", "MK7")]);
        assert_eq!(filter.without, [pair("label.debug", "*")]);
        assert_eq!(filter.words, ["xeon", "quick"]);
        assert_eq!(filter.query(), "where=kernel:2.5.*&where=label.config:MK7&q=xeon+quick");
    }

    #[test]
    fn an_empty_box_filters_nothing() {
        assert!(Filter::parse("  ").is_empty());
        assert_eq!(Filter::parse("").query(), "");
    }
}
