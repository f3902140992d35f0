//! Go's benchmark text (`go test -bench`): `BenchmarkCopy/size=64-2  4916617  4.062 ns/op  15754.95 MB/s`, with lines such as
//! `pkg: example.org/copies` before it, and `Unit elements/op better=higher` for units of a person's own.

use std::collections::BTreeMap;

use super::Format;
use super::benchfmt_own::{is_key, is_own, quantity, read_key};
use super::reader::{figure_of, float};
use crate::catalogue::BaseUnit;
use crate::import::number::Printed;
use crate::import::{Claim, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "benchfmt",
    title: "Go benchmarks",
    looks: "lines such as BenchmarkCopy-2 4916617 4.062 ns/op",
    find,
    read,
};

/// A unit of Go itself.
struct Known {
    name: &'static str,
    measure: &'static str,
    display: Display,
    base: BaseUnit,
    better: Better,
}

const fn lower(name: &'static str, measure: &'static str, display: Display, base: BaseUnit) -> Known {
    Known { name, measure, display, base, better: Better::Lower }
}

const UNITS: [Known; 6] = [
    lower("ns/op", "time", Display::NS, || Unit::Ns),
    lower("sec/op", "time", Display::S, || Unit::Ns),
    lower("B/op", "allocated", Display::B, || Unit::Bytes),
    lower("allocs/op", "allocations", Display::ONE, || Unit::One),
    Known { better: Better::Higher, ..lower("MB/s", "bandwidth", Display::MB_S, || Unit::BytesPerSecond) },
    Known { better: Better::Higher, ..lower("B/s", "bandwidth", Display::B_S, || Unit::BytesPerSecond) },
];

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut benchmarks = false;
    let mut at = 0;
    let own = is_own(text);
    while at < text.word_count() {
        let (end, reason) = if own && is_key(text, at) {
            (text.words_of(text.line_of(at)).end, "a line of kernel-release:")
        } else if begins(text, at) {
            benchmarks = true;
            (end(text, at), "lines of Benchmark…, a number and ns/op")
        } else if text.word(at) == "pkg:" && at + 1 < text.word_count() {
            (at + 2, "a line of pkg:")
        } else if let Some((_, _, end)) = unit_line(text, at) {
            (end, "a line of Unit …, with better=")
        } else {
            at += 1;
            continue;
        };
        claims.push(Claim::name(at..end, reason));
        at = end;
    }
    // The lines around benchmarks are the format's only where there are benchmarks.
    if benchmarks { claims } else { Vec::new() }
}

/// Whether a benchmark's line begins: its name, how often it ran, and a number.
fn begins(text: &Text, at: usize) -> bool {
    let name = text.word(at).strip_prefix("Benchmark");
    // `Benchmark Run:` and `Benchmark Version Machine` of other tools have no name.
    let named = name.is_some_and(|name| !name.is_empty() && !name.starts_with(char::is_lowercase));
    named && text.word(at + 1).bytes().all(|byte| byte.is_ascii_digit()) && !text.word(at + 1).is_empty()
}

/// The end of the pairs of number and unit after a name and a count, and of the line that they end on.
fn end(text: &Text, start: usize) -> usize {
    let mut at = start + 2;
    while at + 1 < text.word_count() && float(text.word(at)).is_some() && !begins(text, at + 1) {
        at += 2;
    }
    let line = text.words_of(text.line_of(at - 1));
    (at..line.end).find(|at| begins(text, *at)).unwrap_or(line.end.max(at))
}

/// What is said of a unit's direction, and where that ends.
fn unit_line(text: &Text, at: usize) -> Option<(&str, Better, usize)> {
    const FAR: usize = 4;
    if text.word(at) != "Unit" {
        return None;
    }
    let word = (at + 2..at + FAR).find(|word| text.word(*word).starts_with("better="))?;
    let better = match text.word(word) {
        "better=lower" => Better::Lower,
        "better=higher" => Better::Higher,
        _ => return None,
    };
    Some((text.word(at + 1), better, word + 1))
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let own = is_own(text);
    let mut units: BTreeMap<&str, Better> = BTreeMap::new();
    for claim in scope.claims {
        if let Some((unit, better, _)) = unit_line(text, claim.start) {
            units.insert(unit, better);
        }
    }
    let mut package: Option<&str> = None;
    for claim in scope.claims {
        if text.word(claim.start) == "pkg:" {
            package = Some(text.word(claim.start + 1));
        }
        if own && is_key(text, claim.start) {
            read_key(text, claim.start, sheet.column(""));
        } else if begins(text, claim.start) {
            line(scope, sheet, claim.start..claim.end, package, &units, own)?;
        }
    }
    Ok(())
}

