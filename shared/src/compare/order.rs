//! The order of rows: that of the catalogue, then of its points, then of numbers and names.

use std::cmp::Reverse;

use super::join::Joined;
use crate::catalogue::{self, Benchmark};
use crate::model::{AxisValue, Placement, Preset};
use crate::sorted::Map;

/// Where a row stands.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank<'a> {
    /// Place in the catalogue, or behind it.
    benchmark: usize,
    id: &'a str,
    version: u32,
    measure: usize,
    measure_id: &'a str,
    placement: usize,
    placement_name: Option<&'a str>,
    point: Vec<AxisRank<'a>>,
    /// Rows that differ in unit or direction alone.
    unit: &'a str,
}

/// Where a value stands on its axis.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum AxisRank<'a> {
    /// An axis that the row lacks.
    Absent,
    /// A number on an axis that the catalogue lists from small to large.
    Up(u64),
    /// A number on an axis that the catalogue lists from large to small.
    Down(Reverse<u64>),
    /// A name: its place in the catalogue, or behind it.
    Name(usize, &'a str),
    /// An axis that the catalogue lacks, by name.
    OtherNumber(&'a str, u64),
    /// The same with a name.
    OtherName(&'a str, &'a str),
}

/// The catalogue's order, worked out once for a comparison.
pub(super) struct Order {
    benchmarks: Map<&'static str, (usize, &'static Benchmark, Vec<AxisOrder>)>,
}

/// The order of one axis.
struct AxisOrder {
    name: &'static str,
    /// Names as the largest preset lists them.
    names: Vec<String>,
    /// Whether it lists numbers from large to small.
    falling: bool,
}

impl Order {
    pub fn of_catalogue() -> Self {
        let entry =
            |(place, benchmark): (usize, &'static Benchmark)| (benchmark.id, (place, benchmark, axes(benchmark)));
        Self { benchmarks: catalogue::all().enumerate().map(entry).collect() }
    }

    /// Where a row stands.
    pub fn rank<'r>(&self, row: &'r Joined<'_>) -> Rank<'r> {
        let curve = row.curve;
        let known = self.benchmarks.get(curve.benchmark);
        let measure = known.and_then(|(_, benchmark, _)| benchmark.measures.iter().position(|m| m.id == curve.measure));
        let placement =
            curve.placement.map(|name| Placement::parse(name).map_or(usize::MAX, |known| known as usize + 1));
        Rank {
            benchmark: known.map_or(usize::MAX, |(place, ..)| *place),
            id: curve.benchmark,
            version: curve.version,
            measure: measure.unwrap_or(usize::MAX),
            measure_id: curve.measure,
            placement: placement.unwrap_or(0),
            placement_name: curve.placement,
            point: point_rank(row, known.map_or(&[], |(_, _, axes)| axes)),
            unit: curve.unit.name(),
        }
    }
}

fn axes(benchmark: &'static Benchmark) -> Vec<AxisOrder> {
    let points = (benchmark.plan.points)(Preset::Full);
    let order = |axis: &catalogue::Axis| {
        let mut names: Vec<String> = Vec::new();
        for name in points.iter().filter_map(|point| point.text(axis.name)) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        let numbers: Vec<u64> = points.iter().filter_map(|point| point.integer(axis.name)).collect();
        AxisOrder { name: axis.name, names, falling: numbers.first() > numbers.last() }
    };
    benchmark.axes.iter().map(order).collect()
}

fn point_rank<'r>(row: &'r Joined, axes: &[AxisOrder]) -> Vec<AxisRank<'r>> {
    let known = axes.iter().map(|axis| match row.point.get(axis.name) {
        None => AxisRank::Absent,
        Some(AxisValue::Integer(number)) if axis.falling => AxisRank::Down(Reverse(*number)),
        Some(AxisValue::Integer(number)) => AxisRank::Up(*number),
        Some(AxisValue::Text(name)) => {
            AxisRank::Name(axis.names.iter().position(|known| known == name).unwrap_or(usize::MAX), name)
        }
    });
    let others = row.point.0.iter().filter(|(name, _)| axes.iter().all(|axis| axis.name != name.as_str()));
    let others = others.map(|(name, value)| match value {
        AxisValue::Integer(number) => AxisRank::OtherNumber(name, *number),
        AxisValue::Text(text) => AxisRank::OtherName(name, text),
    });
    known.chain(others).collect()
}
