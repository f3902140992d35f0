//! From tests to findings: what a comparison of two columns says of each of its differences.

use super::families::select;
use super::interval::{CONFIDENCE, Effect};
use super::permutation::{Round, least_p, p_value};
use super::runs::Runs;
use super::side::Side;
use super::student::quantile;

/// A floor is at least so many times what the averaged starts of a side vary by, where nothing disturbs them.
pub const SPREADS: f64 = 2.0;

/// What is said of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// It is beyond the floor, and called one among all tests of the comparison.
    Changed,
    /// Its whole interval lies within the row's own floor.
    Same,
    /// Neither. The smallest change that would have been called one in 8 of 10 comparisons like this, as a fraction;
    /// nothing where the test could have called none at all.
    Undecided(Option<f64>),
}

/// A difference with its test. Improvements are fractions, + is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    effect: Effect,
    /// Whether lower is better.
    lower: bool,
    /// Within this it is the same.
    row: f64,
    /// Beyond this it may be called one; never below `row`.
    floor: f64,
    by: By,
    /// The smallest p-value that such a test can have.
    least: f64,
}

/// Between what a difference is the same, and beyond what it may be called one: fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floors {
    /// The row's own.
    pub row: f64,
    /// The same, raised to what these cells vary by themselves.
    pub called: f64,
    /// It is at least so many times what the averaged starts of a side vary by.
    pub spreads: f64,
}

impl Floors {
    /// A floor that nothing raises.
    pub fn of_row(row: f64) -> Self {
        Self { row, called: row, spreads: SPREADS }
    }
}

/// What a test goes by.
#[derive(Clone, Debug, PartialEq)]
enum By {
    /// Nothing: the difference is within the floor, its p-value is taken as 1.
    Floor,
    Starts(Side, Side),
    Runs,
}

impl Test {
    /// By the starts of two sides of equally many; nothing where too few of them are averaged.
    ///
    /// The floor of what may be called a difference is raised to some times what the averaged starts of a side vary by:
    /// nobody knows what the next run gives, and where starts differ much, runs do too.
    pub fn of_starts(base: &Side, new: &Side, lower: bool, floors: Floors) -> Option<Self> {
        let floor = floors.called.max(libm::expm1(floors.spreads * base.spread.max(new.spread)));
        let (row, least) = (floors.row, least_p(base));
        let test = Self { effect: Effect::between(base, new)?, lower, row, floor, by: By::Floor, least };
        let by = if test.beyond() { By::Starts(base.clone(), new.clone()) } else { By::Floor };
        Some(Self { by, ..test })
    }

    /// By the values of three boots or more a side.
    pub fn of_runs(base: &Runs, new: &Runs, lower: bool, floors: Floors) -> Self {
        let (row, floor) = (floors.row, floors.called);
        let test = Self { effect: Runs::effect(base, new), lower, row, floor, by: By::Floor, least: 0.0 };
        let by = if test.beyond() { By::Runs } else { By::Floor };
        Self { by, ..test }
    }

    fn p(&self, round: Round) -> f64 {
        match &self.by {
            By::Floor => 1.0,
            By::Starts(base, new) => p_value(base, new, round),
            By::Runs => Runs::p_value(&self.effect),
        }
    }

    /// The improvement, and the ends of its interval.
    pub fn interval(&self, quantiles: &mut Quantiles) -> (f64, f64, f64) {
        let half = quantiles.of(1.0 - CONFIDENCE, self.effect.freedom) * self.effect.error;
        let at = |log: f64| self.improvement(log);
        let (one, other) = (at(self.effect.log - half), at(self.effect.log + half));
        (at(self.effect.log), one.min(other), one.max(other))
    }

    /// The smallest improvement that may be called one.
    pub fn floor(&self) -> f64 {
        self.floor
    }

    /// Noise is a part by which figures go up as well as down: a time that is halved is held against it as one that is
    /// doubled, since no improvement of a time is beyond 100 %. The row's own floor is one of what is shown.
    fn beyond(&self) -> bool {
        libm::expm1(self.effect.log.abs()) > self.floor && self.improvement(self.effect.log).abs() > self.row
    }

    fn improvement(&self, log: f64) -> f64 {
        let grown = libm::expm1(log);
        if self.lower { -grown } else { grown }
    }
}

