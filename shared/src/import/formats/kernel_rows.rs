//! Tables with a row a kernel and no rule, under a caption that states unit and direction, with or without their line
//! breaks: `kernel Pipe`, `2.5.65 15.36 ms`, `2.5.65-mm1 15.80`. A unit beside a figure that contradicts the caption is
//! noted: the caption rules.

use std::ops::Range;

use super::Format;
use super::words::{Caption, caption, is_release, kernel_name, slug};
use crate::import::mapping::{build, column};
use crate::import::number::{Printed, unit_word};
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::Point;
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "kernel-rows",
    title: "tables with a row a kernel",
    looks: "a caption with a unit, a line of column names, and rows such as 2.5.65-mm1 15.80",
    find,
    read,
};

/// Most columns.
const COLUMNS: usize = 12;
/// How many words before the names are taken for a caption.
const CAPTION: usize = 40;

/// A table, by its words.
#[derive(Debug)]
struct Table {
    caption: Range<usize>,
    names: Vec<String>,
    /// The first word of the names, or `kernel` before them.
    first: usize,
    rows: Vec<Row>,
    end: usize,
}

#[derive(Debug)]
struct Row {
    kernel: usize,
    /// A unit behind the figures.
    unit: Option<usize>,
}

fn find(text: &Text) -> Vec<Claim> {
    let claim = |table: &Table| {
        Claim::shape(table.first..table.end, "rows begin with a kernel's release, below names of columns")
    };
    tables(text).iter().map(claim).collect()
}

/// How many numbers follow a kernel's release.
fn figures_after(text: &Text, kernel: usize) -> usize {
    (kernel + 1..kernel + 2 + COLUMNS).take_while(|&word| Printed::parse(text.word(word)).is_some()).count()
}

fn tables(text: &Text) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut word = 0;
    while word < text.word_count() {
        let count = if is_release(text.word(word)) { figures_after(text, word) } else { 0 };
        if !(1..=COLUMNS).contains(&count) {
            word += 1;
            continue;
        }
        let mut rows = Vec::new();
        let mut end = word;
        while is_release(text.word(end)) && figures_after(text, end) == count {
            let after = end + 1 + count;
            let unit =
                (after < text.word_count()).then_some(after).filter(|&unit| unit_word(text.word(unit)).is_some());
            rows.push(Row { kernel: end, unit });
            end = after + usize::from(unit.is_some());
        }
        let from = tables.last().map_or(0, |table| table.end);
        if let Some(table) = table(text, from, word, count, rows, end) {
            tables.push(table);
        }
        word = end.max(word + 1);
    }
    tables
}

/// A table of at least two rows whose columns have names: known ones, or any below the word `kernel`.
fn table(text: &Text, from: usize, rows_begin: usize, count: usize, rows: Vec<Row>, end: usize) -> Option<Table> {
    let mut names_end = rows_begin;
    if count == 1 && text.word(names_end.checked_sub(1)?).ends_with(')') {
        // `seconds (smaller is better)`.
        names_end =
            (from.max(names_end.saturating_sub(6))..names_end).rev().find(|&word| text.word(word).starts_with('('))?;
    }
    let names_begin = names_end.checked_sub(count).filter(|begin| *begin >= from)?;
    let names: Vec<String> = (names_begin..names_end).map(|word| text.word(word).to_owned()).collect();
    let headed = names_begin > from && text.word(names_begin - 1) == "kernel";
    let first = if headed { names_begin - 1 } else { names_begin };
    let caption_words = from.max(first.saturating_sub(CAPTION))..rows_begin;
    let stated = caption(text, caption_words.clone());
    let rate = stated.unit.as_ref().is_some_and(|(_, unit)| unit.is_rate());
    let known = |name: &String| column(name, rate).is_some() || stated.builds && build(name).is_some();
    let united = stated.unit.is_some() || rows.iter().any(|row| row.unit.is_some());
    let is_unit = |name: &String| unit_word(name).is_some();
    let named = names.iter().all(known) || headed && (united || names.iter().all(is_unit));
    let sane = names.iter().all(|name| !name.bytes().all(|byte| byte == b'-'));
    (rows.len() >= 2 && named && sane).then_some(Table { caption: caption_words, names, first, rows, end })
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    for table in tables(scope.text) {
        if scope.claim_of(table.first).is_some() {
            read_table(scope, &table, sheet)?;
        }
    }
    Ok(())
}

