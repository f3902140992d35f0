//! Rows to tables: grouped as the catalogue groups them, in one unit and direction each.

use super::cell::{Figure, figure};
use super::change::change;
use super::detail::{Varying, detail, title};
use super::floor;
use super::join::Joined;
use super::order::Order;
use super::shown::Shown;
use super::verdicts::Tests;
use super::{Change, Column, Row, Table};
use crate::catalogue::{Measure, TableGroup};
use crate::model::{Better, Role};
use crate::sorted::Map;
use crate::stats::Quantiles;

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
    let mut judging = Judging {
        columns,
        base,
        tests: Tests::new(columns.len()),
        quantiles: Quantiles::default(),
        curve: 0,
        place: (0, 0),
    };
    let mut filled = Vec::with_capacity(tables.len());
    for table in tables {
        judging.place.0 = filled.len();
        filled.push(self::filled(table, &mut judging));
    }
    judging.tests.judge(&mut filled);
    filled
}

/// What is gathered for the words while tables are filled.
struct Judging<'c> {
    columns: &'c [Column],
    base: usize,
    tests: Tests,
    quantiles: Quantiles,
    /// The number of the curve that the current row belongs to.
    curve: usize,
    /// The current table and row.
    place: (usize, usize),
}

impl Judging<'_> {
    /// The change of a column's figure, where it can be compared with the baseline's: measured with measured, or
    /// published with published.
    fn change(&mut self, figures: &[Figure], column: usize, row: &Joined, role: Role) -> Option<Change> {
        let (old, new) = (figures.get(self.base)?, &figures[column]);
        let apart = self.columns[column].barred.is_some() || old.cell.reference != new.cell.reference;
        if column == self.base || apart {
            return None;
        }
        let better = row.curve.better;
        let (mut change, test) = change(old, new, better, floor::of_row(row), &mut self.quantiles)?;
        match test {
            Some(test) if role == Role::Primary && better != Better::Neutral => {
                change.floor = Some(test.floor());
                self.tests.add(column, self.place, self.curve, test);
            }
            _ => change.single_boot = false,
        }
        Some(change)
    }
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
        shown: Shown::of(curve.unit, known.map(|(_, measure)| measure.display).or_else(|| row.printed_unit()), units),
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

fn filled(table: Filling, judging: &mut Judging) -> Table {
    let varying = Varying::among(&table.rows);
    let mut rows: Vec<Row> = Vec::with_capacity(table.rows.len());
    let mut previous = None;
    for row in &table.rows {
        if previous != Some(row.curve) {
            judging.curve += 1;
            previous = Some(row.curve);
        }
        judging.place.1 = rows.len();
        rows.push(self::row(row, &varying, &table.shown, judging));
    }
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

fn row<'a>(joined: &'a Joined<'a>, varying: &Varying<'a>, shown: &Shown, judging: &mut Judging) -> Row {
    let columns = judging.columns.len();
    let mut figures: Vec<Figure> = (0..columns).map(|column| figure(joined, column)).collect();
    for figure in &mut figures {
        shown.write(figure);
    }
    let role = role(joined);
    Row {
        key: joined.key(),
        title: title(joined),
        detail: detail(joined, varying),
        role,
        changes: (0..columns).map(|column| judging.change(&figures, column, joined, role)).collect(),
        cells: figures.into_iter().map(|figure| figure.cell).collect(),
    }
}
