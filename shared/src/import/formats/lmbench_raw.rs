//! lmbench's run files, of versions 2 and 3: what `make results` leaves in `results/<os>/<host>.<n>`. A header in square
//! brackets, of which the kernel and the clock are kept, then labels and curves with the errors of shells between them.
//! A curve goes on to the next blank line: what stands among its rows, and is none, is an error.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Format;
use super::lmbench_lines::{Heading, heading, is_row, label, put, row, sizes};
use super::reader::stands;
use crate::import::{Claim, Column, ImportError, Scope, Sheet, Text, day_of};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "lmbench-raw",
    title: "lmbench run file",
    looks: "a first line such as [lmbench3.0 results for Linux …]",
    find,
    read,
};

/// What stands above curves by stride: of loads in order, and of random ones.
const TITLES: [&str; 2] = ["Memory load latency", "Random load latency"];

/// A run file is one from its first line to the next one's, or to the end.
fn find(text: &Text) -> Vec<Claim> {
    let begins: Vec<usize> = text.lines().filter(|(_, line)| begins(line)).map(|(index, _)| index).collect();
    let mut claims = Vec::new();
    for (index, &first) in begins.iter().enumerate() {
        let last = begins.get(index + 1).copied().unwrap_or(text.len());
        let end = (first..last).rev().find(|&line| is_read(text, line)).unwrap_or(first);
        let words = text.words_of(first).start..text.words_of(end).end;
        let shown: String =
            text.line(first).trim().trim_start_matches('[').chars().take_while(|c| *c != ' ').take(20).collect();
        claims.push(Claim::name(words, format!("a line begins with [{shown} results for")));
    }
    if claims.is_empty() {
        claims.extend(without_lines(text));
    }
    claims
}

/// A run file whose first line does not begin a line: then its rows and curves cannot be told apart, which `read` says.
fn without_lines(text: &Text) -> Option<Claim> {
    let words = text.word_count();
    let first = (0..words).find(|&word| {
        let mark = ["[lmbench2.", "[lmbench3."].iter().any(|version| text.word(word).starts_with(version));
        mark && stands(text, word + 1, "results for")
    })?;
    let is_header = |word: &str| word.starts_with('[') && word.ends_with(':') && word.len() > 2;
    let header = (first..words).any(|word| is_header(text.word(word)));
    header.then(|| Claim::name(first..words, "[lmbench results for stands within a line"))
}

fn begins(line: &str) -> bool {
    let line = line.trim_start();
    ["[lmbench2.", "[lmbench3."].iter().any(|version| line.starts_with(version)) && line.contains(" results for")
}

/// Whether a line belongs to what is read: the last one of a file is its date, or a curve's row, or a label.
fn is_read(text: &Text, line: usize) -> bool {
    text.line(line).trim_start().starts_with('[') || is_row(text, line) || !matches!(label(text, line), Ok(None))
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    for (number, claim) in scope.claims.iter().enumerate() {
        let line = text.line_of(claim.start);
        if text.words_of(line).start != claim.start {
            let problem =
                "a run file begins within this line: were its line ends lost, or is it quoted by another mark than >?";
            return Err(ImportError::line(text.number(line), problem));
        }
        let column = sheet.column(&format!("lmbench run file {number}"));
        let left = File { text, column, listed: Vec::new(), curve: None, title: None, stride: None }.read(claim)?;
        left.into_iter().for_each(|line| sheet.leave(line));
    }
    Ok(())
}

/// A run file as far as it has been read.
struct File<'a> {
    text: &'a Text,
    column: &'a mut Column,
    /// The sizes that `[ALL: …]` lists.
    listed: Vec<u64>,
    curve: Option<Rows>,
    /// Whether `Random load latency` or `Memory load latency` stands above.
    title: Option<bool>,
    /// The last stride below the title: they ascend, and random loads have one.
    stride: Option<u64>,
}

/// The curve whose rows are being read.
struct Rows {
    heading: Heading,
    /// What its rows begin with.
    seen: BTreeSet<String>,
    /// A line among the rows that is none.
    other: Option<usize>,
}

