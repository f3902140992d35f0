//! The shapes of `shared` that the server sends, read from JSON as `shared` writes them.

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

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use proptest::prelude::*;
    use serde::Serialize;
    use shared::model::parse;
    use shared::summary::summarise;

    use super::super::json::{Broken, read};
    use super::*;

    fn back<T: Serialize + Shape + PartialEq + Debug>(value: &T) {
        let written = serde_json::to_string(value).unwrap();
        assert_eq!(read::<T>(written.as_bytes()).as_ref(), Ok(value), "{written}");
    }

    fn id(of: &str) -> RunId {
        RunId::of(of.as_bytes())
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    /// Every member is there.
    fn full_head() -> RunHead {
        RunHead {
            id: id("a"),
            started: "2026-11-30T12:47:14Z".to_owned(),
            kernel_name: "Linux".to_owned(),
            kernel_release: "6.18.44 \"µ\"\n".to_owned(),
            kernel_build: some("#1 SMP"),
            cpu: some("AMD-K6(tm)"),
            machine: some("m"),
            boot: some("b"),
            labels: [("config", "MK7"), ("x", "")]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into_iter()
                .collect(),
            preset: some("quick"),
            provenance: ProvenanceKind::Imported,
            page: some("2002-08-05-ipc-lock"),
            verdict: Some(VerdictWord::Disturbed),
            complete: true,
            supersedes: Some(id("b")),
            cells_ok: 7,
            cells: u32::MAX,
        }
    }

    /// Only what must be there.
    fn bare_head() -> RunHead {
        RunHead {
            kernel_build: None,
            cpu: None,
            machine: None,
            boot: None,
            labels: Default::default(),
            preset: None,
            page: None,
            verdict: None,
            complete: false,
            supersedes: None,
            ..full_head()
        }
    }

    fn full_series() -> Series {
        Series {
            benchmark: "ipc.pipe.latency".to_owned(),
            version: 2,
            placement: some("same_cpu"),
            measure: "round_trip".to_owned(),
            unit: Unit::Ns,
            better: Better::Higher,
            role: Role::Raw,
            cells: 3,
            printed_unit: some("us"),
        }
    }

    fn full_summary() -> RunSummary {
        let point = Point::new([("chunk", AxisValue::Integer((1 << 53) + 1)), ("how", AxisValue::from("splice"))]);
        RunSummary {
            version: 1,
            head: full_head(),
            keys: [("kernel.release".to_owned(), "6.18.44".to_owned())].into_iter().collect(),
            series: vec![
                full_series(),
                Series { placement: None, role: Role::Primary, printed_unit: None, ..full_series() },
            ],
            cells: Cells {
                at: vec![0, 1, 0],
                points: vec![point, Point::default()],
                status: vec![Status::Ok, Status::Failed, Status::Ok],
                value: vec![Some(1234.5), None, Some(-2.5e-7)],
                starts: vec![vec![0, -120, i32::MAX], vec![], vec![i32::MIN]],
                raw: [(2, vec![-1.0, 0.0, 3.25e21])].into_iter().collect(),
                inverse: vec![Inverse { first: 1, of: 0, cells: 1 }],
                samples: vec![21, 0, 3],
                disturbed: vec![0, 1, 0],
                reason: [(1, "connect: ECONNREFUSED".to_owned())].into_iter().collect(),
                printed: [(0, vec!["1.2".to_owned(), "1.3".to_owned()])].into_iter().collect(),
                reduced: [(0, "mean of 3".to_owned())].into_iter().collect(),
                note: [(2, "a note".to_owned())].into_iter().collect(),
            },
            notes: vec!["one".to_owned(), "two".to_owned()],
        }
    }

    #[test]
    fn a_summary_is_read_as_the_general_reader_reads_it() {
        back(&full_summary());
        back(&RunSummary {
            head: bare_head(),
            keys: Default::default(),
            series: Vec::new(),
            cells: Cells::default(),
            notes: Vec::new(),
            ..full_summary()
        });
    }

    #[test]
    fn the_summary_of_a_published_run_comes_back() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/published/2002-08-05-ipc-lock/1-2.5.29s4.json");
        let bytes = std::fs::read(page).unwrap();
        back(&summarise(&RunId::of(&bytes), &parse(&bytes).unwrap()));
    }

    #[test]
    fn heads_come_back_with_and_without_what_may_be_absent() {
        back(&full_head());
        back(&bare_head());
    }

    #[test]
    fn resolved_columns_come_back() {
        back(&Resolved::default());
        back(&Resolved {
            columns: vec![vec![id("a"), id("b")], vec![], vec![id("c")]],
            subject: vec!["kernel.release".to_owned()],
            base: 2,
            reports: vec!["1 run has no label.config: left out".to_owned()],
        });
    }

    #[test]
    fn every_name_is_known() {
        for status in [Status::Ok, Status::Failed, Status::Timeout, Status::Skipped, Status::Unsupported] {
            back(&status);
        }
        for better in [Better::Lower, Better::Higher, Better::Neutral] {
            back(&better);
        }
        for role in [Role::Primary, Role::Secondary, Role::Raw] {
            back(&role);
        }
        for kind in [ProvenanceKind::Measured, ProvenanceKind::Imported, ProvenanceKind::Published] {
            back(&kind);
        }
        for word in [VerdictWord::Clean, VerdictWord::Disturbed, VerdictWord::Invalid] {
            back(&word);
        }
        for unit in ["ns", "B", "B/s", "1/s", "Hz", "1", "furlongs"] {
            back(&Series { unit: Unit::parse(unit), ..full_series() });
        }
    }

    /// The names of an object's members that a value without any of them cannot be made of.
    fn required<T: Serialize + Shape + Debug>(value: &T) -> Vec<String> {
        let serde_json::Value::Object(members) = serde_json::to_value(value).unwrap() else { panic!("an object") };
        let lacking = members.keys().filter(|name| {
            let mut rest = members.clone();
            rest.remove(*name);
            match read::<T>(serde_json::to_string(&rest).unwrap().as_bytes()) {
                Ok(_) => false,
                Err(broken) => {
                    assert_eq!(broken.to_string(), format!("member {name}"));
                    true
                }
            }
        });
        lacking.cloned().collect()
    }

    #[test]
    fn the_same_members_must_be_there_as_for_the_general_reader() {
        assert_eq!(
            required(&full_head()),
            ["cells", "cells_ok", "complete", "id", "kernel_name", "kernel_release", "provenance", "started"]
        );
        assert_eq!(required(&full_series()), ["benchmark", "better", "cells", "measure", "unit", "version"]);
        assert_eq!(
            required(&full_summary().cells),
            ["at", "disturbed", "points", "samples", "starts", "status", "value"]
        );
        assert_eq!(required(&full_summary()), ["cells", "head", "keys", "series", "version"]);
        assert_eq!(required(&Resolved::default()), ["base", "columns", "reports", "subject"]);
        assert_eq!(required(&full_summary().cells.inverse[0]), ["cells", "first", "of"]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [r#""broken""#, "7", "null", "{}"] {
            assert!(read::<Status>(text.as_bytes()).is_err(), "{text}");
            assert!(read::<RunId>(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read::<AxisValue>(b"-1").is_err());
        assert_eq!(read::<Resolved>(br#"{"columns": [["x"]]}"#), Err(Broken::Member("columns")));
    }

    proptest! {
        #[test]
        fn any_point_comes_back(axes in prop::collection::btree_map(".*", (any::<bool>(), any::<u64>(), ".*"), 0..4)) {
            let axes = axes.into_iter().map(|(name, (whole, number, text))| {
                (name, if whole { AxisValue::Integer(number) } else { AxisValue::Text(text) })
            });
            back(&Point(axes.collect()));
        }
    }
}
