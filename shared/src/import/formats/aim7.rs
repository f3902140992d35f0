//! AIM Multiuser Benchmark - Suite VII: the table of its result file, the one on its screen, and those that posts keep some
//! columns of, with a kernel a row or not.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Format;
use super::reader::{Reader, ctime, half_digit, stands};
use super::words::kernel_name;
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text, mail};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "aim7",
    title: "AIM Suite VII",
    looks: "tables headed by Tasks, Jobs/Min and others, with a kernel before Tasks or not",
    find,
    read,
};

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Tasks,
    JobsPerMinute,
    Jti,
    Real,
    Cpu,
    JobsPerSecondPerTask,
    JobsPerMinutePerTask,
}

/// The heads of the result file and of the screen.
const HEADS: [(&str, Column); 11] = [
    ("Tasks", Column::Tasks),
    ("Jobs/Min", Column::JobsPerMinute),
    ("jobs/min", Column::JobsPerMinute),
    ("JTI", Column::Jti),
    ("jti", Column::Jti),
    ("Real", Column::Real),
    ("real", Column::Real),
    ("CPU", Column::Cpu),
    ("cpu", Column::Cpu),
    ("Jobs/sec/task", Column::JobsPerSecondPerTask),
    ("jobs/min/task", Column::JobsPerMinutePerTask),
];

/// Mixes, as their work files and posts call them, and as they are called here.
const MIXES: [(&str, &str); 8] = [
    ("dbase", "database"),
    ("database", "database"),
    ("fserver", "fileserver"),
    ("file server", "fileserver"),
    ("fileserver", "fileserver"),
    ("shared", "shared"),
    ("compute", "compute"),
    ("multiuser shared", "shared"),
];

/// A table, as far as its words can be read.
struct Table {
    words: Range<usize>,
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Where reading ended with an error.
    broken: Option<ImportError>,
}

/// A row: the kernel, if rows are kernels, and a number and its word for each column.
struct Row {
    first: usize,
    kernel: Option<String>,
    numbers: Vec<(Printed, usize)>,
}

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut at = 0;
    while at < text.word_count() {
        match head(text, at) {
            Some(_) => {
                let table = table(text, at);
                let start = before(text, table.words.start).start;
                at = table.words.end.max(at + 1);
                claims.push(Claim::name(start..at, "a table headed by Tasks and Jobs/Min"));
            }
            None => at += 1,
        }
    }
    claims
}

/// Whether a table's head begins here, and whether its rows begin with a kernel.
fn head(text: &Text, at: usize) -> Option<bool> {
    let kernels = text.word(at) == "kernel";
    let at = at + usize::from(kernels);
    let jobs = matches!(text.word(at + 1), "Jobs/Min" | "jobs/min");
    (text.word(at) == "Tasks" && jobs && (kernels || at == 0 || text.word(at - 1) != "kernel")).then_some(kernels)
}

/// Reads a table from its head on, as far as rows go.
fn table(text: &Text, start: usize) -> Table {
    let mut words = Reader { text, at: start, end: text.word_count() };
    let kernels = words.skip("kernel");
    let mut table = Table { words: start..start, columns: Vec::new(), rows: Vec::new(), broken: None };
    while let Some((_, column)) = HEADS.iter().find(|(word, _)| *word == words.peek()) {
        table.columns.push(*column);
        words.at += 1;
    }
    let result = rows(&mut words, kernels, &mut table);
    table.words.end = words.at;
    if let Err(error) = result {
        table.broken = Some(error);
        table.words.end = (words.at + 1).min(words.end);
    }
    table
}

fn rows(words: &mut Reader, kernels: bool, table: &mut Table) -> Result<(), ImportError> {
    let mut seen = table.columns.clone();
    seen.sort_unstable();
    if let Some(twice) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(words.at(words.at - 1, format!("{:?} heads two columns", twice[0])));
    }
    while begins_row(words, kernels) {
        let first = words.at;
        let kernel = if kernels { Some(words.word("a kernel")?.to_owned()) } else { None };
        let mut numbers = Vec::new();
        for column in &table.columns {
            let word = words.at;
            let number = match column {
                Column::Tasks => {
                    let count = words.positive("the number of tasks")?;
                    if count.integer().is_none() {
                        return Err(words.at(word, format!("{} is no number of tasks", count.text)));
                    }
                    count
                }
                Column::Jti => words.number("a JTI of 0 to 100")?,
                Column::Cpu => words.number("a number")?,
                _ => words.positive("a figure")?,
            };
            if *column == Column::Jti && number.value() > 100.0 {
                return Err(words.at(word, format!("{} is no JTI: it goes from 0 to 100", number.text)));
            }
            numbers.push((number, word));
        }
        // The screen says when each row was done.
        if let Some((_, length)) = ctime(words.text, words.at) {
            words.at += length;
        }
        let row = Row { first, kernel, numbers };
        check_line(words.text, &row, &table.rows, first)?;
        table.rows.push(row);
    }
    if table.rows.is_empty() {
        return Err(words.unexpected("a row of the table"));
    }
    check(words.text, table)
}