fn read_table(scope: &Scope, table: &Table, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let stated = caption(text, table.caption.clone());
    let line = text.number_of(table.first);
    let beside = table.rows.iter().filter_map(|row| row.unit).find_map(|word| unit_word(text.word(word)));
    let of_name = table.names.iter().find_map(|name| unit_word(name));
    let unit = stated.unit.clone().or(of_name).or(beside).or_else(|| scope.options.unit(line));
    let unit = unit.ok_or_else(|| ImportError::Missing {
        line,
        what: format!("the unit of the table headed \"{}\"", table.names.join(" ")),
        flag: format!("--unit {line}=us, or another unit"),
    })?;
    for row in &table.rows {
        let kernel = text.word(row.kernel);
        for (index, name) in table.names.iter().enumerate() {
            let word = row.kernel + 1 + index;
            let quantity = quantity(scope, line, name, &stated, &unit)?;
            let broken =
                || ImportError::line(text.number_of(word), format!("{} is no unit of \"{name}\"", unit.0.ascii));
            let printed = Printed::parse(text.word(word)).filter(|printed| printed.value() > 0.0);
            let Some(printed) = printed else { continue };
            let mut figure = match quantity {
                Named::Known(means) => {
                    means.figure(Point::default(), &printed, unit.clone(), word).ok_or_else(broken)?
                }
                Named::Own(quantity) => Figure::new(quantity, Point::default(), &printed, unit.0, word),
            };
            if let Some((beside, _)) = row.unit.and_then(|word| unit_word(text.word(word)))
                && beside != unit.0
            {
                let shown = row.unit.map(|word| text.word(word)).unwrap_or_default();
                let caption = long_name(unit.0);
                figure = figure.noted(format!("printed as {} {shown}; the caption says {caption}", printed.text));
                sheet.note("A unit beside a figure contradicts the caption of its table: the caption rules.");
            }
            let column = sheet.kernel(kernel_name(text), kernel);
            if column.has(&figure.quantity.benchmark, &figure.at) {
                let problem = format!("\"{name}\" of {kernel} stands here a second time");
                return Err(ImportError::line(text.number_of(word), problem));
            }
            column.put(figure);
        }
    }
    Ok(())
}

/// What a column is.
enum Named {
    /// lmbench's.
    Known(crate::import::mapping::Meaning),
    /// A build, what a flag says, or one of its own.
    Own(Quantity),
}

fn quantity(
    scope: &Scope,
    line: usize,
    name: &str,
    stated: &Caption,
    unit: &(Display, Unit),
) -> Result<Named, ImportError> {
    let better = stated.better.or_else(|| scope.options.better(line));
    let known = column(name, unit.1.is_rate());
    let of_flag = scope.options.benchmark(line).filter(|_| known.is_none());
    let id = of_flag.or_else(|| build(name).filter(|_| stated.builds));
    if let Some(quantity) = id.and_then(Quantity::of) {
        return if quantity.unit == unit.1 && better.is_none_or(|better| better == quantity.better) {
            Ok(Named::Own(quantity))
        } else {
            Err(ImportError::line(line, format!("unit or direction are not those of {}", quantity.benchmark)))
        };
    }
    if let Some(means) = known {
        return Ok(Named::Known(means));
    }
    let own = match id {
        Some(id) => id.strip_prefix("foreign.").unwrap_or(id).to_owned(),
        None if unit_word(name).is_some() => {
            return Err(ImportError::Missing {
                line,
                what: format!("what the figures headed \"{name}\" are of"),
                flag: format!("--benchmark {line}=foreign.build.something, or a benchmark of the list"),
            });
        }
        None => format!("table.{}", slug(name)),
    };
    let better = better.ok_or_else(|| ImportError::Missing {
        line,
        what: format!("which way \"{name}\" is better"),
        flag: format!("--better {line}=lower or --better {line}=higher"),
    })?;
    Ok(Named::Own(Quantity::foreign(&own, "value", unit.1.clone(), better)))
}

/// The name of a unit as captions spell it.
fn long_name(unit: Display) -> &'static str {
    match unit.ascii {
        "ns" => "nanoseconds",
        "us" => "microseconds",
        "ms" => "milliseconds",
        "s" => "seconds",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Better;

    #[test]
    fn the_direction_of_a_caption_is_kept() {
        let text = Text::new(b"Rates in MB/s - bigger is better\nkernel Foo\n6.1.1 5.0\n6.1.2 6.0\n").unwrap();
        let table = tables(&text).remove(0);
        assert_eq!((table.rows.len(), table.names), (2, vec!["Foo".to_owned()]));
        assert_eq!(caption(&text, table.caption).better, Some(Better::Higher));
    }
}
