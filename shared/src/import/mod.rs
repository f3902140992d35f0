//! Reads what other tools wrote, in files, shell transcripts and mails, and gives run documents.
//!
//! Pure functions over text: the collector's command and the page that a file is dropped on use the same. A format is one
//! file in `formats/`: it finds the words that it would read, with a reason, and reads them into a [`Sheet`], whose columns
//! become runs. What a tool's names mean here stands in [`mapping`], as data. Nothing is guessed.

mod detect;
mod document;
mod error;
pub mod export;
mod formats;
mod html;
mod mail;
pub mod mapping;
pub mod number;
mod options;
pub mod page;
mod report;
mod sheet;
mod text;

pub use detect::{Claim, Strength, known};
pub use error::ImportError;
pub use formats::{FORMATS, Format};
pub use mail::Mail;
pub use options::{Hint, Options, Says};
pub use report::{NotUnderstood, Recognised, Report, Understood};
pub use sheet::{Column, Figure, Quantity, Sheet};
pub use text::{LONGEST, Text};

use std::ops::Range;

use crate::model::Run;
use detect::{Detected, detect};
use mail::day_of;

/// Runs, and what was made of the text.
#[derive(Clone, Debug)]
pub struct Imported {
    /// One run a column of the text, in its order.
    pub runs: Vec<Run>,
    /// What was understood and what not.
    pub report: Report,
}

/// Imports a text: all of what is recognised in it, or an error.
///
/// # Errors
/// Where no format or more than one fits, where a figure's meaning is left open, where a line of a format cannot be read:
/// see [`ImportError`].
pub fn import(bytes: &[u8], options: &Options) -> Result<Imported, ImportError> {
    let text = Text::new(bytes)?;
    let detected = detect(&text, options.format.as_deref())?;
    let mut sheet = Sheet::default();
    for found in &detected {
        let claims: Vec<Range<usize>> = found.claims.iter().map(|claim| claim.words.clone()).collect();
        (found.format.read)(&Scope { text: &text, claims: &claims, options }, &mut sheet)?;
    }
    check_end(&text, &detected, &sheet)?;
    let understood = understood(&text, &detected, &sheet);
    let not_understood = not_understood(&text, &detected, &sheet);
    let (runs, notes) = document::runs(&text, &detected, sheet, options)?;
    let report = Report {
        formats: detected.iter().map(Detected::recognised).collect(),
        figures: understood.iter().map(|part| part.figures).sum(),
        understood,
        not_understood,
        notes,
        runs: runs.len(),
    };
    Ok(Imported { runs, report })
}

/// What an importer reads.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The whole text, for what stands around.
    pub text: &'a Text,
    /// The words that it claimed and was given, in the order of the text.
    pub claims: &'a [Range<usize>],
    /// What the person says.
    pub options: &'a Options,
}

impl<'a> Scope<'a> {
    /// The claim that a word is in.
    pub fn claim_of(&self, word: usize) -> Option<&'a Range<usize>> {
        let index = self.claims.partition_point(|claim| claim.end <= word);
        self.claims.get(index).filter(|claim| claim.contains(&word))
    }
}

/// Refuses a text that ends within words that were read, or on a line right after them, without the end of a line.
fn check_end(text: &Text, detected: &[Detected], sheet: &Sheet) -> Result<(), ImportError> {
    let words = text.word_count();
    if text.ended() || sheet.is_whole() || words == 0 {
        return Ok(());
    }
    let last = text.line_of(words - 1);
    let ends = detected.iter().flat_map(|found| &found.claims).map(|claim| claim.words.end);
    let end = ends.max().unwrap_or(0);
    let read_to_the_end = end == words;
    let right_after = end > 0 && end == text.words_of(last).start && text.line_of(end - 1) + 1 == last;
    if read_to_the_end || right_after { Err(ImportError::Cut { line: text.number(last) }) } else { Ok(()) }
}

/// How many figures came of which claim.
fn understood(text: &Text, detected: &[Detected], sheet: &Sheet) -> Vec<Understood> {
    let mut words: Vec<usize> = sheet.columns().iter().flat_map(Column::figures).map(|figure| figure.word).collect();
    words.sort_unstable();
    let count = |range: &Range<usize>| {
        words.partition_point(|word| *word < range.end) - words.partition_point(|word| *word < range.start)
    };
    let mut parts: Vec<Understood> = Vec::new();
    for (format, claim) in in_order(detected) {
        let first = text.number_of(claim.start);
        let last = text.number_of(claim.end.saturating_sub(1));
        let figures = count(claim);
        match parts.last_mut() {
            Some(part) if part.format == format && first <= part.last + 1 => {
                part.last = part.last.max(last);
                part.figures += figures;
            }
            _ => parts.push(Understood { format, first, last, figures }),
        }
    }
    parts
}

/// All claims, in the order of the text.
fn in_order(detected: &[Detected]) -> Vec<(&'static str, &Range<usize>)> {
    let mut all: Vec<_> =
        detected.iter().flat_map(|found| found.claims.iter().map(|claim| (found.format.name, &claim.words))).collect();
    all.sort_by_key(|(_, words)| words.start);
    all
}

/// Lines with words that no claim holds, or that its format has left; the head of a mail is not among them.
fn not_understood(text: &Text, detected: &[Detected], sheet: &Sheet) -> Vec<NotUnderstood> {
    const SHOWN: usize = 70;
    let claims = in_order(detected);
    let head = text.mail.as_ref().map_or(0, |mail| mail.end);
    let mut parts = Vec::new();
    let mut claim = 0;
    for index in 0..text.len() {
        let mut open: Option<usize> = None;
        let words = text.words_of(index);
        let end = words.end;
        for word in words.start.max(head)..end {
            while claims.get(claim).is_some_and(|(_, claimed)| claimed.end <= word) {
                claim += 1;
            }
            let claimed = claims.get(claim).is_some_and(|(_, claimed)| claimed.contains(&word));
            if !claimed || sheet.leaves(index) {
                open = Some(word);
                break;
            }
        }
        if let Some(word) = open {
            let shown: String = text.phrase(word..end.min(word + 30)).chars().take(SHOWN).collect();
            parts.push(NotUnderstood { line: text.number(index), text: shown });
        }
    }
    parts
}
