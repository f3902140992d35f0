//! Rows to tables: grouped as the catalogue groups them, in one unit and direction each.

use super::cell::{Figure, figure};
use super::change::change;
use super::detail::{Varying, detail, title};
use super::join::Joined;
use super::order::Order;
use super::shown::Shown;
use super::{Change, Column, Row, Table};
use crate::catalogue::{Measure, TableGroup};
use crate::model::{Better, Role};
use crate::sorted::Map;

/// A table that is being filled.
struct Filling<'r, 'a> {
    /// The catalogue's group; none for what it lacks.
    group: Option<TableGroup>,
    title: String,
    shown: Shown,
    per: &'static str,
    better: Better,
    rows: Vec<&'r Joined<'a>>,
}

/// The tables of all rows: the catalogue's groups in its order, primary measures first; then what the catalogue lacks,
/// by the first part of its id. `units` replaces display units.
pub(super) fn tables(rows: &[Joined], columns: &[Column], base: usize, units: &Map<String, String>) -> Vec<Table> {
    let order = Order::of_catalogue();
    let mut sorted: Vec<_> = rows.iter().map(|row| (order.rank(row), row)).collect();
    sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut tables: Vec<Filling> = Vec::new();
    for (_, row) in sorted {
        let new = filling(row, units);
        let same = |known: &&mut Filling| {
            (known.group, &known.title, &known.shown, known.per, known.better)
                == (new.group, &new.title, &new.shown, new.per, new.better)
        };
        match tables.iter_mut().find(same) {
            Some(known) => known.rows.push(row),
            None => tables.push(Filling { rows: vec![row], ..new }),
        }
    }
    tables.sort_by(|one, other| place(one).cmp(&place(other)));
    tables.into_iter().map(|table| filled(table, columns, base)).collect()
}

fn place<'t>(table: &'t Filling) -> (bool, Option<TableGroup>, &'t str, bool) {
    let secondary = table.rows.first().is_some_and(|row| role(row) != Role::Primary);
    (table.group.is_none(), table.group, &table.title, secondary)
}

/// The table that a row belongs to, without rows.
fn filling<'r, 'a>(row: &'r Joined<'a>, units: &Map<String, String>) -> Filling<'r, 'a> {
    let curve = row.curve;
    let known = row.benchmark.zip(measure(row));
    Filling {
        group: known.map(|(benchmark, _)| benchmark.group),
        title: match known {
            Some((benchmark, _)) => benchmark.group.title().to_owned(),
            None => curve.benchmark.split('.').next().unwrap_or_default().to_owned(),
        },
        shown: Shown::of(curve.unit, known.map(|(_, measure)| measure.display), units),
        per: known.map_or("", |(_, measure)| measure.per),
        better: curve.better,
        rows: Vec::new(),
    }
}

/// The catalogue's measure of a row, unless the row's unit or direction is another.
fn measure(row: &Joined) -> Option<&'static Measure> {
    let measure = row.benchmark?.measure(row.curve.measure)?;
    (*row.curve.unit == (measure.unit)() && row.curve.better == measure.better).then_some(measure)
}

fn role(row: &Joined) -> Role {
    measure(row).map_or(row.role, |measure| measure.role)
}

fn filled(table: Filling, columns: &[Column], base: usize) -> Table {
    let varying = Varying::among(&table.rows);
    let rows = table.rows.iter().map(|row| self::row(row, &varying, &table.shown, columns, base)).collect();
    Table {
        title: table.title,
        unit: table.shown.name,
        unit_ascii: table.shown.ascii,
        per: table.per.to_owned(),
        better: table.better,
        rows,
        mean: Vec::new(),
    }
}

fn row<'a>(joined: &'a Joined<'a>, varying: &Varying<'a>, shown: &Shown, columns: &[Column], base: usize) -> Row {
    let mut figures: Vec<Figure> = (0..columns.len()).map(|column| figure(joined, column)).collect();
    for figure in &mut figures {
        shown.write(figure);
    }
    let better = joined.curve.better;
    Row {
        key: joined.key(),
        title: title(joined),
        detail: detail(joined, varying),
        role: role(joined),
        changes: (0..columns.len()).map(|column| change_of(&figures, columns, base, column, better)).collect(),
        cells: figures.into_iter().map(|figure| figure.cell).collect(),
    }
}

/// The change of a column's figure, where it can be compared with the baseline's: measured with measured, or published
/// with published.
fn change_of(figures: &[Figure], columns: &[Column], base: usize, column: usize, better: Better) -> Option<Change> {
    let (old, new) = (figures.get(base)?, &figures[column]);
    let apart = column == base || columns[column].barred.is_some() || old.cell.reference != new.cell.reference;
    if apart { None } else { change(old, new, better) }
}
