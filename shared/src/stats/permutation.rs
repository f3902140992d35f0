//! The permutation test of whole starts.
//!
//! If two columns measure the same thing, it does not matter which start belongs to which: the difference of the column
//! values is then one of those that all splits of the starts give. The p-value is the part of the splits whose
//! difference is at least as large (Fisher 1935; Pitman 1937): exact where there are few splits, else by random ones
//! (Dwass 1957), where a test ends as soon as enough of them are as large (Besag and Clifford 1991).

use std::cell::RefCell;

use super::side::Side;
use super::splits::{DRAWS, MOST_STARTS, Splits, ways};

/// A test by random splits ends when so many have been as large as the difference: p is then known to a seventh.
const ENOUGH: u32 = 50;

/// Tests that are kept: a power of two.
const KNOWN: usize = 1 << 14;

/// Places that a test may be kept at.
const NEAR: usize = 8;

/// Splits of so many kinds of test are kept.
const KINDS: usize = 6;

/// How far a test by random splits goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// A thousand splits: enough for most tests.
    First,
    /// All of them.
    Last,
}

impl Round {
    fn draws(self) -> usize {
        match self {
            Self::First => 1_000,
            Self::Last => DRAWS,
        }
    }
}

/// The two-sided p-value of the difference of two sides of equally many starts; 1 where the sides differ in that, or
/// have more than [`MOST_STARTS`].
pub fn p_value(one: &Side, other: &Side, round: Round) -> f64 {
    let starts = one.starts();
    if starts != other.starts() || starts > MOST_STARTS || one.kept != other.kept {
        return 1.0;
    }
    if apart(one, other) || apart(other, one) {
        return least_p(one);
    }
    MEMORY.with_borrow_mut(|memory| {
        let place = memory.place(one.mark().wrapping_add(other.mark()));
        // The answer of a round must not hang on whether a later one was asked for before.
        let mut counts = memory.known[place].1;
        let splits = memory.splits(starts, one.kept);
        if counts[round as usize].tried == 0 {
            let mut count = counts[0];
            count.go_on(splits, round.draws(), one, other);
            counts[round as usize] = count;
        }
        let p = counts[round as usize].p(splits.exact);
        memory.known[place].1 = counts;
        p
    })
}

/// The smallest p-value that a test of such sides can have: that of sides whose ranges do not overlap.
///
/// Of all splits those are as large that exchange nothing but starts which both sides leave out of their values where
/// they face each other.
pub fn least_p(side: &Side) -> f64 {
    let (starts, (below, to)) = (side.starts(), side.kept);
    let above = starts - to;
    2.0 * ways(above + below, above) / ways(2 * starts, starts)
}

/// What tests leave for later ones: their answer depends on the data alone.
struct Memory {
    splits: Vec<Splits>,
    /// Data, as a mark, and what the rounds of their test counted.
    known: Vec<(u64, [Count; 2])>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory { splits: Vec::new(), known: Vec::new() }) };
}

impl Memory {
    /// Where the test of these data is kept; another one's place where all are taken.
    fn place(&mut self, mark: u64) -> usize {
        if self.known.is_empty() {
            self.known.resize(KNOWN, (0, [Count::default(); 2]));
        }
        let first = mark as usize % KNOWN;
        let near = first..(first + NEAR).min(KNOWN);
        let found = near.clone().find(|&place| self.known[place].0 == mark);
        let place = found.or_else(|| near.clone().find(|&place| self.known[place].0 == 0)).unwrap_or(first);
        if found.is_none() {
            self.known[place] = (mark, [Count::default(); 2]);
        }
        place
    }

    fn splits(&mut self, starts: usize, kept: (usize, usize)) -> &mut Splits {
        let at = self.splits.iter().position(|splits| splits.fit(starts, kept)).unwrap_or_else(|| {
            self.splits.truncate(KINDS - 1);
            self.splits.push(Splits::new(starts, kept));
            self.splits.len() - 1
        });
        &mut self.splits[at]
    }
}

/// How far a test has got.
#[derive(Clone, Copy, Default)]
struct Count {
    as_large: u32,
    tried: u32,
}

impl Count {
    /// Whether there is no more to try.
    fn ended(self, splits: &Splits, draws: usize) -> bool {
        let most = if splits.exact { splits.ranks.len() } else { draws };
        self.tried as usize >= most || (self.as_large >= ENOUGH && !splits.exact)
    }

    fn go_on(&mut self, splits: &mut Splits, draws: usize, one: &Side, other: &Side) {
        if self.ended(splits, draws) {
            return;
        }
        let sums = Sums::of(one, other);
        // Start values are rounded to a step: differences that agree to a step count as equal.
        let difference = (one.sum() - other.sum()).abs() - one.kept() as i64;
        while !self.ended(splits, draws) {
            let Some(&(left, right)) = splits.ranks.get(self.tried as usize) else {
                splits.more();
                continue;
            };
            self.tried += 1;
            let as_large = i64::from((sums.of_ranks(left) - sums.of_ranks(right)).abs()) >= difference;
            self.as_large += u32::from(as_large);
        }
    }

    fn p(self, exact: bool) -> f64 {
        // The split that was measured is one of the random ones too (Phipson and Smyth 2010), unless the test ended early.
        let measured = if exact || self.as_large >= ENOUGH { 0.0 } else { 1.0 };
        (f64::from(self.as_large) + measured) / (f64::from(self.tried) + measured)
    }
}

impl Side {
    /// A number that differs wherever the data do.
    fn mark(&self) -> u64 {
        let first = (self.kept.0 as u64) << 32 | self.kept.1 as u64;
        self.sorted
            .iter()
            .fold(first, |mark, value| (mark ^ *value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }

    fn sum(&self) -> i64 {
        self.sorted[self.kept.0..self.kept.1].iter().map(|value| i64::from(*value)).sum()
    }
}

/// Whether every start of one side lies below all of the other.
fn apart(lower: &Side, upper: &Side) -> bool {
    lower.sorted[lower.sorted.len() - 1] + 1 < upper.sorted[0]
}

/// Sums of values by rank, eight ranks at a time.
struct Sums(Vec<[i32; 256]>);

impl Sums {
    fn of(one: &Side, other: &Side) -> Self {
        let mut all = [one.sorted.as_slice(), other.sorted.as_slice()].concat();
        all.sort_unstable();
        // Distances from the smallest: a difference of sums of equally many does not change, and none overflows.
        let least = all[0];
        let mut sums = Vec::with_capacity(all.len().div_ceil(8));
        for eight in all.chunks(8) {
            let mut table = [0; 256];
            for set in 1..256usize {
                let value = eight.get(set.trailing_zeros() as usize).map_or(0, |value| (value - least).min(LARGEST));
                table[set] = table[set & (set - 1)] + value;
            }
            sums.push(table);
        }
        Self(sums)
    }

    fn of_ranks(&self, ranks: u128) -> i32 {
        let bytes = ranks.to_le_bytes();
        self.0.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}

/// The largest distance in steps that sums of a side's starts can hold: e^160.
const LARGEST: i32 = i32::MAX / (2 * MOST_STARTS as i32);

#[cfg(test)]
#[path = "permutation_tests.rs"]
mod tests;
