//! Runs → their summaries → the comparison.

use shared::summary::RunSummary;
use shared::view::{Resolved, View, compare_view};
use yew::prelude::*;

use super::body::Body;
use crate::api::{self, Load, json, use_documents};
use crate::element::group;
use crate::navigation::use_scroll_restored;
use crate::page::states::{failed, waiting};
use crate::state::held::Held;
use crate::state::place::Place;

/// Properties of [`Comparing`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is shown.
    pub view: View,
    /// The runs of each column.
    pub resolved: Resolved,
    /// Where it stands.
    pub place: Place,
    /// What stands above it instead of its own heading.
    pub heading: Option<Html>,
    /// Whether curves are drawn without being asked for.
    pub curves: bool,
}

/// Loads what a comparison needs, and makes it: anew only where the choices that it depends on have changed.
#[component]
pub fn Comparing(props: &Props) -> Html {
    let urls = props.resolved.columns.iter().flatten().map(api::summary).collect();
    let (load, retry) = use_documents(urls, json::<RunSummary>);
    let summaries = if let Load::Ready(summaries) = &load { Some(summaries.clone()) } else { None };
    use_scroll_restored(summaries.is_some());
    let deciding = View { open: None, chart: None, ..props.view.clone() };
    let comparison = use_memo((deciding, props.resolved.clone(), summaries), |(view, resolved, summaries)| {
        let summaries: Vec<&RunSummary> = summaries.as_ref()?.all().collect();
        Some(Held::new(compare_view(view, resolved, &summaries)))
    });
    match (&load, &*comparison) {
        (Load::Failed(problem), _) => failed(problem, retry),
        (Load::Ready(_), Some(comparison)) => html! {
            <Body view={Held::new(props.view.clone())} resolved={Held::new(props.resolved.clone())}
                place={props.place.clone()} heading={props.heading.clone()} curves={props.curves}
                comparison={comparison.clone()} />
        },
        _ => group([props.heading.clone().unwrap_or_default(), waiting(14, true)]),
    }
}
