//! The order of starts: every benchmark once a round, each round in an order of its own, so that a drift of the machine
//! falls on all of them.

use super::{Entry, Random};

/// One start to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStart {
    /// Which entry of the plan.
    pub entry: usize,
    /// Whether it repeats one that had no clean sample.
    pub repeat: bool,
    /// The order in which it walks the entry's points.
    pub points: Vec<usize>,
    /// Bytes of environment that shift its stack.
    pub padding: usize,
}

/// Most padding: a page, beyond which the stack's position repeats as far as caches care.
const PADDING: usize = 4096;

/// The starts of a run: `missing[entry]` starts each.
pub fn starts(entries: &[Entry], missing: &[u32], seed: u64) -> Vec<PlannedStart> {
    let rounds = missing.iter().copied().max().unwrap_or_default();
    (0..rounds)
        .flat_map(|round| {
            let due: Vec<usize> = (0..entries.len()).filter(|&entry| missing[entry] > round).collect();
            let number = |entry: usize| missing[entry] - round;
            in_random_order(entries, due, seed, false, number)
        })
        .collect()
}

/// Another start for each of these entries. `round` counts the rounds of repeats.
pub fn repeats(entries: &[Entry], due: Vec<usize>, seed: u64, round: u32) -> Vec<PlannedStart> {
    in_random_order(entries, due, seed, true, |_| round)
}

fn in_random_order(
    entries: &[Entry],
    mut due: Vec<usize>,
    seed: u64,
    repeat: bool,
    number: impl Fn(usize) -> u32,
) -> Vec<PlannedStart> {
    let round = due.first().map(|&entry| number(entry)).unwrap_or_default();
    Random::for_purpose(seed, &format!("order {repeat} {round}")).shuffle(&mut due);
    due.into_iter()
        .map(|entry| {
            let purpose = format!("start {} {repeat} {}", entries[entry].title(), number(entry));
            let mut random = Random::for_purpose(seed, &purpose);
            let mut points: Vec<usize> = (0..entries[entry].points.len()).collect();
            random.shuffle(&mut points);
            PlannedStart { entry, repeat, points, padding: random.below(PADDING) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::select::tests::quick;

    fn order(seed: u64) -> Vec<usize> {
        let entries = quick(&["net.*", "cpu.clock"]);
        let entries = &entries[..6];
        starts(entries, &[3; 6], seed).iter().map(|start| start.entry).collect()
    }

    #[test]
    fn every_round_has_every_benchmark_once_and_rounds_differ() {
        let order = order(7);
        assert_eq!(order.len(), 18);
        let rounds: Vec<Vec<usize>> = order.chunks(6).map(<[usize]>::to_vec).collect();
        for round in &rounds {
            let mut sorted = round.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4, 5]);
        }
        assert!(rounds[0] != rounds[1] || rounds[1] != rounds[2]);
    }

    #[test]
    fn the_seed_alone_decides_the_order() {
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }

    #[test]
    fn a_sweep_is_walked_once_in_another_order_each_start() {
        let entries = quick(&["copy.sweep"]);
        let starts = starts(&entries, &[3], 1);
        for start in &starts {
            let mut sorted = start.points.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..entries[0].points.len()).collect::<Vec<_>>());
        }
        assert_ne!(starts[0].points, starts[1].points);
        assert_ne!(starts[0].padding, starts[1].padding);
    }

    #[test]
    fn what_a_resumed_run_has_is_not_started_again() {
        let entries = quick(&["syscall.null", "syscall.read"]);
        let starts = starts(&entries, &[2, 0], 1);
        assert_eq!(starts.iter().map(|start| start.entry).collect::<Vec<_>>(), [0, 0]);
    }
}
