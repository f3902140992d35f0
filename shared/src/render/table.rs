//! One table of a comparison as lines of text.

use super::blocks::{Block, Needs, blocks};
use super::cells::{Signs, figure, heading, printed, spread};
use super::lines::{right, shortened, wrapped, wrapped_in};
use super::names::{Named, named, placement, placement_words};
use super::{Options, ascii};
use crate::compare::{CellStatus, Change, Comparison, Mean, Row, Table};
use crate::model::Better;

/// Room for a figure with its spread; where they need more, spreads are left out.
const WIDEST_WITH_SPREAD: usize = 19;

/// The most columns of a change: `+12345.6 %`.
pub(super) const WIDEST_CHANGE: usize = 11;

/// Title, unit, direction: the line above a table.
pub fn caption(table: &Table) -> String {
    let place = placement(table).map(|placement| format!(", {}", placement_words(&placement))).unwrap_or_default();
    let caption = table.caption_ascii();
    let comma = if caption.is_empty() || caption.starts_with(',') { "" } else { ", " };
    ascii(&format!("{}{comma}{caption}{place}", table.title))
}

/// The table's blocks, without its caption. Of more than two columns, those that measured nothing of the table are only
/// named.
pub fn lines(comparison: &Comparison, table: &Table, signs: &Signs, options: &Options) -> Vec<String> {
    let printer = Printer::new(comparison, table, signs, options);
    let mut lines = Vec::new();
    for mut block in blocks(&printer.needs(), options.columns()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        for column in &mut block.columns {
            *column = printer.shown[*column];
        }
        printer.print(&block, &mut lines);
    }
    let absent: Vec<String> = (0..comparison.columns.len())
        .filter(|column| !printer.shown.contains(column))
        .map(|column| heading(&comparison.columns[column]))
        .collect();
    if !absent.is_empty() {
        lines.extend(wrapped(&format!("without figures here: {}", absent.join(", ")), options.columns(), 2));
    }
    lines
}

/// The columns that a table shows.
fn shown(comparison: &Comparison, table: &Table) -> Vec<usize> {
    let all = 0..comparison.columns.len();
    if all.len() < 3 {
        return all.collect();
    }
    let there = |column: usize| table.rows.iter().any(|row| row.cells[column].status != CellStatus::Missing);
    all.filter(|&column| column == comparison.base || there(column)).collect()
}

struct Printer<'a> {
    comparison: &'a Comparison,
    table: &'a Table,
    named: Vec<Named<'a>>,
    signs: &'a Signs,
    width: usize,
    /// The columns that are shown; blocks count these.
    shown: Vec<usize>,
    /// For each column, the widest figure with its sign; and the widest spread, 0 where spreads are left out.
    figures: Vec<(usize, usize)>,
    /// The widest mark behind a change; 0 where nothing was tested.
    marks: usize,
}

impl<'a> Printer<'a> {
    fn new(comparison: &'a Comparison, table: &'a Table, signs: &'a Signs, options: &Options) -> Self {
        let named = named(table);
        let widest = |column: usize, of: &dyn Fn(&Row) -> usize| {
            table.rows.iter().filter(|row| column < row.cells.len()).map(of).max().unwrap_or(0)
        };
        let mut figures: Vec<(usize, usize)> = (0..comparison.columns.len())
            .map(|c| {
                let figure = widest(c, &|row| figure(&row.cells[c]).len() + signs.sign(&row.cells[c]).len());
                (figure, widest(c, &|row| spread(&row.cells[c]).len()))
            })
            .collect();
        if figures.iter().any(|(figure, spread)| figure + 1 + spread > WIDEST_WITH_SPREAD) {
            for (_, spread) in &mut figures {
                *spread = 0;
            }
        }
        let shown = shown(comparison, table);
        let changes = table.rows.iter().flat_map(|row| row.changes.iter().flatten());
        let marks = changes.map(|change| change.mark().len()).max().unwrap_or(0);
        Self { comparison, table, named, signs, width: options.columns(), shown, figures, marks }
    }

    fn needs(&self) -> Needs {
        let name = |column: usize| heading(&self.comparison.columns[column]).len();
        let label = self.named.iter().flat_map(|named| {
            let indent = if named.heading.is_some() { 2 } else { 0 };
            named.rows.iter().map(move |(name, _)| ascii(name).len() + indent)
        });
        let value = |&column: &usize| {
            let (figure, spread) = self.figures[column];
            let room = if spread == 0 { 0 } else { spread + 1 };
            (figure + room).max(name(column) + self.sign_room())
        };
        let mut needs = Needs {
            label: label.max().unwrap_or(0),
            values: self.shown.iter().map(value).collect(),
            changes: self.shown.iter().map(|&column| self.change_width(column)).collect(),
            marks: if self.marks == 0 { 0 } else { self.marks + 1 },
            base: self.shown.iter().position(|column| *column == self.comparison.base).unwrap_or(0),
        };
        needs.narrow(self.width);
        needs
    }

