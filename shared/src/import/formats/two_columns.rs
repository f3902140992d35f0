//! Tables of two columns and the improvement in per cent between them, as posts about patches print them:
//! `Pipe latency 12.51 11.43 9%` under `2.5.29s4 2.5.29s4-ipc Improvement`, with or without their line breaks.

use std::ops::Range;

use super::Format;
use super::words::{caption, is_release, kernel_name, slug};
use crate::import::mapping::column;
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "two-columns",
    title: "two columns and their improvement",
    looks: "rows such as Pipe latency 12.51 11.43 9% below two names and Improvement",
    find,
    read,
};

/// Most words of a row's name.
const NAME: usize = 8;

/// A row, by its words.
struct Row {
    name: Range<usize>,
    /// The first figure; the second and the improvement follow.
    first: usize,
}

fn find(text: &Text) -> Vec<Claim> {
    heads(text)
        .map(|head| {
            let end = rows(text, head).last().map_or(head + 1, |row| row.first + 3);
            let percent = usize::from(text.word(head.saturating_sub(3)) == "Percent");
            Claim::shape(head - 2 - percent..end, "two names and Improvement head rows of two figures and a percentage")
        })
        .collect()
}

/// Where `Improvement` heads rows below two names.
fn heads(text: &Text) -> impl Iterator<Item = usize> {
    (2..text.word_count()).filter(|&word| is_head(text.word(word))).filter(|&word| rows(text, word).next().is_some())
}

fn is_head(word: &str) -> bool {
    word.trim_end_matches([':', '%']).eq_ignore_ascii_case("improvement")
}

fn rows(text: &Text, head: usize) -> impl Iterator<Item = Row> {
    let mut next = head + 1;
    std::iter::from_fn(move || {
        let name = next;
        let first = (name..name + NAME + 1).find(|&word| Printed::parse(text.word(word)).is_some())?;
        if (name..first).any(|word| is_head(text.word(word))) {
            return None;
        }
        if first == name || first + 2 >= text.word_count() || percent(text.word(first + 2)).is_none() {
            // A row that lacks a figure is an error of reading, if its percentage stands there.
            let lacking = first > name && percent(text.word(first + 1)).is_some();
            next = text.word_count();
            return lacking.then_some(Row { name: name..first, first });
        }
        next = first + 3;
        Some(Row { name: name..first, first })
    })
}

fn percent(word: &str) -> Option<Printed> {
    Printed::parse(word.strip_suffix('%')?)
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    for head in heads(scope.text) {
        if let Some(claim) = scope.claim_of(head) {
            read_table(scope, claim, head, sheet)?;
        }
    }
    Ok(())
}

fn read_table(scope: &Scope, claim: &Range<usize>, head: usize, sheet: &mut Sheet) -> Result<(), ImportError> {
    const AROUND: usize = 60;
    let text = scope.text;
    let line = text.number_of(head);
    let around = claim.start.saturating_sub(AROUND)..(claim.end + AROUND).min(text.word_count());
    let stated = caption(text, around.clone());
    let missing = || ImportError::Missing {
        line,
        what: format!("the unit of the figures below {} and {}", text.word(head - 2), text.word(head - 1)),
        flag: format!("--unit {line}=us, or another unit"),
    };
    let unit = stated.unit.clone().or_else(|| scope.options.unit(line)).ok_or_else(missing)?;
    let names = [text.word(head - 2), text.word(head - 1)];
    let means: Vec<Option<u64>> = names.iter().map(|name| mean_of(text, claim, name)).collect();
    for row in rows(text, head) {
        let broken = |problem: String| ImportError::line(text.number_of(row.first), problem);
        let figure = |index: usize| {
            let word = text.word(row.first + index);
            Printed::parse(word).ok_or_else(|| broken(format!("a figure is expected where \"{word}\" stands")))
        };
        let figures = [figure(0)?, figure(1)?];
        let word = text.word(row.first + 2);
        let improvement = percent(word).ok_or_else(|| broken(format!("\"{word}\" is no percentage")))?;
        let name = text.phrase(row.name.clone());
        let better = direction(&figures, &improvement)
            .ok_or_else(|| broken(format!("{} and {} do not differ by {word}", figures[0].text, figures[1].text)))?;
        for (index, printed) in figures.iter().enumerate() {
            let at = row.first + index;
            let of = of(&name, printed, unit.clone(), better, at, &broken)?;
            let column = sheet.column(names[index]);
            if is_release(names[index]) {
                names[index].clone_into(&mut column.kernel.release);
                kernel_name(text).clone_into(&mut column.kernel.name);
            } else {
                column.labels.insert("column".to_owned(), names[index].to_owned());
            }
            column.put(match means[index] {
                Some(n) => of.reduced("mean", Some(n)),
                None => of,
            });
        }
    }
    Ok(())
}

