//! One run: what was measured, under which conditions, and every figure.

use shared::keys;
use shared::model::RunId;
use shared::summary::{RunHead, RunSummary};
use shared::view::{Columns, View};
use yew::prelude::*;

use super::compare::Fixed;
use super::runs::{day, verdict};
use super::states::{failed, waiting};
use crate::api::{self, Load, json, use_documents};
use crate::app::{Choosing, use_choosing};
use crate::navigation::use_navigation;
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
    let choosing = use_choosing();
    let (load, retry) = use_documents(vec![api::summary(&props.id)], json::<RunSummary>);
    let parsed = View::parse(&without(&navigation.address.query, "id"));
    let view = View { columns: Columns::Frozen(vec![vec![props.id.clone()]]), ..parsed.view };
    let summary = match &load {
        Load::Waiting => return waiting(16, true),
        Load::Failed(problem) => return failed(problem, retry),
        Load::Ready(documents) => documents.one::<RunSummary>(),
    };
    let Some(summary) = summary else { return Html::default() };
    html! {
        <>
            <Fixed {view} reports={parsed.reports} place={Place::page("/run/", props.id.as_str())}
                heading={heading(&summary.head, &choosing)} />
            { conditions(summary) }
        </>
    }
}

/// What run this is.
fn heading(head: &RunHead, choosing: &Choosing) -> Html {
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
fn conditions(summary: &RunSummary) -> Html {
    // Keys are sorted, so those of a group follow each other.
    let mut groups: Vec<(&str, Vec<(&String, &String)>)> = Vec::new();
    for (key, value) in &summary.keys {
        let group = key.split_once('.').map_or("run", |(group, _)| group);
        match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, keys)) => keys.push((key, value)),
            None => groups.push((group, vec![(key, value)])),
        }
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
