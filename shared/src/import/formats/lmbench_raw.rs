//! lmbench's run files, of versions 2 and 3: what `make results` leaves in `results/<os>/<host>.<n>`. A header in square
//! brackets, of which the kernel and the clock are kept, then labels and curves with the errors of shells between them.

use std::ops::Range;

use super::Format;
use super::lmbench_lines::{Heading, heading, is_row, label, put, row, sizes};
use crate::import::{Claim, Column, ImportError, Scope, Sheet, Text, day_of};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "lmbench-raw",
    title: "lmbench run file",
    looks: "a first line such as [lmbench3.0 results for Linux …]",
    find,
    read,
};

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
    claims
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
    for (number, claim) in scope.claims.iter().enumerate() {
        read_file(scope.text, claim, sheet.column(&format!("lmbench run file {number}")))?;
    }
    Ok(())
}

fn read_file(text: &Text, claim: &Range<usize>, column: &mut Column) -> Result<(), ImportError> {
    let mut curve: Option<Heading> = None;
    let mut listed = Vec::new();
    let mut random = false;
    for line in text.line_of(claim.start)..=text.line_of(claim.end - 1) {
        let words = text.words_of(line);
        if text.word(words.start).starts_with('[') {
            header(text, words, column, &mut listed);
            curve = None;
        } else if let Some(heading_of) = &curve
            && is_row(text, line)
        {
            let figures = row(text, line, heading_of, &listed)?;
            put(column, figures);
        } else if let Some((next, figures)) = heading(text, line, random)? {
            put(column, figures);
            curve = Some(next);
        } else {
            curve = None;
            match text.phrase(words).as_str() {
                "Memory load latency" => random = false,
                "Random load latency" => random = true,
                _ => {
                    if let Some(figures) = label(text, line)? {
                        put(column, figures);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Reads one line of the header. Host names, users, files, addresses and mounts are not looked at.
fn header(text: &Text, words: Range<usize>, column: &mut Column, listed: &mut Vec<u64>) {
    let value = |words: Range<usize>| text.phrase(words).trim_end_matches(']').trim().to_owned();
    let rest = words.start + 1..words.end;
    match text.word(words.start) {
        "[ALL:" => *listed = sizes(text, rest),
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
}

/// `[lmbench2.0 results for Linux host 2.4.8 #1 Wed Aug 15 12:20:46 PDT 2001 i686 unknown]`: the words after the host.
fn uname(text: &Text, words: Range<usize>, column: &mut Column) {
    let Some(of) = words.clone().find(|&word| text.word(word) == "for") else { return };
    if of + 3 < words.end {
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
