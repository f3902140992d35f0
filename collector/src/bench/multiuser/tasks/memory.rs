//! Memory: copied, swept over, walked through at random, asked of the system and given back, shared.

use std::hint::black_box;
use std::sync::atomic::Ordering;

use super::super::super::{Failure, Named, Partner};
use super::super::desk::{Desk, PLACES, WORDS};
use super::{Task, sum_below};
use crate::sys::mapping::Mapping;
use crate::sys::shared_words::SharedWords;

/// One stretch of memory copied to another, its first word another each time.
pub const COPYING: Task =
    Task { name: "copying", work: copying, proof: || sum_below(COPIES) + COPIES - 1 + sum_below(WORDS as u64) };
/// Every word written and read again.
pub const SWEEPING: Task = Task {
    name: "sweeping",
    work: sweeping,
    proof: || SWEEPS * sum_below(WORDS as u64) + WORDS as u64 * sum_below(SWEEPS),
};
/// Places in a random order, each of which says which one is next.
pub const WANDERING: Task =
    Task { name: "wandering", work: wandering, proof: || ROUNDS as u64 * sum_below(PLACES as u64) };
/// Fresh pages written to, read and given back.
pub const PAGES: Task = Task { name: "pages", work: pages, proof: || MAPPINGS * MAPPED as u64 * u64::from(BYTE) };
/// Stretches of fresh memory, each twice as large as the one before, held together and then given back.
pub const GROWING: Task =
    Task { name: "growing", work: growing, proof: || GROWTHS * ((1 << DOUBLINGS) - 1) * u64::from(BYTE) };
/// A page shared with a child, who fills it.
pub const SHARING: Task = Task {
    name: "sharing",
    work: sharing,
    proof: || (0..CHILDREN).map(|child| SHARED * u64::from(child) + sum_below(SHARED)).sum(),
};

/// Copies of half a megabyte.
const COPIES: u64 = 120;
/// Times that every word is written and read.
const SWEEPS: u64 = 80;
/// Times round the cycle.
const ROUNDS: usize = 5;
/// Mappings one after the other.
const MAPPINGS: u64 = 40;
/// Pages of each.
const MAPPED: usize = 256;
/// What is written to pages.
const BYTE: u8 = 3;
/// Times that memory grows.
const GROWTHS: u64 = 16;
/// Mappings of 1, 2, 4, … pages.
const DOUBLINGS: usize = 9;
/// Children, one after the other.
const CHILDREN: u32 = 16;
/// Words that each fills.
const SHARED: u64 = 1024;

fn copying(desk: &mut Desk) -> Result<u64, Failure> {
    let Desk { words, other, .. } = desk;
    let mut sum = 0;
    for copy in 0..COPIES {
        words[0] = copy;
        other.copy_from_slice(black_box(&*words));
        sum += black_box(&*other)[0];
    }
    words[0] = 0;
    Ok(sum + other.iter().sum::<u64>())
}

fn sweeping(desk: &mut Desk) -> Result<u64, Failure> {
    let mut sum = 0;
    for sweep in 0..SWEEPS {
        for (place, word) in (0..).zip(black_box(&mut desk.other).iter_mut()) {
            *word = place + sweep;
        }
        sum += black_box(&desk.other).iter().sum::<u64>();
    }
    Ok(sum)
}

fn wandering(desk: &mut Desk) -> Result<u64, Failure> {
    let (mut at, mut sum) = (0, 0);
    for _ in 0..ROUNDS * PLACES {
        at = desk.cycle[at as usize];
        sum += u64::from(at);
    }
    Ok(sum)
}

fn pages(_: &mut Desk) -> Result<u64, Failure> {
    let page = rustix::param::page_size();
    (0..MAPPINGS).map(|_| touched(MAPPED, page).map(|(sum, _)| sum)).sum()
}

fn growing(_: &mut Desk) -> Result<u64, Failure> {
    let page = rustix::param::page_size();
    let mut sum = 0;
    for _ in 0..GROWTHS {
        let grown: Result<Vec<_>, _> = (0..DOUBLINGS).map(|doubling| touched(1 << doubling, page)).collect();
        sum += grown?.into_iter().map(|(sum, _)| sum).sum::<u64>();
    }
    Ok(sum)
}

/// Fresh memory of so many pages, written to, and what it then sums to.
fn touched(pages: usize, page: usize) -> Result<(u64, Mapping), Failure> {
    let mapping = Mapping::anonymous(pages * page).named("mmap")?;
    mapping.write_each(page, pages, BYTE);
    Ok((mapping.read_each(page, pages), mapping))
}

fn sharing(_: &mut Desk) -> Result<u64, Failure> {
    let shared = SharedWords::map().named("mmap")?;
    let mut sum = 0;
    for child in 0..CHILDREN {
        let fill = || {
            for word in 0..SHARED as u32 {
                shared.word(word as usize).store(word + child, Ordering::Relaxed);
            }
            Ok(())
        };
        Partner::fork(None, None, fill)?.join()?;
        sum += (0..SHARED as usize).map(|word| u64::from(shared.word(word).load(Ordering::Relaxed))).sum::<u64>();
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::super::testing::place;
    use super::*;

    #[test]
    fn a_word_that_is_not_what_it_should_be_is_found_out() {
        let mut place = place();
        place.desk.words[WORDS / 2] ^= 1;
        assert_eq!(COPYING.run(&mut place.desk), Err(Failure::work_not_done()));
        place.desk.words[WORDS / 2] ^= 1;
        assert_eq!(COPYING.run(&mut place.desk), Ok(()));
    }

    #[test]
    fn a_shorter_cycle_is_found_out() {
        let mut place = place();
        let next = place.desk.cycle[0];
        // The place after the first is left out.
        place.desk.cycle[0] = place.desk.cycle[next as usize];
        assert_eq!(WANDERING.run(&mut place.desk), Err(Failure::work_not_done()));
    }

    #[test]
    fn memory_that_is_refused_is_a_failure_with_a_name() {
        let failure = touched(1 << 50, 1 << 12).err().unwrap();
        assert_eq!(failure.to_string(), "failed: out_of_memory mmap ENOMEM");
    }
}
