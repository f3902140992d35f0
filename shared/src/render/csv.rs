//! The comparison for programs: RFC 4180, a line a cell, raw values beside those shown.

use crate::compare::{Cell, Comparison, Row, Table};
use crate::model::{Better, Role};
use crate::number::Display;

use super::cells::word;

/// Names of the columns. Only added to, at the end.
const HEADER: [&str; 33] = [
    "table",
    "benchmark",
    "version",
    "point",
    "measure",
    "role",
    "better",
    "column",
    "baseline",
    "runs",
    "status",
    "reason",
    "value",
    "unit",
    "spread",
    "raw_value",
    "raw_unit",
    "better_by",
    "starts",
    "samples",
    "disturbed",
    "start_values",
    "reference",
    "not_stated",
    "reduced",
    "printed",
    "notes",
    "word",
    "better_by_low",
    "better_by_high",
    "detectable",
    "floor",
    "single_boot",
];

/// A field: what programs read as a number stays one, text can never be taken for a formula.
enum Field {
    Number(String),
    Text(String),
}

/// The comparison as CSV, with a header.
pub fn csv(comparison: &Comparison) -> String {
    let mut lines = vec![HEADER.join(",")];
    for table in &comparison.tables {
        for row in &table.rows {
            for column in 0..comparison.columns.len().min(row.cells.len()) {
                let fields = fields(comparison, table, row, column);
                lines.push(fields.iter().map(Field::written).collect::<Vec<_>>().join(","));
            }
        }
    }
    lines.join("\r\n") + "\r\n"
}

fn fields(comparison: &Comparison, table: &Table, row: &Row, index: usize) -> [Field; HEADER.len()] {
    let column = &comparison.columns[index];
    let cell: &Cell = &row.cells[index];
    let ids: Vec<&str> = column.runs.iter().map(|id| id.as_str()).collect();
    let change = row.changes.get(index).and_then(Option::as_ref);
    [
        text(&table.title),
        text(&row.key.benchmark),
        number(f64::from(row.key.version)),
        text(&row.key.point.to_string()),
        text(&row.key.measure),
        text(role(row.role)),
        text(better(table.better)),
        text(&column.name),
        text(if index == comparison.base { "yes" } else { "no" }),
        text(&ids.join(" ")),
        text(word(cell.status)),
        text(cell.reason.as_deref().unwrap_or_default()),
        figure(cell.text.as_deref()),
        text(&table.unit),
        figure(cell.spread.as_deref()),
        cell.value.map_or_else(|| text(""), number),
        text(base_unit(&table.unit)),
        change.map_or_else(|| text(""), |change| number(change.improvement)),
        number(cell.starts.len() as f64),
        number(f64::from(cell.samples)),
        number(f64::from(cell.disturbed)),
        text(&cell.starts.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")),
        text(if cell.reference { "yes" } else { "no" }),
        text(&cell.unstated.join(" ")),
        text(cell.reduced.as_deref().unwrap_or_default()),
        text(&cell.printed.join(" ")),
        text(&cell.notes.join("; ")),
        text(change.map_or("", |change| change.word.name())),
        fraction(change.and_then(|change| change.low)),
        fraction(change.and_then(|change| change.high)),
        fraction(change.and_then(|change| change.detectable)),
        fraction(change.and_then(|change| change.floor)),
        text(match change {
            Some(change) if change.floor.is_some() => {
                if change.single_boot {
                    "yes"
                } else {
                    "no"
                }
            }
            _ => "",
        }),
    ]
}

fn text(value: &str) -> Field {
    Field::Text(value.to_owned())
}

fn number(value: f64) -> Field {
    if value.is_finite() { Field::Number(value.to_string()) } else { text("") }
}

fn fraction(value: Option<f64>) -> Field {
    value.map_or_else(|| text(""), number)
}

/// A formatted figure; one that is not a number after all is text.
fn figure(value: Option<&str>) -> Field {
    let value = value.unwrap_or_default();
    if value.parse().is_ok_and(f64::is_finite) { Field::Number(value.to_owned()) } else { text(value) }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Primary => "primary",
        Role::Secondary => "secondary",
        Role::Raw => "raw",
    }
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower",
        Better::Higher => "higher",
        Better::Neutral => "neutral",
    }
}

/// The unit of raw values in a table of that unit; a unit nobody knows is its own base.
fn base_unit(unit: &str) -> &str {
    match Display::parse(unit) {
        Some(Display::NS | Display::US | Display::MS | Display::S) => "ns",
        Some(Display::B_S | Display::MB_S | Display::MIB_S) => "B/s",
        Some(Display::MHZ) => "Hz",
        _ => unit,
    }
}

impl Field {
    fn written(&self) -> String {
        match self {
            Self::Number(number) => number.clone(),
            Self::Text(text) => quoted(&inert(text)),
        }
    }
}

/// A spreadsheet takes text that begins with one of these for a formula; an apostrophe in front keeps it text.
fn inert(text: &str) -> String {
    let formula = text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r', '\n']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
