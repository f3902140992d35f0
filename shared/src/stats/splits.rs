//! The ways to split the starts of two sides anew.
//!
//! A split is a set of ranks among the sorted starts of both sides. Which ranks go to one side does not depend on the
//! data, so all tests of one size share their splits: they are drawn once, from a fixed seed. A split is kept as what a
//! test needs of it: the ranks whose values are averaged on either side, as bits.

/// Random splits of a test, where that many exist.
pub const DRAWS: usize = 20_000;

/// The most starts a side that a test takes.
pub const MOST_STARTS: usize = 64;

/// Splits are drawn in portions, since most tests end early.
const PORTION: usize = 500;

/// All splits of `starts` and as many starts, or the random ones that have been drawn so far.
pub(super) struct Splits {
    starts: usize,
    kept: (usize, usize),
    /// Ranks that are averaged on one side and on the other.
    pub ranks: Vec<(u128, u128)>,
    /// Whether `ranks` holds every split once.
    pub exact: bool,
    random: u64,
}

impl Splits {
    /// The splits of two sides of `starts` starts each, of which the ranks `kept` are averaged.
    pub fn new(starts: usize, kept: (usize, usize)) -> Self {
        let exact = ways(2 * starts, starts) <= DRAWS as f64;
        let mut splits = Self { starts, kept, ranks: Vec::new(), exact, random: starts as u64 };
        if exact {
            let mut set = (1u128 << starts) - 1;
            while set < 1 << (2 * starts) {
                splits.push(set);
                // The next larger number with as many bits (Gosper).
                let low = set & set.wrapping_neg();
                let ripple = set + low;
                set = ripple | ((set ^ ripple) >> 2 >> low.trailing_zeros());
            }
        }
        splits
    }

    /// Whether they are those of such a test.
    pub fn fit(&self, starts: usize, kept: (usize, usize)) -> bool {
        (self.starts, self.kept) == (starts, kept)
    }

    /// Draws a further portion, where there are not all.
    pub fn more(&mut self) {
        if self.exact || self.ranks.len() >= DRAWS {
            return;
        }
        for _ in 0..PORTION {
            // Selection sampling (Knuth, algorithm S): every set of ranks is equally likely.
            let (mut set, mut wanted) = (0u128, self.starts as u64);
            for rank in 0..2 * self.starts {
                let left = (2 * self.starts - rank) as u64;
                if ((next(&mut self.random) >> 32) * left) >> 32 < wanted {
                    set |= 1 << rank;
                    wanted -= 1;
                }
            }
            self.push(set);
        }
    }

    fn push(&mut self, set: u128) {
        let all = (1u128.checked_shl(2 * self.starts as u32).unwrap_or(0)).wrapping_sub(1);
        self.ranks.push((self.averaged(set), self.averaged(all & !set)));
    }

    /// Of a side's ranks those that its value is the mean of.
    fn averaged(&self, mut set: u128) -> u128 {
        let mut averaged = 0;
        for place in 0..self.kept.1 {
            let lowest = set & set.wrapping_neg();
            if place >= self.kept.0 {
                averaged |= lowest;
            }
            set ^= lowest;
        }
        averaged
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// In how many ways `few` can be chosen from `all`.
pub(super) fn ways(all: usize, few: usize) -> f64 {
    (1..=few).fold(1.0, |ways, step| ways * (all - few + step) as f64 / step as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_splits_are_all_there_each_once() {
        for (starts, count) in [(1, 2), (2, 6), (3, 20), (8, 12_870)] {
            let mut splits = Splits::new(starts, (0, starts));
            splits.more();
            assert!(splits.exact);
            let mut sets = splits.ranks.clone();
            sets.sort_unstable();
            sets.dedup();
            assert_eq!(sets.len(), count);
            assert!(sets.iter().all(|(one, other)| one & other == 0 && one.count_ones() == starts as u32));
        }
    }

    #[test]
    fn many_are_drawn_alike_every_time_and_every_rank_as_often() {
        let drawn = || {
            let mut splits = Splits::new(12, (0, 12));
            while splits.ranks.len() < DRAWS {
                splits.more();
            }
            splits.ranks
        };
        let ranks = drawn();
        assert_eq!((ranks.len(), &ranks), (DRAWS, &drawn()));
        for rank in 0..24 {
            let often = ranks.iter().filter(|(one, _)| one >> rank & 1 == 1).count();
            // 10 000 expected with a standard deviation of 71.
            assert!((9_700..10_300).contains(&often), "rank {rank}: {often}");
        }
    }

    #[test]
    fn the_largest_test_has_every_start_on_one_side() {
        let mut splits = Splits::new(MOST_STARTS, (0, MOST_STARTS));
        splits.more();
        assert!(splits.ranks.iter().all(|(one, other)| one ^ other == u128::MAX));
    }

    #[test]
    fn of_a_side_only_the_kept_ranks_are_averaged() {
        let splits = Splits::new(3, (0, 2));
        // Ranks 0, 1, 2 against 3, 4, 5: the lower two of each.
        assert_eq!(splits.ranks[0], (0b011, 0b011_000));
        let middle = Splits::new(5, (1, 4));
        assert_eq!(middle.ranks[0], (0b01110, 0b01110_00000));
    }

    #[test]
    fn ways_are_binomial_coefficients() {
        assert_eq!((ways(6, 3), ways(16, 8), ways(4, 0)), (20.0, 12_870.0, 1.0));
        assert!((ways(40, 20) / 137_846_528_820.0 - 1.0).abs() < 1e-12);
    }
}
