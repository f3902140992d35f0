//! One table: caption, chart, head, rows, mean.

use std::ops::Range;
use std::rc::Rc;

use shared::compare::Comparison;
use shared::figure;
use shared::number::percent;
use yew::prelude::*;

use super::caption::{caption, curve, has_spread, is_tested, sweeps};
use super::cell::{change_class, value_class};
use super::head::{head_row, layout, widths};
use super::row::Row;
use super::whisker::scale;
use crate::chart::chart;
use crate::element::{El, el, row_head, said};
use crate::hooks::Hooks;
use crate::part::{Part, keyed};
use crate::state::held::Held;
use crate::state::shown::{Shown, changed};
use crate::state::window::{Stretch, seen, stretches};
use crate::viewport::{height, row_height, top, use_moves};

/// One table.
#[derive(PartialEq)]
pub struct Block {
    /// What is shown.
    pub shown: Shown,
    /// Index of the table.
    pub table: usize,
    /// Whether only visible rows are in the DOM.
    pub long: bool,
    /// The row that the keyboard is on.
    pub cursor: Option<usize>,
    /// Whether curves are drawn without being asked for.
    pub curves: bool,
}

impl Part for Block {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Self { shown, table: index, .. } = self;
        let Shown { view, comparison, focus, .. } = shown;
        let (index, focus) = (*index, *focus);
        let table = &comparison.tables[index];
        let body = hooks.node();
        let window = use_window(hooks, &body, shown, table.rows.len(), self.long);
        let open = hooks.made((view.open.clone(), comparison.clone()), |(open, comparison)| {
            let open = open.as_ref()?;
            comparison.tables[index].rows.iter().position(|row| row.key.text() == *open)
        });
        let scale = hooks.made((comparison.clone(), focus), |(comparison, focus)| {
            scale(comparison, &comparison.tables[index], *focus)
        });
        let scale = Held::from(scale);
        let sweeps = sweeps(table);
        let drawn_chart = match &view.chart {
            None if self.curves => sweeps.first().map(|benchmark| curve(benchmark)),
            chart => chart.clone().filter(|chart| sweeps.contains(&chart.benchmark)),
        };
        let figure = hooks.made((drawn_chart, view.clone(), comparison.clone()), |(chart, view, comparison)| {
            let chart = Some(chart.clone()?);
            figure::of(&changed(view, |view| view.chart = chart), comparison).map(Rc::new)
        });
        let pinned: Vec<usize> = [*open, self.cursor].into_iter().flatten().collect();
        let id = format!("table-{index}");
        let (class, width) = layout(comparison.columns.len(), has_spread(table), is_tested(table));
        let spans = (2 * comparison.columns.len() + 1).to_string();
        let mut rows = el("tbody", "").node(&body).attr("role", "rowgroup");
        for stretch in stretches(window, &pinned, table.rows.len()) {
            match stretch {
                Stretch::Gap(left_out) => rows = rows.child(gap(left_out, spans.clone())),
                Stretch::Rows(range) => {
                    for row in range {
                        let scale = scale.clone();
                        let (open, cursor) = (*open == Some(row), self.cursor == Some(row));
                        let part = Row { shown: shown.clone(), table: index, row, scale, open, cursor };
                        rows = rows.child(keyed(&table.rows[row].key.text(), part));
                    }
                }
            }
        }
        let drawn = el("table", "")
            .attr("class", class)
            .maybe("width", width)
            .attr("role", "table")
            .attr("aria-labelledby", &id)
            .attr("aria-rowcount", (table.rows.len() + 1).to_string())
            .child(widths(comparison, focus))
            .child(head_row(shown, &scale))
            .child(rows)
            .child(el("tfoot", "").attr("role", "rowgroup").child(mean(comparison, index, focus)));
        el("section", "block")
            .child(caption(shown, table, &id, if self.curves { &[] } else { &sweeps }))
            .child(el("div", "chart-place").child(chart((*figure).clone())))
            .child(el("div", "scroll").child(drawn))
            .html()
    }
}

/// The rows that are seen, followed while the page scrolls, and when another table above may have changed its height.
fn use_window(hooks: &mut Hooks, body: &NodeRef, shown: &Shown, rows: usize, long: bool) -> Range<usize> {
    let window = hooks.state(0..0);
    let measure = hooks.made((rows, long), |_| {
        let (window, body) = (window.clone(), body.clone());
        Callback::from(move |()| {
            if let (true, Some(body)) = (long, body.cast::<web_sys::Element>()) {
                let seen = seen(top(&body), height(), row_height(), rows);
                if *window != seen {
                    window.set(seen);
                }
            }
        })
    });
    let measure = (*measure).clone();
    hooks.effect((measure.clone(), shown.clone()), {
        let measure = measure.clone();
        move || measure.emit(())
    });
    use_moves(hooks, long, measure);
    if long { (*window).clone() } else { 0..rows }
}

/// Rows that are left out: their height without them.
fn gap(rows: usize, spans: String) -> Html {
    let height = (rows as f64 * row_height()).to_string();
    let space = el("td", "").attr("colspan", spans).attr("height", height);
    el("tr", "gap").key(format!("gap {rows}")).attr("aria-hidden", "true").child(space).html()
}

/// The geometric means of the table's common rows.
fn mean(comparison: &Comparison, table: usize, focus: usize) -> Option<El> {
    let means = &comparison.tables[table].mean;
    let rows = means.iter().flatten().map(|mean| mean.rows).next().filter(|rows| *rows > 1)?;
    let name = row_head(format!("geometric mean of {rows} common rows")).attr("role", "rowheader");
    let mut line = el("tr", "").attr("role", "row").child(name);
    for (index, mean) in means.iter().enumerate() {
        line = line.child(el("td", value_class(index, comparison.base, focus)).attr("role", "cell"));
        if index != comparison.base {
            let mean = mean.map(|mean| percent(mean.improvement)).unwrap_or_default();
            line = line.child(said("td", change_class(index, focus), mean).attr("role", "cell"));
        }
    }
    Some(line.child(el("td", "picture").attr("role", "cell")))
}
