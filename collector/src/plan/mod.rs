//! What a run measures, in which order, and how long that takes: known before it begins.

mod amount;
mod order;
mod program;
mod random;
mod select;

pub use amount::Amount;
pub use order::{PlannedStart, repeats, starts};
pub use program::{Program, entry as program_entry, id as program_id};
pub use random::Random;
pub use select::Selection;

use std::path::PathBuf;
use std::time::Duration;

use shared::catalogue::{Benchmark, Processes};
use shared::model::{Placement, Point};

use crate::bench::{self, Whole};

/// One benchmark at one placement.
#[derive(Clone)]
pub struct Entry {
    /// What is measured.
    pub benchmark: &'static Benchmark,
    /// Relative to each other, where its processes run.
    pub placement: Placement,
    /// Those CPUs, the measuring one first; empty where they are not pinned; none where the machine has no such placement.
    pub cpus: Option<Vec<u32>>,
    /// The points, in the catalogue's order.
    pub points: Vec<Point>,
    /// Somebody's own program, where that is what is measured.
    pub program: Option<Program>,
    /// The tree to build, a tarball or a folder, where that is what is measured.
    pub source: Option<PathBuf>,
}

impl Entry {
    /// The placement as documents state it: only where there are several processes to place, or as many as a program has.
    pub fn stated_placement(&self) -> Option<Placement> {
        (self.benchmark.processes.placed() || self.program.is_some()).then_some(self.placement)
    }

    /// Whether time spent waiting for the CPU tells a disturbance: not where a partner of ours may hold it.
    pub fn runs_alone(&self) -> bool {
        self.benchmark.processes == Processes::One
    }

    /// What the benchmark is to the plan where its work has a size of its own.
    pub fn whole(&self) -> Option<Whole> {
        bench::find(self.benchmark.id).and_then(|measuring| measuring.batch.whole())
    }

    /// How much is measured of it.
    pub fn amount(&self, amount: &Amount) -> Amount {
        self.whole().map_or(*amount, |whole| amount.of_whole((whole.starts)(amount.preset)))
    }

    /// About how long one start takes.
    pub fn expected(&self, amount: &Amount) -> Duration {
        match self.whole() {
            Some(whole) => self.points.iter().map(whole.about).sum(),
            None => amount.of_start(self.points.len() * self.benchmark.batches_a_sample()),
        }
    }

    /// About how long all of its starts take.
    pub fn expected_in_all(&self, amount: &Amount) -> Duration {
        self.amount(amount).starts * self.expected(amount)
    }

    /// How long any one point may take, where it may usually take `usual`.
    pub fn deadline(&self, usual: Duration) -> Duration {
        let patience = bench::find(self.benchmark.id).map_or(Duration::ZERO, |measuring| measuring.batch.patience());
        let whole = self.whole().and_then(|whole| self.points.iter().map(|point| whole.deadline(point)).max());
        whole.map_or(usual, |whole| whole.max(usual)) + patience
    }

    /// The benchmark and where it runs: `ipc.pipe.latency same_cpu`.
    pub fn title(&self) -> String {
        match self.stated_placement() {
            Some(placement) => format!("{} {}", self.benchmark.id, placement.name()),
            None => self.benchmark.id.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use shared::model::Preset;

    use super::*;
    use crate::observe::Root;
    use crate::placement::Layout;

    #[test]
    fn every_preset_fits_into_its_time_on_two_cpus() {
        let layout = Layout::read(&Root::live(), &[0, 1]);
        for (preset, minutes) in [(Preset::Quick, 2), (Preset::Standard, 15), (Preset::Full, 60)] {
            let selection = Selection::all(preset);
            let amount = Amount::of(preset, None, None);
            let entries = selection.entries(&layout).unwrap();
            // What a build takes is beyond any preset's time.
            let bounded = entries.iter().filter(|entry| !entry.benchmark.id.starts_with("build."));
            let whole: Duration = bounded.map(|entry| entry.expected_in_all(&amount)).sum();
            assert!(whole < Duration::from_secs(minutes * 60), "{preset:?}: {whole:?}");
        }
    }

    #[test]
    fn a_benchmark_whose_overhead_is_told_apart_takes_twice_as_long() {
        let entry = |id: &str| select::tests::quick(&[id]).remove(0);
        let amount = Amount::of(Preset::Quick, None, None);
        let (install, catch) = (entry("signal.install"), entry("signal.catch"));
        assert_eq!(install.expected(&amount), amount.of_start(1));
        assert_eq!(catch.expected(&amount), amount.of_start(2));
    }
}
