//! UnixBench: results of every test, and the index that it makes of them.

use super::Format;
use super::reader::{Reader, ctime, half_digit, stands};
use crate::import::number::Printed;
use crate::import::{Claim, Column, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "unixbench",
    title: "UnixBench",
    looks: "tables below Benchmark Run: and running 1 parallel copy of tests",
    find,
    read,
};

/// 1024 bytes a second, which UnixBench calls KBps.
const KIB_S: Display = Display { name: "KiB/s", ascii: "KiB/s", factor: 1024.0 };

/// A test's result.
struct Row {
    label: String,
    number: Printed,
    unit: &'static str,
    samples: u64,
    word: usize,
}

/// Most words that the name of a test and its result may have.
const LONGEST: usize = 16;

const UNITS: [&str; 4] = ["lps", "lpm", "KBps", "MWIPS"];

fn find(text: &Text) -> Vec<Claim> {
    let begins = |at: &usize| stands(text, *at, "Benchmark Run:") && super::reader::is_time(text.word(at + 6));
    let starts: Vec<usize> = (0..text.word_count()).filter(begins).collect();
    let mut claims = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(text.word_count());
        let mut words = Reader::new(text, &(*start..next));
        let end = if block(&mut words).is_ok() { words.at } else { next };
        claims.push(Claim::name(*start..end, "Benchmark Run: and running … of tests"));
    }
    claims
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    for claim in scope.claims {
        let block = block(&mut Reader::new(scope.text, claim))?;
        let column = sheet.column("");
        if column.date.is_none() {
            column.date.clone_from(&block.day);
        }
        let at = Point::new([("copies", block.copies.into())]);
        for row in &block.rows {
            put(column, row, &at);
        }
        if let Some((score, partial, word)) = &block.score {
            let at = if *partial { at.with("tests", block.rows.len() as u64) } else { at };
            let quantity = Quantity::foreign("unixbench.index", "index", Unit::One, Better::Higher);
            column.put(Figure::in_own_unit(quantity.secondary(), at, score, *word));
        }
    }
    Ok(())
}

fn put(column: &mut Column, row: &Row, at: &Point) {
    let (base, unit) = match row.unit {
        "lps" => (Unit::PerSecond, Some(Display::PER_S)),
        "KBps" => (Unit::BytesPerSecond, Some(KIB_S)),
        other => (Unit::Other(other.to_owned()), None),
    };
    let quantity = Quantity::foreign(&format!("unixbench.{}", id(&row.label)), "rate", base, Better::Higher);
    let figure = match unit {
        Some(unit) => Figure::new(quantity, at.clone(), &row.number, unit, row.word),
        None => Figure::in_own_unit(quantity, at.clone(), &row.number, row.word),
    };
    column.put(match row.samples {
        1 => figure,
        n => figure.reduced("geometric mean of the better two thirds", Some(n)),
    });
}

/// `Shell Scripts (1 concurrent)` → `shell_scripts_1_concurrent`.
fn id(label: &str) -> String {
    let parts = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
}

/// All that is said of one number of copies.
struct Block {
    day: Option<String>,
    copies: u64,
    rows: Vec<Row>,
    /// The index, whether it is of some tests only, and its word.
    score: Option<(Printed, bool, usize)>,
}

fn block(words: &mut Reader) -> Result<Block, ImportError> {
    words.expect("Benchmark Run:")?;
    let day = day(words)?;
    let cpus = words.at;
    if words.count("the number of CPUs").is_err() {
        words.at = cpus;
        return Err(words.unexpected("the number of CPUs"));
    }
    if !words.skip("CPUs in system; running") {
        words.expect("CPU in system; running")?;
    }
    let copies = words.count("the number of copies")?;
    words.expect("parallel")?;
    if !words.skip("copies") {
        words.expect("copy")?;
    }
    words.expect("of tests")?;
    let mut rows = Vec::new();
    while !words.sees("System Benchmarks") && has_row(words) {
        rows.push(row(words)?);
    }
    if rows.is_empty() {
        return Err(words.unexpected("the result of a test"));
    }
    let score = index(words, &rows)?;
    Ok(Block { day, copies, rows, score })
}

