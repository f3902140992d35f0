//! The text of Go's benchmarks, which `benchstat` reads: `key: value` lines, `Unit` lines, and a line a start:
//! `BenchmarkIpc.pipe.latency/bytes=1/placement=same_cpu 1 5794.3 ns/op`. Its grammar is published with the package
//! `golang.org/x/perf/benchfmt`.

use std::collections::BTreeMap;

use crate::model::{Better, Run};
use crate::number::Unit;
use crate::summary::{RunSummary, Series};

/// A run in that text: its start values, which are what a comparison tests. Cells without figures are left out: the
/// format has no place for them.
pub fn benchfmt(run: &Run, summary: &RunSummary) -> String {
    let mut text = head(run);
    let mut units: BTreeMap<String, Better> = BTreeMap::new();
    let mut lines = String::new();
    let mut first = 0;
    for series in &summary.series {
        let unit = unit(series);
        let cells = first..first + series.cells as usize;
        first = cells.end;
        for cell in cells {
            let point = summary.cells.at.get(cell).and_then(|index| summary.cells.points.get(*index as usize));
            let mut name = capital(&series.benchmark);
            for (axis, value) in point.into_iter().flat_map(|point| point.0.iter()) {
                name += &format!("/{}={}", word(axis), word(&value.to_string()));
            }
            if let Some(placement) = &series.placement {
                name += &format!("/placement={}", word(placement));
            }
            for value in summary.cells.start_values(cell) {
                // A name that ends in a number after a dash would be taken for a count of processors.
                lines += &format!("Benchmark{} 1 {value} {unit}\n", unmistakable(&name));
                units.insert(unit.clone(), series.better);
            }
        }
    }
    for (unit, better) in units {
        match better {
            Better::Lower => text += &format!("Unit {unit} better=lower\n"),
            Better::Higher => text += &format!("Unit {unit} better=higher\n"),
            Better::Neutral => {}
        }
    }
    text + "\n" + &lines
}

/// What tells runs apart, as configuration lines.
fn head(run: &Run) -> String {
    let mut text = String::new();
    let mut put = |key: &str, value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if !value.trim().is_empty() {
            text += &format!("{key}: {}\n", value.trim());
        }
    };
    put("kernel-name", &run.kernel.name);
    put("kernel-release", &run.kernel.release);
    put("started", &run.started);
    if let Some(cpu) = run.machine.cpu_model.as_ref().or(run.machine.description.as_ref()) {
        put("cpu", cpu);
    }
    for (key, value) in &run.labels {
        if key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-') {
            put(&format!("label-{key}"), value);
        }
    }
    text
}

/// A unit that says what one of it is; measures beside the first of a benchmark carry their name.
fn unit(series: &Series) -> String {
    let primary = crate::catalogue::find(&series.benchmark).and_then(|benchmark| benchmark.measures.first());
    unit_of(&series.unit, Some(series.measure.as_str()).filter(|id| primary.is_some_and(|first| first.id != *id)))
}

/// The word of a base unit, of the first measure of a benchmark or of that other one.
pub(in crate::import) fn unit_of(unit: &Unit, measure: Option<&str>) -> String {
    let unit = match unit {
        Unit::Ns => "ns/op".to_owned(),
        Unit::PerSecond => "op/s".to_owned(),
        Unit::One => "ratio".to_owned(),
        other => word(other.name()),
    };
    measure.map_or_else(|| unit.clone(), |measure| format!("{}-{unit}", word(measure)))
}

/// `ipc.pipe.latency` → `Ipc.pipe.latency`: a name begins with no small letter.
fn capital(id: &str) -> String {
    let mut chars = id.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(word(chars.as_str()).chars()).collect())
}

/// A text as a word of a name: without white space and the signs that part names.
fn word(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() || c == '/' { '_' } else { c }).collect()
}

fn unmistakable(name: &str) -> String {
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let dash = digits > 0 && name[..name.len() - digits].ends_with('-');
    if dash { format!("{name}_") } else { name.to_owned() }
}
