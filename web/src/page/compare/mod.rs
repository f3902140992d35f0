//! A comparison: from the address to runs, from their summaries to tables. All of it is worked out in the browser.

mod body;
mod cards;
mod choices;
mod differs;
mod loading;
mod mail;
mod strip;

use shared::view::{Columns, Parsed, Resolved, View, resolve};
use yew::prelude::*;

pub use loading::Comparing;

use super::states::{failed, waiting};
use super::title::set_title;
use crate::api::{self, Load, json, use_documents};
use crate::navigation::use_navigation;
use crate::state::held::Held;
use crate::state::place::Place;

/// `/compare/?…`
#[component]
pub fn Compare() -> Html {
    let navigation = use_navigation();
    let parsed = use_memo(navigation.address.query.clone(), |query| View::parse(query));
    let Parsed { view, reports } = &*parsed;
    match &view.columns {
        Columns::Frozen(columns) if columns.is_empty() => nothing_chosen(reports),
        Columns::Frozen(_) => {
            html! { <Fixed view={view.clone()} reports={reports.clone()} place={Place::compare()} /> }
        }
        Columns::Live { .. } => html! { <Live view={view.clone()} reports={reports.clone()} /> },
    }
}

/// Properties of [`Fixed`] and [`Live`].
#[derive(Properties, PartialEq)]
pub struct ViewProps {
    /// The view.
    pub view: View,
    /// What the reader must know of how it was read.
    #[prop_or_default]
    pub reports: Vec<String>,
    /// Where it stands.
    #[prop_or(Place::compare())]
    pub place: Place,
    /// What stands above the comparison instead of its own heading.
    #[prop_or_default]
    pub heading: Option<Html>,
    /// Whether curves are drawn without being asked for.
    #[prop_or_default]
    pub curves: bool,
}

/// A view whose runs are given by id.
#[component]
pub fn Fixed(props: &ViewProps) -> Html {
    let resolved = use_memo((props.view.clone(), props.reports.clone()), |(view, reports)| {
        let resolved = resolve(view, &[]);
        Resolved { reports: [reports.clone(), resolved.reports.clone()].concat(), ..resolved }
    });
    html! {
        <Comparing view={Held::new(props.view.clone())} resolved={Held::from(resolved)} place={props.place.clone()}
            heading={props.heading.clone()} curves={props.curves} />
    }
}

/// A view whose runs the store chooses.
#[component]
fn Live(props: &ViewProps) -> Html {
    let (load, retry) = use_documents(vec![api::columns(&props.view)], json::<Resolved>);
    let answer = if let Load::Ready(answer) = &load { Some(answer.clone()) } else { None };
    let resolved = use_memo((answer, props.reports.clone()), |(answer, reports)| {
        let resolved = answer.as_ref().and_then(|answer| answer.one::<Resolved>()).cloned().unwrap_or_default();
        Resolved { reports: [reports.clone(), resolved.reports.clone()].concat(), ..resolved }
    });
    match &load {
        Load::Waiting => waiting(12, true),
        Load::Failed(problem) => failed(problem, retry),
        Load::Ready(_) if resolved.columns.is_empty() => nothing_chosen(&resolved.reports),
        Load::Ready(_) => html! {
            <Comparing view={Held::new(props.view.clone())} resolved={Held::from(resolved)} place={Place::compare()} />
        },
    }
}

/// A comparison without columns, and why it has none.
fn nothing_chosen(reports: &[String]) -> Html {
    set_title("Compare");
    html! {
        <div class="state">
            <h1>{ if reports.is_empty() { "Nothing chosen yet" } else { "Nothing to compare" } }</h1>
            <p class="lede">
                { "A comparison has a column for each run, or for each group of runs of one kernel, CPU or label." }
            </p>
            <ul class="notes" role="status">
                for report in reports {
                    <li key={report.clone()}>{ report.clone() }</li>
                }
            </ul>
            <p><a class="button main" href="/runs/">{ "Choose runs" }</a></p>
        </div>
    }
}
