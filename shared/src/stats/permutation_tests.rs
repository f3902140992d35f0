//! Tests of the permutation test. Counts come from an enumeration in Python (itertools.combinations), one also from
//! scipy.stats.permutation_test.

use proptest::prelude::*;

use super::*;
use crate::summary::{End, Reduction};

const LOW: Reduction = Reduction::Fast(End::Low);
const HIGH: Reduction = Reduction::Fast(End::High);

fn p(one: &[i32], other: &[i32], reduction: Reduction) -> f64 {
    p_value(&Side::of(one, reduction).unwrap(), &Side::of(other, reduction).unwrap(), Round::Last)
}

#[test]
fn few_splits_are_counted_exactly() {
    // scipy.stats.permutation_test with the difference of the means of the lower halves: 0.030303…
    let (one, other) = ([0, 700, 300, 1200, 150, 90], [900, 1500, 600, 2100, 800, 1000]);
    assert_eq!(p(&one, &other, LOW), 28.0 / 924.0);
    assert_eq!(p(&[1589, 600, 1041], &[823, 424, 747], LOW), 10.0 / 20.0);
    assert_eq!(p(&[350, 455, 1697, 35, 103], &[1090, 683, 956, 1350, 433], LOW), 24.0 / 252.0);
    assert_eq!(p(&[1418, 1, 1718, 743, 244], &[957, 1445, 813, 745, 1265], HIGH), 232.0 / 252.0);
    let middle = ([1816, 2639, 1289, 96, 1325, 2939], [1034, 1117, 962, 1729, 1838, 1158]);
    assert_eq!(p(&middle.0, &middle.1, Reduction::Middle), 206.0 / 924.0);
    let low = ([0, 763, 341, 2640, 541, 661, 675], [1801, 527, 901, 478, 1319, 2905, 604]);
    assert_eq!(p(&low.0, &low.1, LOW), 922.0 / 3432.0);
}

#[test]
fn of_many_splits_a_part_is_drawn() {
    let one = [858, 246, 4300, 293, 92, 1439, 398, 441, 23, 611];
    let other = [403, 475, 710, 865, 1270, 1371, 498, 439, 704, 760];
    for (reduction, exact) in [(LOW, 8_388.0 / 184_756.0), (Reduction::Middle, 66_650.0 / 184_756.0)] {
        let drawn = p(&one, &other, reduction);
        // Fifty splits as large: a standard deviation of a seventh.
        assert!((drawn / exact - 1.0).abs() < 0.4, "{drawn} for {exact}");
    }
}

#[test]
fn three_starts_a_side_cannot_show_a_difference() {
    assert_eq!(p(&[1, 2, 3], &[100_001, 100_002, 100_003], LOW), 0.1);
    assert_eq!(least_p(&Side::of(&[1, 2, 3], Reduction::Middle).unwrap()), 0.1);
    // Four can: 2 of 70.
    assert!((least_p(&Side::of(&[1, 2, 3, 4], LOW).unwrap()) - 2.0 / 70.0).abs() < 1e-15);
}

#[test]
fn sides_that_lie_apart_have_the_least_p_of_all() {
    for reduction in [LOW, HIGH, Reduction::Middle] {
        let one: Vec<i32> = (0..7).map(|start| 100 * start * start).collect();
        let other: Vec<i32> = (0..7).map(|start| 100_000 + 300 * start).collect();
        let sides = [Side::of(&one, reduction).unwrap(), Side::of(&other, reduction).unwrap()];
        let mut count = Count::default();
        count.go_on(&mut Splits::new(7, sides[0].kept), DRAWS, &sides[0], &sides[1]);
        let counted = count.p(true);
        assert!((counted / least_p(&sides[0]) - 1.0).abs() < 1e-12, "{reduction:?}: {counted}");
    }
    let far: Vec<i32> = (1_000..1_020).collect();
    let p = p(&(0..20).collect::<Vec<_>>(), &far, LOW);
    // 2 / C(40, 20)
    assert!((p / (2.0 / 137_846_528_820.0) - 1.0).abs() < 1e-12, "{p}");
}

