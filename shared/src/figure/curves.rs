//! A benchmark over one of its axes: one curve a column and combination of the other axes.

use super::axis::{value_axis, x_axis};
use super::bars::bars;
use super::finding::finding;
use super::flags::flags;
use super::roles::{splitting, tied, usual_value, x_name};
use super::ticks::{bytes_text, number_text};
use super::{Figure, Flag, Kind, Mark, Series};
use crate::catalogue::{self, AxisKind};
use crate::compare::{Cell, CellStatus, Comparison, Row, Table};
use crate::model::AxisValue;
use crate::number::{Display, percentile};
use crate::summary::quartiles;
use crate::view::{Chart, compare_natural};

/// Curves beyond this many cannot be told apart.
const MOST_CURVES: usize = 12;

/// The curves of a chart; bars where the benchmark has but one point on every axis.
pub(super) fn curves(chart: &Chart, comparison: &Comparison) -> Option<Figure> {
    let (table, mut rows) = rows(&chart.benchmark, comparison)?;
    let Some(x) = x_name(chart, &rows) else { return bars(table, rows.first()?, comparison) };
    rows.retain(|row| row.key.point.integer(&x).is_some());
    let mut axes = splitting(&x, &rows);
    let mut fixed = Vec::new();
    if let Some(split) = chart.split.as_ref().filter(|split| axes.contains(split)) {
        for axis in axes.iter().filter(|axis| *axis != split) {
            let value = usual_value(&rows, axis)?;
            rows.retain(|row| row.key.point.get(axis) == Some(&value));
            fixed.push(format!("{axis} {value}"));
        }
        axes = vec![split.clone()];
    }
    let drawn = Drawn { table, comparison, kind: axis_kind(&rows[0].key.benchmark, &x), x: &x, axes: &axes };
    let (mut series, references) = drawn.series(&rows);
    let all = series.len();
    series.truncate(MOST_CURVES);
    let values = series.iter().flat_map(|curve| &curve.points);
    let y = value_axis(values.flat_map(|mark| [mark.y, mark.low, mark.high]).flatten(), table.caption(), chart.log)?;
    let tied = tied(&x, &rows);
    let places = series.iter().flat_map(|curve| &curve.points).map(|mark| mark.x);
    let axis = x_axis(places, axis_title(&rows[0].key.benchmark, &x), &tied, drawn.kind)?;
    let (mut caption, shades) = finding(&series, &references, table);
    if all > series.len() {
        caption.push_str(&format!("; {} of {all} curves are drawn", series.len()));
    }
    let title = title(&rows[0].key.benchmark, &x, &fixed);
    Some(Figure { title, caption, x: axis, y, series, shades, kind: Kind::Curves })
}

/// The rows of a benchmark and measure (`copy.sweep`, `copy.sweep:time`) in one version, and their table.
fn rows<'a>(wanted: &str, comparison: &'a Comparison) -> Option<(&'a Table, Vec<&'a Row>)> {
    let (benchmark, measure) = wanted.split_once(':').map_or((wanted, None), |(id, measure)| (id, Some(measure)));
    let first = catalogue::find(benchmark).and_then(|known| known.measures.first()).map(|measure| measure.id);
    let measure = measure.or(first);
    let fits = |row: &Row| row.key.benchmark == benchmark && measure.is_none_or(|measure| row.key.measure == measure);
    let table = comparison.tables.iter().find(|table| table.rows.iter().any(fits))?;
    let model = &table.rows.iter().find(|row| fits(row))?.key;
    let same = |row: &&Row| fits(row) && row.key.version == model.version && row.key.measure == model.measure;
    Some((table, table.rows.iter().filter(same).collect()))
}

fn axis_kind(benchmark: &str, axis: &str) -> AxisKind {
    catalogue::find(benchmark).and_then(|known| known.axis(axis)).map_or(AxisKind::Count, |axis| axis.kind)
}

fn axis_title(benchmark: &str, axis: &str) -> String {
    let known = catalogue::find(benchmark).and_then(|known| known.axis(axis));
    known.map_or_else(|| axis.to_owned(), |axis| axis.title.to_owned())
}

/// `Copy, by chunk`, with what stands still.
fn title(benchmark: &str, x: &str, fixed: &[String]) -> String {
    let name = catalogue::find(benchmark).map_or(benchmark, |known| known.title);
    let fixed: String = fixed.iter().map(|part| format!(", {part}")).collect();
    format!("{name}, by {}{fixed}", axis_title(benchmark, x))
}

