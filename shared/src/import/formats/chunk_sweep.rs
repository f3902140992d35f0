//! Sweeps of a copy over the size of its pieces, as a post of 2008 printed them:
//! `chunk: 65536 [B] | transfer: 69.2 [MB/s] | time: 1.849727 [s] | size: 128.000 [MB]`, under the name of a function.

use std::ops::Range;

use super::Format;
use super::words::half_digit;
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::Point;
use crate::number::Display;

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "chunk-sweep",
    title: "copy by chunk",
    looks: "lines such as chunk: 65536 [B] | transfer: 69.2 [MB/s] | time: 1.849727 [s] | size: 128.000 [MB]",
    find,
    read,
};

/// Words of a line; the numbers are left open.
const WORDS: [&str; 15] =
    ["chunk:", "", "[B]", "|", "transfer:", "", "[MB/s]", "|", "time:", "", "[s]", "|", "size:", "", "[MB]"];

/// One line of a sweep.
struct Row {
    first: usize,
    chunk: u64,
    rate: Printed,
    time: Printed,
    size: Printed,
}

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut at = 0;
    while at < text.word_count() {
        if text.word(at) == WORDS[0] && Printed::parse(text.word(at + 1)).is_some() {
            let heading = usize::from(function(text, at).is_some());
            let end = (at + WORDS.len()).min(text.word_count());
            claims.push(Claim::shape(at - heading..end, "lines of chunk:, transfer:, time: and size:"));
            at = end;
        } else {
            at += 1;
        }
    }
    claims
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let rows = rows(scope)?;
    let methods: Vec<&str> = rows.iter().filter_map(|row| function(scope.text, row.first)).collect();
    let in_kernel = methods.iter().any(|method| kernels_own(method));
    let unit = unit(scope, &rows)?;
    let quantity = Quantity::of("copy.sweep").expect("the catalogue has the sweep");
    let column = sheet.column("");
    let mut method: Option<String> = None;
    for row in &rows {
        if let Some(function) = function(scope.text, row.first) {
            method = Some(method_of(function, in_kernel));
        }
        let mut at = Point::new([("chunk", row.chunk.into())]);
        if let Some(method) = &method {
            at = at.with("method", method.as_str());
        }
        if column.has("copy.sweep", &at) {
            return Err(ImportError::line(
                scope.text.number_of(row.first),
                format!(
                    "chunk {} stands twice under one heading; write the function's name, such as memcpy(), on a line of its own above each sweep",
                    row.chunk
                ),
            ));
        }
        let figure = Figure::new(quantity.clone(), at, &row.rate, unit, row.first + 5);
        column.put(figure.noted(format!("{} s for {} MB", row.time.text, row.size.text)));
    }
    if in_kernel {
        sheet.note(
            "memcpy stands beside a function that only the kernel has, so it is the kernel's own, not a C library's.",
        );
    }
    sheet.note(format!(
        "MB are {} bytes here: the size is a whole number of chunks only so.",
        if unit == Display::MB_S { "10^6" } else { "2^20" }
    ));
    Ok(())
}

fn rows(scope: &Scope) -> Result<Vec<Row>, ImportError> {
    scope.claims.iter().map(|claim| row(scope.text, claim)).collect()
}

/// Reads a line, whatever lines its words stand on, and checks that rate, time and size agree.
fn row(text: &Text, claim: &Range<usize>) -> Result<Row, ImportError> {
    let first = claim.start + usize::from(text.word(claim.start) != WORDS[0]);
    let broken = |word: usize, problem: String| ImportError::line(text.number_of(word.min(claim.end - 1)), problem);
    for (offset, expected) in WORDS.iter().enumerate() {
        let found = if first + offset < claim.end { text.word(first + offset) } else { "" };
        if !expected.is_empty() && found != *expected {
            return Err(broken(first + offset, format!("{expected} is expected where \"{found}\" stands")));
        }
    }
    let number = |offset: usize| {
        let word = text.word(first + offset);
        let number = Printed::parse(word).filter(|number| number.value() > 0.0);
        number.ok_or_else(|| broken(first + offset, format!("\"{word}\" is no number above 0")))
    };
    let (rate, time, size) = (number(5)?, number(9)?, number(13)?);
    let chunk = number(1)?.integer().ok_or_else(|| broken(first, "the chunk is no whole number".to_owned()))?;
    let expected = size.value() / time.value();
    // Half of the last digit printed, and what half of time's last digit makes.
    let slack =
        half_digit(&rate) + expected * half_digit(&time) / time.value() + expected * half_digit(&size) / size.value();
    if (expected - rate.value()).abs() > slack * 1.01 {
        return Err(broken(first, format!("{} MB in {} s are not {} MB/s", size.text, time.text, rate.text)));
    }
    Ok(Row { first, chunk, rate, time, size })
}

/// What `MB` is: the size moved is a whole number of chunks of bytes, which tells 2^20 from 10^6.
fn unit(scope: &Scope, rows: &[Row]) -> Result<Display, ImportError> {
    let whole = |row: &Row, megabyte: f64| (row.size.value() * megabyte) % row.chunk as f64 == 0.0;
    let binary = rows.iter().all(|row| whole(row, 1_048_576.0));
    let decimal = rows.iter().all(|row| whole(row, 1e6));
    let line = rows.first().map_or(1, |row| scope.text.number_of(row.first));
    match (binary, decimal) {
        (true, false) => Ok(Display::MIB_S),
        (false, true) => Ok(Display::MB_S),
        _ => match scope.options.unit(line) {
            Some((unit, _)) if unit == Display::MB_S || unit == Display::MIB_S => Ok(unit),
            _ => Err(ImportError::Missing {
                line,
                what: "whether MB are 10^6 or 2^20 bytes".to_owned(),
                flag: "--unit MB/s or --unit MiB/s".to_owned(),
            }),
        },
    }
}

/// The function that a sweep is headed by: the word before its first line, if it ends in `()`.
fn function(text: &Text, first: usize) -> Option<&str> {
    let before = first.checked_sub(1).map(|before| text.word(before))?;
    before.strip_suffix("()").filter(|name| !name.is_empty() && name.len() <= 60)
}

/// Functions that only a kernel has.
fn kernels_own(function: &str) -> bool {
    function.contains("copy") && function.contains("_user")
}

fn method_of(function: &str, in_kernel: bool) -> String {
    let name = function.trim_start_matches('_');
    if in_kernel && !kernels_own(function) { format!("kernel_{name}") } else { name.to_owned() }
}
