//! A summary as lmbench 3 prints it, a row a run: what it has columns for, in its few characters. Runs are called
//! `run-1`, `run-2`; systems are cut to 13 characters, as lmbench cuts them.

use crate::catalogue;
use crate::import::mapping::{Axis, CLOCK, Cell, How, Meaning, TABLES, Table};
use crate::import::number::unit_word;
use crate::model::{Point, Run};
use crate::number::Display;
use crate::summary::{RunSummary, Series};

/// The captions of the tables, and the width of each column in characters.
const PRINTED: &[(&str, &str, &[usize])] = &[
    ("Processor, Processes - times in microseconds", "smaller is better", &[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]),
    ("Basic integer operations - times in nanoseconds", "smaller is better", &[6, 6, 6, 6, 6]),
    ("Basic uint64 operations - times in nanoseconds", "smaller is better", &[6, 6, 6, 6, 6]),
    ("Basic float operations - times in nanoseconds", "smaller is better", &[6, 6, 6, 6]),
    ("Basic double operations - times in nanoseconds", "smaller is better", &[6, 6, 6, 6]),
    ("Context switching - times in microseconds", "smaller is better", &[6, 6, 6, 6, 6, 7, 7]),
    ("*Local* Communication latencies in microseconds", "smaller is better", &[5, 5, 4, 5, 5, 5, 5, 4]),
    ("File & VM system latencies in microseconds", "smaller is better", &[6, 6, 6, 6, 7, 5, 7, 5]),
    ("*Local* Communication bandwidths in MB/s", "bigger is better", &[4, 4, 4, 6, 6, 6, 6, 4, 5]),
];

/// A summary of runs, in their order. Tables that no run has a figure for are left out.
pub fn lmbench_summary(runs: &[(&Run, &RunSummary)]) -> String {
    let mut text = String::from("\n                 L M B E N C H  3 . 0   S U M M A R Y\n");
    text += "                 ------------------------------------\n\n";
    for (caption, better, widths) in PRINTED {
        // Of the tables under a caption lmbench 3's is the first that has so many columns.
        let table = TABLES.iter().find(|table| table.caption == *caption && table.cells.len() == widths.len());
        let Some(table) = table else { continue };
        let rows: Vec<String> = runs.iter().enumerate().map(|(index, run)| row(index, run, table, widths)).collect();
        let host_and_system = 23;
        if rows.iter().any(|row| row.len() > host_and_system) {
            text += &format!("{caption} - {better}\n{}\n", "-".repeat(caption.len() + better.len() + 3));
            text += &heads(table, widths);
            text += &(rows.join("\n") + "\n\n");
        }
    }
    text
}

/// The lines of headings, and the rule.
fn heads(table: &Table, widths: &[usize]) -> String {
    let columns = names(table);
    let lines = table.heads.len();
    let mut text = String::new();
    for line in 0..lines {
        let mut row = if line == 0 { format!("{:<9} {:>13}", "Host", "OS") } else { " ".repeat(23) };
        for (column, width) in columns.iter().zip(widths) {
            let name = column.get(line).copied().unwrap_or_default();
            row += &format!(" {name:>width$}");
        }
        text += &(row.trim_end().to_owned() + "\n");
    }
    let rule: String = widths.iter().map(|width| format!(" {}", "-".repeat(*width))).collect();
    text + &format!("{} {}{rule}\n", "-".repeat(9), "-".repeat(13))
}

/// The words over each column, from top to bottom. lmbench leaves some columns without a word on the second line.
fn names(table: &Table) -> Vec<Vec<&'static str>> {
    let top = words(table.heads[0]);
    let below = table.heads.get(1).map(|line| words(line)).unwrap_or_default();
    let lacking = top.len().saturating_sub(below.len());
    let mut left = lacking;
    let mut below = below.into_iter();
    let alone = ["Mhz", "UDP", "TCP", "Pipe"];
    top.into_iter()
        .map(|name| {
            if left > 0 && alone.contains(&name) {
                left -= 1;
                vec![name]
            } else {
                let second = below.next();
                [Some(name), second].into_iter().flatten().collect()
            }
        })
        .collect()
}

