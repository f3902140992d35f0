//! Which benchmarks, points and placements a run has.

use shared::catalogue::{self, Benchmark};
use shared::model::{Placement, Point, Preset};
use shared::view::glob_matches;
use thiserror::Error;

use super::Entry;
use crate::bench;
use crate::placement::Layout;

/// A size of so many last caches is memory.
const CACHES: u64 = 4;

/// What the person asks for.
#[derive(Clone, Debug)]
pub struct Selection {
    /// How much.
    pub preset: Preset,
    /// Globs of ids; none selects all that the preset measures.
    pub only: Vec<String>,
    /// Globs of ids to leave out.
    pub skip: Vec<String>,
    /// Placements, in place of the preset's.
    pub placements: Vec<Placement>,
}

/// Why there is nothing to measure.
#[derive(Debug, Error)]
pub enum SelectionError {
    /// A glob names nothing, which is rather a slip than a wish.
    #[error("{flag} {glob}: no benchmark has such an id; `benchpages list` shows them")]
    NoSuchBenchmark {
        /// The option.
        flag: &'static str,
        /// Its value.
        glob: String,
    },
    /// A glob names only what other presets measure.
    #[error("{flag} {glob}: not in the {} preset; --preset {} has it", .preset.name(), .instead.name())]
    OtherPreset {
        /// The option.
        flag: &'static str,
        /// Its value.
        glob: String,
        /// What was asked for.
        preset: Preset,
        /// The smallest that has it.
        instead: Preset,
    },
    /// Everything is left out.
    #[error("--only and --skip leave no benchmark to measure")]
    Nothing,
}

impl Selection {
    /// The entries, in the order of tables. Placements of the preset that the machine lacks are left out; those that the
    /// person names stay, and become cells that say so.
    pub fn entries(&self, layout: &Layout) -> Result<Vec<Entry>, SelectionError> {
        for (flag, globs) in [("--only", &self.only), ("--skip", &self.skip)] {
            for glob in globs {
                let has = |preset: &Preset| measured(*preset).any(|benchmark| glob_matches(glob, benchmark.id));
                if has(&self.preset) {
                    continue;
                }
                let (glob, preset) = (glob.clone(), self.preset);
                return Err(match [Preset::Quick, Preset::Standard, Preset::Full].into_iter().find(has) {
                    Some(instead) => SelectionError::OtherPreset { flag, glob, preset, instead },
                    None => SelectionError::NoSuchBenchmark { flag, glob },
                });
            }
        }
        let entries: Vec<Entry> = measured(self.preset)
            .filter(|benchmark| self.takes(benchmark.id))
            .flat_map(|benchmark| self.of_benchmark(benchmark, layout))
            .collect();
        if entries.is_empty() { Err(SelectionError::Nothing) } else { Ok(entries) }
    }

    /// Whether a benchmark is chosen and not left out.
    pub fn takes(&self, id: &str) -> bool {
        let any = |globs: &[String]| globs.iter().any(|glob| glob_matches(glob, id));
        (self.only.is_empty() || any(&self.only)) && !any(&self.skip)
    }

    fn of_benchmark(&self, benchmark: &'static Benchmark, layout: &Layout) -> Vec<Entry> {
        let named = benchmark.processes.placed() && !self.placements.is_empty();
        let placements = if named { &self.placements[..] } else { (benchmark.plan.placements)(self.preset) };
        let mut points = (benchmark.plan.points)(self.preset);
        up_to_memory(benchmark, &mut points, CACHES * layout.last_cache());
        of_cpus(benchmark, &mut points, layout.cpus());
        placements
            .iter()
            .map(|&placement| {
                let cpus = layout.choose(placement).filter(|_| benchmark.processes.can_be_at(placement));
                Entry { benchmark, placement, cpus, points: points.clone(), program: None }
            })
            .filter(|entry| named || entry.cpus.is_some())
            .collect()
    }
}

/// Drops points beyond the first size that is memory: further ones are no other.
fn up_to_memory(benchmark: &Benchmark, points: &mut Vec<Point>, memory: u64) {
    for axis in benchmark.axes.iter().filter(|axis| axis.up_to_memory) {
        let sizes = points.iter().filter_map(|point| point.integer(axis.name));
        if let Some(last) = sizes.filter(|&size| size >= memory).min() {
            points.retain(|point| point.integer(axis.name).is_some_and(|size| size <= last));
        }
    }
}