#[test]
fn a_difference_that_no_drawn_split_reaches_is_not_impossible() {
    // One pair of starts overlaps, so that the exact count is not taken.
    let one: Vec<i32> = (0..20).map(|start| start * 10).chain([3_000]).collect();
    let other: Vec<i32> = (0..21).map(|start| 2_000 + start * 10).collect();
    assert_eq!(p(&one, &other, LOW), 1.0 / (DRAWS as f64 + 1.0));
}

#[test]
fn a_test_goes_on_where_it_has_stopped() {
    let one: Vec<i32> = (0..15).map(|start| start * 31 % 47).collect();
    let other: Vec<i32> = (0..15).map(|start| 27 + start * 29 % 53).collect();
    let sides = [Side::of(&one, LOW).unwrap(), Side::of(&other, LOW).unwrap()];
    let first = p_value(&sides[0], &sides[1], Round::First);
    let whole = p_value(&sides[0], &sides[1], Round::Last);
    assert_eq!(p_value(&sides[0], &sides[1], Round::First), first, "a later round does not change an earlier one");
    let mut count = Count::default();
    count.go_on(&mut Splits::new(15, sides[0].kept), DRAWS, &sides[0], &sides[1]);
    assert!(first != whole && whole == count.p(false) && count.tried > 1000, "{first} {whole} {}", count.tried);
    assert_eq!(p_value(&sides[1], &sides[0], Round::Last), whole);
}

#[test]
fn equal_values_count_as_equal_to_a_step() {
    assert_eq!(p(&[500; 12], &[500; 12], LOW), 1.0);
    assert_eq!(p(&[500; 12], &[501; 12], LOW), 1.0);
}

#[test]
fn sides_of_unequal_size_are_not_tested() {
    assert_eq!(p(&[1; 5], &[9_000; 6], LOW), 1.0);
    assert_eq!(p(&[1; 65], &[9_000; 65], LOW), 1.0);
}

#[test]
fn without_a_difference_small_p_values_are_as_rare_as_they_say() {
    let mut state = 7u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = (state >> 33) as f64 / f64::from(1u32 << 31);
        (-1000.0 * libm::log(1.0 - unit)) as i32
    };
    let mut below = [0; 3];
    for _ in 0..1000 {
        let side = |number: &mut dyn FnMut() -> i32| (0..12).map(|_| number()).collect::<Vec<_>>();
        let p = p(&side(&mut number), &side(&mut number), LOW);
        for (below, level) in below.iter_mut().zip([0.01, 0.1, 0.5]) {
            *below += u32::from(p <= level);
        }
    }
    // Expected 10, 100 and 500; within four standard deviations.
    assert!(below[0] <= 22 && (62..=138).contains(&below[1]) && (437..=563).contains(&below[2]), "{below:?}");
}

proptest! {
    #[test]
    fn neither_the_order_nor_the_side_nor_the_base_unit_matters(
        one in prop::collection::vec(0..2_000i32, 9), other in prop::collection::vec(0..2_000i32, 9), unit in -500_000..500_000i32,
    ) {
        let moved = |side: &[i32]| side.iter().rev().map(|value| value + unit).collect::<Vec<_>>();
        for reduction in [LOW, HIGH, Reduction::Middle] {
            let answer = p(&one, &other, reduction);
            prop_assert!(answer > 0.0 && answer <= 1.0);
            prop_assert_eq!(answer, p(&moved(&one), &moved(&other), reduction));
        }
    }

    #[test]
    fn exact_tests_are_the_same_from_either_side(
        one in prop::collection::vec(0..2_000i32, 6), other in prop::collection::vec(0..2_000i32, 6),
    ) {
        for reduction in [LOW, HIGH, Reduction::Middle] {
            prop_assert_eq!(p(&one, &other, reduction), p(&other, &one, reduction));
        }
    }

    #[test]
    fn times_and_rates_have_one_answer(
        one in prop::collection::vec(0..2_000i32, 7), other in prop::collection::vec(0..2_000i32, 7),
    ) {
        let turned = |side: &[i32]| side.iter().map(|value| -value).collect::<Vec<_>>();
        prop_assert_eq!(p(&one, &other, LOW), p(&turned(&one), &turned(&other), HIGH));
    }
}