/// Whether a row begins at the next word: a whole number; or a release, and a whole number.
fn begins_row(words: &Reader, kernels: bool) -> bool {
    let integer = |word: &str| Printed::parse(word).is_some();
    if !kernels {
        return integer(words.peek());
    }
    let release = words.peek();
    let is_release =
        release.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) && release.matches('.').count() >= 1;
    is_release && words.at + 1 < words.end && (integer(words.text.word(words.at + 1)) || !integer(release))
}

/// A row that begins a line has its numbers on that line, and where the first row begins a line all do: a blank cell is
/// not made up from the next row.
fn check_line(text: &Text, row: &Row, rows: &[Row], first: usize) -> Result<(), ImportError> {
    let begins_line = |word: usize| text.words_of(text.line_of(word)).start == word;
    let last = row.numbers.last().map_or(first, |(_, word)| *word);
    if begins_line(first) && text.line_of(last) != text.line_of(first) {
        return Err(ImportError::line(text.number_of(first), "the row has fewer numbers than the table has columns"));
    }
    if rows.first().is_some_and(|row| begins_line(row.first)) && !begins_line(first) {
        return Err(ImportError::line(
            text.number_of(first),
            "the row before has more numbers than the table has columns",
        ));
    }
    Ok(())
}

/// Jobs, tasks and times must agree: AIM counts the same whole number of jobs a task in every row.
fn check(text: &Text, table: &Table) -> Result<(), ImportError> {
    let place = |column: Column| table.columns.iter().position(|other| *other == column);
    let (Some(tasks), Some(rate), Some(real)) =
        (place(Column::Tasks), place(Column::JobsPerMinute), place(Column::Real))
    else {
        return Ok(());
    };
    let mut least = 0.0_f64;
    let mut most = f64::INFINITY;
    for row in &table.rows {
        let ((tasks, _), (rate, word), (real, _)) = (&row.numbers[tasks], &row.numbers[rate], &row.numbers[real]);
        let jobs = |rate: f64, real: f64| rate * real / 60.0 / tasks.value();
        let (rate_slack, real_slack) = (half_digit(&rate.text) * 1.02, half_digit(&real.text) * 1.02);
        least = least.max(jobs(rate.value() - rate_slack, real.value() - real_slack));
        most = most.min(jobs(rate.value() + rate_slack, real.value() + real_slack));
        if least > most {
            let problem = format!(
                "{} jobs a minute in {} s by {} tasks are not as many jobs a task as in the rows before",
                rate.text, real.text, tasks.text
            );
            return Err(ImportError::line(text.number_of(*word), problem));
        }
        for (column, divisor) in [(Column::JobsPerSecondPerTask, 60.0), (Column::JobsPerMinutePerTask, 1.0)] {
            let Some((each, word)) = place(column).map(|place| &row.numbers[place]) else { continue };
            let expected = rate.value() / divisor / tasks.value();
            let slack = half_digit(&rate.text) / divisor / tasks.value() + half_digit(&each.text);
            if (each.value() - expected).abs() > slack * 1.02 {
                let problem =
                    format!("{} a task are not {} jobs a minute by {} tasks", each.text, rate.text, tasks.text);
                return Err(ImportError::line(text.number_of(*word), problem));
            }
        }
    }
    Ok(())
}

/// What stands right before a table and belongs to it.
#[derive(Default)]
struct Before {
    start: usize,
    mix: Option<&'static str>,
    /// The name of the result file, where a shell printed it.
    file: Option<String>,
    day: Option<String>,
    version: Option<String>,
}

fn before(text: &Text, table: usize) -> Before {
    let mut before = Before { start: table, ..Before::default() };
    if table >= 1 && text.word(table - 1) == "workload" {
        for (name, mix) in MIXES {
            let length = name.split(' ').count();
            let start = table.saturating_sub(length + 2);
            if text.word(start) == "AIM7" && stands(text, start + 1, name) && start + length + 2 == table {
                before.start = start;
                before.mix = Some(mix);
            }
        }
    }
    suite(text, table, &mut before);
    if let Some(name) = before.start.checked_sub(1).map(|word| text.word(word)).filter(|name| name.contains("suite7")) {
        before.start -= 1;
        let name = name.rsplit('/').next().unwrap_or(name);
        before.mix =
            MIXES.iter().find(|(mix, _)| name.split(['-', '.', '_']).any(|part| part == *mix)).map(|(_, mix)| *mix);
        before.file = Some(name.to_owned());
        if before.start >= 1 && text.word(before.start - 1) == "cat" {
            before.start -= 1;
        }
    }
    before
}

