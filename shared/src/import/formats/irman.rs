//! Irman, the interactive response benchmark: its own table, a load a row; and the one that posts make of it, a kernel a row.

use std::ops::Range;

use super::Format;
use super::reader::{Reader, stands};
use super::words::kernel_name;
use crate::import::number::{Printed, unit_word};
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "irman",
    title: "Irman",
    looks: "a table headed by Response time measurements (milliseconds), with Max, Min, Avg and Std. Dev.",
    find,
    read,
};

/// Loads, as Irman names them and as they are called here.
const LOADS: [(&str, &str); 4] =
    [("NULL", "none"), ("MEMORY", "memory"), ("FILE_IO", "file_io"), ("PROCESS", "process")];

/// Statistics, as tables name them and as they are called here.
const STATISTICS: [(&str, &str); 5] =
    [("Max", "max"), ("Min", "min"), ("Avg", "mean"), ("Std. Dev.", "sd"), ("StdDev", "sd")];

const HEADING: &str = "Response time measurements";

/// A table.
struct Table {
    /// The kernel of Irman's own table.
    kernel: Option<String>,
    unit: Option<(Display, Unit)>,
    /// The load, and the kernel of a table by kernels, of each row, with a number and its word a statistic.
    rows: Vec<Row>,
    statistics: Vec<&'static str>,
    heading: usize,
}

struct Row {
    load: &'static str,
    kernel: Option<String>,
    numbers: Vec<(Printed, usize)>,
}

fn find(text: &Text) -> Vec<Claim> {
    let starts: Vec<usize> = (0..text.word_count()).filter(|at| stands(text, *at, HEADING)).collect();
    let mut claims = Vec::new();
    for (index, heading) in starts.iter().enumerate() {
        let start = start(text, *heading);
        let next = starts.get(index + 1).map_or(text.word_count(), |next| self::start(text, *next));
        let mut words = Reader::new(text, &(start..next));
        let end = match table(&mut words) {
            Ok(_) => words.at,
            Err(_) => (words.at + 1).min(next),
        };
        claims.push(Claim::name(start..end, "a table headed by Response time measurements"));
    }
    claims
}

/// Where a table begins: with the load that it is of, if one stands before its heading.
fn start(text: &Text, heading: usize) -> usize {
    let loaded = heading.checked_sub(1).is_some_and(|before| load(text.word(before)).is_some());
    heading - usize::from(loaded)
}

fn load(word: &str) -> Option<&'static str> {
    LOADS.iter().find(|(name, _)| *name == word).map(|(_, load)| *load)
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let mut tables = Vec::new();
    for claim in scope.claims {
        tables.push(table(&mut Reader::new(scope.text, &Range { end: claim.end, start: claim.start }))?);
    }
    for (index, table) in tables.iter().enumerate() {
        let line = scope.text.number_of(table.heading);
        let unit = table.unit.clone().or_else(|| scope.options.unit(line)).filter(|(_, unit)| *unit == Unit::Ns);
        let Some((unit, _)) = unit else {
            return Err(ImportError::Missing {
                line,
                what: "the unit of response times".to_owned(),
                flag: format!("--unit {line}=ms or another"),
            });
        };
        let same = |other: &&Table| other.kernel == table.kernel;
        let again = tables[..index].iter().filter(same).count();
        for row in &table.rows {
            let kernel = row.kernel.as_ref().or(table.kernel.as_ref());
            let column = match kernel {
                // Two tables of one kernel are two runs: the text tells them apart, but not in words that are read.
                Some(release) if again > 0 && row.kernel.is_none() => {
                    let column = sheet.column(&format!("{release}, Irman {}", again + 1));
                    column.kernel.name = kernel_name(scope.text).to_owned();
                    column.kernel.release.clone_from(release);
                    column
                }
                Some(release) => sheet.kernel(kernel_name(scope.text), release),
                None => sheet.column(""),
            };
            for (statistic, (number, word)) in table.statistics.iter().zip(&row.numbers) {
                let quantity = Quantity::foreign("irman", statistic, Unit::Ns, Better::Lower);
                let quantity = if *statistic == "mean" { quantity } else { quantity.secondary() };
                let at = Point::new([("load", row.load.into())]);
                column.put(Figure::new(quantity, at, number, unit, *word));
            }
        }
    }
    Ok(())
}

fn table(words: &mut Reader) -> Result<Table, ImportError> {
    let of_load = load(words.peek());
    words.at += usize::from(of_load.is_some());
    let heading = words.at;
    words.expect(HEADING)?;
    let unit = match unit_word(words.peek()) {
        Some(unit) if words.peek().starts_with('(') => {
            words.at += 1;
            Some(unit)
        }
        None if words.peek().starts_with('(') => return Err(words.unexpected("a unit of time in brackets")),
        _ => None,
    };
    let kernel = if words.skip("for:") { Some(words.word("a kernel")?.to_owned()) } else { None };
    if of_load.is_none() {
        words.expect("Load")?;
    }
    let mut table = Table { kernel, unit, rows: Vec::new(), statistics: statistics(words)?, heading };
    loop {
        let row = match of_load {
            Some(load) if is_release(words) => {
                Row { load, kernel: Some(words.word("a kernel")?.to_owned()), numbers: Vec::new() }
            }
            None if load(words.peek()).is_some() && !words.text.word(words.at + 1).starts_with("Response") => {
                let word = words.word("a load")?;
                Row { load: load(word).unwrap_or_default(), kernel: None, numbers: Vec::new() }
            }
            _ => break,
        };
        let row = numbers(words, &table.statistics, row)?;
        if table.rows.iter().any(|before| (before.load, &before.kernel) == (row.load, &row.kernel)) {
            return Err(words.at(words.at - 1, "the row stands twice in the table".to_owned()));
        }
        table.rows.push(row);
    }
    if table.rows.is_empty() { Err(words.unexpected("a row of the table")) } else { Ok(table) }
}

/// Whether a row of a table by kernels begins: a release, and a number.
fn is_release(words: &Reader) -> bool {
    let release = words.peek();
    release.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        && release.matches('.').count() >= 1
        && words.at + 1 < words.end
        && (Printed::parse(words.text.word(words.at + 1)).is_some() || Printed::parse(release).is_none())
}

fn statistics(words: &mut Reader) -> Result<Vec<&'static str>, ImportError> {
    let mut statistics: Vec<&'static str> = Vec::new();
    while let Some((name, statistic)) = STATISTICS.iter().find(|(name, _)| words.sees(name)) {
        words.skip(name);
        if statistics.contains(statistic) {
            return Err(words.at(words.at - 1, format!("{name} heads two columns")));
        }
        statistics.push(statistic);
    }
    let all = ["max", "min", "mean", "sd"];
    if all.iter().all(|one| statistics.contains(one)) {
        Ok(statistics)
    } else {
        Err(words.unexpected("Max, Min, Avg and Std. Dev. as heads of columns"))
    }
}

/// The numbers of a row; the least, the mean and the largest must be in that order.
fn numbers(words: &mut Reader, statistics: &[&str], mut row: Row) -> Result<Row, ImportError> {
    for _ in statistics {
        let word = words.at;
        row.numbers.push((words.number("a response time")?, word));
    }
    let value = |statistic: &str| {
        let place = statistics.iter().position(|one| *one == statistic);
        place.map_or(0.0, |place| row.numbers[place].0.value())
    };
    let (least, mean, most) = (value("min"), value("mean"), value("max"));
    if mean <= 0.0 || least > mean || mean > most {
        return Err(words.at(words.at - 1, "the mean is not between the least and the largest".to_owned()));
    }
    Ok(row)
}