/// Adds, to each point at one job, the same at multiples of the machine's CPUs.
fn of_cpus(benchmark: &Benchmark, points: &mut Vec<Point>, cpus: u64) {
    for axis in benchmark.axes {
        let single: Vec<Point> = points.iter().filter(|point| point.integer(axis.name) == Some(1)).cloned().collect();
        for multiple in axis.of_cpus {
            for point in &single {
                let more = point.clone().with(axis.name, multiple * cpus);
                if !points.contains(&more) {
                    points.push(more);
                }
            }
        }
    }
}

/// What the collector measures in a preset.
fn measured(preset: Preset) -> impl Iterator<Item = &'static Benchmark> {
    catalogue::all()
        .filter(move |benchmark| bench::find(benchmark.id).is_some() && !(benchmark.plan.points)(preset).is_empty())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::observe::{Fixture, Root};

    /// The quick preset's entries for these globs, on this machine.
    pub fn quick(only: &[&str]) -> Vec<Entry> {
        let layout = Layout::read(&Root::live(), &[0, 1]);
        selection(only, &[]).entries(&layout).unwrap()
    }

    fn selection(only: &[&str], skip: &[&str]) -> Selection {
        let owned = |globs: &[&str]| globs.iter().map(|&glob| glob.to_owned()).collect();
        Selection { preset: Preset::Quick, only: owned(only), skip: owned(skip), placements: Vec::new() }
    }

    fn ids(selection: &Selection) -> Vec<&'static str> {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0]);
        selection.entries(&layout).unwrap().iter().map(|entry| entry.benchmark.id).collect()
    }

    #[test]
    fn globs_choose_and_leave_out() {
        let chosen = ids(&selection(&["net.rpc_*", "cpu.clock"], &["*_udp.*"]));
        assert_eq!(chosen, ["cpu.clock", "net.rpc_tcp.latency"]);
    }

    #[test]
    fn a_glob_that_names_nothing_is_an_error() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0]);
        let error = selection(&["syscal.*"], &[]).entries(&layout).err().unwrap();
        assert!(error.to_string().starts_with("--only syscal.*: no benchmark"), "{error}");
        assert!(matches!(selection(&["cpu.*"], &["cpu.*"]).entries(&layout), Err(SelectionError::Nothing)));
    }

    #[test]
    fn a_glob_that_names_what_another_preset_has_says_which() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0]);
        let error = selection(&["ipc.semaphore.*"], &[]).entries(&layout).err().unwrap();
        assert_eq!(error.to_string(), "--only ipc.semaphore.*: not in the quick preset; --preset standard has it");
    }

    #[test]
    fn sweeps_end_at_the_first_size_that_is_four_times_the_last_cache() {
        let benchmark = catalogue::find("mem.bandwidth").unwrap();
        let largest = |memory: u64| {
            let mut points = (benchmark.plan.points)(Preset::Full);
            up_to_memory(benchmark, &mut points, memory);
            points.iter().filter_map(|point| point.integer("size")).max()
        };
        assert_eq!(largest(128 << 20), Some(128 << 20));
        assert_eq!(largest((128 << 20) + 1), Some(256 << 20));
        assert_eq!(largest(1 << 40), Some(1 << 30));
    }

    #[test]
    fn a_placement_that_the_person_names_stays_though_the_machine_lacks_it() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0, 1]);
        let placements = vec![Placement::SameCpu, Placement::CrossNode, Placement::Spread];
        let entries = Selection { placements, ..selection(&["ipc.pipe.latency"], &[]) }.entries(&layout).unwrap();
        let cpus: Vec<_> = entries.iter().map(|entry| entry.cpus.clone()).collect();
        assert_eq!(cpus, [Some(vec![1]), None, None], "nor is there a spread of two processes");
    }

    #[test]
    fn several_processes_are_spread_but_have_no_place_for_two() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0, 1]);
        let placements = vec![Placement::Spread, Placement::SmtSibling, Placement::Unpinned];
        let entries = Selection { placements, ..selection(&["sched.context_switch"], &[]) }.entries(&layout).unwrap();
        let cpus: Vec<_> = entries.iter().map(|entry| entry.cpus.clone()).collect();
        assert_eq!(cpus, [Some(vec![1, 0]), None, Some(vec![])]);
    }
}
