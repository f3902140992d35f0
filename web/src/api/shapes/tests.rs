//! Every shape comes back as serde writes it, and asks for the same members.

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
    let mut lacking: Vec<String> = lacking.cloned().collect();
    lacking.sort();
    lacking
}

#[test]
fn the_same_members_must_be_there_as_for_the_general_reader() {
    assert_eq!(
        required(&full_head()),
        ["cells", "cells_ok", "complete", "id", "kernel_name", "kernel_release", "provenance", "started"]
    );
    assert_eq!(required(&full_series()), ["benchmark", "better", "cells", "measure", "unit", "version"]);
    assert_eq!(required(&full_summary().cells), ["at", "disturbed", "points", "samples", "starts", "status", "value"]);
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
