//! Which formats a text holds, by its content and with a reason. Where two would read the same words, the one whose own
//! name stands there goes first; where neither's does, or both's, the person is asked.

use std::ops::Range;

use super::formats::{FORMATS, Format};
use super::report::Recognised;
use super::{ImportError, Text};

/// Words of a text that a format would read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Which words, counted through the text.
    pub words: Range<usize>,
    /// What kind of reason there is.
    pub strength: Strength,
    /// The reason: `its first line is [lmbench3.0 results for`.
    pub reason: String,
}

/// What kind of reason a claim has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Words and numbers stand as the format has them.
    Shape,
    /// The tool's own name or mark stands there.
    Name,
}

impl Claim {
    /// A claim by what the words look like.
    pub fn shape(words: Range<usize>, reason: impl Into<String>) -> Self {
        Self { words, strength: Strength::Shape, reason: reason.into() }
    }

    /// A claim by the tool's own name.
    pub fn name(words: Range<usize>, reason: impl Into<String>) -> Self {
        Self { words, strength: Strength::Name, reason: reason.into() }
    }
}

/// A format and what it will read.
pub(super) struct Detected {
    pub format: &'static Format,
    pub claims: Vec<Claim>,
}

impl Detected {
    /// What a report says of it.
    pub fn recognised(&self) -> Recognised {
        let reason = self.claims.first().map_or_else(String::new, |claim| claim.reason.clone());
        Recognised { format: self.format.name, title: self.format.title, reason }
    }
}

/// The formats in a text, in its order.
pub(super) fn detect(text: &Text, only: Option<&str>) -> Result<Vec<Detected>, ImportError> {
    let candidates: Vec<&'static Format> = match only {
        None => FORMATS.iter().collect(),
        Some(name) => {
            let format = FORMATS.iter().find(|format| format.name == name);
            let none = || ImportError::NoSuchFormat { name: name.chars().take(40).collect(), known: known() };
            vec![format.ok_or_else(none)?]
        }
    };
    let mut all: Vec<(&'static Format, Claim)> = Vec::new();
    for format in &candidates {
        all.extend(
            (format.find)(text).into_iter().filter(|claim| !claim.words.is_empty()).map(|claim| (*format, claim)),
        );
    }
    all.sort_by_key(|(_, claim)| (claim.words.start, claim.words.end));
    let kept = without_overlaps(text, all)?;
    let mut detected: Vec<Detected> = Vec::new();
    for (format, claim) in kept {
        match detected.iter_mut().find(|found| found.format.name == format.name) {
            Some(found) => found.claims.push(claim),
            None => detected.push(Detected { format, claims: vec![claim] }),
        }
    }
    if detected.is_empty() {
        return Err(match candidates.as_slice() {
            [format] if only.is_some() => ImportError::NotThis { format: format.name, looks: format.looks },
            _ => ImportError::Unknown { known: known() },
        });
    }
    Ok(detected)
}

/// Leaves out what a stronger claim reads already.
fn without_overlaps(
    text: &Text,
    all: Vec<(&'static Format, Claim)>,
) -> Result<Vec<(&'static Format, Claim)>, ImportError> {
    let mut strong: Vec<Range<usize>> = Vec::new();
    for (_, claim) in all.iter().filter(|(_, claim)| claim.strength == Strength::Name) {
        strong.push(claim.words.clone());
    }
    let mut kept: Vec<(&'static Format, Claim)> = Vec::new();
    let mut next_strong = 0;
    for (format, claim) in all {
        if claim.strength == Strength::Shape {
            while strong.get(next_strong).is_some_and(|words| words.end <= claim.words.start) {
                next_strong += 1;
            }
            if strong.get(next_strong).is_some_and(|words| words.start < claim.words.end) {
                continue;
            }
        }
        if let Some((other, last)) = kept.last()
            && last.words.end > claim.words.start
        {
            if other.name == format.name {
                continue;
            }
            return Err(ImportError::Ambiguous {
                line: text.number_of(claim.words.start),
                first: other.name,
                first_reason: last.reason.clone(),
                second: format.name,
                second_reason: claim.reason,
            });
        }
        kept.push((format, claim));
    }
    Ok(kept)
}

/// The names for `--as`.
pub fn known() -> String {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}
