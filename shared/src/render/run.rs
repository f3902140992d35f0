//! One run as text.

use super::lines::{finished, wrapped};
use super::text::{tables, under};
use super::{Options, ascii};
use crate::compare::{Request, compare};
use crate::keys::{self, Class};
use crate::model::{ProvenanceKind, VerdictWord};
use crate::summary::RunSummary;

/// A run: what it is, under which circumstances, and its figures.
pub fn run_text(run: &RunSummary, options: &Options) -> String {
    let width = options.columns();
    let mut comparison = compare(&Request { columns: vec![vec![run]], ..Request::default() });
    let mut lines: Vec<String> = head(run).iter().flat_map(|line| wrapped(&ascii(line), width, 4)).collect();
    lines.push(String::new());
    // What the column is stands above, and its circumstances in a list of their own.
    comparison.same.clear();
    for column in &mut comparison.columns {
        column.name.clear();
    }
    lines.extend(tables(&comparison, options));
    lines.extend(under(&comparison, &lines, options));
    lines.push(String::new());
    lines.extend(circumstances(run, width));
    lines.extend(run.notes.iter().flat_map(|note| wrapped(&ascii(note), width, 2)));
    lines.push(String::new());
    lines.extend(options.link.iter().map(|link| ascii(link)));
    finished(&lines)
}

fn head(run: &RunSummary) -> Vec<String> {
    let head = &run.head;
    let mut lines = vec![format!("run {}", head.id), format!("kernel: {} {}", head.kernel_name, head.kernel_release)];
    lines.extend(head.cpu.iter().map(|cpu| format!("cpu: {cpu}")));
    lines.extend(head.labels.iter().map(|(key, value)| format!("{key}: {value}")));
    let preset = head.preset.as_ref().map(|preset| format!(", preset {preset}")).unwrap_or_default();
    lines.push(match head.provenance {
        ProvenanceKind::Measured => format!("measured: {}{preset}", head.started),
        ProvenanceKind::Imported => format!("imported: {}", head.started),
        ProvenanceKind::Published => format!("published: {}", head.started),
    });
    lines.extend(head.verdict.map(|verdict| format!("verdict: {}", verdict_word(verdict))));
    if !head.complete {
        lines.push("interrupted: not all of it was measured".to_owned());
    }
    lines.push(format!("cells: {} of {} have a figure", head.cells_ok, head.cells));
    lines
}

fn verdict_word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Clean => "clean",
        VerdictWord::Disturbed => "disturbed",
        VerdictWord::Invalid => "invalid",
    }
}

/// The control keys of the run, a line each.
fn circumstances(run: &RunSummary, width: usize) -> Vec<String> {
    let control = run.keys.iter().filter(|(key, _)| keys::class(key) == Class::Control);
    control.flat_map(|(key, value)| wrapped(&ascii(&format!("{}: {value}", keys::title(key))), width, 4)).collect()
}
