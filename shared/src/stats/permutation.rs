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

/// Answers that are kept: a power of two.
const KNOWN: usize = 1 << 14;

/// Splits of so many kinds of test are kept.
const KINDS: usize = 6;

/// The two-sided p-value of the difference of two sides of equally many starts; 1 where the sides differ in that, or
/// have more than [`MOST_STARTS`].
pub fn p_value(one: &Side, other: &Side) -> f64 {
    let starts = one.starts();
    if starts != other.starts() || starts > MOST_STARTS || one.kept != other.kept {
        return 1.0;
    }
    if apart(one, other) || apart(other, one) {
        return least_p(one);
    }
    let key = one.mark().wrapping_add(other.mark());
    let place = key as usize % KNOWN;
    MEMORY.with_borrow_mut(|memory| {
        if memory.known.is_empty() {
            memory.known.resize(KNOWN, (0, 1.0));
        }
        if memory.known[place].0 != key {
            memory.known[place] = (key, tested(memory.splits(starts, one.kept), one, other));
        }
        memory.known[place].1
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
    /// Data, as a mark, and its p-value.
    known: Vec<(u64, f64)>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory { splits: Vec::new(), known: Vec::new() }) };
}

impl Memory {
    fn splits(&mut self, starts: usize, kept: (usize, usize)) -> &mut Splits {
        let at = self.splits.iter().position(|splits| splits.fit(starts, kept)).unwrap_or_else(|| {
            self.splits.truncate(KINDS - 1);
            self.splits.push(Splits::new(starts, kept));
            self.splits.len() - 1
        });
        &mut self.splits[at]
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

fn tested(splits: &mut Splits, one: &Side, other: &Side) -> f64 {
    let sums = Sums::of(one, other);
    // Start values are rounded to a step: differences that agree to a step count as equal.
    let difference = (one.sum() - other.sum()).abs() - one.kept() as i64;
    let (mut as_large, mut tried) = (0u32, 0);
    loop {
        while let Some(&(left, right)) = splits.ranks.get(tried) {
            tried += 1;
            if i64::from((sums.of_ranks(left) - sums.of_ranks(right)).abs()) >= difference {
                as_large += 1;
                if as_large == ENOUGH && !splits.exact {
                    return f64::from(as_large) / tried as f64;
                }
            }
        }
        if tried >= DRAWS || !splits.more() {
            break;
        }
    }
    // The split that was measured is one of the random ones too (Phipson and Smyth 2010).
    let measured = u32::from(!splits.exact);
    f64::from(as_large + measured) / (tried as f64 + f64::from(measured))
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