/// `Mon Nov 30 2026 19:29:15 - 19:31:31`.
fn day(words: &mut Reader) -> Result<Option<String>, ImportError> {
    let text = words.text;
    if ctime(text, words.at).is_some() || !super::reader::is_time(text.word(words.at + 4)) {
        return Err(words.unexpected("a date and two times"));
    }
    let day = crate::import::mail::day_of(text.word(words.at + 2), text.word(words.at + 1), text.word(words.at + 3));
    words.at += 4;
    words.word("a time")?;
    words.expect("-")?;
    words.word("a time")?;
    Ok(day)
}

/// Whether a result follows: a unit, or the brackets after it, within the words that a label and a number may have.
fn has_row(words: &Reader) -> bool {
    let end = (words.at + LONGEST).min(words.end);
    (words.at..end).any(|at| matches!(words.text.word(at), "samples)" | "s,") || UNITS.contains(&words.text.word(at)))
}

fn row(words: &mut Reader) -> Result<Row, ImportError> {
    let first = words.at;
    // A number and its unit end the label.
    while !(Printed::parse(words.peek()).is_some() && UNITS.contains(&words.text.word(words.at + 1))) {
        let brackets = words.peek().starts_with('(') && words.text.word(words.at + 1) == "s,";
        if brackets || words.at - first > LONGEST {
            return Err(words.unexpected("a result in lps, lpm, KBps or MWIPS"));
        }
        words.word("a test, its result and unit")?;
    }
    let label = words.text.phrase(first..words.at);
    let word = words.at;
    let number = words.positive("the result of a test")?;
    let unit = UNITS.iter().find(|unit| **unit == words.peek());
    let unit = unit.ok_or_else(|| words.unexpected("lps, lpm, KBps or MWIPS"))?;
    words.at += 1;
    let time = words.peek().strip_prefix('(').and_then(Printed::parse);
    if time.is_none() {
        return Err(words.unexpected("a time in brackets"));
    }
    words.at += 1;
    words.expect("s,")?;
    let samples = words.count("the number of samples")?;
    words.expect("samples)")?;
    if label.is_empty() || samples == 0 {
        return Err(words.at(word, "a result without a test or samples".to_owned()));
    }
    Ok(Row { label, number, unit, samples, word })
}

/// The table of the index, which repeats results and must agree with them; it is not there where no test counts in it.
fn index(words: &mut Reader, rows: &[Row]) -> Result<Option<(Printed, bool, usize)>, ImportError> {
    let partial = words.sees("System Benchmarks Partial Index");
    if !partial && !words.sees("System Benchmarks Index Values") {
        return Ok(None);
    }
    words.expect(if partial { "System Benchmarks Partial Index" } else { "System Benchmarks Index Values" })?;
    words.expect("BASELINE RESULT INDEX")?;
    while !words.peek().starts_with("====") {
        let row = rows.iter().filter(|row| words.sees(&row.label)).max_by_key(|row| row.label.len());
        let row = row.ok_or_else(|| words.unexpected("a test of the table above, or a rule"))?;
        words.expect(&row.label)?;
        let baseline = words.positive("the baseline")?;
        if words.peek() != row.number.text {
            return Err(words.unexpected(&format!("{} as in the table above", row.number.text)));
        }
        words.at += 1;
        let word = words.at;
        let index = words.positive("the index of a test")?;
        let expected = row.number.value() / baseline.value() * 10.0;
        let slack = half_digit(&index.text) + half_digit(&row.number.text) / baseline.value() * 10.0;
        if (expected - index.value()).abs() > slack * 1.02 {
            let problem = format!("{} to {} is no index of {}", row.number.text, baseline.text, index.text);
            return Err(words.at(word, problem));
        }
    }
    words.at += 1;
    words.expect("System Benchmarks Index Score")?;
    if partial {
        words.expect("(Partial Only)")?;
    }
    let word = words.at;
    Ok(Some((words.positive("the index score")?, partial, word)))
}
