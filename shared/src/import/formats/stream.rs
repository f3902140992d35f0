//! STREAM 5.10: the best rate of four kernels, and three times each.

use super::Format;
use super::reader::{Reader, half_digit, stands};
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "stream",
    title: "STREAM",
    looks: "a table headed by Function, Best Rate MB/s, Avg time, Min time, Max time",
    find,
    read,
};

const HEAD: &str = "Function Best Rate MB/s Avg time Min time Max time";

/// Kernels: as the table and the catalogue name them, and how many arrays a pass reads and writes.
const KERNELS: [(&str, &str, f64); 4] =
    [("Copy:", "copy", 2.0), ("Scale:", "scale", 2.0), ("Add:", "add", 3.0), ("Triad:", "triad", 3.0)];

/// What stands before a table and belongs to it.
#[derive(Clone, Copy, Default)]
struct Setting {
    elements: Option<u64>,
    element: Option<u64>,
    passes: Option<u64>,
    threads: Option<u64>,
}

fn find(text: &Text) -> Vec<Claim> {
    if !(0..text.word_count()).any(|at| stands(text, at, HEAD)) {
        return Vec::new();
    }
    let mut claims = Vec::new();
    let mut add =
        |start: usize, end: usize| claims.push(Claim::name(start..end, "a table headed by Function, Best Rate MB/s"));
    for at in 0..text.word_count() {
        if stands(text, at, "This system uses") && text.word(at + 4) == "bytes" {
            add(at, at + 8);
        } else if stands(text, at, "Array size =") {
            add(at, at + 5);
        } else if stands(text, at, "Each kernel will be executed") {
            add(at, at + 7);
        } else if stands(text, at, "Number of Threads counted =") {
            add(at, at + 6);
        } else if stands(text, at, "Failed Validation") {
            add(at, at + 2);
        } else if stands(text, at, HEAD) {
            let mut words = Reader { text, at, end: text.word_count() };
            let whole = table(&mut words).is_ok();
            add(at, (words.at + usize::from(!whole)).min(text.word_count()));
        }
    }
    claims
}

/// A row: its kernel, rate and times, and the word of the rate.
struct Row {
    kernel: usize,
    word: usize,
    rate: Printed,
    mean: Printed,
    least: Printed,
    most: Printed,
}

fn table(words: &mut Reader) -> Result<Vec<Row>, ImportError> {
    words.expect(HEAD)?;
    let mut rows: Vec<Row> = Vec::new();
    for (kernel, (name, ..)) in KERNELS.iter().enumerate() {
        words.expect(name)?;
        let word = words.at;
        let rate = words.positive("the rate")?;
        let mean = words.positive("the mean time")?;
        let least = words.positive("the least time")?;
        let most = words.positive("the largest time")?;
        if least.value() > mean.value() || mean.value() > most.value() {
            return Err(words.at(word, "the mean time is not between the least and the largest".to_owned()));
        }
        rows.push(Row { kernel, word, rate, mean, least, most });
    }
    Ok(rows)
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let mut setting = Setting::default();
    for claim in scope.claims {
        let mut words = Reader::new(scope.text, claim);
        if words.skip("This system uses") {
            setting = Setting { element: Some(words.count("the bytes of an element")?), ..Setting::default() };
            words.expect("bytes per array element.")?;
        } else if words.skip("Array size =") {
            setting.elements = Some(words.count("the elements of an array")?);
            words.expect("(elements),")?;
        } else if words.skip("Each kernel will be executed") {
            setting.passes = Some(words.count("how often each kernel runs")?);
            words.expect("times.")?;
        } else if words.skip("Number of Threads counted =") {
            setting.threads = Some(words.count("the number of threads")?);
        } else if words.sees("Failed Validation") {
            return Err(words.at(words.at, "STREAM says that its results are wrong".to_owned()));
        } else {
            for row in table(&mut words)? {
                check(&words, &row, setting)?;
                sheet.column("").put(figure(&row, setting));
            }
            // What was said of one table is not said of the next.
            setting = Setting::default();
        }
    }
    Ok(())
}

/// The rate must be that of the least time.
fn check(words: &Reader, row: &Row, setting: Setting) -> Result<(), ImportError> {
    let (Some(elements), Some(element)) = (setting.elements, setting.element) else { return Ok(()) };
    let megabytes = elements as f64 * element as f64 * KERNELS[row.kernel].2 / 1e6;
    let expected = megabytes / row.least.value();
    let slack = half_digit(&row.rate.text) + expected * half_digit(&row.least.text) / row.least.value();
    if (expected - row.rate.value()).abs() > slack * 1.02 {
        let problem = format!("{megabytes} MB in {} s are not {} MB/s", row.least.text, row.rate.text);
        return Err(words.at(row.word, problem));
    }
    Ok(())
}

/// One thread's rates are the catalogue's; those of several are STREAM's own.
fn figure(row: &Row, setting: Setting) -> Figure {
    let at = Point::new([("kernel", KERNELS[row.kernel].1.into())]);
    let alone = setting.threads.is_none_or(|threads| threads == 1);
    let (quantity, at) = match Quantity::of("mem.stream").filter(|_| alone) {
        Some(quantity) => (quantity, at),
        None => {
            let quantity = Quantity::foreign("stream", "bandwidth", Unit::BytesPerSecond, Better::Higher);
            (quantity, at.with("threads", setting.threads.unwrap_or(1)))
        }
    };
    let size = setting.elements.zip(setting.element).and_then(|(elements, element)| elements.checked_mul(element));
    let size = size.map_or_else(String::new, |size| format!("arrays of {size} B; "));
    let passes = setting.passes.and_then(|passes| passes.checked_sub(1));
    Figure::new(quantity, at, &row.rate, Display::MB_S, row.word)
        .reduced("best", passes)
        .noted(format!("{size}mean {} s, longest {} s", row.mean.text, row.most.text))
}
