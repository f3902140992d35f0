//! What is measured: one file a family, one entry a benchmark. A benchmark's id and version fix its meaning for ever.

mod axis;
mod benchmark;
mod build;
mod configure;
mod copy;
mod cpu;
mod file;
mod fs;
mod ipc;
mod measure;
mod mem;
mod multiuser;
mod net;
mod process;
mod readiness;
mod response;
mod sched;
mod signal;
mod syscall;
mod vm;

pub use axis::{Axis, AxisKind, AxisRole, Reference};
pub use benchmark::{Benchmark, Plan, Processes, TableGroup, Waits};
pub use measure::{BaseUnit, Derivation, Floor, Measure};

/// What programs say of a benchmark in words. The browser asks the server for it: it grows with every benchmark.
const fn text(said: &'static str) -> &'static str {
    if cfg!(feature = "texts") { said } else { "" }
}

/// Every family's benchmarks, in the order of tables.
const FAMILIES: &[&[Benchmark]] = &[
    cpu::BENCHMARKS,
    syscall::BENCHMARKS,
    readiness::BENCHMARKS,
    signal::BENCHMARKS,
    process::BENCHMARKS,
    sched::BENCHMARKS,
    ipc::BENCHMARKS,
    net::BENCHMARKS,
    mem::BENCHMARKS,
    copy::BENCHMARKS,
    file::BENCHMARKS,
    fs::BENCHMARKS,
    vm::BENCHMARKS,
    configure::BENCHMARKS,
    build::BENCHMARKS,
    multiuser::BENCHMARKS,
    response::BENCHMARKS,
];

/// What the ids of people's own programs begin with. The catalogue does not know them.
pub const OWN_PROGRAMS: &str = "exec.";

/// All benchmarks, in the order of tables.
pub fn all() -> impl Iterator<Item = &'static Benchmark> {
    FAMILIES.iter().copied().flatten()
}

/// The benchmark of that id.
pub fn find(id: &str) -> Option<&'static Benchmark> {
    all().find(|benchmark| benchmark.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::model::{Placement, Preset};

    #[test]
    fn ids_are_unique_dotted_and_lower_case() {
        let mut seen = BTreeSet::new();
        for benchmark in all() {
            assert!(seen.insert(benchmark.id), "{} stands twice", benchmark.id);
            assert!(benchmark.id.contains('.'), "{}", benchmark.id);
            assert!(
                benchmark.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'_'),
                "{}",
                benchmark.id
            );
        }
    }

    #[test]
    fn every_point_of_a_preset_has_exactly_the_axes_of_its_benchmark() {
        for benchmark in all() {
            for preset in [Preset::Quick, Preset::Standard, Preset::Full] {
                let points = (benchmark.plan.points)(preset);
                let unique: BTreeSet<_> = points.iter().collect();
                assert_eq!(unique.len(), points.len(), "{} {preset:?} has a point twice", benchmark.id);
                for point in &points {
                    let names: Vec<_> = point.0.keys().map(String::as_str).collect();
                    let planned = benchmark.axes.iter().filter(|axis| !axis.read);
                    let mut axes: Vec<_> = planned.map(|axis| axis.name).collect();
                    axes.sort_unstable();
                    assert_eq!(names, axes, "{} {point}", benchmark.id);
                }
            }
        }
    }

    #[test]
    fn a_benchmark_has_one_primary_measure_first_and_a_reference_for_each_axis() {
        for benchmark in all() {
            assert!(!benchmark.measures.is_empty(), "{}", benchmark.id);
            assert_eq!(benchmark.measures[0].role, crate::model::Role::Primary, "{}", benchmark.id);
            let stored = |measure: &&Measure| measure.derivation == Derivation::Stored;
            assert_eq!(benchmark.measures.iter().filter(stored).count(), 1, "{}", benchmark.id);
            assert!(benchmark.axes.iter().all(|axis| axis.name != "placement"), "{}", benchmark.id);
            for measure in benchmark.measures.iter().filter(|measure| !measure.over.is_empty()) {
                assert!(benchmark.axis(measure.over).is_some_and(|axis| axis.read), "{} {}", benchmark.id, measure.id);
            }
            for measure in benchmark.measures.iter().filter(|measure| !measure.place_on.is_empty()) {
                assert!(benchmark.axis(measure.place_on).is_some(), "{} {}", benchmark.id, measure.id);
            }
        }
    }

    #[test]
    fn only_benchmarks_with_placements_are_planned_at_some() {
        for benchmark in all() {
            for preset in [Preset::Quick, Preset::Standard, Preset::Full] {
                let placements = (benchmark.plan.placements)(preset);
                if benchmark.processes == Processes::One {
                    assert!(placements.iter().all(|p| *p == Placement::SameCpu), "{}", benchmark.id);
                }
            }
        }
    }
}
