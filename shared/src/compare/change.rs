//! The change of a cell against the baseline's, as improvement, and its test.

use super::cell::Figure;
use super::{Change, Word, floor};
use crate::model::Better;
use crate::number;
use crate::stats::{MOST_STARTS, Quantiles, Test};
use crate::summary::{Reduction, column_value};

/// Boots a side from which on boots are compared rather than starts.
const BOOTS: usize = 3;

/// The change from `base` to `new`, and its test; nothing where either has no figure or the baseline is zero. `least` is
/// the row's floor.
///
/// Both sides are cut to the same number of starts, the first ones in recorded order, because the mean of a faster half
/// of many lies lower than that of few. The values that are shown are those of all starts, so where the numbers of
/// starts differ a change can be a little off the quotient of the shown values; the comparison then says so in a note.
/// With equal presets nothing is cut and the change is the quotient of the two values. From three boots a side on it is
/// the quotient of the boots' mean values. Figures from elsewhere are never cut: their number says nothing of how they
/// were reduced.
pub(super) fn change(
    base: &Figure,
    new: &Figure,
    better: Better,
    least: f64,
    quantiles: &mut Quantiles,
) -> Option<(Change, Option<Test>)> {
    let reduction = new.reduction?;
    let starts = match reduction {
        Reduction::Mean => new.cell.starts.len(),
        _ => base.cell.starts.len().min(new.cell.starts.len()).min(MOST_STARTS),
    };
    let old = match reduction {
        Reduction::Mean => base.cell.value?,
        _ => cut_value(base, starts, reduction)?,
    };
    let mut improvement = improvement(old, cut_value(new, starts, reduction)?, better)?;
    let test = test(base, new, better, least, starts);
    let interval = test.as_ref().map(|(test, boots)| {
        let (own, low, high) = test.interval(quantiles);
        if *boots {
            improvement = own;
        }
        // Values are rounded to six digits; the dot is never outside its whiskers.
        (low.min(improvement), high.max(improvement))
    });
    let change = Change {
        improvement,
        text: number::percent(improvement),
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        word: Word::Untested,
        detectable: None,
        floor: None,
        single_boot: test.is_some() && base.sample.boots().min(new.sample.boots()) < 2,
        starts: u32::try_from(starts).unwrap_or(u32::MAX),
    };
    Some((change, test.map(|(test, _)| test)))
}

/// The test of a change, and whether it is one of boots; nothing where there are too few starts, or values without a
/// logarithm.
fn test(base: &Figure, new: &Figure, better: Better, least: f64, starts: usize) -> Option<(Test, bool)> {
    let reduction = new.reduction?;
    let lower = better == Better::Lower;
    let logs = |figure: &Figure| !figure.sample.logs.is_empty() && figure.sample.logs.len() == figure.cell.starts.len();
    if !logs(base) || !logs(new) {
        return None;
    }
    let each = base.sample.fewest().min(new.sample.fewest());
    let floors = floor::of_pair(least, base, new, each);
    if base.sample.boots() >= BOOTS && new.sample.boots() >= BOOTS {
        let boots = |figure: &Figure| figure.sample.by_boot(each, reduction);
        return Some((Test::of_runs(&boots(base), &boots(new), lower, floors), true));
    }
    let (one, other) = (base.sample.side(starts, reduction)?, new.sample.side(starts, reduction)?);
    let test = Test::of_starts(&one, &other, lower, floors)?;
    Some((test, false))
}

/// The value of a figure's first starts.
fn cut_value(figure: &Figure, starts: usize, reduction: Reduction) -> Option<f64> {
    let all = &figure.cell.starts;
    if starts >= all.len() {
        return figure.cell.value;
    }
    let places = figure.sample.cut(starts).into_iter();
    column_value(&places.filter_map(|place| all.get(place).copied()).collect::<Vec<_>>(), reduction)
}

