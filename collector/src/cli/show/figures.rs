//! A run's figures: the tables of a comparison with one column, with what a single run can say beside each value.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use shared::compare::{self, CellStatus, Row};
use shared::summary::summarise;
use shared::view::{Columns, Resolved, View, compare_view};

use crate::document::Document;

/// One rule, under the header.
const RULED: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Every table of the run.
pub fn text(document: &Document) -> String {
    let columns = vec![vec![document.id.clone()]];
    let resolved = Resolved { columns: columns.clone(), ..Resolved::default() };
    let view = View { columns: Columns::Frozen(columns), ..View::default() };
    let comparison = compare_view(&view, &resolved, &[&summarise(&document.id, &document.run)]);
    let mut text = String::new();
    for table in &comparison.tables {
        text += &format!("{}, {}\n{}\n\n", table.title, table.caption(), drawn(table).trim_fmt());
    }
    for note in &comparison.notes {
        text += &format!("{note}\n");
    }
    text
}

fn drawn(table: &compare::Table) -> Table {
    let mut drawn = Table::new();
    drawn.load_style(RULED);
    drawn.set_header(["", "", table.unit.as_str(), "±", "starts", "samples", "disturbed"]);
    for row in &table.rows {
        drawn.add_row(cells(row));
    }
    for column in drawn.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    drawn
}

fn cells(row: &Row) -> Vec<String> {
    let name = vec![row.title.clone(), row.detail.clone()];
    let figures = match row.cells.first() {
        Some(cell) if cell.status == CellStatus::Ok => vec![
            cell.text.clone().unwrap_or_default(),
            cell.spread.clone().unwrap_or_default(),
            cell.starts.len().to_string(),
            cell.samples.to_string(),
            cell.disturbed.to_string(),
        ],
        Some(cell) => vec![cell.reason.clone().unwrap_or_else(|| status(cell.status).to_owned())],
        None => Vec::new(),
    };
    name.into_iter().chain(figures).collect()
}

fn status(status: CellStatus) -> &'static str {
    match status {
        CellStatus::Ok => "ok",
        CellStatus::Missing => "missing",
        CellStatus::Failed => "failed",
        CellStatus::Timeout => "timeout",
        CellStatus::Skipped => "skipped",
        CellStatus::Unsupported => "unsupported",
    }
}
