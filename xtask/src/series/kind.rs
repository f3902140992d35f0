//! Kinds of cells, by the floor that is promised for.

use shared::catalogue::{self, Floor};
use shared::compare::RowKey;
use shared::model::Placement;

/// A kind of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Cpu,
    Process,
    Memory,
    Wait,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cpu, Self::Process, Self::Memory, Self::Wait];

    /// The kind of a row: what waits at its placement, whatever else it is; else by the catalogue's floor.
    pub fn of(key: &RowKey) -> Self {
        let placement = placement(key).and_then(Placement::parse);
        let Some(benchmark) = catalogue::find(&key.benchmark) else { return Self::Wait };
        let across = benchmark.processes.placed() && placement != Some(Placement::SameCpu);
        match benchmark.measure(&key.measure).map(|measure| measure.floor) {
            _ if across => Self::Wait,
            Some(Floor::Cpu) => Self::Cpu,
            Some(Floor::Process) => Self::Process,
            Some(Floor::Memory) => Self::Memory,
            Some(Floor::Across) | None => Self::Wait,
        }
    }

    /// As tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU paths",
            Self::Process => "process rows",
            Self::Memory => "memory",
            Self::Wait => "waits",
        }
    }
}

/// The placement of a row, where it has one.
pub fn placement(key: &RowKey) -> Option<&str> {
    key.point.text("placement")
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::model::Point;

    fn key(benchmark: &str, measure: &str, placement: Option<&str>) -> RowKey {
        let point = placement.map_or_else(Point::default, |name| Point::new([("placement", name.into())]));
        RowKey { benchmark: benchmark.into(), version: 1, point, measure: measure.into() }
    }

    #[test]
    fn a_kind_is_that_of_the_floor() {
        for (benchmark, measure, placement, kind) in [
            ("syscall.null", "latency", None, Kind::Cpu),
            ("ipc.pipe.latency", "latency", Some("same_cpu"), Kind::Cpu),
            ("ipc.pipe.latency", "latency", Some("unpinned"), Kind::Wait),
            ("process.fork_exec", "latency", None, Kind::Process),
            ("net.unix.connect", "latency", Some("same_cpu"), Kind::Process),
            ("net.unix.connect", "latency", Some("same_cache"), Kind::Wait),
        ] {
            let key = key(benchmark, measure, placement);
            let known = catalogue::find(benchmark).unwrap();
            let first = RowKey { measure: known.measures[0].id.into(), ..key };
            assert_eq!(Kind::of(&first), kind, "{benchmark} {placement:?}");
        }
    }
}