impl File<'_> {
    /// Reads all lines; those that say nothing that is known.
    fn read(mut self, claim: &Range<usize>) -> Result<Vec<usize>, ImportError> {
        let text = self.text;
        let mut left = Vec::new();
        let mut from = 0;
        for line in text.line_of(claim.start)..=text.line_of(claim.end - 1) {
            let words = text.words_of(line);
            if words.is_empty() {
                self.curve = None;
            } else if words.start < from {
                // The rest of a header that is broken over lines.
            } else if text.word(words.start).starts_with('[') {
                self.curve = None;
                from = header(text, words, self.column, &mut self.listed);
            } else if is_row(text, line) && self.curve.is_some() {
                self.row(line)?;
            } else if !self.heading(line)? {
                left.push(line);
            }
        }
        Ok(left)
    }

    fn row(&mut self, line: usize) -> Result<(), ImportError> {
        let Some(curve) = &mut self.curve else { return Ok(()) };
        if let Some(other) = curve.other {
            let problem =
                "stands among the rows of a curve and is none; take it out if the rows below are the curve's too";
            return Err(ImportError::line(self.text.number(other), problem));
        }
        let first = self.text.word(self.text.words_of(line).start);
        let figures = row(self.text, line, &curve.heading, &self.listed)?;
        if !curve.seen.insert(first.to_owned()) {
            let problem = format!("{first} stands a second time in this curve; is a heading missing?");
            return Err(ImportError::line(self.text.number(line), problem));
        }
        put(self.column, figures);
        Ok(())
    }

    /// Reads a heading, a title or a label; whether the line is one.
    fn heading(&mut self, line: usize) -> Result<bool, ImportError> {
        let text = self.text;
        if let Some((heading, figures)) = heading(text, line, self.title == Some(true))? {
            if let Heading::Loads { stride, random } = heading {
                let follows = self.stride.is_none_or(|last| last < stride && !random);
                if self.title.is_none() || !follows {
                    let problem =
                        "no title of its own, Memory load latency or Random load latency, stands above this stride";
                    return Err(ImportError::line(text.number(line), problem));
                }
                self.stride = Some(stride);
            }
            put(self.column, figures);
            self.curve = Some(Rows { heading, seen: BTreeSet::new(), other: None });
            return Ok(true);
        }
        let phrase = text.phrase(text.words_of(line));
        if let Some(random) = TITLES.iter().position(|title| *title == phrase) {
            self.title = Some(random == 1);
            self.stride = None;
            self.curve = None;
            return Ok(true);
        }
        if phrase.starts_with('"') {
            self.curve = None;
        } else if let Some(curve) = &mut self.curve {
            curve.other.get_or_insert(line);
        }
        let Some(figures) = label(text, line)? else { return Ok(false) };
        put(self.column, figures);
        Ok(true)
    }
}

/// Reads one line of the header. Host names, users, files, addresses and mounts are not looked at.
/// Which word is the first one after it.
fn header(text: &Text, words: Range<usize>, column: &mut Column, listed: &mut Vec<u64>) -> usize {
    let mut end = words.end;
    let value = |words: Range<usize>| text.phrase(words).trim_end_matches(']').trim().to_owned();
    let rest = words.start + 1..words.end;
    match text.word(words.start) {
        "[ALL:" => {
            // Mails break this line.
            const FAR: usize = 100;
            let far = (words.start + FAR).min(text.word_count());
            let last = (words.start..far).find(|&word| text.word(word).ends_with(']'));
            end = last.map_or(end, |last| end.max(last + 1));
            *listed = sizes(text, words.start + 1..end);
        }
        "[SYSNAME:" => column.kernel.name = value(rest),
        "[RELEASE:" => column.kernel.release = value(rest),
        "[MACHINE:" => {
            let arch = value(rest);
            column.kernel.arch = Some(arch.clone()).filter(|arch| !arch.is_empty());
            column.machine.arch = Some(arch).filter(|arch| !arch.is_empty());
        }
        "[VERSION:" => {
            // `#43 SMP Mon Apr 13 09:11:30 UTC 2026`: without the name of who built it.
            let version = value(rest);
            let build = version.split_whitespace().next().unwrap_or_default();
            column.kernel.version = Some(version.clone()).filter(|_| build.starts_with('#') && !version.contains('@'));
        }
        "[PROCESSORS:" => column.machine.threads = value(rest).parse().ok().filter(|threads| *threads > 0),
        "[MHZ:" => {
            // `[MHZ: 1900 MHz, 0.5263 nanosec clock]` was measured by `mhz`.
            if let Ok(Some(figures)) = label(text, text.line_of(words.start)) {
                put(column, figures);
            }
        }
        first if first.starts_with("[lmbench") => uname(text, words, column),
        _ => date(text, words, column),
    }
    end
}

/// `[lmbench2.0 results for Linux host 2.4.8 #1 Wed Aug 15 12:20:46 PDT 2001 i686 unknown]`: the words after the host.
fn uname(text: &Text, words: Range<usize>, column: &mut Column) {
    let Some(of) = words.clone().find(|&word| text.word(word) == "for") else { return };
    if of + 3 < words.end && !text.word(of + 3).starts_with('#') {
        column.kernel.name = text.word(of + 1).to_owned();
        column.kernel.release = text.word(of + 3).trim_end_matches(']').to_owned();
    }
}

/// `[Sun Jun 7 01:13:52 UTC 2026]`, the first of which is when the run began.
fn date(text: &Text, words: Range<usize>, column: &mut Column) {
    let days = ["[Mon", "[Tue", "[Wed", "[Thu", "[Fri", "[Sat", "[Sun"];
    if column.date.is_none() && words.len() >= 5 && days.contains(&text.word(words.start)) {
        let year = text.word(words.end - 1).trim_end_matches(']');
        column.date = day_of(text.word(words.start + 2), text.word(words.start + 1), year);
    }
}
