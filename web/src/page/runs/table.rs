//! Runs in a table, to be chosen or opened.

use shared::model::{ProvenanceKind, VerdictWord};
use shared::summary::RunHead;

use crate::app::Choosing;
use crate::element::{El, el, head, said};

/// Runs to be chosen or opened.
pub fn run_table(runs: &[&RunHead], choosing: &Choosing) -> El {
    let heads = ["kernel", "CPU", "labels", "started", "verdict"];
    let choose = el("th", "pick").attr("scope", "col").child(said("span", "unseen", "choose"));
    let cells = said("th", "num", "cells").attr("scope", "col");
    let line = el("tr", "").child(choose).children(heads.map(head)).child(cells);
    el("table", "plain runs")
        .child(el("thead", "").child(line))
        .child(el("tbody", "").children(runs.iter().map(|run| row(run, choosing))))
}

/// One run in the list.
fn row(run: &RunHead, choosing: &Choosing) -> El {
    let chosen = choosing.chosen.has(&run.id);
    let labels: Vec<String> = run.labels.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let name = format!("{} {}", run.kernel_name, run.kernel_release).trim_end().to_owned();
    let preset = run.preset.clone().unwrap_or_default();
    let kind = match run.provenance {
        ProvenanceKind::Measured => preset,
        ProvenanceKind::Imported => "imported".to_owned(),
        ProvenanceKind::Published => "published".to_owned(),
    };
    let label = format!("Compare {name}, {}", run.started);
    let pick = el("input", "")
        .attr("type", "checkbox")
        .attr("aria-label", label)
        .checked(chosen)
        .on("change", choosing.toggling(run));
    let link = said("a", "", name).attr("href", format!("/run/?id={}", run.id));
    let under = |text: String| said("td", "under", text);
    el("tr", if chosen { "chosen" } else { "" })
        .key(run.id.to_string())
        .child(el("td", "pick").child(pick))
        .child(el("td", "").child(link).text(" ").child(said("span", "tag", kind)))
        .child(under(run.cpu.clone().unwrap_or_default()))
        .child(under(labels.join(" ")))
        .child(under(day(&run.started)))
        .child(under(verdict(run).to_owned()))
        .child(said("td", "num under", format!("{} of {}", run.cells_ok, run.cells)))
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