fn line(
    scope: &Scope,
    sheet: &mut Sheet,
    words: std::ops::Range<usize>,
    package: Option<&str>,
    units: &BTreeMap<&str, Better>,
    own: bool,
) -> Result<(), ImportError> {
    let text = scope.text;
    let number = text.number_of(words.start);
    let (id, mut at) = name(text.word(words.start), number)?;
    if let Some(package) = package {
        at = at.with("pkg", package);
    }
    let pairs = words.start + 2..words.end;
    if pairs.is_empty() || pairs.len() % 2 == 1 {
        return Err(ImportError::line(number, "a number and a unit are expected after the number of iterations"));
    }
    for word in pairs.step_by(2) {
        let (digits, unit) = (text.word(word), text.word(word + 1));
        let value = float(digits).ok_or_else(|| {
            let shown: String = digits.chars().take(40).collect();
            ImportError::line(text.number_of(word), format!("a number is expected where \"{shown}\" stands"))
        })?;
        if Printed::parse(unit).is_some() {
            return Err(ImportError::line(text.number_of(word), format!("{digits} has no unit")));
        }
        if let Some((quantity, at)) = own.then(|| quantity(text.word(words.start), unit)).flatten() {
            if value > 0.0
                && let Some(figure) = figure_of(quantity, at, digits, Display::ONE, word)
            {
                sheet.column("").put(figure);
            }
            continue;
        }
        let known = UNITS.iter().find(|known| known.name == unit);
        let (measure, display, base, better) = match known {
            Some(known) => (known.measure, known.display, (known.base)(), known.better),
            None => {
                let stated = units.get(unit).copied().or_else(|| scope.options.better(number));
                let better = stated.ok_or_else(|| ImportError::Missing {
                    line: number,
                    what: format!("whether a higher {unit} is better"),
                    flag: format!("--better {number}=higher or lower, or a line Unit {unit} better=higher"),
                })?;
                (unit, Display::ONE, Unit::Other(unit.to_owned()), better)
            }
        };
        let quantity = Quantity::foreign(&id, measure, base, better);
        let quantity = if matches!(unit, "B/op" | "allocs/op") { quantity.secondary() } else { quantity };
        if value == 0.0 && matches!(unit, "ns/op" | "sec/op" | "MB/s" | "B/s") {
            return Err(ImportError::line(text.number_of(word), format!("0 {unit} is no figure")));
        }
        if let Some(figure) = figure_of(quantity, at.clone(), digits, display, word) {
            sheet.column("").put(figure);
        }
    }
    Ok(())
}

/// The id and point that a name stands for: `BenchmarkCopy/size=64-2` is `go.Copy` at `size=64,gomaxprocs=2`.
fn name(name: &str, line: usize) -> Result<(String, Point), ImportError> {
    let name = name.strip_prefix("Benchmark").unwrap_or(name);
    let (name, processes) = match name.rsplit_once('-') {
        Some((rest, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => (rest, digits.parse::<u64>().ok()),
        _ => (name, None),
    };
    let mut parts = name.split('/');
    let mut id = format!("go.{}", parts.next().unwrap_or_default());
    let mut at = Point::default();
    for part in parts {
        match part.split_once('=') {
            Some((axis, value)) if !axis.is_empty() && !matches!(axis, "placement" | "pkg" | "gomaxprocs") => {
                if at.get(axis).is_some() {
                    return Err(ImportError::line(line, format!("the name says {axis} twice")));
                }
                at = match value.parse::<u64>() {
                    Ok(value) if value < 1 << 53 => at.with(axis, value),
                    _ => at.with(axis, value),
                };
            }
            _ => id = format!("{id}/{part}"),
        }
    }
    if let Some(processes) = processes {
        at = at.with("gomaxprocs", processes);
    }
    Ok((id, at))
}
