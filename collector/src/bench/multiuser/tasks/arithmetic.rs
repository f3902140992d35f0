//! Arithmetic, and what programs do with numbers and texts in memory.

use std::hint::black_box;

use super::super::super::Failure;
use super::super::desk::{Desk, ORDER, WORDS};
use super::{Task, sum_below};

/// A chain of integers, each made of the one before by a multiplication and an addition; what it ends at is worked out
/// by jumping ahead.
pub const INTEGERS: Task = Task { name: "integers", work: |_| Ok(chain(CHAIN, LINK)), proof: || ahead(CHAIN, LINK) };
/// Divisions of one integer by all up to it, summed; the divisors of a number of such sums stand opposite each other.
pub const DIVISIONS: Task =
    Task { name: "divisions", work: |_| Ok(quotients(DIVIDEND)), proof: || quotients_by_halves(DIVIDEND) };
/// The sum of an alternating series of floating-point divisions: the digits of π.
pub const SERIES: Task = Task { name: "series", work: |_| Ok(pi_digits(TERMS)), proof: || 314_159 };
/// Square roots by Newton's method: of squares, so that their sum is known.
pub const ROOTS: Task =
    Task { name: "roots", work: |_| Ok(roots(ROOTS_TO, ROOT_PASSES)), proof: || ROOT_PASSES * sum_below(ROOTS_TO + 1) };
/// Products of two matrices of whole numbers; what all places of one add up to follows from sums of columns and rows.
pub const MATRIX: Task = Task { name: "matrix", work: matrix, proof: || PRODUCTS * product_sum() };
/// The primes below half a million, sieved.
pub const PRIMES: Task = Task { name: "primes", work: |_| Ok(primes(SIEVE)), proof: || 41_538 };
/// Heaps made of shuffled numbers and taken down in order; only in order do places times numbers add up to the sum of
/// squares.
pub const SORTING: Task = Task {
    name: "sorting",
    work: sorting,
    proof: || {
        let count = WORDS as u64;
        (count - 1) * count * (2 * count - 1) / 6
    },
};
/// A pattern looked for in a text, which is turned round and searched for the pattern turned round.
pub const TEXT: Task = Task { name: "text", work: |_| Ok(text(RUNS)), proof: || 2 * (RUNS as u64 / 7) * 4 };

/// Numbers of a chain.
const CHAIN: u64 = 3_600_000;
/// By how much each is multiplied, and what is added to it.
const LINK: (u64, u64) = (0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f);
/// What is divided.
const DIVIDEND: u64 = 900_000;
/// Terms of the series: their sum is π within less than a millionth.
const TERMS: u32 = 3_000_000;
/// Roots of the squares of the numbers up to this one are taken.
const ROOTS_TO: u64 = 1000;
/// So often.
const ROOT_PASSES: u64 = 60;
/// Halvings of the first guess that the largest needs, and a few steps more.
const ROOT_STEPS: u32 = 16;
/// Products of matrices.
const PRODUCTS: u64 = 8;
/// Where the sieve ends.
const SIEVE: usize = 500_000;
/// Runs of letters in a text.
const RUNS: usize = 7 * 8192;

fn chain(count: u64, link: (u64, u64)) -> u64 {
    // The compiler must not see the factor: it would put several links into one.
    let ((factor, step), count) = black_box((link, count));
    (0..count).fold(0, |number: u64, _| number.wrapping_mul(factor).wrapping_add(step))
}

/// The end of a chain by squaring: n links are two times n/2 of them.
fn ahead(mut count: u64, link: (u64, u64)) -> u64 {
    let after = |(factor, step): (u64, u64), (then_factor, then_step): (u64, u64)| {
        (factor.wrapping_mul(then_factor), step.wrapping_mul(then_factor).wrapping_add(then_step))
    };
    let (mut all, mut link) = ((1, 0), link);
    while count > 0 {
        if count % 2 == 1 {
            all = after(all, link);
        }
        link = after(link, link);
        count /= 2;
    }
    all.1
}

fn quotients(dividend: u64) -> u64 {
    let dividend = black_box(dividend);
    (1..=dividend).map(|divisor| dividend / divisor).sum()
}

/// The same sum by Dirichlet's hyperbola, with the square root of as many divisions.
fn quotients_by_halves(dividend: u64) -> u64 {
    let root = dividend.isqrt();
    2 * (1..=root).map(|divisor| dividend / divisor).sum::<u64>() - root * root
}

/// π times a hundred thousand, by Leibniz' series.
fn pi_digits(terms: u32) -> u64 {
    let mut sign = 1.0;
    let quarter = (0..black_box(terms)).fold(0.0, |sum, term| {
        let next = sum + sign / (2.0 * f64::from(term) + 1.0);
        sign = -sign;
        next
    });
    (4e5 * quarter) as u64
}

/// The sum of the roots of squares, each rounded.
fn roots(to: u64, passes: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..passes {
        for number in 1..=black_box(to) {
            let square = (number * number) as f64;
            let root = (0..ROOT_STEPS).fold((square + 1.0) / 2.0, |guess, _| (guess + square / guess) / 2.0);
            sum += root.round() as u64;
        }
    }
    sum
}

