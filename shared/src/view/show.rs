//! A view's choices laid over a comparison: which rows, in which order. Counts and means stay those of all rows.

use std::cmp::Ordering;

use super::glob::glob_matches;
use super::{Hide, Sort, SortBy, View, compare_natural};
use crate::compare::{CellStatus, Comparison, Row, Word};
use crate::model::Role;

/// The comparison with the view's `rows=`, `at=`, `hide=` and `sort=` applied. Says in its notes how many rows each hides.
pub fn show(view: &View, mut comparison: Comparison) -> Comparison {
    let mut hidden: Vec<(String, usize)> = reasons(view).map(|reason| (reason, 0)).collect();
    let mut left = 0;
    for table in &mut comparison.tables {
        table.rows.retain(|row| match hidden_by(view, row) {
            Some(reason) => {
                if let Some((_, count)) = hidden.iter_mut().find(|(known, _)| *known == reason) {
                    *count += 1;
                }
                false
            }
            None => true,
        });
        left += table.rows.len();
    }
    comparison.tables.retain(|table| !table.rows.is_empty());
    hidden.retain(|(_, count)| *count > 0);
    if !hidden.is_empty() {
        let parts: Vec<String> = hidden.iter().map(|(reason, count)| format!("{count} by {reason}")).collect();
        let all = if left == 0 { "every row is hidden" } else { "hidden rows" };
        comparison.notes.push(format!("{all}: {}", parts.join(", ")));
    }
    if let Some(sort) = view.sort {
        if sort.column < comparison.columns.len() || sort.by == SortBy::Name {
            for table in &mut comparison.tables {
                table.rows.sort_by(|a, b| compare_rows(sort, a, b));
            }
        } else {
            comparison.notes.push(format!("sort={}:{}: there is no such column", sort.by.name(), sort.column));
        }
    }
    comparison
}

/// The parts of the view that can hide rows, as its query writes them.
fn reasons(view: &View) -> impl Iterator<Item = String> {
    let rows = (!view.rows.is_empty()).then(|| "rows=".to_owned());
    let at = view.at.keys().map(|axis| format!("at={axis}")).collect::<Vec<_>>();
    let hide = view.hide.iter().map(|hide| format!("hide={}", hide.name())).collect::<Vec<_>>();
    rows.into_iter().chain(at).chain(hide)
}

/// The part of the view that hides the row, if one does.
fn hidden_by(view: &View, row: &Row) -> Option<String> {
    if !view.rows.is_empty() {
        let text = row.key.text();
        let wanted = view.rows.iter().any(|glob| glob_matches(glob, &text) || glob_matches(glob, &row.key.benchmark));
        if !wanted {
            return Some("rows=".to_owned());
        }
    }
    for (axis, values) in &view.at {
        if row.key.point.get(axis).is_some_and(|value| !values.contains(&value.to_string())) {
            return Some(format!("at={axis}"));
        }
    }
    view.hide.iter().find(|hide| hides(**hide, row)).map(|hide| format!("hide={}", hide.name()))
}

fn hides(hide: Hide, row: &Row) -> bool {
    match hide {
        // Without a test, nothing is called unchanged or undecided.
        Hide::Same => all(row, Word::Same),
        Hide::Noisy => all(row, Word::Undecided),
        Hide::Partial => row.cells.iter().any(|cell| cell.status != CellStatus::Ok),
        Hide::Other => row.role != Role::Primary,
    }
}

/// Whether every change of the row has that word.
fn all(row: &Row, word: Word) -> bool {
    let mut changes = row.changes.iter().flatten().peekable();
    changes.peek().is_some() && changes.all(|change| change.word == word)
}

