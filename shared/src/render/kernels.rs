//! `layout=kernels`: a row a column of the comparison, a column a benchmark, as the old kernel pages had it.

use super::cells::{Signs, figure, heading};
use super::lines::{right, shortened};
use super::names::named;
use super::table::WIDEST_CHANGE;
use super::{Options, ascii};
use crate::compare::{Comparison, Row, Table};
use crate::number;

/// Space before a figure.
const GAP: usize = 2;

/// Widest line of a benchmark's name over its figures.
const WIDEST_NAME: usize = 16;

/// The table's blocks, without its caption.
pub fn lines(comparison: &Comparison, table: &Table, signs: &Signs, options: &Options) -> Vec<String> {
    let names: Vec<String> = comparison.columns.iter().map(heading).collect();
    let label = names.iter().map(String::len).max().unwrap_or(0).clamp("kernel".len(), options.columns() / 2);
    let columns = columns(comparison, table, signs);
    let mut lines = Vec::new();
    let mut rest = &columns[..];
    while !rest.is_empty() {
        let mut used = label;
        let fitting = rest.iter().take_while(|column| {
            used += GAP + column.width;
            used <= options.columns()
        });
        let count = fitting.count().max(1);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        block(&names, label, &rest[..count], &mut lines);
        rest = &rest[count..];
    }
    lines
}

/// A benchmark's name, in lines from the top, and its figures from the first kernel to the last.
struct Column {
    name: Vec<String>,
    figures: Vec<String>,
    width: usize,
}

impl Column {
    fn new(name: Vec<String>, figures: Vec<String>) -> Self {
        let width = name.iter().chain(&figures).map(String::len).max().unwrap_or(0);
        Self { name, figures, width }
    }
}

fn columns(comparison: &Comparison, table: &Table, signs: &Signs) -> Vec<Column> {
    let mut columns = Vec::new();
    for named in named(table) {
        let grouped = named.heading.is_some();
        for (name, row) in &named.rows {
            let figures = row.cells.iter().map(|cell| figure(cell) + signs.sign(cell)).collect();
            columns.push(Column::new(name_lines(row, grouped.then_some(name.as_str())), figures));
        }
    }
    let mean = |column: usize| table.mean.get(column).copied().flatten();
    if (0..comparison.columns.len()).any(|column| mean(column).is_some_and(|mean| mean.rows > 1)) {
        let figures = (0..comparison.columns.len()).map(|column| match mean(column) {
            Some(mean) => shortened(&number::percent(mean.improvement), WIDEST_CHANGE),
            None if column == comparison.base => "baseline".to_owned(),
            None => String::new(),
        });
        columns.push(Column::new(vec!["geom. mean,".to_owned(), "better by".to_owned()], figures.collect()));
    }
    columns
}

/// The id taken apart at its dots, as the old tables stacked their headings; then what tells the row from its neighbours.
fn name_lines(row: &Row, point: Option<&str>) -> Vec<String> {
    let mut lines: Vec<String> = row.key.benchmark.split('.').map(ascii).collect();
    lines.extend(point.into_iter().flat_map(|point| point.split(' ')).map(ascii));
    lines.iter().map(|line| shortened(line, WIDEST_NAME)).collect()
}

fn block(names: &[String], label: usize, columns: &[Column], lines: &mut Vec<String>) {
    let height = columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
    for index in 0..height {
        let mut line = format!("{:<label$}", if index + 1 == height { "kernel" } else { "" });
        for column in columns {
            // Names stand on the line of figures, with their last line lowest.
            let text = (index + column.name.len()).checked_sub(height).and_then(|at| column.name.get(at));
            line.push_str(&right(text.map_or("", String::as_str), GAP + column.width));
        }
        lines.push(line);
    }
    for (index, name) in names.iter().enumerate() {
        let mut line = format!("{:<label$}", shortened(name, label));
        for column in columns {
            line.push_str(&right(column.figures.get(index).map_or("", String::as_str), GAP + column.width));
        }
        lines.push(line);
    }
}
