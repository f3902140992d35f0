//! One table: caption, chart, head, rows, mean.

use shared::compare::Comparison;
use shared::figure;
use shared::number::percent;
use shared::view::View;
use yew::prelude::*;

use super::caption::{caption, curve, has_spread, is_tested, sweeps};
use super::cell::{change_class, value_class};
use super::head::{head_row, layout, widths};
use super::row::Row;
use super::whisker::scale;
use crate::chart::chart;
use crate::element::{El, el, row_head, said};
use crate::state::held::Held;
use crate::state::shown::Shown;
use crate::state::window::{Stretch, seen, stretches};
use crate::viewport::{height, row_height, top, use_moves};

/// Properties of [`Block`].
#[derive(Properties, PartialEq)]
pub struct Props {
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

/// One table.
#[component]
pub fn Block(props: &Props) -> Html {
    let Props { shown, table: index, .. } = props;
    let Shown { view, comparison, focus, .. } = shown;
    let (index, focus) = (*index, *focus);
    let table = &comparison.tables[index];
    let body = use_node_ref();
    let window = use_window(body.clone(), table.rows.len(), props.long);
    let open = use_memo((view.open.clone(), comparison.clone()), |(open, comparison)| {
        let open = open.as_ref()?;
        comparison.tables[index].rows.iter().position(|row| row.key.text() == *open)
    });
    let scale = use_memo((comparison.clone(), focus), |(comparison, focus)| {
        scale(comparison, &comparison.tables[index], *focus)
    });
    let scale = Held::from(scale);
    let sweeps = sweeps(table);
    let drawn_chart = match &view.chart {
        None if props.curves => sweeps.first().map(|benchmark| curve(benchmark)),
        chart => chart.clone().filter(|chart| sweeps.contains(&chart.benchmark)),
    };
    let figure = use_memo((drawn_chart, view.clone(), comparison.clone()), |(chart, view, comparison)| {
        let chart = Some(chart.clone()?);
        figure::of(&View { chart, ..(**view).clone() }, comparison)
    });
    let pinned: Vec<usize> = [*open, props.cursor].into_iter().flatten().collect();
    let id = format!("table-{index}");
    let (class, width) = layout(comparison.columns.len(), has_spread(table), is_tested(table));
    let spans = (2 * comparison.columns.len() + 1).to_string();
    let rows = stretches(window, &pinned, table.rows.len()).into_iter().flat_map(|stretch| {
        match stretch {
        Stretch::Gap(rows) => vec![gap(rows, spans.clone())],
        Stretch::Rows(range) => range.map(|row| html! {
            <Row key={table.rows[row].key.text()} shown={shown.clone()} table={index} {row} scale={scale.clone()}
                open={*open == Some(row)} cursor={props.cursor == Some(row)} />
        }).collect(),
    }
    });
    let drawn = el("table", "")
        .attr("class", class)
        .maybe("width", width)
        .attr("role", "table")
        .attr("aria-labelledby", id.clone())
        .attr("aria-rowcount", (table.rows.len() + 1).to_string())
        .child(widths(comparison, focus))
        .child(head_row(shown, &scale))
        .child(el("tbody", "").node(&body).attr("role", "rowgroup").children(rows))
        .child(el("tfoot", "").attr("role", "rowgroup").child(mean(comparison, index, focus)));
    el("section", "block")
        .child(caption(shown, table, &id, if props.curves { &[] } else { &sweeps }))
        .child(el("div", "chart-place").child(chart((*figure).clone())))
        .child(el("div", "scroll").child(drawn))
        .html()
}

/// The rows that are seen, followed while the page scrolls.
#[hook]
fn use_window(body: NodeRef, rows: usize, long: bool) -> std::ops::Range<usize> {
    let window = use_state_eq(|| 0..0);
    let measure = use_callback((rows, long), {
        let window = window.setter();
        let body = body.clone();
        move |(), (rows, long)| {
            if let (true, Some(body)) = (*long, body.cast::<web_sys::Element>()) {
                window.set(seen(top(&body), height(), row_height(), *rows));
            }
        }
    });
    use_effect_with(measure.clone(), |measure| measure.emit(()));
    use_moves(long, measure);
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