/// + is better for both directions; of neutral measures the plain relative difference.
fn improvement(base: f64, new: f64, better: Better) -> Option<f64> {
    let difference = match better {
        Better::Lower => base - new,
        Better::Higher | Better::Neutral => new - base,
    };
    let improvement = difference / base.abs();
    improvement.is_finite().then_some(improvement)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::super::{Cell, CellStatus};
    use super::*;
    use crate::stats::Side;
    use crate::summary::{End, offset, quartiles};

    const FAST: Reduction = Reduction::Fast(End::Low);

    fn figure(starts: &[f64], reduction: Reduction) -> Figure<'static> {
        let cell = Cell {
            status: CellStatus::Ok,
            reason: None,
            value: column_value(starts, reduction),
            text: None,
            spread: None,
            starts: starts.to_vec(),
            samples: starts.len() as u32,
            disturbed: 0,
            runs: 1,
            reference: false,
            unstated: Vec::new(),
            reduced: None,
            printed: Vec::new(),
            notes: Vec::new(),
        };
        let logs = if reduction == Reduction::Mean { &[] } else { starts };
        let logs: Vec<i32> = logs.iter().map(|start| offset(*start, 1.0)).collect();
        let whole = Side::of(&logs, reduction);
        let sample = Sample { runs: vec![(logs.len(), Some("boot"))], logs, whole };
        Figure { cell, reduction: Some(reduction), quartiles: quartiles(starts), sample, printed_unit: None }
    }

    fn changed(base: &Figure, new: &Figure, better: Better) -> Option<Change> {
        change(base, new, better, 0.02, &mut Quantiles::default()).map(|(change, _)| change)
    }

    fn single(base: f64, new: f64, better: Better) -> Option<Change> {
        changed(&figure(&[base], Reduction::Mean), &figure(&[new], Reduction::Mean), better)
    }

    #[test]
    fn plus_is_better_in_both_directions() {
        for (base, new, better, text) in [
            (12.51, 11.43, Better::Lower, "+8.6 %"),
            (11.43, 12.51, Better::Lower, "-9.4 %"),
            (342.9, 445.1, Better::Higher, "+29.8 %"),
            (445.1, 342.9, Better::Higher, "-23.0 %"),
            (199.49, 199.94, Better::Neutral, "+0.2 %"),
            (5.0, 5.0, Better::Lower, "0.0 %"),
        ] {
            assert_eq!(single(base, new, better).unwrap().text, text, "{base} {new}");
        }
    }

    #[test]
    fn a_zero_baseline_gives_no_number_and_a_negative_one_keeps_the_sign() {
        assert!(single(0.0, 5.0, Better::Lower).is_none());
        assert!(single(0.0, 0.0, Better::Higher).is_none());
        assert_eq!(single(-2.0, -1.0, Better::Higher).unwrap().text, "+50.0 %");
    }

    #[test]
    fn single_figures_have_no_interval_and_no_verdict() {
        let change = single(2.0, 1.0, Better::Lower).unwrap();
        assert_eq!((change.low, change.high, change.word, change.starts), (None, None, Word::Untested, 1));
        assert!(!change.single_boot && change.mark().is_empty());
    }

    #[test]
    fn the_interval_lies_about_the_change_and_turns_with_the_direction() {
        let (base, new) = (figure(&[100.0, 101.0, 102.0, 120.0], FAST), figure(&[90.0, 91.0, 90.5, 95.0], FAST));
        let lower = changed(&base, &new, Better::Lower).unwrap();
        // Winsorised, both sides have two kept; ln √(90 · 90.5) − ln √(100 · 101) = −0.107558; squared errors
        // (ln 1.01)² · ¾ / 2 and (ln (90.5 / 90))² · ¾ / 2, together √0.000048707 = 0.0069790…; t(2) = 4.302653.
        let half =
            4.302_653 * libm::sqrt((libm::pow(libm::log(1.01), 2.0) + libm::pow(libm::log(90.5 / 90.0), 2.0)) * 0.375);
        let centre = libm::log(libm::sqrt(90.0 * 90.5) / libm::sqrt(100.0 * 101.0));
        let near = |value: Option<f64>, expected: f64| {
            assert!((value.unwrap() - expected).abs() < 3e-5, "{value:?} {expected}")
        };
        near(lower.low, 1.0 - libm::exp(centre + half));
        near(lower.high, 1.0 - libm::exp(centre - half));
        let higher = changed(&base, &new, Better::Higher).unwrap();
        assert!(higher.low.unwrap() < higher.improvement && higher.improvement < higher.high.unwrap());
        assert!(higher.high.unwrap() < 0.0 && lower.low.unwrap() > 0.0);
    }

    #[test]
    fn both_sides_are_cut_to_the_first_starts_of_the_shorter() {
        let base = figure(&[100.0, 100.0, 100.0], FAST);
        let new = figure(&[100.0, 100.0, 100.0, 1.0, 1.0, 1.0], FAST);
        let change = changed(&base, &new, Better::Lower).unwrap();
        assert_eq!(change.starts, 3);
        assert!(change.improvement.abs() < 1e-12, "{}", change.improvement);
    }
}
