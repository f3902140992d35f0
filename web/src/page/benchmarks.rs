//! The catalogue: what is measured, how, and after whom.

use shared::catalogue::{self, Benchmark};
use shared::model::Better;
use yew::prelude::*;

use super::title::set_title;

/// `/benchmarks/`
pub fn benchmarks() -> Html {
    set_title("Benchmarks");
    let mut groups: Vec<(&str, Vec<&Benchmark>)> = Vec::new();
    for benchmark in catalogue::all() {
        let title = benchmark.group.title();
        match groups.last_mut().filter(|(group, _)| *group == title) {
            Some((_, list)) => list.push(benchmark),
            None => groups.push((title, vec![benchmark])),
        }
    }
    html! {
        <>
            <h1>{ "Benchmarks" }</h1>
            <p class="lede">{ "An id and its version fix a meaning: a change of meaning is a new version." }</p>
            for (index, (title, list)) in groups.into_iter().enumerate() {
                <section key={index} class="block" aria-label={title}>
                    <h2>{ title }</h2>
                    <table class="plain">
                        <thead class="wide">
                            <tr>
                                <th scope="col">{ "benchmark" }</th>
                                <th scope="col">{ "measures" }</th>
                                <th scope="col">{ "method" }</th>
                            </tr>
                        </thead>
                        <tbody>
                            for benchmark in list {
                                <tr key={benchmark.id} id={benchmark.id}>
                                    <th scope="row">
                                        { benchmark.title }{ " " }<small class="soft">{ benchmark.detail }</small>
                                        <div class="soft">
                                            <code>{ benchmark.id }</code>{ format!(" v{}", benchmark.version) }
                                        </div>
                                    </th>
                                    <td>{ measures(benchmark) }</td>
                                    <td>
                                        { benchmark.method }
                                        <div class="soft">{ format!("After {}", benchmark.source) }</div>
                                        if !benchmark.axes.is_empty() {
                                            <div class="soft">{ axes(benchmark) }</div>
                                        }
                                    </td>
                                </tr>
                            }
                        </tbody>
                    </table>
                </section>
            }
        </>
    }
}

/// `µs per round trip, lower is better`.
fn measures(benchmark: &Benchmark) -> String {
    let said = benchmark.measures.iter().map(|measure| {
        let per = if measure.per.is_empty() { String::new() } else { format!(" per {}", measure.per) };
        let better = match measure.better {
            Better::Lower => ", lower is better",
            Better::Higher => ", higher is better",
            Better::Neutral => "",
        };
        format!("{}{per}{better}", measure.display.name)
    });
    said.collect::<Vec<_>>().join("; ")
}

fn axes(benchmark: &Benchmark) -> String {
    let axes = benchmark.axes.iter().map(|axis| format!("{} ({})", axis.title, axis.name));
    format!("Axes: {}", axes.collect::<Vec<_>>().join(", "))
}
