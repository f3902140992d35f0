//! Which benchmarks, points and placements a run has.

use shared::catalogue::{self, Benchmark};
use shared::model::{Placement, Point, Preset};
use shared::view::glob_matches;
use thiserror::Error;

use super::Entry;
use crate::bench;
use crate::placement::Layout;
use crate::source::Kind;

/// The option that leaves benchmarks out.
const SKIP: &str = "--skip";

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
    /// Values of axes, in their text form: of a benchmark that has the axis, only points with one of its values.
    pub at: Vec<(String, String)>,
    /// Trees that the person gives: what builds one is measured in every preset, and otherwise in none.
    pub trees: Vec<Kind>,
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
    /// A glob names only what builds a tree that the person does not give.
    #[error(
        "{flag} {glob}: {} needs the tree that it builds: --source {}=TARBALL-or-FOLDER", .kind.benchmark(), .kind.name()
    )]
    NeedsTree {
        /// The option.
        flag: &'static str,
        /// Its value.
        glob: String,
        /// The tree.
        kind: Kind,
    },
    /// No point has such a value.
    #[error("--at {axis}={value}: no point that is measured has it{}", known(.values))]
    NoSuchPoint {
        /// The axis.
        axis: String,
        /// Its value.
        value: String,
        /// The values that there are.
        values: Vec<String>,
    },
    /// Everything is left out.
    #[error("--only and --skip leave no benchmark to measure")]
    Nothing,
}

/// `; it may be 1, 2, 8`
fn known(values: &[String]) -> String {
    if values.is_empty() { String::new() } else { format!("; it may be {}", values.join(", ")) }
}

impl Selection {
    /// All that a preset measures.
    #[cfg(test)]
    pub fn all(preset: Preset) -> Self {
        let (only, skip, placements) = (Vec::new(), Vec::new(), Vec::new());
        Self { preset, only, skip, placements, at: Vec::new(), trees: Vec::new() }
    }

    /// The entries, in the order of tables. Placements of the preset that the machine lacks are left out; those that the
    /// person names stay, and become cells that say so.
    pub fn entries(&self, layout: &Layout) -> Result<Vec<Entry>, SelectionError> {
        for (flag, globs) in [("--only", &self.only), (SKIP, &self.skip)] {
            for glob in globs {
                let matches = |benchmark: &Benchmark| glob_matches(glob, benchmark.id);
                let has = |preset: &Preset| self.measured(*preset).any(matches);
                if has(&self.preset) {
                    continue;
                }
                let tree = Kind::ALL.into_iter().find(|kind| glob_matches(glob, kind.benchmark()));
                let (glob, preset) = (glob.clone(), self.preset);
                return Err(match ([Preset::Quick, Preset::Standard, Preset::Full].into_iter().find(has), tree) {
                    (Some(instead), _) => SelectionError::OtherPreset { flag, glob, preset, instead },
                    // What is not planned is left out.
                    (None, Some(_)) if flag == SKIP => continue,
                    (None, Some(kind)) => SelectionError::NeedsTree { flag, glob, kind },
                    (None, None) => SelectionError::NoSuchBenchmark { flag, glob },
                });
            }
        }
        let mut entries: Vec<Entry> = self
            .measured(self.preset)
            .filter(|benchmark| self.takes(benchmark.id))
            .flat_map(|benchmark| self.of_benchmark(benchmark, layout))
            .collect();
        self.only_at(&mut entries)?;
        if entries.is_empty() { Err(SelectionError::Nothing) } else { Ok(entries) }
    }

    /// Drops points that have other values of an axis than those asked for.
    fn only_at(&self, entries: &mut Vec<Entry>) -> Result<(), SelectionError> {
        let of = |entry: &Entry, axis: &str| -> Vec<String> {
            entry.points.iter().filter_map(|point| point.get(axis)).map(ToString::to_string).collect()
        };
        for (axis, value) in &self.at {
            let mut values: Vec<String> = entries.iter().flat_map(|entry| of(entry, axis)).collect();
            if !values.contains(value) {
                values.dedup();
                let (axis, value) = (axis.clone(), value.clone());
                return Err(SelectionError::NoSuchPoint { axis, value, values });
            }
        }
        for entry in entries.iter_mut() {
            entry.points.retain(|point| {
                point.0.iter().all(|(axis, value)| {
                    let mut asked = self.at.iter().filter(|(of, _)| of == axis).peekable();
                    asked.peek().is_none() || asked.any(|(_, wanted)| *wanted == value.to_string())
                })
            });
        }
        entries.retain(|entry| !entry.points.is_empty());
        Ok(())
    }