/// What the curves are drawn from.
struct Drawn<'a> {
    table: &'a Table,
    comparison: &'a Comparison,
    kind: AxisKind,
    x: &'a str,
    axes: &'a [String],
}

impl Drawn<'_> {
    /// Curves with at least one figure; and for each, whether its figures are reference figures.
    fn series(&self, rows: &[&Row]) -> (Vec<Series>, Vec<bool>) {
        let combinations = self.combinations(rows);
        let columns: Vec<usize> = (0..self.comparison.columns.len())
            .filter(|&column| rows.iter().any(|row| figure(row, column).is_some()))
            .collect();
        let mut series = Vec::new();
        let mut references = Vec::new();
        for &column in &columns {
            for combination in &combinations {
                let mut chosen: Vec<&&Row> = rows.iter().filter(|row| self.combination(row) == *combination).collect();
                chosen.sort_by_key(|row| row.key.point.integer(self.x));
                let points: Vec<Mark> = chosen.iter().filter_map(|row| self.mark(row, column)).collect();
                if points.iter().all(|mark| mark.y.is_none()) {
                    continue;
                }
                references.push(chosen.iter().filter_map(|row| figure(row, column)).any(|cell| cell.reference));
                let label = self.label(column, columns.len() > 1, combination);
                let flags = self.flags(rows, column, combination);
                series.push(Series { label, style: series.len(), points, flags });
            }
        }
        (series, references)
    }

    /// The named places of a curve: only of what the benchmark is about.
    fn flags(&self, rows: &[&Row], column: usize, combination: &[Option<&AxisValue>]) -> Vec<Flag> {
        let key = &rows[0].key;
        let primary = catalogue::find(&key.benchmark).and_then(|known| known.measures.first());
        if primary.is_none_or(|primary| primary.id != key.measure) {
            return Vec::new();
        }
        let same = |row: &&Row| self.combination(row) == combination;
        let all = self.comparison.tables.iter().flat_map(|table| &table.rows);
        flags(all.filter(|row| row.key.benchmark == key.benchmark).filter(same), self.x, column)
    }

    /// The values of the splitting axes in a row.
    fn combination<'r>(&self, row: &'r Row) -> Vec<Option<&'r AxisValue>> {
        self.axes.iter().map(|axis| row.key.point.get(axis)).collect()
    }

    /// Those that occur, in the order of the rows; numbers by size.
    fn combinations<'r>(&self, rows: &[&'r Row]) -> Vec<Vec<Option<&'r AxisValue>>> {
        let mut found: Vec<Vec<Option<&AxisValue>>> = Vec::new();
        for row in rows {
            let combination = self.combination(row);
            if !found.contains(&combination) {
                found.push(combination);
            }
        }
        let numbers = |combination: &[Option<&AxisValue>]| {
            combination.iter().all(|value| matches!(value, Some(AxisValue::Integer(_))))
        };
        if found.iter().all(|combination| numbers(combination)) {
            let text = |combination: &[Option<&AxisValue>]| -> String {
                combination.iter().flatten().map(|value| format!("{value} ")).collect()
            };
            found.sort_by(|a, b| compare_natural(&text(a), &text(b)));
        }
        found
    }

    fn label(&self, column: usize, several: bool, combination: &[Option<&AxisValue>]) -> String {
        let named = |(axis, value): (&String, &Option<&AxisValue>)| match value {
            Some(AxisValue::Text(text)) => Some(text.clone()),
            Some(value) => Some(format!("{axis} {value}")),
            None => None,
        };
        let mut parts: Vec<String> = self.axes.iter().zip(combination).filter_map(named).collect();
        if several || parts.is_empty() {
            parts.insert(0, self.comparison.columns[column].short.clone());
        }
        parts.join(" · ")
    }

    fn mark(&self, row: &Row, column: usize) -> Option<Mark> {
        let x = row.key.point.integer(self.x)? as f64;
        let factor = Display::parse(&self.table.unit).map_or(1.0, |unit| unit.factor);
        let cell = figure(row, column);
        let spread = cell.filter(|cell| cell.starts.len() > 1).and_then(|cell| quartiles(&cell.starts));
        let y = cell.and_then(|cell| cell.value).map(|value| value / factor).filter(|value| value.is_finite());
        Some(Mark {
            x,
            x_text: x_text(x, self.kind),
            y,
            y_text: y_text(cell, &self.table.unit),
            low: y.and(spread).map(|(low, _)| low / factor),
            high: y.and(spread).map(|(_, high)| high / factor),
        })
    }
}

