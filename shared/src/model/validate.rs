//! Checks that a document keeps its own rules, naming the field that does not.

use thiserror::Error;

use super::{AxisValue, Cell, Group, ProvenanceKind, Run, SCHEMA, Status};

/// Longest key, name, unit or label, in bytes.
pub(super) const SHORT: usize = 256;
/// Longest text of a sentence or a label's value, in bytes.
pub(super) const LONG: usize = 4096;
/// Most cells in a run.
const CELLS: usize = 50_000;
/// Most samples in a run.
const SAMPLES: usize = 5_000_000;
/// Most axes of a point.
const AXES: usize = 32;
/// Most labels of a run.
const LABELS: usize = 64;
/// Integers beyond this lose digits in JavaScript.
const SAFE_INTEGER: u64 = 1 << 53;

/// Why a document is refused.
#[derive(Debug, Error)]
pub enum Invalid {
    /// The bytes are not JSON of this shape.
    #[error("not a run document: {source}")]
    Json {
        /// What the parser says, with line and column.
        #[source]
        source: serde_json::Error,
    },
    /// Another schema.
    #[error("schema: {found} is not known here, only {SCHEMA}; upgrade the server (or the program that reads the run)")]
    Schema {
        /// The schema that the document states.
        found: u64,
    },
    /// A field breaks a rule.
    #[error("{field}: {problem}")]
    Field {
        /// The field, as a path: `groups[3].cells[0].unit`.
        field: String,
        /// What is wrong with it and what would be right.
        problem: String,
    },
}

impl Invalid {
    /// The field that is to blame, if one is.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Json { .. } => None,
            Self::Schema { .. } => Some("schema"),
            Self::Field { field, .. } => Some(field),
        }
    }
}

/// Reads and checks a document. The schema is looked at first: a later one is refused by its number, not by its shape.
pub fn parse(bytes: &[u8]) -> Result<Run, Invalid> {
    #[derive(serde::Deserialize)]
    struct Envelope {
        schema: Option<u64>,
    }
    let envelope: Envelope = serde_json::from_slice(bytes).map_err(|source| Invalid::Json { source })?;
    match envelope.schema {
        Some(schema) if schema == u64::from(SCHEMA) => {}
        Some(found) => return Err(Invalid::Schema { found }),
        None => return Err(broken("schema", "is missing; this version writes 1")),
    }
    let run: Run = serde_json::from_slice(bytes).map_err(|source| Invalid::Json { source })?;
    validate(&run)?;
    Ok(run)
}

/// Checks a document that was read or is about to be written.
pub fn validate(run: &Run) -> Result<(), Invalid> {
    if run.schema != SCHEMA {
        return Err(Invalid::Schema { found: run.schema.into() });
    }
    super::texts::check(run)?;
    short("collector.version", &run.collector.version)?;
    timestamp("started", &run.started)?;
    if let Some(finished) = &run.finished {
        timestamp("finished", finished)?;
    }
    labels(run)?;
    if run.provenance.kind == ProvenanceKind::Measured && !is_hex(&run.execution, 32) {
        return Err(broken("execution", "must be 32 hexadecimal digits in a measured run"));
    }
    if run.seed.is_some_and(|seed| seed >= SAFE_INTEGER) {
        return Err(broken("seed", "must be below 2^53"));
    }
    if let Some(id) = &run.supersedes
        && super::RunId::parse(id).is_none()
    {
        return Err(broken("supersedes", "must be a run id: 26 characters of a-z and 2-7"));
    }
    if run.provenance.kind != ProvenanceKind::Measured && run.provenance.source.is_none() {
        return Err(broken("provenance.source", "is missing; only measured runs go without"));
    }
    if run.kernel.release.is_empty() && run.provenance.kind == ProvenanceKind::Measured {
        return Err(broken("kernel.release", "is empty; only published and imported runs may not know their kernel"));
    }
    short("kernel.name", &run.kernel.name)?;
    short("kernel.release", &run.kernel.release)?;
    let mut cells = 0;
    let mut samples = 0;
    for (index, group) in run.groups.iter().enumerate() {
        check_group(&format!("groups[{index}]"), group)?;
        cells += group.cells.len();
        samples += group.cells.iter().map(sample_count).sum::<usize>();
    }
    if cells > CELLS {
        return Err(broken("groups", &format!("hold {cells} cells; at most {CELLS} fit in a run")));
    }
    if samples > SAMPLES {
        return Err(broken("groups", &format!("hold {samples} samples; at most {SAMPLES} fit in a run")));
    }
    Ok(())
}

