//! One run: what was measured, under which conditions, and every figure.

use std::collections::BTreeMap;

use shared::keys;
use shared::model::RunId;
use shared::summary::{RunHead, RunSummary};
use shared::view::{Columns, View};
use yew::prelude::*;

use super::compare::Fixed;
use super::runs::{day, verdict};
use super::states::{Failed, Waiting};
use crate::api::{self, Load, use_document};
use crate::app::use_choosing;
use crate::navigation::use_navigation;
use crate::state::held::Held;
use crate::state::place::Place;
use crate::state::query::{encode, without};

/// Properties of [`OneRun`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The run.
    pub id: RunId,
}

/// `/run/?id=…`
#[component]
pub fn OneRun(props: &Props) -> Html {
    let navigation = use_navigation();
    let (load, retry) = use_document::<RunSummary>(Some(api::summary(&props.id)));
    let parsed = View::parse(&without(&navigation.address.query, "id"));
    let view = View { columns: Columns::Frozen(vec![vec![props.id.clone()]]), ..parsed.view };
    match load {
        Load::Waiting => html! { <Waiting rows=16 cards=true /> },
        Load::Failed(problem) => html! { <Failed {problem} {retry} /> },
        Load::Ready(summary) => html! {
            <>
                <Fixed {view} reports={parsed.reports} place={Place::page("/run/", props.id.as_str())}
                    heading={html! { <Heading summary={summary.clone()} /> }} />
                <Conditions {summary} />
            </>
        },
    }
}

/// Properties of parts that need the summary.
#[derive(Properties, PartialEq)]
struct PartProps {
    summary: Held<RunSummary>,
}

/// What run this is.
#[component]
fn Heading(props: &PartProps) -> Html {
    let head = &props.summary.head;
    let choosing = use_choosing();
    let chosen = choosing.chosen.has(&head.id);
    let onclick = {
        let (head, choosing) = (head.clone(), choosing.clone());
        Callback::from(move |_: MouseEvent| choosing.toggle(&head))
    };
    html! {
        <>
            <h1>{ format!("{} {}", head.kernel_name, head.kernel_release) }</h1>
            <p class="lede">{ facts(head).join(" · ") }</p>
            <p class="bar">
                <button type="button" class="button" {onclick} aria-pressed={chosen.to_string()}>
                    { if chosen { "Chosen to compare" } else { "Choose to compare" } }
                </button>
                if choosing.chosen.runs.len() > 1 {
                    <a class="button main" href={choosing.chosen.href()}>
                        { format!("Compare {} runs", choosing.chosen.runs.len()) }
                    </a>
                }
                <a class="button" href={api::raw(&head.id)}>{ "JSON" }</a>
                if let Some(page) = &head.page {
                    <a class="button" href={format!("/published/?id={}", encode(page))}>{ "Published page" }</a>
                }
            </p>
        </>
    }
}

fn facts(head: &RunHead) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(head.cpu.clone());
    facts.push(day(&head.started));
    facts.extend(head.preset.as_ref().map(|preset| format!("preset {preset}")));
    facts.extend(head.labels.iter().map(|(name, value)| format!("{name}={value}")));
    facts.push(format!("{} of {} cells", head.cells_ok, head.cells));
    facts.extend(Some(verdict(head).to_owned()).filter(|verdict| !verdict.is_empty()));
    facts
}

/// Every key, by what it belongs to.
#[component]
fn Conditions(props: &PartProps) -> Html {
    let mut groups: BTreeMap<&str, Vec<(&String, &String)>> = BTreeMap::new();
    for (key, value) in &props.summary.keys {
        groups
            .entry(key.split('.').next().filter(|group| *group != key).unwrap_or("run"))
            .or_default()
            .push((key, value));
    }
    html! {
        <section class="later" aria-labelledby="conditions">
            <h2 id="conditions">{ "Machine, kernel and conditions" }</h2>
            <div class="columns">
                for (group, keys_of_group) in groups {
                    <div key={group}>
                        <h3>{ group }</h3>
                        <dl class="facts">
                            for (key, value) in keys_of_group {
                                <dt key={key.clone()} title={key.clone()}>{ keys::title(key) }</dt>
                                <dd key={format!("{key} value")}>{ value.clone() }</dd>
                            }
                        </dl>
                    </div>
                }
            </div>
        </section>
    }
}
