//! The shapes of `shared` that the server sends, read from JSON as `shared` writes them.

#[cfg(test)]
mod tests;

use shared::model::{AxisValue, Better, Point, ProvenanceKind, Role, RunId, Status, VerdictWord};
use shared::number::Unit;
use shared::summary::{Cells, Inverse, RunHead, RunSummary, Series};
use shared::view::Resolved;

use super::json::{Fill, Json, Shape, Unfit, made, may, members, must, named, pairs};

impl Fill for RunSummary {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("version", &mut self.version),
                must("head", &mut self.head),
                must("keys", &mut pairs(&mut self.keys)),
                must("series", &mut self.series),
                must("cells", &mut self.cells),
                may("notes", &mut self.notes),
            ],
        )
    }
}

impl Shape for RunSummary {
    fn empty() -> Self {
        Self {
            version: 0,
            head: Shape::empty(),
            keys: Default::default(),
            series: Vec::new(),
            cells: Cells::default(),
            notes: Vec::new(),
        }
    }
}

impl Fill for RunHead {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("id", &mut self.id),
                must("started", &mut self.started),
                must("kernel_name", &mut self.kernel_name),
                must("kernel_release", &mut self.kernel_release),
                may("kernel_build", &mut self.kernel_build),
                may("cpu", &mut self.cpu),
                may("machine", &mut self.machine),
                may("boot", &mut self.boot),
                may("labels", &mut pairs(&mut self.labels)),
                may("preset", &mut self.preset),
                must("provenance", &mut self.provenance),
                may("page", &mut self.page),
                may("verdict", &mut self.verdict),
                must("complete", &mut self.complete),
                may("supersedes", &mut self.supersedes),
                must("cells_ok", &mut self.cells_ok),
                must("cells", &mut self.cells),
            ],
        )
    }
}

impl Shape for RunHead {
    fn empty() -> Self {
        Self {
            id: Shape::empty(),
            started: String::new(),
            kernel_name: String::new(),
            kernel_release: String::new(),
            kernel_build: None,
            cpu: None,
            machine: None,
            boot: None,
            labels: Default::default(),
            preset: None,
            provenance: Shape::empty(),
            page: None,
            verdict: None,
            complete: false,
            supersedes: None,
            cells_ok: 0,
            cells: 0,
        }
    }
}

impl Fill for Series {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("benchmark", &mut self.benchmark),
                must("version", &mut self.version),
                may("placement", &mut self.placement),
                must("measure", &mut self.measure),
                must("unit", &mut self.unit),
                must("better", &mut self.better),
                may("role", &mut self.role),
                must("cells", &mut self.cells),
                may("printed_unit", &mut self.printed_unit),
            ],
        )
    }
}

impl Shape for Series {
    fn empty() -> Self {
        Self {
            benchmark: String::new(),
            version: 0,
            placement: None,
            measure: String::new(),
            unit: Unit::One,
            better: Shape::empty(),
            role: Role::default(),
            cells: 0,
            printed_unit: None,
        }
    }
}

impl Fill for Cells {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("at", &mut self.at),
                must("points", &mut self.points),
                must("status", &mut self.status),
                must("value", &mut self.value),
                must("starts", &mut self.starts),
                may("raw", &mut pairs(&mut self.raw)),
                may("inverse", &mut self.inverse),
                must("samples", &mut self.samples),
                must("disturbed", &mut self.disturbed),
                may("reason", &mut pairs(&mut self.reason)),
                may("printed", &mut pairs(&mut self.printed)),
                may("reduced", &mut pairs(&mut self.reduced)),
                may("note", &mut pairs(&mut self.note)),
            ],
        )
    }
}

impl Shape for Cells {
    fn empty() -> Self {
        Self::default()
    }
}

impl Fill for Inverse {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("first", &mut self.first), must("of", &mut self.of), must("cells", &mut self.cells)])
    }
}

impl Shape for Inverse {
    fn empty() -> Self {
        Self { first: 0, of: 0, cells: 0 }
    }
}

impl Fill for Resolved {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("columns", &mut self.columns),
                must("subject", &mut self.subject),
                must("base", &mut self.base),
                must("reports", &mut self.reports),
            ],
        )
    }
}

impl Shape for Resolved {
    fn empty() -> Self {
        Self::default()
    }
}

impl Fill for Point {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        pairs(&mut self.0).fill(json)
    }
}

impl Shape for Point {
    fn empty() -> Self {
        Self::default()
    }
}

impl Fill for AxisValue {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = match json {
            Json::Text(text) => Self::Text(text.clone()),
            _ => Self::Integer(made(json)?),
        };
        Ok(())
    }
}

impl Shape for AxisValue {
    fn empty() -> Self {
        Self::Integer(0)
    }
}

impl Fill for Unit {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = Self::parse(&made::<String>(json)?);
        Ok(())
    }
}

impl Fill for RunId {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = Self::parse(&made::<String>(json)?).ok_or(Unfit::SELF)?;
        Ok(())
    }
}

impl Shape for RunId {
    fn empty() -> Self {
        Self::parse(&"a".repeat(Self::LENGTH)).expect("it has the length and the letters of an id")
    }
}

impl Fill for Status {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = named(
            json,
            ["ok", "failed", "timeout", "skipped", "unsupported"],
            [Self::Ok, Self::Failed, Self::Timeout, Self::Skipped, Self::Unsupported],
        )?;
        Ok(())
    }
}

impl Shape for Status {
    fn empty() -> Self {
        Self::Ok
    }
}

impl Fill for Better {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = named(json, ["lower", "higher", "neutral"], [Self::Lower, Self::Higher, Self::Neutral])?;
        Ok(())
    }
}

impl Shape for Better {
    fn empty() -> Self {
        Self::Neutral
    }
}

impl Fill for Role {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = named(json, ["primary", "secondary", "raw"], [Self::Primary, Self::Secondary, Self::Raw])?;
        Ok(())
    }
}

impl Shape for Role {
    fn empty() -> Self {
        Self::Primary
    }
}

impl Fill for ProvenanceKind {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = named(json, ["measured", "imported", "published"], [Self::Measured, Self::Imported, Self::Published])?;
        Ok(())
    }
}

impl Shape for ProvenanceKind {
    fn empty() -> Self {
        Self::Measured
    }
}

impl Fill for VerdictWord {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        *self = named(json, ["clean", "disturbed", "invalid"], [Self::Clean, Self::Disturbed, Self::Invalid])?;
        Ok(())
    }
}

impl Shape for VerdictWord {
    fn empty() -> Self {
        Self::Clean
    }
}
