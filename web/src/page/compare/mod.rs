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

use super::states::{Failed, Waiting};
use super::title::use_title;
use crate::api::{self, Load, use_document};
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
        Columns::Frozen(columns) if columns.is_empty() => html! { <NothingChosen reports={reports.clone()} /> },
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
    let (load, retry) = use_document::<Resolved>(Some(api::columns(&props.view)));
    let answer = if let Load::Ready(answer) = &load { Some(answer.clone()) } else { None };
    let resolved = use_memo((answer, props.reports.clone()), |(answer, reports)| {
        let resolved = answer.as_ref().map(|answer| (**answer).clone()).unwrap_or_default();
        Resolved { reports: [reports.clone(), resolved.reports.clone()].concat(), ..resolved }
    });
    match load {
        Load::Waiting => html! { <Waiting rows=12 cards=true /> },
        Load::Failed(problem) => html! { <Failed {problem} {retry} /> },
        Load::Ready(_) if resolved.columns.is_empty() => html! { <NothingChosen reports={resolved.reports.clone()} /> },
        Load::Ready(_) => html! {
            <Comparing view={Held::new(props.view.clone())} resolved={Held::from(resolved)} place={Place::compare()} />
        },
    }
}

/// Properties of [`NothingChosen`].
#[derive(Properties, PartialEq)]
struct NothingProps {
    /// Why.
    reports: Vec<String>,
}

/// A comparison without columns.
#[component]
fn NothingChosen(props: &NothingProps) -> Html {
    use_title("Compare".to_owned());
    html! {
        <div class="state">
            <h1>{ if props.reports.is_empty() { "Nothing chosen yet" } else { "Nothing to compare" } }</h1>
            <p class="lede">
                { "A comparison has a column for each run, or for each group of runs of one kernel, CPU or label." }
            </p>
            <ul class="notes" role="status">
                for report in props.reports.clone() {
                    <li key={report.clone()}>{ report.clone() }</li>
                }
            </ul>
            <p><a class="button main" href="/runs/">{ "Choose runs" }</a></p>
        </div>
    }
}