    /// What the collector measures in a preset.
    fn measured(&self, preset: Preset) -> impl Iterator<Item = &'static Benchmark> {
        catalogue::all().filter(move |benchmark| match Kind::built_by(benchmark.id) {
            Some(kind) => self.trees.contains(&kind),
            None => bench::find(benchmark.id).is_some() && !(benchmark.plan.points)(preset).is_empty(),
        })
    }

    /// Whether a benchmark is chosen and not left out.
    pub fn takes(&self, id: &str) -> bool {
        let any = |globs: &[String]| globs.iter().any(|glob| glob_matches(glob, id));
        (self.only.is_empty() || any(&self.only)) && !any(&self.skip)
    }

    fn of_benchmark(&self, benchmark: &'static Benchmark, layout: &Layout) -> Vec<Entry> {
        // A tree that is given is built as the full preset does it.
        let preset = if Kind::built_by(benchmark.id).is_some() { Preset::Full } else { self.preset };
        let named = benchmark.processes.placed() && !self.placements.is_empty();
        let placements = if named { &self.placements[..] } else { (benchmark.plan.placements)(preset) };
        let mut points = (benchmark.plan.points)(preset);
        up_to_memory(benchmark, &mut points, CACHES * layout.last_cache());
        of_cpus(benchmark, &mut points, layout.cpus());
        placements
            .iter()
            .map(|&placement| {
                let cpus = layout.choose(placement).filter(|_| benchmark.processes.can_be_at(placement));
                Entry { benchmark, placement, cpus, points: points.clone(), program: None, source: None }
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
        Selection { only: owned(only), skip: owned(skip), ..Selection::all(Preset::Quick) }
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

    #[test]
    fn what_builds_a_tree_is_in_every_preset_where_the_tree_is_given_and_in_none_otherwise() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0, 1]);
        for preset in [Preset::Quick, Preset::Standard, Preset::Full] {
            let builds = |trees: &[Kind]| -> Vec<&str> {
                let selection = Selection { trees: trees.to_vec(), ..Selection::all(preset) };
                let entries = selection.entries(&layout).unwrap();
                let ids = entries.iter().map(|entry| entry.benchmark.id);
                ids.filter(|id| Kind::built_by(id).is_some()).collect()
            };
            assert_eq!(builds(&[]), [""; 0], "{preset:?}");
            assert_eq!(builds(&[Kind::Perl, Kind::Kernel]), ["build.kernel", "build.perl"], "{preset:?}");
        }
        let of = |only: &str, trees: &[Kind]| {
            Selection { trees: trees.to_vec(), ..selection(&[only], &[]) }.entries(&layout)
        };
        let error = of("build.kernel", &[]).err().unwrap().to_string();
        let told = "--only build.kernel: build.kernel needs the tree that it builds: --source kernel=TARBALL-or-FOLDER";
        assert_eq!(error, told);
        let entries = of("build.kernel", &[Kind::Kernel]).unwrap();
        let points: Vec<String> = entries[0].points.iter().map(ToString::to_string).collect();
        assert_eq!(points.len(), 6, "{points:?}");
        assert!(points.contains(&"config=tinyconfig,jobs=8".to_owned()), "{points:?}");
        let skipping = selection(&["syscall.null"], &["build.perl"]).entries(&layout);
        assert_eq!(skipping.unwrap().len(), 1);
    }

    #[test]
    fn points_can_be_chosen_by_the_values_of_their_axes() {
        let layout = Layout::read(&Fixture::of(&[]).root(), &[0, 1]);
        let of = |at: &[(&str, &str)]| {
            let at = at.iter().map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned())).collect();
            let only = vec!["build.*".to_owned(), "syscall.null".to_owned()];
            let trees = vec![Kind::Kernel, Kind::Perl];
            Selection { only, at, trees, ..Selection::all(Preset::Quick) }.entries(&layout)
        };
        let chosen = of(&[("config", "tinyconfig"), ("jobs", "1"), ("jobs", "2")]).unwrap();
        let counts: Vec<_> = chosen.iter().map(|entry| (entry.benchmark.id, entry.points.len())).collect();
        assert_eq!(counts, [("syscall.null", 1), ("build.kernel", 2), ("build.perl", 2)]);
        let error = of(&[("config", "allyesconfig")]).err().unwrap().to_string();
        let told = "--at config=allyesconfig: no point that is measured has it; it may be tinyconfig, defconfig";
        assert!(error.starts_with(told), "{error}");
        let error = of(&[("colour", "red")]).err().unwrap().to_string();
        assert_eq!(error, "--at colour=red: no point that is measured has it");
    }
}
