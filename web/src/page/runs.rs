//! The list of runs: filter, choose, compare.

use shared::model::{ProvenanceKind, VerdictWord};
use shared::summary::RunHead;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::states::{Failed, Rows};
use super::title::use_title;
use crate::api::{self, Load, RunList, use_documents};
use crate::app::Choosing;
use crate::navigation::{use_navigation, use_scroll_restored};
use crate::state::chosen::{By, Chosen};
use crate::state::filter::Filter;
use crate::state::heading::counted;
use crate::state::held::Held;
use crate::state::query::get;

/// `/runs/?filter=…`
#[component]
pub fn Runs() -> Html {
    let navigation = use_navigation();
    let text = get(&navigation.address.query, "filter").unwrap_or_default();
    use_title(if text.is_empty() { "Runs".to_owned() } else { format!("Runs: {text}") });
    let filter = use_memo(text.clone(), |text| Filter::parse(text));
    let cursors = use_state(|| (text.clone(), Vec::<String>::new()));
    let more: &[String] = if cursors.0 == text { &cursors.1 } else { &[] };
    let query = filter.query();
    let urls = std::iter::once(api::run_list(&query, None))
        .chain(more.iter().map(|at| api::run_list(&query, Some(at))))
        .collect();
    let (load, retry) = use_documents::<RunList>(urls);
    let kept = use_mut_ref(|| None::<Held<Vec<Held<RunList>>>>);
    if let Load::Ready(pages) = &load {
        *kept.borrow_mut() = Some(pages.clone());
    }
    use_scroll_restored(matches!(load, Load::Ready(_)));
    let stale = kept.borrow().clone().filter(|_| load == Load::Waiting);
    let pages = if let Load::Ready(pages) = &load { Some(pages.clone()) } else { stale.clone() };
    html! {
        <>
            <h1>{ "Runs" }</h1>
            <p class="lede" role="status">{ summary(&text, pages.as_deref().map(Vec::as_slice), stale.is_some()) }</p>
            <section class="run-list" aria-busy={(load == Load::Waiting).to_string()} aria-label="Runs">
                { match (&load, &pages) {
                    (Load::Failed(problem), _) => html! { <Failed problem={problem.clone()} {retry} /> },
                    (_, None) => html! { <Rows rows=12 /> },
                    (_, Some(pages)) => html! { <Listed pages={pages.clone()} filter={Held::from(filter.clone())} {text}
                        more={asking_more(cursors.clone())} /> },
                } }
            </section>
            <Tray filter={Held::from(filter)} />
        </>
    }
}

/// Asks for the page after a cursor, while the filter stays.
fn asking_more(cursors: UseStateHandle<(String, Vec<String>)>) -> Callback<(String, String)> {
    Callback::from(move |(text, cursor): (String, String)| {
        let mut list = if cursors.0 == text { cursors.1.clone() } else { Vec::new() };
        list.push(cursor);
        cursors.set((text, list));
    })
}

/// How many runs there are, and whether that may have changed.
fn summary(text: &str, pages: Option<&[Held<RunList>]>, stale: bool) -> String {
    let Some(pages) = pages else { return "Loading".to_owned() };
    let shown: usize = pages.iter().map(|page| page.runs.len()).sum();
    let total = pages.first().and_then(|page| page.total).map_or(shown, |total| total as usize);
    let matching = if text.is_empty() { String::new() } else { format!(" match {text}") };
    format!("{}{matching}{}", counted(total, "run"), if stale { " · asking again" } else { "" })
}

/// Properties of [`Listed`].
#[derive(Properties, PartialEq)]
struct ListedProps {
    pages: Held<Vec<Held<RunList>>>,
    filter: Held<Filter>,
    text: String,
    more: Callback<(String, String)>,
}

/// The runs that pass, or which filter leaves none.
#[component]
fn Listed(props: &ListedProps) -> Html {
    let ListedProps { pages, filter, text, more } = props;
    let runs: Vec<RunHead> =
        pages.iter().flat_map(|page| &page.runs).filter(|run| filter.keeps(run)).cloned().collect();
    let next = pages.last().and_then(|page| page.next.clone());
    let more = {
        let (more, text, next) = (more.clone(), text.clone(), next.clone());
        Callback::from(move |_: MouseEvent| more.emit((text.clone(), next.clone().unwrap_or_default())))
    };
    html! {
        <>
            if runs.is_empty() {
                <div class="state">
                    if filter.is_empty() {
                        <p>{ "No run was uploaded yet. The start page has the commands that make one." }</p>
                        <p><a class="button" href="/">{ "Start page" }</a></p>
                    } else {
                        <p>{ format!("No run passes the filter “{text}”.") }</p>
                        <p><a class="button" href="/runs/">{ "Show all runs" }</a></p>
                    }
                </div>
            } else {
                <RunTable {runs} />
            }
            <p>
                if next.is_some() {
                    <button type="button" class="button" onclick={more}>{ "More runs" }</button>
                }
            </p>
        </>
    }
}

