//! Tables with a row a kernel or a machine under a rule of dashes: what pages of the years after 2000 made of many runs of
//! lmbench. Headings stand on one or two lines; a caption states the unit, or a flag does.

use std::ops::Range;

use super::Format;
use super::columns::{Placed, cells, placed, rule};
use super::words::{Caption, caption, kernel_name, slug};
use crate::import::mapping::{CLOCK, column};
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "kernel-tables",
    title: "tables with a row a kernel, under a rule",
    looks: "a line that begins with kernel, a rule of dashes below it, and a row a kernel",
    find,
    read,
};

/// A table, by its lines.
struct Lines {
    /// The caption's first line, or the headings'.
    first: usize,
    heads: Range<usize>,
    columns: Vec<Range<usize>>,
    rows: Range<usize>,
}

fn find(text: &Text) -> Vec<Claim> {
    const REASON: &str = "a line of kernel and columns stands over a rule of dashes";
    let tables = tables(text);
    let mut claims: Vec<Claim> = broken(text, &tables).map(|line| Claim::name(text.words_of(line), REASON)).collect();
    claims.extend(tables.into_iter().map(|table| {
        let words = text.words_of(table.first).start..text.words_of(table.rows.end - 1).end;
        Claim::name(words, REASON)
    }));
    claims
}

/// Lines that begin as a table's headings do, over a rule, and head no table that can be read: all is indented, or broken
/// over lines.
fn broken<'a>(text: &'a Text, tables: &'a [Lines]) -> impl Iterator<Item = usize> + 'a {
    const NEAR: usize = 3;
    let dashes = |line: &str| line.split_whitespace().filter(|word| word.bytes().all(|byte| byte == b'-')).count();
    let is_rule = move |line: &str| dashes(line) > 1 && dashes(line) == line.split_whitespace().count();
    text.lines()
        .filter(move |(index, line)| {
            let heads = line.split_whitespace().next() == Some("kernel");
            heads && (1..=NEAR).any(|below| is_rule(text.line(index + below)))
        })
        .map(|(index, _)| index)
        .filter(|line| {
            let table = tables.get(tables.partition_point(|table| table.heads.end <= *line));
            !table.is_some_and(|table| table.heads.contains(line))
        })
}

fn tables(text: &Text) -> Vec<Lines> {
    let mut tables: Vec<Lines> = Vec::new();
    for (index, line) in text.lines() {
        if placed(line).first().is_none_or(|word| word.text != "kernel" || word.at.start != 0) {
            continue;
        }
        let Some(columns) = rule(text.line(index + 1), 2).filter(|columns| columns[0].start == 0) else { continue };
        let from = tables.last().map_or(0, |table| table.rows.end);
        let blank = |line: &usize| text.line(*line).trim().is_empty();
        let above = |line: usize| line > from && !blank(&(line - 1)) && !text.line(line - 1).trim().starts_with("--");
        let mut heads = index;
        while index - heads < 2 && above(heads) && text.line(heads - 1).starts_with([' ', '\t']) {
            heads -= 1;
        }
        let first = (from.max(heads.saturating_sub(4))..heads).find(|&line| {
            let words = text.words_of(line);
            caption(text, words).unit.is_some()
        });
        let rows = index + 2;
        let end = (rows..text.len()).find(|line| blank(line) || !is_row(text.line(*line))).unwrap_or(text.len());
        if end > rows {
            tables.push(Lines { first: first.unwrap_or(heads), heads: heads..index + 1, columns, rows: rows..end });
        }
    }
    tables
}

/// A name at the margin and a number somewhere after it, or what a wrapped row leaves.
fn is_row(line: &str) -> bool {
    let words = placed(line);
    let numbers = words.iter().skip(1).filter(|word| Printed::parse_abbreviated(&word.text).is_some()).count();
    let all = words.iter().all(|word| Printed::parse_abbreviated(&word.text).is_some());
    numbers > 0 && words.first().is_some_and(|word| word.at.start == 0) || all
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let tables = tables(text);
    if let Some(line) = broken(text, &tables).find(|&line| scope.claim_of(text.words_of(line).start).is_some()) {
        let problem = "these headings are not right above a rule at the margin; were lines broken or indented?";
        return Err(ImportError::line(text.number(line), problem));
    }
    for table in tables {
        let start = text.words_of(table.first).start;
        if scope.claim_of(start).is_some() {
            read_table(scope, &table, sheet)?;
        }
    }
    Ok(())
}