/// The cell of a column if it has a figure.
pub(super) fn figure(row: &Row, column: usize) -> Option<&Cell> {
    row.cells.get(column).filter(|cell| cell.status == CellStatus::Ok && cell.value.is_some())
}

/// As in the table, with the unit.
pub(super) fn y_text(cell: Option<&Cell>, unit: &str) -> String {
    match cell.and_then(|cell| cell.text.as_deref()) {
        Some(text) if unit.is_empty() => text.to_owned(),
        Some(text) => format!("{text} {unit}"),
        None => "missing".to_owned(),
    }
}

fn x_text(x: f64, kind: AxisKind) -> String {
    match kind {
        AxisKind::Bytes => {
            let text = bytes_text(x);
            if text.ends_with('B') { text } else { format!("{text} B") }
        }
        AxisKind::Percentile => percentile(x as u64),
        AxisKind::Count | AxisKind::Name => number_text(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Cell;
    use crate::model::Better;
    use crate::view::View;
    use crate::view::fixture::{absent, chunk_sweep, column, comparison, measured, printed, row, table};

    fn drawn(query: &str, comparison: &Comparison) -> Figure {
        crate::figure::of(&View::parse(query).view, comparison).unwrap()
    }

    fn labels(figure: &Figure) -> Vec<&str> {
        figure.series.iter().map(|series| series.label.as_str()).collect()
    }

    /// Two kernels over message sizes; the cell of each is made from the size and the column.
    fn sweep(cell: impl Fn(u64, usize) -> Cell) -> Comparison {
        let sizes = [1_u64, 64, 1024, 65_536];
        let rows = sizes.map(|size| {
            let cells = (0..2).map(|column| cell(size, column)).collect();
            row("net.made_up", &[("message", size.into()), ("family", "tcp".into())], "latency", Better::Lower, cells)
        });
        let table = table("Made up", Display::US, "call", Better::Lower, rows.into_iter().collect());
        comparison(vec![column("6.1"), column("6.18")], vec![table])
    }

    #[test]
    fn a_missing_figure_is_a_gap_and_nothing_else() {
        let figure = drawn(
            "chart=net.made_up",
            &sweep(|size, column| match (size, column) {
                (64, 1) => absent(CellStatus::Failed),
                _ => printed(&format!("{}.00", size / 64 + 10), Display::US),
            }),
        );
        assert_eq!(labels(&figure), ["6.1", "6.18"]);
        let marks = &figure.series[1].points;
        assert_eq!((marks.len(), marks[1].y, marks[1].y_text.as_str()), (4, None, "missing"));
        assert_eq!(figure.caption, "no clear difference between 6.1 and 6.18");
        assert_eq!(figure.shades, []);
    }

    #[test]
    fn spreads_that_overlap_are_no_finding() {
        let wide = |size: u64, column: usize| {
            let base = 1000.0 * (size as f64 + 10.0) * if column == 0 { 1.0 } else { 0.9 };
            measured("1.00", "0.10", &[base * 0.8, base, base * 1.2])
        };
        assert_eq!(drawn("chart=net.made_up", &sweep(wide)).caption, "no clear difference between 6.1 and 6.18");
        let narrow = |size: u64, column: usize| {
            let base = 1000.0 * (size as f64 + 10.0) * if column == 0 { 1.0 } else { 0.9 };
            measured("1.00", "0.10", &[base * 0.99, base, base * 1.01])
        };
        let figure = drawn("chart=net.made_up", &sweep(narrow));
        assert_eq!(figure.caption, "6.18 is faster throughout, by up to 10 % at 64");
        assert_eq!(figure.shades.len(), 1);
        let mark = &figure.series[0].points[0];
        assert!(mark.low < mark.y && mark.y < mark.high, "{mark:?}");
    }

    #[test]
    fn measured_and_published_curves_are_not_compared() {
        let figure = drawn(
            "chart=net.made_up",
            &sweep(|size, column| match column {
                0 => printed(&format!("{size}.00"), Display::US),
                _ => measured("1.00", "0.10", &[1000.0, 1001.0]),
            }),
        );
        assert_eq!(figure.caption, "the curves stand beside each other; they are not compared");
        assert_eq!(figure.shades, []);
    }

    #[test]
    fn the_other_axis_can_be_drawn_along_or_stand_still() {
        let figure = drawn("chart=copy.sweep&at=method:kernel_memcpy", &chunk_sweep());
        assert_eq!(figure.series.len(), 2, "at= is laid over the comparison before");
        let mut comparison = chunk_sweep();
        comparison.tables[0].rows.retain(|row| row.key.point.text("method") == Some("kernel_memcpy"));
        let one = drawn("chart=copy.sweep", &comparison);
        assert_eq!(labels(&one), ["mpc8313"]);
        assert_eq!(one.caption, "47.4 MiB/s at 8 B, 69.2 MiB/s at 64 KiB");
    }

    #[test]
    fn axes_that_change_in_step_make_one_curve() {
        let rows = [100_u64, 104, 108].map(|offset| {
            let point = [("off_src", offset.into()), ("off_dst", offset.into()), ("size", 8_388_608.into())];
            row("net.socket_copy", &point, "bandwidth", Better::Higher, vec![printed("342.9", Display::MIB_S)])
        });
        let table = table("Bandwidth", Display::MIB_S, "", Better::Higher, rows.into_iter().collect());
        let figure = drawn("chart=net.socket_copy", &comparison(vec![column("CONFIG_MK7")], vec![table]));
        assert_eq!(labels(&figure), ["CONFIG_MK7"]);
        assert_eq!(figure.x.label, "offset of the sender's buffer (bytes, off_dst alike)");
    }

    #[test]
    fn of_several_curves_the_clear_leader_is_named() {
        let drawn_with = |values: [[&str; 3]; 3]| {
            let rows = [1_u64, 64, 1024].into_iter().zip(values).flat_map(|(size, values)| {
                ["a", "b", "c"].into_iter().zip(values).map(move |(mode, value)| {
                    let point = [("message", size.into()), ("mode", mode.into())];
                    row("net.made_up", &point, "bandwidth", Better::Higher, vec![printed(value, Display::MIB_S)])
                })
            });
            let table = table("Bandwidth", Display::MIB_S, "", Better::Higher, rows.collect());
            drawn("chart=net.made_up", &comparison(vec![column("6.1")], vec![table])).caption
        };
        assert_eq!(drawn_with([["9", "5", "4"]; 3]), "a is fastest throughout");
        assert_eq!(drawn_with([["9", "5", "4"], ["9", "9", "4"], ["9", "8.99", "4"]]), "a is fastest at 1 of 3 places");
        assert_eq!(
            drawn_with([["9", "5", "4"], ["4", "9", "5"], ["9", "5", "4"]]),
            "fastest at 3 places: a at 2, b at 1"
        );
        assert_eq!(drawn_with([["9", "9", "4"]; 3]), "no curve is clearly ahead of all others");
    }

    #[test]
    fn a_split_axis_alone_separates_curves() {
        let rows = [1_u64, 64, 1024].into_iter().flat_map(|size| {
            [("tcp", "hot"), ("unix", "hot"), ("tcp", "cold"), ("unix", "cold")].map(|(family, cache)| {
                let point = [("message", size.into()), ("family", family.into()), ("cache", cache.into())];
                row("net.made_up", &point, "bandwidth", Better::Higher, vec![printed("342.9", Display::MIB_S)])
            })
        });
        let table = table("Bandwidth", Display::MIB_S, "", Better::Higher, rows.collect());
        let comparison = comparison(vec![column("6.1")], vec![table]);
        assert_eq!(
            labels(&drawn("chart=net.made_up", &comparison)),
            ["hot · tcp", "hot · unix", "cold · tcp", "cold · unix"]
        );
        let split = drawn("chart=net.made_up&split=family", &comparison);
        assert_eq!(labels(&split), ["tcp", "unix"]);
        assert_eq!(split.title, "net.made_up, by message, cache hot");
    }

    #[test]
    fn more_curves_than_can_be_told_apart_are_not_drawn() {
        let rows = (0..40_u64).flat_map(|mode| {
            [1_u64, 64].map(|size| {
                let point = [("message", size.into()), ("mode", format!("m{mode}").as_str().into())];
                row("net.made_up", &point, "bandwidth", Better::Higher, vec![printed("342.9", Display::MIB_S)])
            })
        });
        let table = table("Bandwidth", Display::MIB_S, "", Better::Higher, rows.collect());
        let figure = drawn("chart=net.made_up", &comparison(vec![column("6.1")], vec![table]));
        assert_eq!(figure.series.len(), MOST_CURVES);
        assert!(figure.caption.ends_with("12 of 40 curves are drawn"), "{}", figure.caption);
    }
}