/// Properties of [`RunTable`].
#[derive(Properties, PartialEq)]
pub struct TableProps {
    /// The runs.
    pub runs: Vec<RunHead>,
}

/// Runs to be chosen or opened.
#[component]
pub fn RunTable(props: &TableProps) -> Html {
    let choosing = use_context::<Choosing>().expect("the app provides the chosen runs to all its components");
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
                for run in props.runs.clone() {
                    <RunRow key={run.id.to_string()} chosen={choosing.chosen.has(&run.id)} choosing={choosing.clone()} run={run.clone()} />
                }
            </tbody>
        </table>
    }
}

/// Properties of [`RunRow`].
#[derive(Properties, PartialEq)]
struct RowProps {
    run: RunHead,
    chosen: bool,
    choosing: Choosing,
}

/// One run in the list.
#[component]
fn RunRow(props: &RowProps) -> Html {
    let RowProps { run, chosen, choosing } = props;
    let onchange = {
        let (run, choosing) = (run.clone(), choosing.clone());
        Callback::from(move |_: Event| {
            let mut chosen = (*choosing.chosen).clone();
            chosen.toggle(&run);
            choosing.set.emit(chosen);
        })
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
        <tr class={chosen.then_some("chosen")}>
            <td class="pick"><input type="checkbox" checked={*chosen} {onchange} aria-label={format!("Compare {name}, {}", run.started)} /></td>
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

/// Properties of [`Tray`].
#[derive(Properties, PartialEq)]
struct TrayProps {
    filter: Held<Filter>,
}

/// The chosen runs, and what becomes of them.
#[component]
fn Tray(props: &TrayProps) -> Html {
    let choosing = use_context::<Choosing>().expect("the app provides the chosen runs to all its components");
    let chosen = &choosing.chosen;
    let set = {
        let choosing = choosing.clone();
        Callback::from(move |by: By| choosing.set.emit(Chosen { by, ..(*choosing.chosen).clone() }))
    };
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            set.emit(By::parse(&select.value()));
        }
    });
    let clear = {
        let set = choosing.set.clone();
        Callback::from(move |_: MouseEvent| set.emit(Chosen::default()))
    };
    let options = [By::Run, By::Kernel, By::Cpu]
        .into_iter()
        .chain(chosen.labels().into_iter().map(By::Label))
        .chain([By::Together]);
    html! {
        <section class="tray" aria-label="Chosen runs">
            if chosen.runs.is_empty() {
                <div class="bar soft">
                    { "Choose runs to put them side by side, or compare all that are listed, live:" }
                    <a class="button" href={live(&props.filter, "kernel.release")}>{ "by kernel" }</a>
                    <a class="button" href={live(&props.filter, "machine.cpu.model")}>{ "by CPU" }</a>
                </div>
            } else {
                <div class="bar">
                    <b>{ format!("{} in {}", counted(chosen.runs.len(), "run"), counted(chosen.columns().len(), "column")) }</b>
                    <label class="choices">
                        { "a column for each" }
                        <select {onchange}>
                            for by in options {
                                <option key={by.name()} value={by.name()} selected={by == chosen.by}>
                                    { if by == By::Together { "all together".to_owned() } else { by.name() } }
                                </option>
                            }
                        </select>
                    </label>
                    <span class="push" />
                    <button type="button" class="button" onclick={clear}>{ "Clear" }</button>
                    <a class="button main" href={chosen.href()}>{ "Compare" }</a>
                </div>
            }
        </section>
    }
}

/// The live comparison of all runs that the server's part of the filter lets pass.
fn live(filter: &Filter, by: &str) -> String {
    let view = shared::view::View {
        columns: shared::view::Columns::Live { by: vec![by.to_owned()], filter: filter.with.clone() },
        ..Default::default()
    };
    crate::state::place::Place::compare().href(&view)
}