/// The head of the result file, with version, machine and date; or the screen's. The machine's name is dropped.
fn suite(text: &Text, table: usize, before: &mut Before) {
    const NAME: &str = "AIM Multiuser Benchmark - Suite VII";
    const FAR: usize = 18;
    const LENGTH: usize = 6;
    let Some(name) = (table.saturating_sub(FAR)..table).rev().find(|at| stands(text, *at, NAME)) else { return };
    let rest = name + LENGTH;
    if stands(text, rest, "Run Beginning") && rest + 2 == table {
        before.start = name;
        return;
    }
    let Some(version) = text.word(rest).strip_prefix('"').and_then(|word| word.strip_suffix('"')) else { return };
    before.version = Some(version.to_owned());
    if table >= rest + 5 && super::reader::is_time(text.word(table - 2)) {
        before.day = mail::day_of(text.word(table - 3), text.word(table - 4), text.word(table - 1));
    }
    let heads = "Benchmark Version Machine Run Date";
    let start = name.saturating_sub(5);
    before.start = if stands(text, start, heads) && start + 5 == name { start } else { name };
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let mut tables: BTreeMap<(String, Vec<u64>), usize> = BTreeMap::new();
    for claim in scope.claims {
        let Some(start) = claim.clone().find(|at| head(scope.text, *at).is_some()) else { continue };
        let before = before(scope.text, start);
        let table = table(scope.text, start);
        if let Some(error) = table.broken {
            return Err(error);
        }
        let places = |row: &Row| place_of(&table, row, Column::Tasks).and_then(|(tasks, _)| tasks.integer());
        let loads: Vec<u64> = table.rows.iter().filter_map(places).collect();
        // A table of the same mix and loads is of another run, unless it names the kernel of each row.
        let again = tables.entry((before.mix.unwrap_or_default().to_owned(), loads)).or_default();
        *again += 1;
        let key = match &before.file {
            Some(file) => file.clone(),
            None if *again > 1 => format!("AIM Suite VII, table {again}"),
            None => String::new(),
        };
        for row in &table.rows {
            let column = match &row.kernel {
                Some(release) => sheet.kernel(kernel_name(scope.text), release),
                None => sheet.column(&key),
            };
            if let Some(file) = &before.file {
                column.labels.insert("file".to_owned(), file.clone());
            }
            if let Some(version) = &before.version {
                column.note(format!("The suite calls itself version {version}."));
            }
            if before.day.is_some() {
                column.date.clone_from(&before.day);
            }
            for figure in figures(&table, row, before.mix) {
                column.put(figure);
            }
        }
    }
    Ok(())
}

fn place_of<'a>(table: &Table, row: &'a Row, column: Column) -> Option<&'a (Printed, usize)> {
    table.columns.iter().position(|other| *other == column).and_then(|place| row.numbers.get(place))
}

fn figures(table: &Table, row: &Row, mix: Option<&str>) -> Vec<Figure> {
    let mut at = Point::default();
    if let Some(mix) = mix {
        at = at.with("mix", mix);
    }
    if let Some(tasks) = place_of(table, row, Column::Tasks).and_then(|(tasks, _)| tasks.integer()) {
        at = at.with("tasks", tasks);
    }
    let own = |name: &str| Unit::Other(name.to_owned());
    let mut figures = Vec::new();
    for (column, (number, word)) in table.columns.iter().zip(&row.numbers) {
        let (measure, unit, better) = match column {
            Column::Tasks => continue,
            Column::JobsPerMinute => ("jobs_per_minute", own("jobs/min"), Better::Higher),
            Column::Jti => ("jti", own("%"), Better::Higher),
            Column::Real => ("real", Unit::Ns, Better::Lower),
            Column::Cpu => ("cpu", Unit::Ns, Better::Lower),
            Column::JobsPerSecondPerTask => ("jobs_per_second_per_task", own("jobs/s/task"), Better::Higher),
            Column::JobsPerMinutePerTask => ("jobs_per_minute_per_task", own("jobs/min/task"), Better::Higher),
        };
        let time = unit == Unit::Ns;
        let quantity = Quantity::foreign("aim7", measure, unit, better);
        let quantity = if *column == Column::JobsPerMinute { quantity } else { quantity.secondary() };
        figures.push(match time {
            true => Figure::new(quantity, at.clone(), number, Display::S, *word),
            false => Figure::in_own_unit(quantity, at.clone(), number, *word),
        });
    }
    figures
}