/// What is found in each of `tests`; they follow each other curve after curve, and `curves` says how many each has.
///
/// All tests of a comparison belong here, whatever is shown of it.
pub fn judge(tests: &[Test], curves: &[usize]) -> Vec<Finding> {
    let mut p: Vec<f64> = tests.iter().map(|test| test.p(Round::First)).collect();
    let first = select(&p, curves);
    // Only tests that few splits did not decide go on.
    for ((p, test), called) in p.iter_mut().zip(tests).zip(&first.called) {
        if !called {
            *p = test.p(Round::Last);
        }
    }
    let selected = select(&p, curves);
    let mut quantiles = Quantiles::default();
    let mut found = Vec::with_capacity(tests.len());
    for &tests_of_curve in curves {
        // As if this test alone had something to find.
        let level = selected.level / tests_of_curve as f64;
        for _ in 0..tests_of_curve {
            let test = &tests[found.len()];
            let (_, low, high) = test.interval(&mut quantiles);
            // Where no difference could be called one, none is called the same either.
            let telling = test.least <= 1.0 - CONFIDENCE;
            found.push(if selected.called[found.len()] {
                Finding::Changed
            } else if telling && low > -test.row && high < test.row {
                Finding::Same
            } else {
                let t = (test.least <= level).then(|| quantiles.of(level, test.effect.freedom));
                let seen = t.map(|t| libm::expm1(test.effect.detectable(t, test.floor)));
                Finding::Undecided(seen.filter(|seen| seen.is_finite()))
            });
        }
    }
    found
}

/// Quantiles of Student's t, each worked out once.
#[derive(Debug, Default)]
pub struct Quantiles(Vec<(f64, f64, f64)>);

impl Quantiles {
    fn of(&mut self, p: f64, freedom: f64) -> f64 {
        if let Some(known) = self.0.iter().find(|known| known.0 == p && known.1 == freedom) {
            return known.2;
        }
        let t = quantile(p, freedom);
        // Tests by starts have few kinds of freedom, those by runs one each: these are not worth keeping.
        if freedom % 1.0 == 0.0 {
            self.0.push((p, freedom, t));
        }
        t
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::{End, Reduction};

    const LOW: Reduction = Reduction::Fast(End::Low);

    /// Twelve starts from `first` on, `step` apart.
    fn side(first: i32, step: i32) -> Side {
        Side::of(&(0..12).map(|start| first + start * step).collect::<Vec<_>>(), LOW).unwrap()
    }

    fn test(new: &Side) -> Test {
        Test::of_starts(&side(0, 20), new, true, Floors::of_row(0.02)).unwrap()
    }

    #[test]
    fn findings_are_words_of_differences() {
        // 10 %, 0.05 %, and 2.5 % with starts that lie far apart.
        let tests = [test(&side(10_000, 20)), test(&side(50, 20)), test(&side(0, 1_000))];
        let found = judge(&tests, &[1, 1, 1]);
        assert_eq!(found[..2], [Finding::Changed, Finding::Same]);
        assert!(matches!(found[2], Finding::Undecided(Some(seen)) if seen > 0.02), "{found:?}");
        assert_eq!(tests[0].floor(), 0.02);
        // Six kept starts 1 % apart have a standard deviation of 1.871 %: twice that.
        assert!((tests[2].floor() - libm::expm1(0.037_416_573_867_739_4)).abs() < 1e-12, "{}", tests[2].floor());
    }

    #[test]
    fn an_interval_turns_with_the_direction() {
        let quantiles = &mut Quantiles::default();
        let (base, new) = (side(0, 20), side(10_000, 20));
        let (worse, low, high) = test(&new).interval(quantiles);
        assert!(low < worse && worse < high && (worse + libm::expm1(0.1)).abs() < 1e-12);
        let rate = Test::of_starts(&base, &new, false, Floors::of_row(0.02)).unwrap();
        assert!((rate.interval(quantiles).0 - libm::expm1(0.1)).abs() < 1e-12);
    }

    #[test]
    fn a_time_that_vanishes_is_beyond_any_noise_that_one_twice_as_long_is_beyond() {
        // Kept starts 20 % apart vary by 37.4 %: the floor is 111 %, and a time of a hundredth is 99 % better.
        for lower in [true, false] {
            let gone = Test::of_starts(&side(0, 20_000), &side(-460_517, 20_000), lower, Floors::of_row(0.02)).unwrap();
            assert!(gone.floor() > 1.0);
            assert_eq!(judge(&[gone], &[1]), [Finding::Changed], "{lower}");
        }
        let doubled = Test::of_starts(&side(0, 20_000), &side(69_315, 20_000), true, Floors::of_row(0.02)).unwrap();
        let halved = Test::of_starts(&side(0, 20_000), &side(-69_315, 20_000), true, Floors::of_row(0.02)).unwrap();
        assert_eq!((doubled.beyond(), halved.beyond()), (false, false));
    }

    #[test]
    fn a_change_within_the_floor_is_never_called_however_sure_it_is() {
        let found = judge(&[test(&side(1_900, 1))], &[1]);
        assert_eq!(found, [Finding::Same]);
    }

    #[test]
    fn one_test_alone_must_stand_out_more_among_many() {
        // Starts that overlap: one split in a thousand is as large.
        let some = Test::of_starts(&side(0, 400), &side(2_500, 400), true, Floors::of_row(0.02)).unwrap();
        let alone = judge(std::slice::from_ref(&some), &[1])[0];
        let among: Vec<Test> = std::iter::once(some).chain((0..99).map(|_| test(&side(0, 20)))).collect();
        assert_ne!(judge(&among, &[1; 100])[0], Finding::Changed);
        assert_eq!(alone, Finding::Changed);
    }
}
