//! One run: what was measured, under which conditions, and every figure.

use std::rc::Rc;

use shared::keys;
use shared::model::RunId;
use shared::summary::{RunHead, RunSummary};
use shared::view::{Columns, View};
use yew::prelude::*;

use super::compare::fixed;
use super::runs::{day, verdict};
use super::states::{failed, waiting};
use crate::api::{self, Load, json, use_documents};
use crate::app::{Choosing, Site};
use crate::element::{El, button, button_to, el, group, pairs, said, section};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::heading::counted;
use crate::state::place::Place;
use crate::state::query::{encode, without};

/// What keys of single kernel config symbols begin with: hundreds, so they are folded.
const CONFIG: &str = "kernel.config.";

/// `/run/?id=…`
#[derive(PartialEq)]
pub struct OneRun {
    /// The run.
    pub id: RunId,
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for OneRun {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Site { navigation, choosing } = &*self.site;
        let (load, retry) = use_documents(hooks, vec![api::summary(&self.id)], json::<RunSummary>);
        let parsed = View::parse(&without(&navigation.address.query, "id"));
        let view = View { columns: Columns::Frozen(vec![vec![self.id.clone()]]), ..parsed.view };
        let summary = match &load {
            Load::Waiting => return waiting(16, true),
            Load::Failed(problem) => return failed(problem, retry),
            Load::Ready(documents) => documents.one::<RunSummary>(),
        };
        let Some(summary) = summary else { return Html::default() };
        let place = Place::page("/run/", self.id.as_str());
        let heading = heading(summary, choosing);
        group(vec![fixed(&self.site, view, parsed.reports, place, Some(heading), false), conditions(summary).html()])
    }
}

/// What run this is.
fn heading(summary: &RunSummary, choosing: &Choosing) -> Html {
    let head = &summary.head;
    let disturbed = summary.keys.get("verdict.reasons").map(|reasons| said("p", "warn", reasons.clone()).html());
    let chosen = choosing.chosen.has(&head.id);
    let toggle = choosing.toggling(head);
    let pick = button(if chosen { "Chosen to compare" } else { "Choose to compare" })
        .on_click(toggle)
        .attr("aria-pressed", if chosen { "true" } else { "false" });
    let count = choosing.chosen.runs.len();
    let compare = (count > 1)
        .then(|| said("a", "button main", format!("Compare {count} runs")).attr("href", choosing.chosen.href()));
    let page = head.page.as_ref().map(|page| button_to(format!("/published/?id={}", encode(page)), "Published page"));
    let json = (!api::is_local(&head.id)).then(|| button_to(api::raw(&head.id), "JSON"));
    let name = format!("{} {}", head.kernel_name, head.kernel_release);
    group(vec![
        said("h1", "", name).html(),
        said("p", "lede", facts(head).join(" · ")).html(),
        disturbed.unwrap_or_default(),
        el("p", "bar").child(pick).child(compare).child(json).child(page).html(),
    ])
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
fn conditions(summary: &RunSummary) -> El {
    // Keys are sorted, so those of a group follow each other.
    let mut groups: Vec<(&str, Vec<(&String, &String)>)> = Vec::new();
    for (key, value) in &summary.keys {
        let group = key.split_once('.').map_or("run", |(group, _)| group);
        let group = if key.starts_with(CONFIG) { CONFIG } else { group };
        match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, keys)) => keys.push((key, value)),
            None => groups.push((group, vec![(key, value)])),
        }
    }
    let groups = groups.into_iter().map(|(group, keys_of_group)| {
        let count = keys_of_group.len();
        let known = keys_of_group.into_iter().map(|(key, value)| (keys::title(key).into(), value.clone().into()));
        if group == CONFIG {
            let name = said("summary", "", format!("kernel config: {}", counted(count, "symbol")));
            return el("details", "").child(name).child(pairs(known));
        }
        el("div", "").child(said("h3", "", group.to_owned())).child(pairs(known))
    });
    section("later", "Machine, kernel and conditions")
        .child(said("h2", "", "Machine, kernel and conditions"))
        .child(el("div", "columns").children(groups))
}
