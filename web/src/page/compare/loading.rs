//! Runs → their summaries → the comparison.

use shared::summary::RunSummary;
use shared::view::{Resolved, View, compare_view};
use yew::prelude::*;

use super::body::Body;
use crate::api::{self, Documents, Load, json, use_documents};
use crate::navigation::use_scroll_restored;
use crate::page::states::{failed, waiting};
use crate::state::held::Held;
use crate::state::place::Place;

/// Properties of [`Comparing`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is shown.
    pub view: Held<View>,
    /// The runs of each column.
    pub resolved: Held<Resolved>,
    /// Where it stands.
    pub place: Place,
    /// What stands above it instead of its own heading.
    #[prop_or_default]
    pub heading: Option<Html>,
    /// Whether curves are drawn without being asked for.
    #[prop_or_default]
    pub curves: bool,
}

/// Loads what a comparison needs, and makes it.
#[component]
pub fn Comparing(props: &Props) -> Html {
    let urls = props.resolved.columns.iter().flatten().map(api::summary).collect();
    let (load, retry) = use_documents(urls, json::<RunSummary>);
    use_scroll_restored(matches!(load, Load::Ready(_)));
    match load {
        Load::Waiting => html! {
            <>
                { props.heading.clone() }
                { waiting(14, true) }
            </>
        },
        Load::Failed(problem) => failed(&problem, retry),
        Load::Ready(summaries) => html! {
            <Compared view={props.view.clone()} resolved={props.resolved.clone()} place={props.place.clone()}
                heading={props.heading.clone()} curves={props.curves} {summaries} />
        },
    }
}

/// Properties of [`Compared`].
#[derive(Properties, PartialEq)]
struct ComparedProps {
    view: Held<View>,
    resolved: Held<Resolved>,
    place: Place,
    heading: Option<Html>,
    curves: bool,
    summaries: Documents,
}

/// Makes the comparison, anew only where the choices that it depends on have changed.
#[component]
fn Compared(props: &ComparedProps) -> Html {
    let deciding = View { open: None, chart: None, ..(*props.view).clone() };
    let comparison =
        use_memo((deciding, props.resolved.clone(), props.summaries.clone()), |(view, resolved, summaries)| {
            let summaries: Vec<&RunSummary> = summaries.all().collect();
            compare_view(view, resolved, &summaries)
        });
    html! {
        <Body view={props.view.clone()} resolved={props.resolved.clone()} place={props.place.clone()}
            heading={props.heading.clone()} curves={props.curves} comparison={Held::from(comparison)} />
    }
}
