//! Run → RunSummary.

use super::{Cells, RunHead, RunSummary, SUMMARY_VERSION};
use crate::model::{Run, RunId};

/// The summary of a run.
pub fn summarise(id: &RunId, run: &Run) -> RunSummary {
    RunSummary {
        version: SUMMARY_VERSION,
        head: RunHead {
            id: id.clone(),
            started: run.started.clone(),
            kernel_name: run.kernel.name.clone(),
            kernel_release: run.kernel.release.clone(),
            kernel_build: run.kernel.build().map(str::to_owned),
            cpu: run.machine.cpu_model.clone().or_else(|| run.machine.description.clone()),
            machine: run.machine.key.clone(),
            boot: run.boot.key.clone(),
            labels: run.labels.clone(),
            preset: run.preset.map(|preset| preset.name().to_owned()),
            provenance: run.provenance.kind,
            page: run.provenance.source.as_ref().and_then(|source| source.page.clone()),
            verdict: run.verdict.as_ref().map(|verdict| verdict.word),
            complete: run.complete,
            supersedes: run.supersedes.as_deref().and_then(RunId::parse),
            cells_ok: 0,
            cells: 0,
        },
        keys: crate::keys::flatten(run),
        series: Vec::new(),
        cells: Cells::default(),
        notes: run.provenance.notes.clone(),
    }
}
