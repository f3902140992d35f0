//! What lists show of a run.

use serde::{Deserialize, Serialize};

use crate::model::{ProvenanceKind, Run, RunId, Status, VerdictWord};
use crate::sorted::Map;

/// What lists show of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHead {
    /// The run.
    pub id: RunId,
    /// When it started.
    pub started: String,
    /// Kernel's name: `Linux`.
    pub kernel_name: String,
    /// Kernel's release.
    pub kernel_release: String,
    /// What tells builds of that release apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_build: Option<String>,
    /// CPU model, else the machine's description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Key of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Key of the boot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
    /// Labels.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub labels: Map<String, String>,
    /// Preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Measured, imported, published.
    pub provenance: ProvenanceKind,
    /// The published page that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictWord>,
    /// False for an interrupted run.
    pub complete: bool,
    /// The run that it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<RunId>,
    /// Cells that are ok.
    pub cells_ok: u32,
    /// All cells.
    pub cells: u32,
}

impl RunHead {
    /// The head of a run.
    pub(super) fn of(id: &RunId, run: &Run) -> Self {
        let cells = || run.groups.iter().flat_map(|group| &group.cells);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            id: id.clone(),
            started: run.started.clone(),
            kernel_name: run.kernel.name.clone(),
            kernel_release: run.kernel.release.clone(),
            kernel_build: run.kernel.build().map(str::to_owned),
            cpu: run.machine.cpu_model.clone().or_else(|| run.machine.description.clone()),
            machine: run.machine.key.clone(),
            boot: run.boot.key.clone(),
            labels: run.labels.clone().into_iter().collect(),
            preset: run.preset.map(|preset| preset.name().to_owned()),
            provenance: run.provenance.kind,
            page: run.provenance.source.as_ref().and_then(|source| source.page.clone()),
            verdict: run.verdict.as_ref().map(|verdict| verdict.word),
            complete: run.complete,
            supersedes: run.supersedes.as_deref().and_then(RunId::parse),
            cells_ok: count(cells().filter(|cell| cell.status == Status::Ok).count()),
            cells: count(cells().count()),
        }
    }
}
