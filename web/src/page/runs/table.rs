//! Runs in a table, to be chosen or opened.

use shared::model::{ProvenanceKind, VerdictWord};
use shared::summary::RunHead;
use yew::prelude::*;

use crate::app::Choosing;

/// Runs to be chosen or opened.
pub fn run_table(runs: &[&RunHead], choosing: &Choosing) -> Html {
    html! {
        <table class="plain runs">
            <thead>
                <tr>
                    <th class="pick" scope="col"><span class="unseen">{ "choose" }</span></th>
                    <th scope="col">{ "kernel" }</th>
                    <th scope="col">{ "CPU" }</th>
                    <th scope="col">{ "labels" }</th>
                    <th scope="col">{ "started" }</th>
                    <th scope="col">{ "verdict" }</th>
                    <th class="num" scope="col">{ "cells" }</th>
                </tr>
            </thead>
            <tbody>
                for run in runs {
                    { row(run, choosing) }
                }
            </tbody>
        </table>
    }
}

/// One run in the list.
fn row(run: &RunHead, choosing: &Choosing) -> Html {
    let chosen = choosing.chosen.has(&run.id);
    let onchange = {
        let (run, choosing) = (run.clone(), choosing.clone());
        Callback::from(move |_: Event| choosing.toggle(&run))
    };
    let labels: Vec<String> = run.labels.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let name = format!("{} {}", run.kernel_name, run.kernel_release);
    let preset = run.preset.clone().unwrap_or_default();
    let kind = match run.provenance {
        ProvenanceKind::Measured => preset,
        ProvenanceKind::Imported => "imported".to_owned(),
        ProvenanceKind::Published => "published".to_owned(),
    };
    html! {
        <tr key={run.id.to_string()} class={chosen.then_some("chosen")}>
            <td class="pick">
                <input type="checkbox" checked={chosen} {onchange}
                    aria-label={format!("Compare {name}, {}", run.started)} />
            </td>
            <td><a href={format!("/run/?id={}", run.id)}>{ name }</a>{ " " }<span class="tag">{ kind }</span></td>
            <td class="under">{ run.cpu.clone().unwrap_or_default() }</td>
            <td class="under">{ labels.join(" ") }</td>
            <td class="under">{ day(&run.started) }</td>
            <td class="under">{ verdict(run) }</td>
            <td class="num under">{ format!("{} of {}", run.cells_ok, run.cells) }</td>
        </tr>
    }
}

/// `2026-11-30 12:47` of `2026-11-30T12:47:14Z`.
pub fn day(started: &str) -> String {
    started.get(..16).unwrap_or(started).replace('T', " ")
}

/// What the collector says of a run.
pub fn verdict(run: &RunHead) -> &'static str {
    match (run.complete, run.verdict) {
        (false, _) => "interrupted",
        (_, Some(VerdictWord::Clean)) => "clean",
        (_, Some(VerdictWord::Disturbed)) => "disturbed",
        (_, Some(VerdictWord::Invalid)) => "invalid",
        (_, None) => "",
    }
}
