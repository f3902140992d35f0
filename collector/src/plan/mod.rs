//! What a run measures, in which order, and how long that takes: known before it begins.

mod amount;
mod order;
mod random;
mod select;

pub use amount::Amount;
pub use order::{PlannedStart, repeats, starts};
pub use random::Random;
pub use select::Selection;

use std::time::Duration;

use shared::catalogue::{Benchmark, Processes};
use shared::model::{Placement, Point};

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
}

impl Entry {
    /// The placement as documents state it: only where there are several processes to place.
    pub fn stated_placement(&self) -> Option<Placement> {
        self.benchmark.processes.placed().then_some(self.placement)
    }

    /// Whether time spent waiting for the CPU tells a disturbance: not where a partner of ours may hold it.
    pub fn runs_alone(&self) -> bool {
        self.benchmark.processes == Processes::One
    }

    /// About how long one start takes.
    pub fn expected(&self, amount: &Amount) -> Duration {
        amount.of_start(self.points.len() * self.benchmark.batches_a_sample())
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
            let selection = Selection { preset, only: Vec::new(), skip: Vec::new(), placements: Vec::new() };
            let amount = Amount::of(preset, None, None);
            let entries = selection.entries(&layout).unwrap();
            let whole: Duration = entries.iter().map(|entry| amount.starts * entry.expected(&amount)).sum();
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
