//! One table: caption, chart, head, rows, mean.

use shared::compare::Comparison;
use shared::figure;
use shared::number::percent;
use shared::view::View;
use yew::prelude::*;

use super::caption::{caption, curve, has_spread, sweeps};
use super::cell::side;
use super::head::head;
use super::row::Row;
use super::whisker::{drawn, scale};
use crate::chart::chart;
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
    let spans = 2 * comparison.columns.len() + 1;
    html! {
        <section class="block">
            { caption(shown, table, &id, if props.curves { &[] } else { &sweeps }) }
            <div class="chart-place">
                if let Some(figure) = &*figure {
                    { chart(Some(figure.clone())) }
                }
            </div>
            <div class="scroll">
                <table class={classes!("figures", (!has_spread(table)).then_some("bare"))} role="table" aria-labelledby={id}
                    aria-rowcount={(table.rows.len() + 1).to_string()}>
                    { head(shown, &scale) }
                    <tbody ref={body} role="rowgroup">
                        for stretch in stretches(window, &pinned, table.rows.len()) {
                            { match stretch {
                                Stretch::Gap(rows) => gap(rows, spans),
                                Stretch::Rows(range) => range.map(|row| html! {
                                    <Row key={table.rows[row].key.text()} shown={shown.clone()} table={index} {row}
                                        scale={scale.clone()} open={*open == Some(row)}
                                        cursor={props.cursor == Some(row)} />
                                }).collect::<Html>(),
                            } }
                        }
                    </tbody>
                    <tfoot role="rowgroup">{ mean(comparison, index, focus) }</tfoot>
                </table>
            </div>
        </section>
    }
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
fn gap(rows: usize, spans: usize) -> Html {
    let height = (rows as f64 * row_height()).to_string();
    html! { <tr class="gap" aria-hidden="true"><td colspan={spans.to_string()} {height} /></tr> }
}

/// The geometric means of the table's common rows.
fn mean(comparison: &Comparison, table: usize, focus: usize) -> Html {
    let means = &comparison.tables[table].mean;
    let common = means.iter().flatten().map(|mean| mean.rows).next();
    let Some(rows) = common.filter(|rows| *rows > 1) else { return Html::default() };
    html! {
        <tr role="row">
            <th scope="row" role="rowheader">{ format!("geometric mean of {rows} common rows") }</th>
            for (index, _) in comparison.columns.iter().enumerate() {
                <td key={index} role="cell" class={side(index, comparison.base, focus, "value")} />
                if index != comparison.base {
                    <td key={format!("change {index}")} role="cell"
                        class={classes!("num", side(index, comparison.base, focus, "change"))}>
                        { means[index].map(|mean| percent(mean.improvement)).unwrap_or_default() }
                    </td>
                }
            }
            if !drawn(comparison, focus).is_empty() {
                <td class="picture" role="cell" />
            }
        </tr>
    }
}
