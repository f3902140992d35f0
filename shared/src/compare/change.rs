//! The change of a cell against the baseline's, as improvement.

use super::cell::Figure;
use super::{Cell, Change, Word};
use crate::model::Better;
use crate::number;
use crate::summary::{Reduction, column_value, quartiles};

/// The change from `base` to `cell`; nothing where either has no figure or the baseline is zero.
///
/// Both sides are cut to the same number of starts, the first ones in recorded order, because the mean of a faster half
/// of many lies lower than that of few. The values that are shown are those of all starts, so where the numbers of
/// starts differ a change can be a little off the quotient of the shown values; the comparison then says so in a note.
/// With equal presets nothing is cut and the change is the quotient of the two values. Figures from elsewhere are never
/// cut: their number says nothing of how they were reduced.
pub(super) fn change(base: &Figure, new: &Figure, better: Better) -> Option<Change> {
    let reduction = new.reduction?;
    let starts = match reduction {
        Reduction::Mean => new.cell.starts.len(),
        _ => base.cell.starts.len().min(new.cell.starts.len()),
    };
    let whole = starts == new.cell.starts.len();
    let old = match reduction {
        Reduction::Mean => base.cell.value?,
        _ => cut_value(&base.cell, starts, reduction)?,
    };
    let improvement = improvement(old, cut_value(&new.cell, starts, reduction)?, better)?;
    let middle = if whole { new.quartiles } else { quartiles(&new.cell.starts[..starts]) };
    let whiskers = middle.and_then(|(first, third)| {
        let (one, other) = (self::improvement(old, first, better)?, self::improvement(old, third, better)?);
        // The dot is never outside its whiskers: the mean of a faster half can lie beyond the quartile.
        Some((one.min(other).min(improvement), one.max(other).max(improvement)))
    });
    Some(Change {
        improvement,
        text: number::percent(improvement),
        low: whiskers.map(|(low, _)| low),
        high: whiskers.map(|(_, high)| high),
        word: Word::Untested,
        starts: u32::try_from(starts).unwrap_or(u32::MAX),
    })
}

/// The value of a cell's first starts.
fn cut_value(cell: &Cell, starts: usize, reduction: Reduction) -> Option<f64> {
    if starts >= cell.starts.len() { cell.value } else { column_value(&cell.starts[..starts], reduction) }
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
    use super::*;
    use crate::compare::CellStatus;
    use crate::summary::End;

    fn figure(starts: &[f64], reduction: Reduction) -> Figure<'static> {
        let cell = Cell {
            status: CellStatus::Ok,
            reason: None,
            value: column_value(starts, reduction),
            text: None,
            spread: None,
            starts: starts.to_vec(),
            samples: 1,
            disturbed: 0,
            runs: 1,
            reference: false,
            unstated: Vec::new(),
            reduced: None,
            printed: Vec::new(),
            notes: Vec::new(),
        };
        Figure { cell, reduction: Some(reduction), quartiles: quartiles(starts), printed_unit: None }
    }

    fn single(base: f64, new: f64, better: Better) -> Option<Change> {
        change(&figure(&[base], Reduction::Mean), &figure(&[new], Reduction::Mean), better)
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
    fn single_figures_have_no_whiskers_and_no_verdict() {
        let change = single(2.0, 1.0, Better::Lower).unwrap();
        assert_eq!((change.low, change.high, change.word, change.starts), (None, None, Word::Untested, 1));
    }

    #[test]
    fn whiskers_are_the_middle_half_of_the_starts_against_the_baselines_value() {
        let middle = Reduction::Middle;
        let base = figure(&[100.0; 5], middle);
        let new = figure(&[90.0, 80.0, 70.0, 110.0, 100.0], middle);
        let change = change(&base, &new, Better::Lower).unwrap();
        let near = |value: Option<f64>, expected: f64| assert!((value.unwrap() - expected).abs() < 1e-9, "{value:?}");
        near(change.low, 0.0); // 100 against 100
        near(change.high, 0.2); // 80 against 100
    }

    #[test]
    fn both_sides_are_cut_to_the_first_starts_of_the_shorter() {
        let fast = Reduction::Fast(End::Low);
        let base = figure(&[100.0, 100.0, 100.0], fast);
        let new = figure(&[100.0, 100.0, 100.0, 1.0, 1.0, 1.0], fast);
        let change = change(&base, &new, Better::Lower).unwrap();
        assert_eq!(change.starts, 3);
        assert!(change.improvement.abs() < 1e-12, "{}", change.improvement);
    }
}