/// The factors of a product, as functions of row and column.
fn left(row: usize, column: usize) -> u64 {
    ((7 * row + 3 * column) % 11) as u64
}

fn right(row: usize, column: usize) -> u64 {
    ((5 * row + 2 * column) % 13) as u64
}

fn matrix(desk: &mut Desk) -> Result<u64, Failure> {
    let [one, other, product] = &mut desk.matrices;
    for row in 0..ORDER {
        for column in 0..ORDER {
            one[row * ORDER + column] = left(row, column) as f64;
            other[row * ORDER + column] = right(row, column) as f64;
        }
    }
    let mut sum = 0;
    for _ in 0..PRODUCTS {
        product.fill(0.0);
        for (of_one, of_product) in black_box(&*one).chunks_exact(ORDER).zip(product.chunks_exact_mut(ORDER)) {
            for (factor, of_other) in of_one.iter().zip(other.chunks_exact(ORDER)) {
                for (place, value) in of_product.iter_mut().zip(of_other) {
                    *place += factor * value;
                }
            }
        }
        sum += product.iter().sum::<f64>() as u64;
    }
    Ok(sum)
}

/// What all places of the product add up to.
fn product_sum() -> u64 {
    (0..ORDER)
        .map(|inner| {
            let column: u64 = (0..ORDER).map(|row| left(row, inner)).sum();
            let row: u64 = (0..ORDER).map(|column| right(inner, column)).sum();
            column * row
        })
        .sum()
}

/// How many primes there are below `end`.
fn primes(end: usize) -> u64 {
    let mut composite = vec![false; black_box(end)];
    let mut count = 0;
    for number in 2..end {
        if composite[number] {
            continue;
        }
        count += 1;
        for multiple in (number * number..end).step_by(number) {
            composite[multiple] = true;
        }
    }
    count
}

fn sorting(desk: &mut Desk) -> Result<u64, Failure> {
    let numbers = &mut desk.other;
    for (index, number) in numbers.iter_mut().enumerate() {
        // An odd factor brings every number once.
        *number = ((index * 40_503 + 17) % WORDS) as u64;
    }
    heap_sort(black_box(numbers));
    Ok((0..).zip(&*numbers).map(|(place, number): (u64, _)| place * number).sum())
}

fn heap_sort(numbers: &mut [u64]) {
    for top in (0..numbers.len() / 2).rev() {
        sift(numbers, top);
    }
    for end in (1..numbers.len()).rev() {
        numbers.swap(0, end);
        sift(&mut numbers[..end], 0);
    }
}

/// Lets the number at `top` sink until both below it are less.
fn sift(heap: &mut [u64], mut top: usize) {
    loop {
        let mut child = 2 * top + 1;
        if child + 1 < heap.len() && heap[child] < heap[child + 1] {
            child += 1;
        }
        if child >= heap.len() || heap[top] >= heap[child] {
            return;
        }
        heap.swap(top, child);
        top = child;
    }
}

/// How often the pattern was found in a text of so many runs, either way round. Runs have from none to six letters;
/// three or more hold the pattern once.
fn text(runs: usize) -> u64 {
    let mut text: Vec<u8> =
        (0..black_box(runs)).flat_map(|run| [b'a'; 6].into_iter().take(run % 7).chain([b'b'])).collect();
    let found = found(&text, *b"aaab");
    text.reverse();
    found + self::found(&text, *b"baaa")
}

fn found(text: &[u8], pattern: [u8; 4]) -> u64 {
    let pattern = black_box(pattern);
    text.windows(pattern.len()).filter(|window| *window == pattern).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumping_ahead_comes_to_where_the_chain_does() {
        for count in [0, 1, 2, 3, 1000, 4097] {
            assert_eq!(ahead(count, LINK), chain(count, LINK), "{count}");
        }
        assert_ne!(ahead(1000, LINK), chain(999, LINK));
    }

    #[test]
    fn sums_of_quotients_agree_and_are_those_of_divisors() {
        // Divisors of the numbers to ten: 1 2 2 3 2 4 2 4 3 4.
        assert_eq!((quotients(10), quotients_by_halves(10)), (27, 27));
        assert_eq!(quotients(12_345), quotients_by_halves(12_345));
    }

    #[test]
    fn too_few_terms_passes_or_numbers_come_to_something_else() {
        assert_ne!(pi_digits(1000), 314_159);
        assert_eq!(roots(10, 2), 110);
        assert_ne!(roots(ROOTS_TO, 1), roots(ROOTS_TO, 2));
        assert_eq!((primes(100), primes(1000), primes(10_000)), (25, 168, 1229));
        // b, ab, aab, aaab, aaaab, aaaaab and aaaaaab, four of them with the pattern.
        assert_eq!((text(7), text(6)), (8, 6));
    }

    #[test]
    fn only_in_order_do_places_times_numbers_add_up_to_the_squares() {
        let mut numbers = [3, 0, 2, 1, 4];
        heap_sort(&mut numbers);
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
        let sum = |numbers: [u64; 5]| (0..).zip(numbers).map(|(place, number): (u64, _)| place * number).sum::<u64>();
        assert_eq!(sum(numbers), 30);
        assert!(sum([0, 2, 1, 3, 4]) < 30);
        heap_sort(&mut []);
        heap_sort(&mut [1]);
    }
}
