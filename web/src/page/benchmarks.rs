//! The catalogue: what is measured, how, and after whom.

use shared::catalogue::{self, Benchmark};
use shared::model::Better;
use yew::prelude::*;

use super::states::{failed, waiting};
use super::title::set_title;
use crate::api::{self, Load, Method, Methods, json, use_documents};
use crate::element::{El, el, group, head, row_head, said, section};
use crate::hooks::Hooks;
use crate::part::Part;

/// `/benchmarks/`
#[derive(PartialEq)]
pub struct Benchmarks;

impl Part for Benchmarks {
    fn show(&self, hooks: &mut Hooks) -> Html {
        set_title("Benchmarks");
        let (load, retry) = use_documents(hooks, vec![api::catalogue()], json::<Methods>);
        match &load {
            Load::Waiting => waiting(24, true),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(documents) => tables(documents.one::<Methods>().map_or(&[], |methods| &methods.benchmarks)),
        }
    }
}

/// All benchmarks, by table.
fn tables(methods: &[Method]) -> Html {
    let mut groups: Vec<(&str, Vec<&Benchmark>)> = Vec::new();
    for benchmark in catalogue::all() {
        let title = benchmark.group.title();
        match groups.iter_mut().find(|(group, _)| *group == title) {
            Some((_, list)) => list.push(benchmark),
            None => groups.push((title, vec![benchmark])),
        }
    }
    let tables = groups.into_iter().map(|(title, list)| {
        let heads = ["benchmark", "measures", "method"].map(head);
        let table = el("table", "plain")
            .child(el("thead", "wide").child(el("tr", "").children(heads)))
            .child(el("tbody", "").children(list.into_iter().map(|benchmark| row(benchmark, methods))));
        section("block", title).child(said("h2", "", title)).child(table).html()
    });
    let rule = "An id and its version fix a meaning: a change of meaning is a new version.";
    let mut parts = vec![said("h1", "", "Benchmarks").html(), said("p", "lede", rule).html()];
    parts.extend(tables);
    group(parts)
}

/// One benchmark.
fn row(benchmark: &Benchmark, methods: &[Method]) -> El {
    let method = methods.iter().find(|method| method.id == benchmark.id);
    let id = said("code", "", benchmark.id);
    let name = row_head(format!("{} ", benchmark.title))
        .child(said("small", "soft", benchmark.detail))
        .child(el("div", "soft").child(id).text(format!(" v{}", benchmark.version)));
    let axes = (!benchmark.axes.is_empty()).then(|| said("div", "soft", axes(benchmark)));
    let told = method.map_or("", |method| &method.method);
    let source = method.map(|method| said("div", "soft", "Source: ".to_owned() + &method.source));
    let method = said("td", "", told.to_owned()).child(source).child(axes);
    el("tr", "").attr("id", benchmark.id).child(name).child(said("td", "", measures(benchmark))).child(method)
}

/// `µs per round trip, lower is better`.
fn measures(benchmark: &Benchmark) -> String {
    let mut said: Vec<String> = Vec::new();
    for measure in benchmark.measures {
        let per = if measure.per.is_empty() { String::new() } else { format!(" per {}", measure.per) };
        let better = match measure.better {
            Better::Lower => ", lower is better",
            Better::Higher => ", higher is better",
            Better::Neutral => "",
        };
        let this = format!("{}{per}{better}", measure.display.name);
        if !said.contains(&this) {
            said.push(this);
        }
    }
    said.join("; ")
}

fn axes(benchmark: &Benchmark) -> String {
    let axes = benchmark.axes.iter().map(|axis| format!("{} ({})", axis.title, axis.name));
    format!("Axes: {}", axes.collect::<Vec<_>>().join(", "))
}
