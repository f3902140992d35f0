//! Bounds of the texts of a document's header: they are repeated in every list that a run stands in.

use serde::Serialize;
use serde_json::Value;

use super::Run;
use super::validate::{Invalid, LONG, SHORT, bounded, broken};

/// Most texts and numbers of a run outside its groups; a kernel's config has some ten thousand.
const ENTRIES: usize = 50_000;

/// Checks every known text outside the groups, whatever its field, and how many of them there are.
pub(super) fn check(run: &Run) -> Result<(), Invalid> {
    let mut entries = 0;
    let mut part = |field: &str, value: Result<Value, serde_json::Error>| {
        let value = value.map_err(|source| Invalid::Json { source })?;
        entries += check_value(field, &value)?;
        if entries > ENTRIES {
            return Err(broken(field, &format!("has too much: at most {ENTRIES} entries fit in a run")));
        }
        Ok(())
    };
    part("collector", value(&run.collector))?;
    part("provenance", value(&run.provenance))?;
    part("machine", value(&run.machine))?;
    part("kernel", value(&run.kernel))?;
    part("boot", value(&run.boot))?;
    part("conditions", value(&run.conditions))?;
    part("during", value(&run.during))?;
    part("verdict", value(&run.verdict))
}

fn value(part: &impl Serialize) -> Result<Value, serde_json::Error> {
    serde_json::to_value(part)
}

/// Checks the texts and keys of a value; how many values it holds.
fn check_value(field: &str, value: &Value) -> Result<usize, Invalid> {
    match value {
        Value::String(text) => bounded(field, text, LONG).map(|()| 1),
        Value::Array(items) => {
            let each = items.iter().enumerate();
            each.map(|(index, item)| check_value(&format!("{field}[{index}]"), item)).sum()
        }
        Value::Object(members) => {
            let each = members.iter();
            each.map(|(name, member)| {
                bounded(field, name, SHORT)?;
                check_value(&format!("{field}.{name}"), member)
            })
            .sum()
        }
        _ => Ok(1),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::model::parse;

    fn run() -> Value {
        json!({
            "schema": 1, "collector": {"version": "1"}, "started": "2026-11-30", "complete": true,
            "execution": "0".repeat(32), "provenance": {"kind": "measured"}, "machine": {"cpu_model": "K6"},
            "kernel": {"name": "Linux", "release": "6.1"}, "conditions": {"mitigations": {"meltdown": "none"}},
            "groups": [{"benchmark": "a.b", "version": 1, "cells": [{
                "measure": "m", "unit": "ns", "better": "lower", "status": "ok", "ops": 1, "elapsed_ns": [[5, 6]],
            }]}],
        })
    }

    /// The field that is to blame once the value at `pointer` is another.
    fn blamed(pointer: &str, value: Value) -> Option<String> {
        let mut run = run();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        run.pointer_mut(parent).unwrap()[name] = value;
        let read = parse(&serde_json::to_vec(&run).unwrap());
        read.err().map(|invalid| invalid.field().unwrap_or_default().to_owned())
    }

    #[test]
    fn a_text_of_the_header_has_4096_bytes_at_most_whatever_its_field() {
        for (pointer, field) in [
            ("/machine/cpu_model", "machine.cpu_model"),
            ("/machine/vendor", "machine.vendor"),
            ("/kernel/lsm", "kernel.lsm"),
            ("/conditions/smt", "conditions.smt"),
            ("/conditions/mitigations/meltdown", "conditions.mitigations.meltdown"),
            ("/collector/build", "collector.build"),
        ] {
            assert_eq!(blamed(pointer, "x".repeat(4096).into()), None, "{field}");
            assert_eq!(blamed(pointer, "x".repeat(4097).into()).as_deref(), Some(field));
        }
        assert_eq!(
            blamed(&format!("/conditions/mitigations/{}", "x".repeat(257)), "".into()).unwrap(),
            "conditions.mitigations"
        );
        assert_eq!(blamed("/provenance/notes", json!(["", "x".repeat(4097)])).unwrap(), "provenance.notes[1]");
    }

    #[test]
    fn a_header_has_50_000_entries_at_most() {
        let config =
            |symbols: u32| (0..symbols).map(|symbol| (symbol.to_string(), Value::from("y"))).collect::<Value>();
        assert_eq!(blamed("/kernel/config", config(20_000)), None);
        assert_eq!(blamed("/kernel/config", config(50_001)).as_deref(), Some("kernel"));
    }

    #[test]
    fn a_point_has_32_axes_at_most_and_a_sample_is_disturbed_once() {
        let axes = |axes: u32| (0..axes).map(|axis| (axis.to_string(), Value::from(axis))).collect::<Value>();
        assert_eq!(blamed("/groups/0/cells/0/at", axes(32)), None);
        assert_eq!(blamed("/groups/0/cells/0/at", axes(33)).as_deref(), Some("groups[0].cells[0].at"));
        assert_eq!(blamed("/groups/0/cells/0/disturbed", json!([1, 0])), None);
        assert_eq!(
            blamed("/groups/0/cells/0/disturbed", json!([1, 1])).as_deref(),
            Some("groups[0].cells[0].disturbed")
        );
    }
}