fn labels(run: &Run) -> Result<(), Invalid> {
    if run.labels.len() > LABELS {
        return Err(broken("labels", &format!("are {}; at most {LABELS} fit in a run", run.labels.len())));
    }
    for (key, value) in &run.labels {
        if key.is_empty() || key.len() > SHORT || value.len() > SHORT {
            let shown: String = key.chars().take(40).collect();
            return Err(broken(&format!("labels.{shown}"), &format!("key and value must have 1 to {SHORT} bytes")));
        }
    }
    Ok(())
}

fn check_group(path: &str, group: &Group) -> Result<(), Invalid> {
    if group.benchmark.is_empty() {
        return Err(broken(&format!("{path}.benchmark"), "is empty"));
    }
    short(&format!("{path}.benchmark"), &group.benchmark)?;
    for (name, text) in [("placement", &group.placement), ("fingerprint", &group.fingerprint)] {
        short(&format!("{path}.{name}"), text.as_deref().unwrap_or_default())?;
    }
    let mut seen = std::collections::BTreeSet::new();
    for (index, cell) in group.cells.iter().enumerate() {
        let path = format!("{path}.cells[{index}]");
        check_cell(&path, cell)?;
        if !seen.insert((&cell.at, &cell.measure)) {
            return Err(broken(&path, "has the same point and measure as an earlier cell of its group"));
        }
    }
    Ok(())
}

fn check_cell(path: &str, cell: &Cell) -> Result<(), Invalid> {
    if cell.measure.is_empty() {
        return Err(broken(&format!("{path}.measure"), "is empty"));
    }
    short(&format!("{path}.measure"), &cell.measure)?;
    short(&format!("{path}.unit"), cell.unit.name())?;
    if cell.at.0.len() > AXES {
        return Err(broken(&format!("{path}.at"), &format!("has {} axes; at most {AXES} are kept", cell.at.0.len())));
    }
    for (axis, value) in &cell.at.0 {
        short(&format!("{path}.at"), axis)?;
        match value {
            AxisValue::Integer(value) if *value >= SAFE_INTEGER => {
                return Err(broken(&format!("{path}.at.{axis}"), "must be below 2^53"));
            }
            AxisValue::Text(text) => short(&format!("{path}.at.{axis}"), text)?,
            AxisValue::Integer(_) => {}
        }
        if axis == "placement" {
            return Err(broken(&format!("{path}.at.placement"), "belongs to the group, as `placement`"));
        }
    }
    if let Some(note) = &cell.note {
        long(&format!("{path}.note"), note)?;
    }
    for (name, text) in [("printed_unit", &cell.printed_unit), ("reduced_by", &cell.reduced_by)] {
        short(&format!("{path}.{name}"), text.as_deref().unwrap_or_default())?;
    }
    if let Some(reason) = &cell.reason {
        for (name, text) in [("call", &reason.call), ("errno", &reason.errno)] {
            short(&format!("{path}.reason.{name}"), text.as_deref().unwrap_or_default())?;
        }
    }
    if cell.values.iter().flatten().any(|value| !value.is_finite()) {
        return Err(broken(&format!("{path}.values"), "must be finite numbers"));
    }
    let count = sample_count(cell);
    if cell.status == Status::Ok {
        figures(path, cell, count)
    } else if count > 0 && cell.reason.is_none() {
        Err(broken(&format!("{path}.status"), "is not ok although there are samples, and no reason is given"))
    } else {
        Ok(())
    }
}

