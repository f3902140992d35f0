//! netio2, which sends a buffer through a socket from and to an offset in a page: `(off:100, size:0x800000)` and
//! `send/recv: copied 40.0 Mbytes in 0.117 seconds at 342.9 Mbytes/sec`, under the name of a configuration, or a sentence
//! that ends in `X86_L1_CACHE_SHIFT = 6`.

use std::ops::Range;

use super::Format;
use super::words::half_digit;
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::Point;
use crate::number::Display;

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "netio2",
    title: "netio2",
    looks: "pairs of lines such as (off:100, size:0x800000) and send/recv: copied 40.0 Mbytes in 0.117 seconds at 342.9 Mbytes/sec",
    find,
    read,
};

/// Words of a point; what is left open is read apart.
const WORDS: [&str; 12] = ["", "", "send/recv:", "copied", "", "Mbytes", "in", "", "seconds", "at", "", "Mbytes/sec"];

fn find(text: &Text) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut at = 0;
    while at < text.word_count() {
        if text.word(at).starts_with("(off:") || text.word(at) == WORDS[2] {
            let first = if text.word(at) == WORDS[2] { at.saturating_sub(2) } else { at };
            let from = claims.last().map_or(0, |claim| claim.words.end);
            let end = (first + WORDS.len()).min(text.word_count());
            let heading = heading(text, first, from).map_or(0, |(_, words)| words);
            claims.push(Claim::shape((first - heading).max(from)..end, "lines of (off:, size:) and send/recv: copied"));
            at = end;
        } else {
            at += 1;
        }
    }
    claims
}

/// The configuration that the words before a point name, and how many words it takes: `CONFIG_MK7`, or a sentence's
/// `X86_L1_CACHE_SHIFT = 6`.
fn heading(text: &Text, first: usize, from: usize) -> Option<(String, usize)> {
    let before = |count: usize| first.checked_sub(count).filter(|word| *word >= from).map(|word| text.word(word));
    let symbol = |word: &str| {
        let right = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        word.contains('_') && word.len() <= 60 && word.chars().all(right)
    };
    let last = before(1)?.trim_end_matches([':', '.']);
    if symbol(last) {
        return Some((last.to_owned(), 1));
    }
    let (name, equals) = (before(3)?, before(2)?);
    let value =
        equals == "=" && symbol(name) && last.len() <= 20 && last.bytes().all(|byte| byte.is_ascii_alphanumeric());
    value.then(|| (format!("{name}={last}"), 3))
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let quantity = Quantity::of("net.socket_copy").expect("the catalogue has netio2's benchmark");
    let mut config = String::new();
    let mut from = 0;
    for claim in scope.claims {
        let first = claim.clone().find(|&word| text.word(word).starts_with("(off:")).ok_or_else(|| {
            ImportError::line(text.number_of(claim.start), "send/recv: without a line of (off:, size:) before it")
        })?;
        if let Some((name, _)) = heading(text, first, from) {
            config = name;
        }
        from = claim.end;
        let point = point(text, claim, first)?;
        let column = sheet.column(&format!("netio2 {config}"));
        if !config.is_empty() {
            column.labels.insert("config".to_owned(), config.clone());
        }
        let at = Point::new([
            ("off_src", point.offset.into()),
            ("off_dst", point.offset.into()),
            ("size", point.size.into()),
        ]);
        if column.has("net.socket_copy", &at) {
            let problem = "this point stands twice under one heading; write a configuration's name, such as CONFIG_MK7, on a line of its own above each series";
            return Err(ImportError::line(text.number_of(first), problem));
        }
        column.put(Figure::new(quantity.clone(), at, &point.rate, Display::MIB_S, first + 10));
    }
    sheet.note("Mbytes are 2^20 bytes here: what was copied is a whole number of transfers of that size only so.");
    sheet.note("netio2 prints one offset a point: it is that of both ends.");
    Ok(())
}

struct Measured {
    offset: u64,
    size: u64,
    rate: Printed,
}

fn point(text: &Text, claim: &Range<usize>, first: usize) -> Result<Measured, ImportError> {
    let broken = |word: usize, problem: String| ImportError::line(text.number_of(word.min(claim.end - 1)), problem);
    let word = |offset: usize| if first + offset < claim.end { text.word(first + offset) } else { "" };
    for (offset, expected) in WORDS.iter().enumerate() {
        if !expected.is_empty() && word(offset) != *expected {
            return Err(broken(first + offset, format!("{expected} is expected where \"{}\" stands", word(offset))));
        }
    }
    let offset = word(0).strip_prefix("(off:").and_then(|word| word.strip_suffix(',')).and_then(|off| off.parse().ok());
    let size = word(1).strip_prefix("size:0x").and_then(|word| word.strip_suffix(')'));
    let size = size.and_then(|size| u64::from_str_radix(size, 16).ok()).filter(|size| (1..1 << 40).contains(size));
    let (Some(offset), Some(size)) = (offset, size) else {
        return Err(broken(first, format!("\"{} {}\" are no offset and size", word(0), word(1))));
    };
    let number = |offset: usize| {
        let number = Printed::parse(word(offset)).filter(|number| number.value() > 0.0);
        number.ok_or_else(|| broken(first + offset, format!("\"{}\" is no number above 0", word(offset))))
    };
    let (copied, time, rate) = (number(4)?, number(7)?, number(10)?);
    let transfers = copied.value() * 1_048_576.0 / size as f64;
    if transfers.fract() != 0.0 {
        return Err(broken(first, format!("{} Mbytes are no whole number of transfers of {size} bytes", copied.text)));
    }
    let expected = copied.value() / time.value();
    let slack =
        half_digit(&rate) + expected * (half_digit(&time) / time.value() + half_digit(&copied) / copied.value());
    if (expected - rate.value()).abs() > slack * 1.05 {
        let problem = format!("{} Mbytes in {} seconds are not {} Mbytes/sec", copied.text, time.text, rate.text);
        return Err(broken(first, problem));
    }
    Ok(Measured { offset, size, rate })
}
