//! Which rows are shown, and how: by name, by axis value, without secondary measures, turned round.

use std::rc::Rc;

use shared::compare::Comparison;
use shared::model::AxisValue;
use shared::view::{Hide, Layout, View};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::strip::toggled;
use crate::app::Site;
use crate::element::{el, option, said, section, switch};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::shown::{Shown, changed};

/// Axes with more values than this are no choice list.
const MOST: usize = 40;

/// The choices.
#[derive(PartialEq)]
pub struct Choices {
    /// What is shown.
    pub shown: Shown,
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Choices {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let shown = &self.shown;
        let Shown { view, comparison, .. } = shown;
        let navigation = &self.site.navigation;
        let axes = hooks.made((comparison.clone(), view.clone()), |(comparison, view)| axes(comparison, view));
        let chosen = |axis: &str| {
            let (navigation, shown, axis) = (navigation.clone(), shown.clone(), axis.to_owned());
            move |event: Event| {
                if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                    navigation.push(shown.href(&cut(&shown.view, &axis, select.value())));
                }
            }
        };
        let at = |axis: &str| view.at.get(axis).and_then(|values| values.first());
        let text = hooks.state(typed(&view.rows));
        let value = if globs(&text) == view.rows { (*text).clone() } else { typed(&view.rows) };
        let search = {
            let (navigation, shown) = (navigation.clone(), shown.clone());
            move |event: Event| {
                if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                    let rows = globs(&input.value());
                    text.set(input.value());
                    navigation.replace(shown.href_with(|view| view.rows = rows));
                }
            }
        };
        let turned = if view.layout == Layout::Kernels { Layout::Benchmarks } else { Layout::Kernels };
        let others = view.hide.contains(&Hide::Other);
        let field = el("input", "")
            .attr("type", "search")
            .attr("placeholder", "pipe, net.tcp.*")
            .attr("spellcheck", "false")
            .value(value)
            .on("input", search);
        let lists = axes.iter().map(|(axis, values)| {
            let select = el("select", "")
                .on("change", chosen(axis))
                .child(option("", "all", !view.at.contains_key(axis)))
                .children(values.iter().map(|value| option(value, value, at(axis) == Some(value))));
            said("label", "", axis).child(select)
        });
        section("choices later", "Rows shown")
            .child(said("label", "", "rows").child(field))
            .children(lists)
            .child(switch(shown.href(&toggled(view, Hide::Other)), others, "primary measures only"))
            .child(switch(
                shown.href_with(|view| view.layout = turned),
                view.layout == Layout::Kernels,
                "a row a column",
            ))
            .html()
    }
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
    changed(view, |view| {
        if value.is_empty() {
            view.at.remove(axis);
        } else {
            view.at.insert(axis.to_owned(), [value].into_iter().collect());
        }
    })
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
        assert!(once.at[&"chunk".to_owned()].contains("64"));
        assert_eq!(cut(&once, "chunk", String::new()), View::default());
    }
}