/// What a cell must hold to be called ok.
fn figures(path: &str, cell: &Cell, count: usize) -> Result<(), Invalid> {
    if count == 0 {
        return Err(broken(path, "is ok but has neither elapsed_ns nor values"));
    }
    if !cell.elapsed_ns.is_empty() && !cell.values.is_empty() {
        return Err(broken(path, "has both elapsed_ns and values; a figure is stored once"));
    }
    if cell.elapsed_ns.iter().flatten().any(|&elapsed| elapsed == 0 || elapsed >= SAFE_INTEGER) {
        return Err(broken(&format!("{path}.elapsed_ns"), "must be between 1 and 2^53 - 1 nanoseconds"));
    }
    if !cell.elapsed_ns.is_empty() {
        let (name, per_sample) =
            if cell.unit.is_rate() && cell.amount.is_some() { ("amount", cell.amount) } else { ("ops", cell.ops) };
        if per_sample.is_none_or(|value| value == 0 || value >= SAFE_INTEGER) {
            return Err(broken(
                &format!("{path}.{name}"),
                "must be between 1 and 2^53 - 1 where there are timed samples",
            ));
        }
    }
    if cell.disturbed.iter().any(|&index| index as usize >= count) {
        return Err(broken(&format!("{path}.disturbed"), &format!("names a sample beyond the {count} that there are")));
    }
    let marked: std::collections::BTreeSet<u32> = cell.disturbed.iter().copied().collect();
    if marked.len() < cell.disturbed.len() {
        return Err(broken(&format!("{path}.disturbed"), "names a sample twice"));
    }
    if !cell.printed.is_empty() && cell.printed.len() != count {
        return Err(broken(&format!("{path}.printed"), "must hold one text for each value"));
    }
    for text in &cell.printed {
        short(&format!("{path}.printed"), text)?;
    }
    Ok(())
}

/// How many samples a cell holds.
fn sample_count(cell: &Cell) -> usize {
    cell.elapsed_ns.iter().map(Vec::len).sum::<usize>() + cell.values.iter().map(Vec::len).sum::<usize>()
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `2026-11-30T12:00:00Z`, with optional fraction; or a day alone where that is all a source gives.
fn timestamp(field: &str, text: &str) -> Result<(), Invalid> {
    let day = |bytes: &[u8]| {
        bytes.len() == 10
            && bytes
                .iter()
                .enumerate()
                .all(|(i, byte)| if i == 4 || i == 7 { *byte == b'-' } else { byte.is_ascii_digit() })
    };
    let bytes = text.as_bytes();
    let right = match bytes.len() {
        10 => day(bytes),
        20..=30 => {
            day(&bytes[..10]) && bytes[10] == b'T' && bytes[13] == b':' && bytes[16] == b':' && text.ends_with('Z')
        }
        _ => false,
    };
    if right { Ok(()) } else { Err(broken(field, "must be RFC 3339 in UTC, such as 2026-11-30T12:00:00Z")) }
}

fn short(field: &str, text: &str) -> Result<(), Invalid> {
    bounded(field, text, SHORT)
}

fn long(field: &str, text: &str) -> Result<(), Invalid> {
    bounded(field, text, LONG)
}

pub(super) fn bounded(field: &str, text: &str, most: usize) -> Result<(), Invalid> {
    if text.len() <= most {
        Ok(())
    } else {
        Err(broken(field, &format!("has {} bytes; at most {most} are kept", text.len())))
    }
}

pub(super) fn broken(field: &str, problem: &str) -> Invalid {
    Invalid::Field { field: field.to_owned(), problem: problem.to_owned() }
}