/// Rows without the figure that they are sorted by come last, whatever the direction.
fn compare_rows(sort: Sort, left: &Row, right: &Row) -> Ordering {
    let turned = |order: Ordering| if sort.descending { order.reverse() } else { order };
    let figure = |row: &Row| match sort.by {
        SortBy::Change => row.changes.get(sort.column)?.as_ref().map(|change| change.improvement),
        SortBy::Value => row.cells.get(sort.column)?.value,
        SortBy::Name => None,
    };
    match sort.by {
        SortBy::Name => turned(compare_natural(&left.key.text(), &right.key.text())),
        SortBy::Change | SortBy::Value => match (figure(left), figure(right)) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::CellStatus;
    use crate::view::fixture;

    fn shown(query: &str) -> Comparison {
        show(&View::parse(query).view, fixture::chunk_sweep())
    }

    fn rows(comparison: &Comparison) -> Vec<String> {
        let rows = comparison.tables.iter().flat_map(|table| &table.rows);
        rows.map(|row| row.key.point.to_string()).collect()
    }

    #[test]
    fn rows_and_axes_are_cut_and_it_is_said() {
        let all = fixture::chunk_sweep();
        assert_eq!(shown(""), all, "a view without choices changes nothing");
        let cut = shown("at=chunk:8,16&at=method:kernel_memcpy");
        assert_eq!(rows(&cut).len(), 2);
        assert_eq!(cut.notes, ["hidden rows: 24 by at=chunk, 2 by at=method"]);
        assert_eq!(cut.counts, all.counts, "counts stay those of all rows");
        assert_eq!(shown("rows=copy.*").tables, all.tables);
        assert_eq!(rows(&shown("rows=*chunk=8\\,*")).len(), 2);
    }

    #[test]
    fn when_everything_is_hidden_the_view_says_by_what() {
        let none = shown("rows=ipc.*");
        assert_eq!(none.tables, []);
        assert_eq!(none.notes, ["every row is hidden: 28 by rows="]);
    }

    #[test]
    fn nothing_is_called_unchanged_without_a_test() {
        assert_eq!(shown("hide=same,noisy").tables, fixture::chunk_sweep().tables);
    }

    #[test]
    fn same_hides_what_a_test_calls_unchanged_and_nothing_else() {
        let mut comparison = fixture::ipc_lock();
        for (row, word) in comparison.tables[0].rows.iter_mut().zip([Word::Same, Word::Undecided, Word::Worse]) {
            row.changes[1].as_mut().unwrap().word = word;
        }
        let left = |query: &str| -> Vec<String> {
            let shown = show(&View::parse(query).view, comparison.clone());
            shown.tables[0].rows.iter().take(2).map(|row| row.key.benchmark.clone()).collect()
        };
        assert_eq!(left("hide=same"), ["ipc.unix.latency", "net.udp.latency"]);
        assert_eq!(left("hide=noisy"), ["ipc.pipe.latency", "net.udp.latency"]);
        assert_eq!(left("hide=same,noisy"), ["net.udp.latency", "net.tcp.latency"]);
    }

    #[test]
    fn partial_rows_can_be_hidden() {
        let mut comparison = fixture::ipc_lock();
        comparison.tables[0].rows[2].cells[1] = fixture::absent(CellStatus::Failed);
        let shown = show(&View::parse("hide=partial").view, comparison);
        assert_eq!(shown.tables[0].rows.len(), 6);
    }

    #[test]
    fn rows_are_sorted_and_those_without_the_figure_come_last() {
        let mut comparison = fixture::ipc_lock();
        comparison.tables[0].rows[0].changes[1] = None;
        let sorted = |query: &str| -> Vec<String> {
            let sorted = show(&View::parse(query).view, comparison.clone());
            sorted.tables[0].rows.iter().map(|row| row.key.benchmark.clone()).collect()
        };
        let best = sorted("sort=change:1:desc");
        assert_eq!((best[0].as_str(), best[6].as_str()), ("ipc.unix.latency", "ipc.pipe.latency"));
        let worst = sorted("sort=change:1:asc");
        assert_eq!((worst[0].as_str(), worst[6].as_str()), ("net.rpc_tcp.latency", "ipc.pipe.latency"));
        assert_eq!(sorted("sort=value:0:desc")[0], "net.tcp.connect");
        assert_eq!(sorted("sort=name")[6], "net.udp.latency");
        let missing = show(&View::parse("sort=change:9:desc").view, comparison.clone());
        assert_eq!(missing.notes, ["sort=change:9: there is no such column"]);
    }
}
