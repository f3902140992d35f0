//! lmbench's summaries, `make see` of versions 1.0 to 3.0: fixed-width tables with a row a host and kernel. Host names are
//! dropped; rows stay apart by their order, because systems are cut to 13 characters.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Format;
use super::columns::{Placed, cells, placed, rule};
use super::lmbench_tables::{HOST, Lines, SYSTEM, gap, number, tables};
use crate::import::mapping::{CLOCK, Cell, LATENCIES, SWITCHES, TABLES, Table};
use crate::import::number::unit_word;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "lmbench-summary",
    title: "lmbench summary",
    looks: "tables under a line of Host and OS and a rule of dashes",
    find,
    read,
};

/// Most rows of a table.
const ROWS: usize = 1000;

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, line) in text.lines() {
        if is_title(line) {
            claims.push(Claim::name(text.words_of(index), format!("it is headed {}", line.trim())));
        }
    }
    for table in tables(text) {
        let words = text.words_of(table.caption).start..text.words_of(table.end - 1).end;
        claims.push(Claim::name(words, "tables under Host and OS and a rule of dashes"));
    }
    claims
}

fn is_title(line: &str) -> bool {
    let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).take(40).collect();
    squeezed.strip_prefix("LMBENCH").is_some_and(|rest| rest.ends_with("SUMMARY") && rest.len() < 14)
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let mut block = Block::default();
    for (index, line) in text.lines() {
        if let Some(table) = block.tables_at(text, index) {
            read_table(text, &table, &mut block, sheet)?;
        } else if is_title(line) {
            block.next();
        }
    }
    // Of a clock that one table rounds and another cuts, the larger.
    block.again.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    for (key, figure) in std::mem::take(&mut block.again) {
        let column = sheet.column(&key);
        if !column.has(&figure.quantity.benchmark, &figure.at) {
            column.put(figure);
        }
    }
    if block.cut {
        sheet.note("Names of systems are cut to 13 characters by lmbench; rows are kept apart by their order.");
    }
    if block.zero {
        sheet.note("A time or rate of 0, - or -1 in lmbench's tables is one that was not measured or is below its last digit: it is absent here.");
    }
    if block.percent {
        sheet.note("Percentages in and below lmbench's tables are worked out from the rows: they are left out.");
    }
    if block.null {
        sheet.note("The null call of lmbench 1.0 and 1.1 writes a byte to /dev/null.");
    }
    Ok(())
}

/// The tables of one summary, and the rows that they share.
#[derive(Default)]
struct Block {
    tables: Option<Vec<Lines>>,
    number: usize,
    captions: Vec<&'static str>,
    /// Host and system of each row.
    rows: Vec<(String, String)>,
    cut: bool,
    zero: bool,
    percent: bool,
    null: bool,
    /// Figures that stand in several tables, and whose they are.
    again: Vec<(String, Figure)>,
}

impl Block {
    /// The table whose caption is the line of that index.
    fn tables_at(&mut self, text: &Text, line: usize) -> Option<Lines> {
        let tables = self.tables.get_or_insert_with(|| {
            let mut tables = tables(text);
            tables.reverse();
            tables
        });
        if tables.last().is_some_and(|table| table.caption == line) { tables.pop() } else { None }
    }

    fn next(&mut self) {
        self.number += 1;
        self.captions.clear();
        self.rows.clear();
    }

    /// Which row of the summary each row of a table is.
    fn places(&mut self, text: &Text, lines: &[usize], names: &[(String, String)]) -> Result<Vec<usize>, ImportError> {
        let mut seen: BTreeMap<&(String, String), usize> = BTreeMap::new();
        let first = self.rows.is_empty();
        let mut places = Vec::new();
        for (line, name) in lines.iter().zip(names) {
            let nth = seen.entry(name).and_modify(|nth| *nth += 1).or_insert(0);
            let known = self.rows.iter().enumerate().filter(|(_, row)| *row == name).nth(*nth).map(|(index, _)| index);
            let before = self.rows.iter().filter(|row| *row == name).count();
            places.push(match known {
                Some(index) => index,
                None if first => {
                    self.rows.push(name.clone());
                    self.rows.len() - 1
                }
                None if before == 0 => {
                    let problem = format!("no table above has a row of {} {}", name.0, name.1);
                    return Err(ImportError::line(text.number(*line), problem));
                }
                None => return Err(alike(text, *line)),
            });
        }
        for (line, name) in lines.iter().zip(names) {
            let here = seen.get(name).map_or(0, |last| last + 1);
            let all = self.rows.iter().filter(|row| *row == name).count();
            if here < all {
                return Err(alike(text, *line));
            }
        }
        Ok(places)
    }
}

