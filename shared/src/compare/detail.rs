//! What a row is called beside its neighbours.

use super::join::Joined;
use crate::catalogue::{Axis, AxisKind, Benchmark};
use crate::model::{AxisValue, Placement};
use crate::number::percentile;
use crate::sorted::{Map, Set};

/// What varies among the rows of a table, so that it has to be said.
pub(super) struct Varying<'a> {
    placements: Set<Option<&'a str>>,
    versions: Map<&'a str, Set<u32>>,
    measures: Map<&'a str, Set<&'a str>>,
    values: Map<(&'a str, &'a str), Set<&'a AxisValue>>,
}

impl<'a> Varying<'a> {
    pub fn among(rows: &[&'a Joined<'a>]) -> Self {
        let mut varying =
            Self { placements: Set::new(), versions: Map::new(), measures: Map::new(), values: Map::new() };
        for row in rows {
            let curve = row.curve;
            // A benchmark without placements says nothing of them.
            if curve.placement.is_some() {
                varying.placements.insert(curve.placement);
            }
            varying.versions.entry(curve.benchmark).or_default().insert(curve.version);
            varying.measures.entry(curve.benchmark).or_default().insert(curve.measure);
            for (axis, value) in &row.point.0 {
                varying.values.entry((curve.benchmark, axis)).or_default().insert(value);
            }
        }
        varying
    }

    fn axis(&self, benchmark: &'a str, axis: &'a str) -> bool {
        self.values.get(&(benchmark, axis)).is_some_and(|values| values.len() > 1)
    }
}

/// `Pipe`; the id where the benchmark is not in the catalogue.
pub(super) fn title(row: &Joined) -> String {
    row.benchmark.map_or_else(|| row.curve.benchmark.to_owned(), |known| known.title.to_owned())
}

/// What tells a row from its neighbours: `1 B round trip`, `pread, chunk 64 KiB`, `unpinned`.
///
/// An axis is named where it varies in the table or is not at its reference value; the placement where it varies, or
/// is another than one CPU; the version where the catalogue or the table has others, and a measure that is not the main one
/// beside others. What tells rows apart stands
/// first, where it is not cut off.
pub(super) fn detail<'a>(row: &'a Joined<'a>, varying: &Varying<'a>) -> String {
    let curve = row.curve;
    let known = row.benchmark;
    let mut telling = 0;
    let mut words = match known {
        Some(benchmark) => axis_words(row, benchmark, varying),
        None => {
            let (apart, alike): (Vec<_>, Vec<_>) =
                row.point.0.iter().partition(|(name, _)| varying.axis(curve.benchmark, name));
            telling = apart.len();
            apart.into_iter().chain(alike).map(|(name, value)| format!("{name} {value}")).collect()
        }
    };
    let several = |count: Option<usize>| count.is_some_and(|count| count > 1);
    let unknown = |known: &Benchmark| known.measure(curve.measure).is_none();
    // What a benchmark is about needs no name.
    let main = known.and_then(|benchmark| benchmark.measures.first()).is_some_and(|main| main.id == curve.measure);
    if several(varying.measures.get(curve.benchmark).map(Set::len)) && !main {
        words.insert(0, curve.measure.to_owned());
    } else if known.is_none_or(unknown) {
        words.insert(telling, curve.measure.to_owned());
    }
    if let Some(placement) = curve.placement
        && (varying.placements.len() > 1 || placement != Placement::SameCpu.name())
    {
        words.push(placement_words(placement).to_owned());
    }
    let usual = known.map_or(1, |benchmark| benchmark.version);
    if curve.version != usual || several(varying.versions.get(curve.benchmark).map(Set::len)) {
        words.push(format!("version {}", curve.version));
    }
    words.join(", ")
}

fn axis_words<'a>(row: &'a Joined<'a>, benchmark: &'static Benchmark, varying: &Varying<'a>) -> Vec<String> {
    let at_reference = |axis: &Axis| row.point.get(axis.name) == Some(&axis.reference.value());
    let usual = benchmark.axes.iter().all(at_reference);
    let fixed = !benchmark.detail.is_empty() && usual;
    let mut words: Vec<String> = if fixed { vec![benchmark.detail.to_owned()] } else { Vec::new() };
    for axis in benchmark.axes {
        let Some(value) = row.point.get(axis.name) else { continue };
        if !at_reference(axis) || (!fixed && varying.axis(row.curve.benchmark, axis.name)) {
            words.push(axis_phrase(axis, value));
        }
    }
    let others = row.point.0.iter().filter(|(name, _)| benchmark.axis(name).is_none());
    words.extend(others.map(|(name, value)| format!("{name} {value}")));
    words
}

/// `pread`, `chunk 64 KiB`, `users 10`.
fn axis_phrase(axis: &Axis, value: &AxisValue) -> String {
    match (axis.kind, value) {
        (AxisKind::Bytes, AxisValue::Integer(bytes)) => format!("{} {}", axis.name, size(*bytes)),
        (AxisKind::Name, AxisValue::Text(name)) => name.clone(),
        (AxisKind::Percentile, AxisValue::Integer(one_in)) => percentile(*one_in),
        _ => format!("{} {value}", axis.name),
    }
}

/// Bytes in the largest binary unit that divides them: `64 KiB`, `100 B`.
fn size(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match units.iter().find(|(_, power)| bytes > 0 && bytes.is_multiple_of(1 << power)) {
        Some((unit, power)) => format!("{} {unit}", bytes >> power),
        None => format!("{bytes} B"),
    }
}

/// A placement for people.
fn placement_words(name: &str) -> &str {
    match Placement::parse(name) {
        Some(Placement::SameCpu) => "same CPU",
        Some(Placement::SmtSibling) => "two threads of a core",
        Some(Placement::SameCache) => "two cores, shared cache",
        Some(Placement::CrossCache) => "two cores, no shared cache",
        Some(Placement::CrossNode) => "two nodes",
        Some(Placement::Spread) => "one a CPU",
        Some(Placement::Unpinned) => "unpinned",
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_shown_in_the_largest_unit_that_divides_them() {
        for (bytes, text) in [(0, "0 B"), (8, "8 B"), (1000, "1000 B"), (65_536, "64 KiB"), (8_388_608, "8 MiB")] {
            assert_eq!(size(bytes), text);
        }
    }
}
