//! Which rows are shown, and how: by name, by axis value, without secondary measures, turned round.

use shared::compare::Comparison;
use shared::model::AxisValue;
use shared::sorted::Set;
use shared::view::{Hide, Layout, View};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::strip::toggled;
use crate::element::{el, said, section, switch};
use crate::navigation::use_navigation;
use crate::state::shown::Shown;

/// Axes with more values than this are no choice list.
const MOST: usize = 40;

/// Properties of [`Choices`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is shown.
    pub shown: Shown,
}

/// The choices.
#[component]
pub fn Choices(props: &Props) -> Html {
    let shown = &props.shown;
    let Shown { view, comparison, .. } = shown;
    let navigation = use_navigation();
    let axes = use_memo((comparison.clone(), view.clone()), |(comparison, view)| axes(comparison, view));
    let chosen = |axis: &str| {
        let (navigation, shown, axis) = (navigation.clone(), shown.clone(), axis.to_owned());
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                navigation.push(shown.href(&cut(&shown.view, &axis, select.value())));
            }
        })
    };
    let at = |axis: &str| view.at.get(axis).and_then(|values| values.first());
    let text = use_state(|| typed(&view.rows));
    let value = if globs(&text) == view.rows { (*text).clone() } else { typed(&view.rows) };
    let oninput = {
        let (navigation, shown) = (navigation.clone(), shown.clone());
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let rows = globs(&input.value());
                text.set(input.value());
                navigation.replace(shown.href(&View { rows, ..(*shown.view).clone() }));
            }
        })
    };
    let turned = View {
        layout: if view.layout == Layout::Kernels { Layout::Benchmarks } else { Layout::Kernels },
        ..(**view).clone()
    };
    let others = view.hide.contains(&Hide::Other);
    let field = html! { <input type="search" {value} {oninput} placeholder="pipe, net.tcp.*" spellcheck="false" /> };
    let lists = axes.iter().map(|(axis, values)| {
        let option = |value: &str, name: &str, on: bool| {
            html! { <option value={value.to_owned()} selected={on}>{ name }</option> }
        };
        let select = el("select", "")
            .on_change(chosen(axis))
            .child(option("", "all", !view.at.contains_key(axis)))
            .children(values.iter().map(|value| option(value, value, at(axis) == Some(value))));
        said("label", "", axis.clone()).child(select)
    });
    section("choices later", "Rows shown")
        .child(said("label", "", "rows").child(field))
        .children(lists)
        .child(switch(shown.href(&toggled(view, Hide::Other)), others, "primary measures only"))
        .child(switch(shown.href(&turned), view.layout == Layout::Kernels, "a row a column"))
        .html()
}

/// What was typed, as globs: a plain word matches anywhere.
fn globs(text: &str) -> Vec<String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| if word.contains(['*', '?']) { word.to_owned() } else { format!("*{word}*") }).collect()
}

/// Globs as they are typed.
fn typed(rows: &[String]) -> String {
    let plain = |glob: &str| {
        let inner = glob.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
        inner.filter(|inner| !inner.contains(['*', '?'])).unwrap_or(glob).to_owned()
    };
    rows.iter().map(|glob| plain(glob)).collect::<Vec<_>>().join(", ")
}

/// The view with an axis cut to one value, or to none.
fn cut(view: &View, axis: &str, value: String) -> View {
    let mut view = view.clone();
    if value.is_empty() {
        view.at.remove(axis);
    } else {
        view.at.insert(axis.to_owned(), Set::from_iter([value]));
    }
    view
}

/// Axes that have a choice of values, or one that was made.
fn axes(comparison: &Comparison, view: &View) -> Vec<(String, Vec<String>)> {
    let mut axes: Vec<(&str, Vec<&AxisValue>)> = Vec::new();
    for (axis, value) in comparison.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.key.point.0) {
        match axes.iter_mut().find(|(name, _)| name == axis) {
            Some((_, values)) if values.contains(&value) || values.len() > MOST => {}
            Some((_, values)) => values.push(value),
            None => axes.push((axis, vec![value])),
        }
    }
    let listed =
        axes.into_iter().filter(|(axis, values)| view.at.contains_key(*axis) || (2..=MOST).contains(&values.len()));
    listed.map(|(axis, values)| (axis.to_owned(), values.iter().map(ToString::to_string).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_word_matches_anywhere_and_reads_back() {
        let rows = globs("pipe, net.tcp.*");
        assert_eq!(rows, ["*pipe*", "net.tcp.*"]);
        assert_eq!(typed(&rows), "pipe, net.tcp.*");
    }

    #[test]
    fn an_axis_is_cut_and_freed_again() {
        let once = cut(&View::default(), "chunk", "64".to_owned());
        assert!(once.at["chunk"].contains("64"));
        assert_eq!(cut(&once, "chunk", String::new()), View::default());
    }
}