fn read_table(scope: &Scope, table: &Lines, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let names = names(text, table)?;
    let line = text.number(table.heads.end - 1);
    let words = text.words_of(table.first).start..text.words_of(table.heads.start).start;
    let stated = caption(text, words);
    let missing = || ImportError::Missing {
        line,
        what: format!("the unit of the table headed \"{}\"", names[1..].join(", ")),
        flag: format!("--unit {line}=us, or another unit"),
    };
    let unit = stated.unit.clone().or_else(|| scope.options.unit(line)).ok_or_else(missing)?;
    for row in table.rows.clone() {
        let words = placed(text.line(row));
        let found = cells(&words, &table.columns).map_err(|word| misplaced(text, row, &words[word].text))?;
        let Some(kernel) = found[0].map(|index| words[index].text.clone()) else {
            return Err(ImportError::line(text.number(row), "a row without a kernel's name; was the text wrapped?"));
        };
        if kernel.chars().count() < words[0].text.chars().count() || words[0].at.start != 0 {
            return Err(misplaced(text, row, &words[0].text));
        }
        for (cell, name) in found.iter().zip(&names).skip(1) {
            let Some(index) = *cell else { continue };
            let word = text.words_of(row).start + index;
            if let Some(figure) = figure(scope, row, &words[index], name, &stated, &unit, word, line)? {
                let column = sheet.kernel(kernel_name(text), &kernel);
                if column.has(&figure.quantity.benchmark, &figure.at) {
                    let problem = format!("\"{name}\" of {kernel} stands here a second time");
                    return Err(ImportError::line(text.number(row), problem));
                }
                column.put(figure);
            }
        }
    }
    Ok(())
}

fn misplaced(text: &Text, row: usize, word: &str) -> ImportError {
    let problem =
        format!("\"{word}\" stands in no column of its own below the rule; were spaces lost, or was the text wrapped?");
    ImportError::line(text.number(row), problem)
}

/// The names of the columns: the words of the headings that stand over each, from top to bottom.
fn names(text: &Text, table: &Lines) -> Result<Vec<String>, ImportError> {
    let mut names = vec![String::new(); table.columns.len()];
    for line in table.heads.clone() {
        let words = placed(text.line(line));
        for word in &words {
            let over = |column: &Range<usize>| word.at.start < column.end && column.start < word.at.end;
            let mut at = table.columns.iter().enumerate().filter(|(_, column)| over(column)).map(|(index, _)| index);
            match (at.next(), at.next()) {
                (Some(index), None) => {
                    if !names[index].is_empty() {
                        names[index].push(' ');
                    }
                    names[index].push_str(&word.text);
                }
                _ => {
                    let problem = format!("the heading \"{}\" stands over no single column of the rule", word.text);
                    return Err(ImportError::line(text.number(line), problem));
                }
            }
        }
    }
    match names.iter().position(String::is_empty) {
        Some(index) => Err(ImportError::line(
            text.number(table.heads.end - 1),
            format!("column {} of the rule has no heading", index + 1),
        )),
        None => Ok(names),
    }
}

#[expect(clippy::too_many_arguments, reason = "a cell is known by all that stands around it")]
fn figure(
    scope: &Scope,
    row: usize,
    cell: &Placed,
    name: &str,
    stated: &Caption,
    unit: &(Display, Unit),
    word: usize,
    head: usize,
) -> Result<Option<Figure>, ImportError> {
    let line = scope.text.number(row);
    let printed = Printed::parse_abbreviated(&cell.text)
        .ok_or_else(|| ImportError::line(line, format!("\"{}\" is no number", cell.text)))?;
    if printed.value() <= 0.0 {
        return Ok(None);
    }
    if name == "Mhz" {
        return Ok(CLOCK.figure(Point::default(), &printed, (Display::MHZ, Unit::Hertz), word));
    }
    if let Some(means) = column(name, unit.1.is_rate()) {
        let figure = means.figure(Point::default(), &printed, unit.clone(), word);
        let figure =
            figure.ok_or_else(|| ImportError::line(line, format!("{} is no unit of \"{name}\"", unit.0.ascii)))?;
        let contradicts = stated.better.is_some_and(|better| better != figure.quantity.better);
        return if contradicts && figure.quantity.better != Better::Neutral {
            Err(ImportError::line(head, format!("the caption and \"{name}\" say opposite things of what is better")))
        } else {
            Ok(Some(figure))
        };
    }
    let better = stated.better.or_else(|| scope.options.better(head)).ok_or_else(|| ImportError::Missing {
        line: head,
        what: format!("which way \"{name}\" is better"),
        flag: format!("--better {head}=lower or --better {head}=higher"),
    })?;
    let quantity = Quantity::foreign(&format!("table.{}", slug(name)), "value", unit.1.clone(), better);
    Ok(Some(Figure::new(quantity, Point::default(), &printed, unit.0, word)))
}