fn alike(text: &Text, line: usize) -> ImportError {
    let problem =
        "several rows have this host and system, and not every table has all of them: which is which cannot be told";
    ImportError::line(text.number(line), problem)
}

fn read_table(text: &Text, lines: &Lines, block: &mut Block, sheet: &mut Sheet) -> Result<(), ImportError> {
    let (table, columns) = known(text, lines)?;
    if lines.rows.len() > ROWS {
        return Err(ImportError::line(text.number(lines.rule), format!("a table has at most {ROWS} rows")));
    }
    if block.captions.contains(&table.caption) {
        block.next();
    }
    block.captions.push(table.caption);
    let unit = unit_of(table);
    let mut names = Vec::new();
    for &row in &lines.rows {
        names.push(name(text, row)?);
    }
    let places = block.places(text, &lines.rows, &names)?;
    block.null |= table.heads[0].contains("Null");
    for ((&row, place), (_, system)) in lines.rows.iter().zip(places).zip(&names) {
        let words = placed(text.line(row));
        let data = data(&words, table, &columns);
        let found = cells(&words[data.clone()], &columns[2..])
            .map_err(|word| misplaced(text, row, &words[data.start + word].text))?;
        if !text.ended() && row + 1 == text.len() && ends_at_its_column(&words[data.clone()], &columns) {
            sheet.last_line_is_whole();
        }
        block.cut |= system.chars().count() == SYSTEM.len();
        let key = format!("lmbench summary {} row {place}", block.number);
        let column = sheet.column(&key);
        let (kernel, release) = system.split_once(' ').unwrap_or((system, ""));
        kernel.clone_into(&mut column.kernel.name);
        release.trim().clone_into(&mut column.kernel.release);
        if block.rows.iter().filter(|(_, other)| other == system).count() > 1 {
            column.labels.insert("row".to_owned(), (place + 1).to_string());
        }
        let first = text.words_of(row).start + data.start;
        for (cell, means) in found.iter().zip(table.cells) {
            let Some(index) = cell else { continue };
            let cell = &words[data.start + index].text;
            block.percent |= cell.ends_with('%');
            let Some(figure) = figure(text, row, cell, *means, unit.clone(), first + index)? else {
                block.zero |= !matches!(means, Cell::Nothing) && !cell.ends_with('%');
                continue;
            };
            // The clock, and a switch between two processes, stand in several tables, with other digits.
            let again =
                matches!(means, Cell::Clock) || table.caption == LATENCIES && figure.quantity.benchmark == SWITCHES.id;
            if again {
                block.again.push((key.clone(), figure));
            } else {
                column.put(figure);
            }
        }
    }
    let lines_below = lines.rule + 1..lines.end;
    block.percent |= lines_below.clone().any(|line| !lines.rows.contains(&line) && text.line(line).contains('%'));
    Ok(())
}

/// The table's meaning, and the columns of its rule.
fn known(text: &Text, lines: &Lines) -> Result<(&'static Table, Vec<Range<usize>>), ImportError> {
    let caption = text.line(lines.caption).trim();
    let line = text.number(lines.heads.start);
    if !TABLES.iter().any(|table| caption.starts_with(table.caption)) {
        let problem = "a table of Host and OS without a caption that is known stands here: its unit cannot be told";
        return Err(ImportError::line(line, problem));
    }
    let heads: Vec<String> = lines
        .heads
        .clone()
        .map(|index| {
            let words = text.words_of(index);
            let skipped = if index == lines.heads.start { 2 } else { 0 };
            let words: Vec<&str> = words.skip(skipped).map(|word| text.word(word)).collect();
            words.into_iter().filter(|word| *word != "Description").collect::<Vec<_>>().join(" ")
        })
        .collect();
    let fits = |table: &&Table| {
        caption.starts_with(table.caption) && table.heads.iter().copied().eq(heads.iter().map(String::as_str))
    };
    let table = TABLES.iter().find(fits).ok_or_else(|| {
        ImportError::line(
            line,
            format!("the headings \"{}\" are none that lmbench has under this caption", heads.join(" / ")),
        )
    })?;
    let columns = rule(text.line(lines.rule), 3).filter(|columns| columns.len() == table.cells.len() + 2);
    let columns = columns.filter(|columns| columns[0] == (0..HOST) && columns[1] == SYSTEM);
    let columns = columns.ok_or_else(|| {
        let problem = format!("a rule of {} columns is expected here; was the text wrapped?", table.cells.len() + 2);
        ImportError::line(text.number(lines.rule), problem)
    })?;
    Ok((table, columns))
}

