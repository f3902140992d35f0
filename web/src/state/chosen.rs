//! The runs that were chosen to be compared, and the columns they make.

use shared::model::RunId;
use shared::number::compare_releases;
use shared::summary::RunHead;
use shared::view::{Columns, View};

/// Runs in the order in which they were chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// The runs.
    pub runs: Vec<RunHead>,
    /// What makes a column of them.
    pub by: By,
}

/// What makes a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Each run.
    #[default]
    Run,
    /// Runs of one kernel: release and build.
    Kernel,
    /// Runs on one CPU model.
    Cpu,
    /// Runs with one value of a label.
    Label(String),
    /// All together.
    Together,
}

impl By {
    /// Its name in a choice list.
    pub fn name(&self) -> String {
        match self {
            Self::Run => "run".to_owned(),
            Self::Kernel => "kernel".to_owned(),
            Self::Cpu => "cpu".to_owned(),
            Self::Label(name) => format!("label.{name}"),
            Self::Together => "all".to_owned(),
        }
    }

    /// Reads [`By::name`].
    pub fn parse(name: &str) -> Self {
        match name {
            "kernel" => Self::Kernel,
            "cpu" => Self::Cpu,
            "all" => Self::Together,
            _ => name.strip_prefix("label.").map_or(Self::Run, |label| Self::Label(label.to_owned())),
        }
    }

    fn value(&self, head: &RunHead) -> String {
        match self {
            Self::Run => head.id.to_string(),
            Self::Kernel => format!("{} {}", head.kernel_release, head.kernel_build.as_deref().unwrap_or_default()),
            Self::Cpu => head.cpu.clone().unwrap_or_default(),
            Self::Label(name) => head.labels.get(name).cloned().unwrap_or_default(),
            Self::Together => String::new(),
        }
    }
}

impl Chosen {
    /// Adds a run, or takes it out.
    pub fn toggle(&mut self, head: &RunHead) {
        let before = self.runs.len();
        self.runs.retain(|run| run.id != head.id);
        if self.runs.len() == before {
            self.runs.push(head.clone());
        }
    }

    /// Whether a run is among them.
    pub fn has(&self, id: &RunId) -> bool {
        self.runs.iter().any(|run| run.id == *id)
    }

    /// The labels that any of them has.
    pub fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = self.runs.iter().flat_map(|run| run.labels.keys().cloned()).collect();
        labels.sort();
        labels.dedup();
        labels
    }

    /// The columns, in the order in which their first runs were chosen; kernels in the order of kernels.
    pub fn columns(&self) -> Vec<Vec<RunId>> {
        let mut columns: Vec<(String, &str, Vec<RunId>)> = Vec::new();
        for run in &self.runs {
            let value = self.by.value(run);
            match columns.iter_mut().find(|(of, ..)| *of == value) {
                Some((_, _, runs)) => runs.push(run.id.clone()),
                None => columns.push((value, &run.kernel_release, vec![run.id.clone()])),
            }
        }
        if self.by == By::Kernel {
            columns.sort_by(|a, b| compare_releases(a.1, b.1));
        }
        columns.into_iter().map(|(_, _, runs)| runs).collect()
    }

    /// The address of their comparison.
    pub fn href(&self) -> String {
        let view = View { columns: Columns::Frozen(self.columns()), ..View::default() };
        super::place::Place::compare().href(&view)
    }
}

#[cfg(test)]
mod tests {
    use shared::model::ProvenanceKind;

    use super::*;

    fn head(name: &str, release: &str, config: &str) -> RunHead {
        RunHead {
            id: RunId::of(name.as_bytes()),
            started: "2026-11-30T12:00:00Z".to_owned(),
            kernel_name: "Linux".to_owned(),
            kernel_release: release.to_owned(),
            kernel_build: None,
            cpu: None,
            machine: None,
            boot: None,
            labels: [("config".to_owned(), config.to_owned())].into_iter().collect(),
            preset: None,
            provenance: ProvenanceKind::Measured,
            page: None,
            verdict: None,
            complete: true,
            supersedes: None,
            cells_ok: 1,
            cells: 1,
        }
    }

    #[test]
    fn runs_that_share_a_value_make_one_column() {
        let runs = [head("a", "6.18", "x"), head("b", "6.1", "y"), head("c", "6.18", "y")];
        let ids: Vec<RunId> = runs.iter().map(|run| run.id.clone()).collect();
        let mut chosen = Chosen::default();
        for run in &runs {
            chosen.toggle(run);
        }
        assert_eq!(chosen.columns().len(), 3);
        chosen.by = By::Kernel;
        assert_eq!(chosen.columns(), [vec![ids[1].clone()], vec![ids[0].clone(), ids[2].clone()]]);
        chosen.by = By::parse("label.config");
        assert_eq!(chosen.columns(), [vec![ids[0].clone()], vec![ids[1].clone(), ids[2].clone()]]);
        chosen.by = By::Together;
        assert_eq!(chosen.columns().len(), 1);
        chosen.toggle(&runs[0]);
        assert!(!chosen.has(&ids[0]));
    }
}