/// The words of a line, of which `0K File` and `10K File` stand over two columns each.
fn words(line: &'static str) -> Vec<&'static str> {
    line.split(' ').collect()
}

fn row(index: usize, (run, summary): &(&Run, &RunSummary), table: &Table, widths: &[usize]) -> String {
    let system: String = format!("{} {}", run.kernel.name, run.kernel.release).trim().chars().take(13).collect();
    let system = if system.contains(' ') { system } else { format!("- {system}").chars().take(13).collect() };
    let mut row = format!("{:<9} {system:>13}", format!("run-{}", index + 1));
    for (cell, width) in table.cells.iter().zip(widths) {
        let value = match cell {
            Cell::Figure(means) => value(summary, means, table),
            Cell::Clock => figure(summary, &CLOCK).map(|hertz| hertz / Display::MHZ.factor),
            Cell::Nothing | Cell::Fact(..) => None,
        };
        let printed = match (value, cell) {
            (Some(value), Cell::Clock) => format!("{value:.0}"),
            (Some(value), _) => short(value, *width),
            (None, _) => String::new(),
        };
        row += &format!(" {printed:>width$}");
    }
    row.trim_end().to_owned()
}

/// A figure in the unit of its table, as lmbench counts.
fn value(summary: &RunSummary, means: &Meaning, table: &Table) -> Option<f64> {
    let unit = table.caption.rsplit(' ').next().and_then(unit_word)?.0;
    let value = figure(summary, means)?;
    Some(match means.how {
        How::Same | How::Foreign(..) => value / unit.factor,
        How::Half(_) => value / unit.factor / 2.0,
        How::TimeOfOne => 1e9 / value / unit.factor,
    })
}

/// A run's figure of a meaning: at the axes that it states and the reference values of the others; where the run was
/// measured at several placements, at the first of those without a stated one, on one CPU, and unpinned.
fn figure(summary: &RunSummary, means: &Meaning) -> Option<f64> {
    let id = match means.how {
        How::Foreign(..) => format!("foreign.{}", means.id),
        _ => means.id.to_owned(),
    };
    let rank = |placement: Option<&str>| match placement {
        None => 0,
        Some("same_cpu") => 1,
        Some("unpinned") => 2,
        Some(_) => 3,
    };
    let mut first = 0;
    let mut best: Option<(usize, f64)> = None;
    for series in &summary.series {
        let cells = first..first + series.cells as usize;
        first = cells.end;
        if series.benchmark != id || !is_primary(series) {
            continue;
        }
        let rank = rank(series.placement.as_deref());
        for cell in cells {
            let point = summary.cells.at.get(cell).and_then(|index| summary.cells.points.get(*index as usize));
            let value = summary.cells.value.get(cell).copied().flatten().filter(|value| *value > 0.0);
            if let (Some(point), Some(value)) = (point, value)
                && fits(&series.benchmark, point, means)
                && best.is_none_or(|(other, _)| rank < other)
            {
                best = Some((rank, value));
            }
        }
    }
    best.map(|(_, value)| value)
}

fn is_primary(series: &Series) -> bool {
    let first = catalogue::find(&series.benchmark).and_then(|benchmark| benchmark.measures.first());
    first.is_none_or(|measure| measure.id == series.measure)
}

/// Whether a point has the axes that a meaning states, and of the others none but reference values.
fn fits(benchmark: &str, point: &Point, means: &Meaning) -> bool {
    let stated = means.at.iter().all(|(axis, value)| match value {
        Axis::Number(value) => point.integer(axis) == Some(*value),
        Axis::Name(value) => point.text(axis) == Some(*value),
    });
    let reference = |axis: &str| {
        catalogue::find(benchmark).and_then(|benchmark| benchmark.axis(axis)).map(|axis| axis.reference.value())
    };
    let others = point.0.iter().filter(|(axis, _)| means.at.iter().all(|(stated, _)| stated != axis));
    stated && others.into_iter().all(|(axis, value)| reference(axis).as_ref() == Some(value))
}

/// A number in at most `width` characters: with as many decimals as fit, else in thousands or millions.
fn short(value: f64, width: usize) -> String {
    for (suffix, factor) in [("", 1.0), ("K", 1e3), ("M", 1e6)] {
        let room = width - suffix.len();
        for decimals in (0..=room.saturating_sub(2)).rev() {
            let text = format!("{:.decimals$}", value / factor);
            if text.len() <= room {
                return text + suffix;
            }
        }
    }
    "-".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_columns() {
        for (value, width, text) in [
            (0.4012, 4, "0.40"),
            (1231.4, 4, "1231"),
            (13_456.0, 4, "13K"),
            (216.04, 4, "216"),
            (99.996, 4, "100"),
            (4_812_345.0, 5, "4812K"),
            (48_123_450.0, 4, "48M"),
            (1e15, 4, "-"),
        ] {
            assert_eq!(short(value, width), text, "{value}");
        }
    }

    #[test]
    fn every_printed_table_has_headings_that_are_read_again() {
        for (caption, _, widths) in PRINTED {
            let table = TABLES.iter().find(|table| table.caption == *caption && table.cells.len() == widths.len());
            let table = table.unwrap_or_else(|| panic!("{caption}"));
            let heads = heads(table, widths);
            for (line, expected) in heads.lines().zip(table.heads) {
                let words: Vec<&str> = line.split_whitespace().filter(|word| !["Host", "OS"].contains(word)).collect();
                assert_eq!(words.join(" "), *expected, "{caption}");
            }
        }
    }
}