/// The figure of a name: lmbench's, whose direction must be the one that the percentages say, or one of its own.
fn of(
    name: &str,
    printed: &Printed,
    unit: (Display, Unit),
    better: Option<Better>,
    word: usize,
    broken: &dyn Fn(String) -> ImportError,
) -> Result<Figure, ImportError> {
    let contradicts = || broken(format!("\"{name}\" and its percentage say opposite things of what is better"));
    if let Some(means) = column(name, unit.1.is_rate()) {
        let figure = means.figure(Point::default(), printed, unit, word).ok_or_else(contradicts)?;
        let same = better.is_none_or(|better| better == figure.quantity.better);
        return if same { Ok(figure) } else { Err(contradicts()) };
    }
    let unknown = || broken(format!("which way \"{name}\" is better cannot be told: its improvement is 0 %"));
    let better = better.ok_or_else(unknown)?;
    let quantity = Quantity::foreign(&format!("table.{}", slug(name)), "value", unit.1, better);
    Ok(Figure::new(quantity, Point::default(), printed, unit.0, word))
}

/// Which way is better, as an improvement says: nothing where it is 0. None where the figures do not differ by it,
/// whichever of the two it is taken of.
fn direction(figures: &[Printed; 2], improvement: &Printed) -> Option<Option<Better>> {
    let (before, after, percent) = (figures[0].value(), figures[1].value(), improvement.value());
    if before <= 0.0 || after <= 0.0 {
        return None;
    }
    let slack = 1.01 * super::words::half_digit(improvement);
    let agrees = |change: f64| (change * 100.0 - percent).abs() <= slack;
    let lower = agrees((before - after) / before) || agrees(before / after - 1.0);
    let higher = agrees(after / before - 1.0) || agrees((after - before) / after);
    match (lower, higher) {
        (true, true) => Some(None),
        (true, false) => Some(Some(Better::Lower)),
        (false, true) => Some(Some(Better::Higher)),
        (false, false) => None,
    }
}

/// Of how many runs a column is said to be the mean: `The data for 2.5.29s4-ipc represents the average of three runs`.
fn mean_of(text: &Text, table: &Range<usize>, name: &str) -> Option<u64> {
    const AROUND: usize = 300;
    const NUMBERS: [&str; 10] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    let around = table.start.saturating_sub(AROUND).max(1)..(table.end + AROUND).min(text.word_count());
    around.filter(|&word| text.word(word) == name && text.word(word - 1) == "for").find_map(|word| {
        let of = (word + 1..word + 7).find(|&word| ["average", "mean"].contains(&text.word(word)))?;
        if text.word(of + 1) != "of" || !text.word(of + 3).starts_with("runs") {
            return None;
        }
        let count = text.word(of + 2);
        let spelt = NUMBERS.iter().position(|number| *number == count).map(|index| index as u64 + 2);
        spelt.or_else(|| count.parse().ok()).filter(|count| (2..10_000).contains(count))
    })
}
