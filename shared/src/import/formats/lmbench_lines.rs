//! What lmbench's programs print, in files and in transcripts of shells: lines with a label, and curves.

use std::ops::Range;

use crate::import::mapping::{
    CLOCK, CURVES, Curve, FILES, LABELS, LOADS, Label, PARALLELISM, RANDOM_LOADS, SWITCH_OVERHEAD, SWITCHES, TLB, X, Y,
};
use crate::import::number::{Printed, unit_word};
use crate::import::{Column, Figure, ImportError, Quantity, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// What a line gives: its figures.
pub(super) type Figures = Vec<Figure>;

/// Reads a line with a label, `Pipe latency: 5.7943 microseconds`, wherever in the line the label begins: a prompt may
/// stand before it. None where no label stands there.
///
/// # Errors
/// Where a label stands there and its number or unit cannot be read.
pub(super) fn label(text: &Text, line: usize) -> Result<Option<Figures>, ImportError> {
    let words = text.words_of(line);
    if let Some(figure) = clock(text, words.clone()) {
        return Ok(Some(vec![figure]));
    }
    if let Some(figure) = other(text, line, words.clone())? {
        return Ok(Some(vec![figure]));
    }
    for label in LABELS {
        if let Some((at, value)) = matched(text, words.clone(), label) {
            return read_label(text, line, label, at, value).map(|figure| Some(vec![figure]));
        }
    }
    Ok(None)
}

/// Reads a label, its number and its unit that begin at a word, whatever lines they stand on; a label without a number
/// after it is prose. Where they end, and the figure.
pub(super) fn label_at(text: &Text, word: usize) -> Option<(usize, Result<Figure, ImportError>)> {
    if let Some(figure) = clock(text, word..word + 5) {
        return Some((word + 5, Ok(figure)));
    }
    LABELS.iter().find_map(|label| {
        let (at, value) = matched(text, word..text.word_count(), label)?;
        let printed = Printed::parse(text.word(value)).filter(|printed| printed.value() > 0.0)?;
        let unit = text.word(value + 1);
        let figure = unit_word(unit).and_then(|unit| label.means.figure(at, &printed, unit, value));
        let broken = || {
            ImportError::line(
                text.number_of(value),
                format!("\"{unit}\" is no unit of \"{}\"", text.phrase(word..value)),
            )
        };
        let end = (value + 2).min(text.word_count());
        Some((end, figure.ok_or_else(broken)))
    })
}

/// Whether a label stands at the beginning of a line: its axes, and which word should be the number.
fn matched(text: &Text, words: Range<usize>, label: &Label) -> Option<(Point, usize)> {
    let mut at = Point::default();
    for (word, part) in (words.start..).zip(label.pattern.split(' ')) {
        if part == "=" {
            return Some((at, word));
        }
        let found = if word < words.end { text.word(word) } else { return None };
        if let Some(axis) = part.strip_prefix('<').and_then(|part| part.strip_suffix('>')) {
            at = at.with(axis, found.parse::<u64>().ok().filter(|value| *value < 1 << 53)?);
        } else if let Some(end) = part.strip_prefix('*') {
            if !found.ends_with(end) {
                return None;
            }
        } else if found != part {
            return None;
        }
    }
    None
}

fn read_label(text: &Text, line: usize, label: &Label, at: Point, word: usize) -> Result<Figure, ImportError> {
    let words = text.words_of(line);
    let broken = |problem: String| ImportError::line(text.number(line), problem);
    let shown = text.phrase(words.start..word);
    if words.end != word + 2 {
        return Err(broken(format!("a number and its unit, and nothing else, are expected after \"{shown}\"")));
    }
    let printed =
        Printed::parse(text.word(word)).ok_or_else(|| broken(format!("\"{}\" is no number", text.word(word))))?;
    let unit = unit_word(text.word(word + 1))
        .ok_or_else(|| broken(format!("\"{}\" is no unit that is known", text.word(word + 1))))?;
    if printed.value() <= 0.0 {
        return Err(broken(format!("\"{shown}\" is {}: nothing takes no time", printed.text)));
    }
    let figure = label.means.figure(at, &printed, unit, word);
    figure.ok_or_else(|| broken(format!("\"{}\" is no unit of \"{shown}\"", text.word(word + 1))))
}

/// `199.49 Mhz, 5 nanosec clock`, of `mhz`.
fn clock(text: &Text, words: Range<usize>) -> Option<Figure> {
    if words.len() < 5 {
        return None;
    }
    let first = words.end - 5;
    let unit = text.word(first + 1);
    let is_clock = ["Mhz,", "MHz,"].contains(&unit)
        && text.word(first + 3) == "nanosec"
        && text.word(first + 4).trim_end_matches(']') == "clock";
    let printed = Printed::parse(text.word(first)).filter(|printed| is_clock && printed.value() > 0.0)?;
    CLOCK.figure(Point::default(), &printed, (Display::MHZ, Unit::Hertz), first)
}

/// `integer add parallelism: 2.63` and `tlb: 64 pages`.
fn other(text: &Text, line: usize, words: Range<usize>) -> Result<Option<Figure>, ImportError> {
    let broken = |problem: &str| ImportError::line(text.number(line), problem);
    let first = words.start;
    if words.len() == 4 && text.word(first + 2) == "parallelism:" {
        let of = ["integer", "int64", "float", "double"].iter().position(|of| *of == text.word(first));
        let known = of.filter(|_| ["bit", "add", "mul", "div", "mod"].contains(&text.word(first + 1)));
        let Some(of) = known else { return Ok(None) };
        let of = ["int32", "int64", "f32", "f64"][of];
        let at = Point::new([("op", text.word(first + 1).into()), ("type", of.into())]);
        let printed = Printed::parse(text.word(first + 3)).ok_or_else(|| broken("the parallelism is no number"))?;
        return Ok(PARALLELISM.figure(at, &printed, (Display::ONE, Unit::One), first + 3));
    }
    if words.len() == 3 && text.word(first) == "tlb:" && text.word(first + 2) == "pages" {
        let printed = Printed::parse(text.word(first + 1)).ok_or_else(|| broken("the pages are no number"))?;
        let unit = Unit::Other("pages".to_owned());
        let quantity = Quantity::foreign(TLB, "value", unit, Better::Neutral).secondary();
        return Ok(Some(Figure::in_own_unit(quantity, Point::default(), &printed, first + 1)));
    }
    Ok(None)
}

/// What a curve's rows are.
#[derive(Clone, Debug)]
pub(super) enum Heading {
    /// One of the table.
    Known(&'static Curve),
    /// `"size=16k ovr=0.75`: processes and µs.
    Switches {
        /// Working set in bytes.
        size: u64,
    },
    /// `"stride=128`: size in 2²⁰ bytes and ns.
    Loads {
        /// In bytes.
        stride: u64,
        /// Below `Random load latency`.
        random: bool,
    },
    /// `"File system latency`: size, files, made and deleted a second.
    Files,
}

/// The heading of a curve, if a line is one, and the figures of the heading itself. `random` says below which of its two
/// titles a stride stands.
///
/// # Errors
/// Where it begins as one and its numbers cannot be read.
pub(super) fn heading(text: &Text, line: usize, random: bool) -> Result<Option<(Heading, Figures)>, ImportError> {
    let words = text.words_of(line);
    let whole = text.phrase(words.clone());
    let broken = || ImportError::line(text.number(line), "the numbers of this heading cannot be read");
    let quoted = whole.strip_prefix('"');
    if let Some(curve) = CURVES.iter().find(|curve| curve.heading == quoted.unwrap_or(&whole)) {
        return Ok(Some((Heading::Known(curve), Vec::new())));
    }
    let Some(quoted) = quoted else { return Ok(None) };
    if quoted == "File system latency" {
        return Ok(Some((Heading::Files, Vec::new())));
    }
    if let Some(stride) = quoted.strip_prefix("stride=") {
        let stride = stride.parse::<u64>().ok().filter(|stride| *stride < 1 << 40).ok_or_else(broken)?;
        return Ok(Some((Heading::Loads { stride, random }, Vec::new())));
    }
    if let Some(rest) = quoted.strip_prefix("size=") {
        let (size, overhead) = rest.split_once("k ovr=").ok_or_else(broken)?;
        let size = size.parse::<u64>().ok().filter(|size| *size < 1 << 30).ok_or_else(broken)? * 1024;
        let overhead = Printed::parse(overhead).ok_or_else(broken)?;
        let at = Point::new([("size", size.into())]);
        let figure = SWITCH_OVERHEAD.figure(at, &overhead, (Display::US, Unit::Ns), words.end - 1);
        return Ok(Some((Heading::Switches { size }, figure.into_iter().collect())));
    }
    Ok(None)
}

/// Whether a line is a row of a curve: numbers, and of some a unit.
pub(super) fn is_row(text: &Text, line: usize) -> bool {
    let words = text.words_of(line);
    let first = text.word(words.start);
    let number = |word: &str| Printed::parse(word).is_some();
    match words.len() {
        2 => number(first) && number(text.word(words.start + 1)),
        3 => number(first) && number(text.word(words.start + 1)) && text.word(words.start + 2) == "MB/sec",
        4 => first.strip_suffix('k').is_some_and(number) && (1..4).all(|word| number(text.word(words.start + word))),
        _ => false,
    }
}

/// The figures of a row.
///
/// # Errors
/// Where it has not the numbers that the heading asks for.
pub(super) fn row(text: &Text, line: usize, heading: &Heading, sizes: &[u64]) -> Result<Figures, ImportError> {
    let words = text.words_of(line);
    let broken = |problem: &str| ImportError::line(text.number(line), problem);
    let number = |index: usize| {
        let word = if words.start + index < words.end { text.word(words.start + index) } else { "" };
        Printed::parse(word).ok_or_else(|| broken("is no row of the curve above"))
    };
    let has = |count: usize| {
        if words.len() == count { Ok(()) } else { Err(broken("has not the numbers that a row of the curve above has")) }
    };
    let second = words.start + 1;
    let figure = match heading {
        Heading::Known(curve) => {
            has(if curve.y == Y::StatedMegabytesPerSecond { 3 } else { 2 })?;
            let x = number(0)?;
            let (axis, value) = match curve.x {
                X::Megabytes(axis) => (axis, megabytes(&x, sizes)),
                X::Mebibytes(axis) => (axis, mebibytes(&x)),
                X::Count(axis) => (axis, x.integer()),
            };
            let value =
                value.ok_or_else(|| broken("the size is no number of bytes, or none that is listed in [ALL: …]"))?;
            let unit = match curve.y {
                Y::MegabytesPerSecond | Y::StatedMegabytesPerSecond => (Display::MB_S, Unit::BytesPerSecond),
                Y::Microseconds => (Display::US, Unit::Ns),
                Y::Nanoseconds => (Display::NS, Unit::Ns),
                Y::Ratio => (Display::ONE, Unit::One),
            };
            curve.means.figure(Point::new([(axis, value.into())]), &number(1)?, unit, second)
        }
        Heading::Switches { size } => {
            has(2)?;
            let processes = number(0)?.integer().ok_or_else(|| broken("the processes are no whole number"))?;
            let at = Point::new([("processes", processes.into()), ("size", (*size).into())]);
            SWITCHES.figure(at, &number(1)?, (Display::US, Unit::Ns), second)
        }
        Heading::Loads { stride, random } => {
            has(2)?;
            let size = mebibytes(&number(0)?).ok_or_else(|| broken("the size is no number of bytes"))?;
            let at = Point::new([("size", size.into())]);
            let (means, at) = if *random {
                (RANDOM_LOADS, at.with("stride", *stride))
            } else {
                (LOADS, at.with("pattern", format!("stride_{stride}").as_str()))
            };
            means.figure(at, &number(1)?, (Display::NS, Unit::Ns), second)
        }
        Heading::Files => return files(text, line),
    };
    Ok(figure.into_iter().collect())
}

/// A row of `"File system latency`: `0k 124 1425 2000`. lmbench prints -1 for what it could not do.
fn files(text: &Text, line: usize) -> Result<Figures, ImportError> {
    let words = text.words_of(line);
    let broken =
        || ImportError::line(text.number(line), "is no row of sizes, files, and files made and deleted a second");
    let size = text.word(words.start).strip_suffix('k').and_then(|size| size.parse::<u64>().ok());
    let size = size.filter(|size| words.len() == 4 && *size < 1 << 30).ok_or_else(broken)? * 1024;
    let mut figures = Vec::new();
    for (index, id) in FILES.iter().enumerate() {
        let word = words.start + 2 + index;
        let printed = Printed::parse(text.word(word)).ok_or_else(broken)?;
        if printed.value() > 0.0 {
            let quantity = Quantity::of(id).ok_or_else(broken)?;
            figures.push(Figure::new(quantity, Point::new([("size", size.into())]), &printed, Display::PER_S, word));
        }
    }
    Ok(figures)
}

/// Bytes of a size printed in 10⁶ bytes: exact with six decimals; with two, the size of the file's own list that is
/// printed so.
fn megabytes(printed: &Printed, sizes: &[u64]) -> Option<u64> {
    let exact = printed.in_base(Display { name: "", ascii: "", factor: 1e6 });
    let like = |size: &&u64| {
        let megabytes = **size as f64 / 1e6;
        format!("{megabytes:.6}") == printed.text || megabytes >= 1.0 && format!("{megabytes:.2}") == printed.text
    };
    let decimals = printed.text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let itself = || whole(exact).filter(|_| printed.value() > 0.0 && decimals == 6);
    sizes.iter().find(like).copied().or_else(itself)
}

/// Bytes of a size printed in 2²⁰ bytes with five decimals: lmbench has multiples of 512 alone.
fn mebibytes(printed: &Printed) -> Option<u64> {
    let printed_bytes = printed.value() * 1_048_576.0;
    let near = whole(libm::round(printed_bytes / 512.0) * 512.0)?;
    let same = format!("{:.5}", near as f64 / 1_048_576.0) == printed.text;
    if same { Some(near) } else { whole(libm::round(printed_bytes)) }
}

fn whole(value: f64) -> Option<u64> {
    (0.0..9e15).contains(&value).then(|| libm::round(value) as u64)
}

/// The sizes that `[ALL: 512 1k 2k … 64m]` lists: 2¹⁰ and 2²⁰.
pub(super) fn sizes(text: &Text, words: Range<usize>) -> Vec<u64> {
    let size = |word: &str| {
        let word = word.trim_end_matches(']');
        let (digits, factor) = match word.strip_suffix('k') {
            Some(digits) => (digits, 1 << 10),
            None => word.strip_suffix('m').map_or((word, 1), |digits| (digits, 1 << 20)),
        };
        digits.parse::<u64>().ok().filter(|digits| *digits < 1 << 30).map(|digits| digits * factor)
    };
    words.filter_map(|word| size(text.word(word))).collect()
}

/// Puts figures on a column.
pub(super) fn put(column: &mut Column, figures: Figures) {
    figures.into_iter().for_each(|figure| column.put(figure));
}
