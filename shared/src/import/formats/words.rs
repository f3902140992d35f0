//! What importers of tables in prose look for among words: kernels' releases, units and directions of captions.

use std::ops::Range;

use crate::import::Text;
use crate::import::number::{Printed, unit_word};
use crate::model::Better;
use crate::number::{Display, Unit, printed_decimals};

/// Half of one in the last place of a printed number.
pub(super) fn half_digit(number: &Printed) -> f64 {
    (0..printed_decimals(&number.text)).fold(0.5, |half, _| half / 10.0)
}

/// Whether a word has the form of a kernel's release and not of a number: `2.5.65-mm1`, `2.5.29s4`, `6.1-rc3`.
pub(super) fn is_release(word: &str) -> bool {
    let right = |c: char| c.is_ascii_alphanumeric() || "._-+~".contains(c);
    let begins = word.starts_with(|c: char| c.is_ascii_digit());
    let (dots, ends) = (word.matches('.').count(), word.ends_with(|c: char| c.is_ascii_alphanumeric()));
    begins
        && dots >= 1
        && ends
        && word.len() <= 60
        && word.chars().all(right)
        && Printed::parse_abbreviated(word).is_none()
        && word.split('.').take(2).all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
}

/// The name of the kernel that a text is about, where it says so: by the list that a mail went to.
pub(super) fn kernel_name(text: &Text) -> &'static str {
    let list = text.mail.as_ref().and_then(|mail| mail.list.as_deref());
    if list == Some("linux-kernel") { "Linux" } else { "" }
}

/// What a caption says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Caption {
    /// `in microseconds`, `(milliseconds)`.
    pub unit: Option<(Display, Unit)>,
    /// `smaller is better`.
    pub better: Option<Better>,
    /// Whether it is about builds.
    pub builds: bool,
}

/// Reads a caption; of several units or directions the last one counts.
pub(super) fn caption(text: &Text, words: Range<usize>) -> Caption {
    let mut caption = Caption::default();
    for word in words.clone() {
        let found = text.word(word);
        if found == "in" && word + 1 < words.end {
            caption.unit = unit_word(text.word(word + 1)).or(caption.unit);
        }
        if found == "is" && word > words.start && word + 1 < words.end {
            let side = text.word(word - 1).trim_start_matches('(');
            caption.better = match (side, text.word(word + 1).trim_matches(['.', ')', ',', ';'])) {
                ("smaller" | "lower" | "less", "better") => Some(Better::Lower),
                ("bigger" | "higher" | "larger" | "more", "better") => Some(Better::Higher),
                _ => caption.better,
            };
        }
        caption.builds |= found.len() >= 5 && found.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("build"));
    }
    caption
}

/// A name as the last part of an id: lower case, digits and `_`.
pub(super) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('_') {
            slug.push('_');
        }
    }
    let slug = slug.trim_end_matches('_');
    slug.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_told_from_numbers() {
        for release in ["2.5.65", "2.5.65-mm2-anobjrmap", "2.5.29s4", "6.1-rc3", "2.4.20-pre4-ac1"] {
            assert!(is_release(release), "{release}");
        }
        for other in ["15.36", "3845", "12.K", "10.0.0.1:80", "2.5.65,", "v6.1.2", "a.b.c", "2.", "9%"] {
            assert!(!is_release(other), "{other}");
        }
    }

    #[test]
    fn captions_state_units_and_directions() {
        let text = Text::new(b"*Local* latencies in microseconds - smaller is better\nBuild times\n").unwrap();
        let caption = caption(&text, 0..text.word_count());
        assert_eq!(caption.unit.unwrap().0, Display::US);
        assert_eq!((caption.better, caption.builds), (Some(Better::Lower), true));
        assert_eq!(slug("RPC/tcp latency, local"), "rpc_tcp_latency_local");
    }
}
