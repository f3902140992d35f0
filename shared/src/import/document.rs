//! A sheet's columns as run documents.

use crate::model::{Boot, Collector, Conditions, During, Provenance, ProvenanceKind, Run, SCHEMA, Source, validate};

use super::detect::Detected;
use super::sheet::{Column, Sheet};
use super::{ImportError, Options, Text};

/// One run a column that has figures, and the notes on all.
pub(super) fn runs(
    text: &Text,
    detected: &[Detected],
    sheet: Sheet,
    options: &Options,
) -> Result<(Vec<Run>, Vec<String>), ImportError> {
    let (columns, mut notes) = sheet.into_parts();
    let mut runs = Vec::new();
    let mut undated = false;
    for column in columns.iter().filter(|column| !column.figures().is_empty()) {
        let stated = column.date.clone().or_else(|| options.date.clone());
        let stated = stated.or_else(|| text.mail.as_ref().and_then(|mail| mail.date.clone()));
        undated |= stated.is_none();
        let day = stated.unwrap_or_else(|| options.today.clone());
        runs.push(run(text, detected, column, day, options)?);
    }
    if runs.is_empty() {
        return Err(ImportError::line(text.number(0), "no figure could be read"));
    }
    if undated {
        notes.push("The text states no day; that of the import stands here.".to_owned());
    }
    for run in &mut runs {
        run.provenance.notes.splice(0..0, notes.iter().cloned());
        validate(run).map_err(|invalid| ImportError::Document { problem: invalid.to_string() })?;
    }
    for note in columns.iter().flat_map(|column| &column.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    Ok((runs, notes))
}

fn run(
    text: &Text,
    detected: &[Detected],
    column: &Column,
    started: String,
    options: &Options,
) -> Result<Run, ImportError> {
    let mut kernel = column.kernel.clone();
    if kernel.release.is_empty()
        && let Some(stated) = &options.kernel
    {
        let (name, release) = stated.split_once(' ').unwrap_or(("", stated));
        name.clone_into(&mut kernel.name);
        release.trim().clone_into(&mut kernel.release);
    }
    let mut labels = column.labels.clone();
    labels.extend(options.labels.iter().cloned());
    Ok(Run {
        schema: SCHEMA,
        collector: Collector { version: env!("CARGO_PKG_VERSION").to_owned(), build: None },
        preset: None,
        started,
        finished: None,
        labels,
        execution: String::new(),
        complete: true,
        supersedes: None,
        seed: None,
        provenance: Provenance {
            kind: ProvenanceKind::Imported,
            source: Some(source(text, detected)),
            notes: column.notes.clone(),
        },
        machine: column.machine.clone(),
        kernel,
        boot: Boot::default(),
        conditions: Conditions { other: column.conditions.clone(), ..Conditions::default() },
        during: During::default(),
        verdict: None,
        groups: column.groups(|word| text.number_of(word))?,
    })
}

/// The text that the figures came from: a mail by its head, anything else by its format; never the name of a file or of
/// a person.
fn source(text: &Text, detected: &[Detected]) -> Source {
    let formats: Vec<&str> = detected.iter().map(|found| found.format.title).collect();
    let mail = text.mail.clone().unwrap_or_default();
    Source {
        title: mail.subject.unwrap_or_else(|| formats.join(", ")),
        list: mail.list,
        date: mail.date,
        message_id: mail.message_id,
        sha256: Some(text.sha256().to_owned()),
        ..Source::default()
    }
}