/// The unit that a caption states, with its direction given by what the columns mean.
fn unit_of(table: &Table) -> (Display, Unit) {
    let word = table.caption.rsplit(' ').next().unwrap_or_default();
    match word {
        "megabytes/second" => (Display::MB_S, Unit::BytesPerSecond),
        _ => unit_word(word).unwrap_or((Display::ONE, Unit::One)),
    }
}

/// Host and system of a row.
fn name(text: &Text, row: usize) -> Result<(String, String), ImportError> {
    let line = text.line(row);
    let part = |range: Range<usize>| -> String {
        let part: String = line.chars().skip(range.start).take(range.len()).collect();
        part.trim().to_owned()
    };
    let (host, system) = (part(0..HOST), part(SYSTEM));
    let begins = line.chars().next().is_some_and(|c| !c.is_whitespace());
    let tabs = line.chars().take(SYSTEM.end).any(|c| c == '\t');
    if !begins || system.is_empty() || tabs || !gap(line, HOST) || !gap(line, SYSTEM.end) {
        return Err(ImportError::line(
            text.number(row),
            "is no row of the table above: host and system are not in their columns; was the text wrapped?",
        ));
    }
    Ok((host, system))
}

/// The words of a row's cells, by index: after host and system, before a guess.
fn data(words: &[Placed], table: &Table, columns: &[Range<usize>]) -> Range<usize> {
    let from = words.iter().position(|word| word.at.start >= SYSTEM.end).unwrap_or(words.len());
    // A guess begins with a letter, at or before its column: figures are numbers or a dash.
    let guesses = columns.len().checked_sub(3).filter(|_| table.heads[0].ends_with("Guesses"));
    let is_guess = |word: &Placed| {
        let letter = word.text.starts_with(|c: char| c.is_ascii_alphabetic());
        letter && guesses.is_some_and(|before| word.at.start > columns[before].start)
    };
    let to = words.iter().position(is_guess).unwrap_or(words.len()).max(from);
    from..to
}

fn ends_at_its_column(data: &[Placed], columns: &[Range<usize>]) -> bool {
    data.last().is_some_and(|last| columns.iter().any(|column| column.end == last.at.end))
}

fn misplaced(text: &Text, row: usize, word: &str) -> ImportError {
    let problem =
        format!("\"{word}\" stands in no column of its own below the rule; were spaces lost, or was the text wrapped?");
    ImportError::line(text.number(row), problem)
}

/// The figure in a cell; none where the cell says that there is none.
fn figure(
    text: &Text,
    row: usize,
    cell: &str,
    means: Cell,
    unit: (Display, Unit),
    word: usize,
) -> Result<Option<Figure>, ImportError> {
    if cell == "-" || cell.ends_with('%') || matches!(means, Cell::Nothing) {
        return Ok(None);
    }
    let broken = || ImportError::line(text.number(row), format!("\"{cell}\" is no number"));
    let printed = number(cell).ok_or_else(broken)?;
    if printed.value() <= 0.0 {
        return Ok(None);
    }
    let figure = match means {
        Cell::Nothing => None,
        Cell::Clock => CLOCK.figure(Point::default(), &printed, (Display::MHZ, Unit::Hertz), word),
        Cell::Figure(means) => means.figure(Point::default(), &printed, unit, word),
        Cell::Fact(id, unit) => {
            let quantity = Quantity::foreign(id, "value", Unit::parse(unit), Better::Neutral).secondary();
            Some(Figure::in_own_unit(quantity, Point::default(), &printed, word))
        }
    };
    figure.map(Some).ok_or_else(|| {
        ImportError::line(text.number(row), "the caption's unit is of another quantity than the column's")
    })
}