    /// Names stand over the last digit, signs one column further right.
    fn sign_room(&self) -> usize {
        let any = self.table.rows.iter().flat_map(|row| &row.cells).next();
        any.map_or(0, |cell| self.signs.sign(cell).len())
    }

    /// 0 where nothing of the column is compared.
    fn change_width(&self, column: usize) -> usize {
        let changes = self.table.rows.iter().filter_map(|row| row.changes.get(column)?.as_ref());
        let widest = changes.map(|change| change.text.len()).max();
        widest.map_or(0, |width| width.clamp(self.header().len(), WIDEST_CHANGE))
    }

    fn header(&self) -> &'static str {
        if self.table.better == Better::Neutral { "differs by" } else { "better by" }
    }

    fn print(&self, block: &Block, lines: &mut Vec<String>) {
        let mut header = " ".repeat(block.label);
        for (place, &column) in block.columns.iter().enumerate() {
            let name = heading(&self.comparison.columns[column]);
            let room = self.sign_room();
            header.push_str(&right(&shortened(&name, block.values[place] - 1 - room), block.values[place] - room));
            header.push_str(&" ".repeat(room));
            if block.changes[place] > 0 {
                header.push_str(&right(self.header(), block.changes[place] + block.after));
            }
        }
        lines.push(header);
        for named in &self.named {
            if let Some(heading) = &named.heading {
                lines.extend(wrapped(&ascii(heading), self.width, 4));
            }
            let indent = if named.heading.is_some() { "  " } else { "" };
            for (name, row) in &named.rows {
                self.row(&format!("{indent}{}", ascii(name)), row, block, lines);
            }
        }
        self.mean(block, lines);
    }

    fn row(&self, name: &str, row: &Row, block: &Block, lines: &mut Vec<String>) {
        let mut figures = String::new();
        for (place, &column) in block.columns.iter().enumerate() {
            let cell = &row.cells[column];
            let mut text = figure(cell) + self.signs.sign(cell);
            if self.figures[column].1 > 0 {
                text.push_str(&format!(" {:<1$}", spread(cell), self.figures[column].1));
            }
            figures.push_str(&right(&text, block.values[place]));
            if block.changes[place] > 0 {
                let change = row.changes[column].as_ref();
                let text = change.map_or("", |change| change.text.as_str());
                figures.push_str(&right(&shortened(&ascii(text), WIDEST_CHANGE), block.changes[place]));
                let mark = change.map_or_else(String::new, Change::mark);
                let space = if block.after == 0 { "" } else { " " };
                figures.push_str(&format!("{:<1$}", space.to_owned() + &mark, block.after));
            }
        }
        // A name that is too long for its column stands on lines of its own.
        if name.len() > block.label {
            lines.extend(wrapped_in(name, self.width));
            lines.push(" ".repeat(block.label) + &figures);
        } else {
            lines.push(format!("{name:<0$}{figures}", block.label));
        }
        self.printed(row, block, lines);
    }

    /// Every figure of the source, where the cell shows a mean of them or another unit.
    fn printed(&self, row: &Row, block: &Block, lines: &mut Vec<String>) {
        let hidden: Vec<Option<String>> = block.columns.iter().map(|&column| printed(&row.cells[column])).collect();
        if hidden.iter().all(Option::is_none) {
            return;
        }
        let texts =
            block.columns.iter().zip(hidden).map(|(&column, text)| text.unwrap_or_else(|| figure(&row.cells[column])));
        let text = texts.collect::<Vec<_>>().join(" / ");
        lines.extend(wrapped_in(&format!("  printed: {text}"), self.width));
    }

    fn mean(&self, block: &Block, lines: &mut Vec<String>) {
        let mean = |column: usize| self.table.mean.get(column).copied().flatten();
        let Some(Mean { rows, .. }) = block.columns.iter().find_map(|&column| mean(column)) else { return };
        if rows < 2 {
            return;
        }
        let room = block.label + block.values[0];
        let words = [format!("geometric mean of {rows} common rows"), format!("geometric mean, {rows} rows")];
        let label = words.into_iter().find(|label| label.len() < room).unwrap_or_else(|| format!("mean of {rows}"));
        let mut line = format!("{label:<room$}");
        for (place, &column) in block.columns.iter().enumerate().skip(1) {
            line.push_str(&" ".repeat(block.values[place]));
            let text = mean(column).map_or_else(String::new, |mean| crate::number::percent(mean.improvement));
            line.push_str(&right(&text, block.changes[place]));
            line.push_str(&" ".repeat(block.after));
        }
        lines.push(line);
    }
}
