//! The start values of one cell.

use super::reduce::{End, Reduction, start_value};
use crate::model::Cell;

/// What is worked out from a cell's samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Figure<'a> {
    /// The cell's own measure.
    Stored,
    /// Elapsed time per operation, beside a rate.
    TimePerOperation,
    /// Time per operation less that of the overhead, which one of these cells holds at the same point.
    LessOverhead(&'a [&'a Cell]),
}

/// The start values of a cell in the figure's base unit, in recorded order. A start without a clean sample stands for
/// itself with all its samples, which are counted as disturbed; one without samples has no value.
pub(super) fn start_values(cell: &Cell, figure: Figure, reduction: Reduction) -> Vec<f64> {
    if let Figure::LessOverhead(overheads) = figure {
        return overhead_of(cell, overheads).map_or_else(Vec::new, |overhead| less(cell, overhead, reduction));
    }
    let disturbed = |index: usize| cell.disturbed.iter().any(|&sample| sample as usize == index);
    if cell.elapsed_ns.is_empty() {
        if reduction == Reduction::Mean {
            return cell.values.iter().flatten().copied().collect();
        }
        return each_start(&cell.values, |value| *value, disturbed, |samples| start_value(samples, reduction));
    }
    let Some(scale) = Scale::of(cell, figure) else { return Vec::new() };
    // Rates are reduced as the times that they were worked out from.
    let reduction = match reduction {
        Reduction::Fast(_) if scale.inverse => Reduction::Fast(End::Low),
        other => other,
    };
    each_start(
        &cell.elapsed_ns,
        |&elapsed| elapsed as f64,
        disturbed,
        |samples| start_value(samples, reduction).map(|elapsed| scale.figure(elapsed)),
    )
}

/// The cell of a cell's overhead: of its point, with samples in the same starts.
pub(super) fn overhead_of<'a>(cell: &Cell, overheads: &[&'a Cell]) -> Option<&'a Cell> {
    let lengths = |cell: &Cell| cell.elapsed_ns.iter().map(Vec::len).collect::<Vec<_>>();
    overheads.iter().copied().find(|overhead| overhead.at == cell.at && lengths(overhead) == lengths(cell))
}

/// The start values of a cell less those of its overhead.
fn less(cell: &Cell, overhead: &Cell, reduction: Reduction) -> Vec<f64> {
    let of = |cell| start_values(cell, Figure::Stored, reduction);
    of(cell).iter().zip(of(overhead)).map(|(whole, overhead)| whole - overhead).collect()
}

/// How elapsed time becomes a figure.
struct Scale {
    /// Operations or bytes of a sample.
    amount: f64,
    /// True for rates: amount by time rather than time by amount.
    inverse: bool,
}

impl Scale {
    fn of(cell: &Cell, figure: Figure) -> Option<Self> {
        let inverse = figure == Figure::Stored && cell.unit.is_rate();
        let amount = if inverse { cell.amount.or(cell.ops) } else { cell.ops };
        amount.filter(|amount| *amount > 0).map(|amount| Self { amount: amount as f64, inverse })
    }

    fn figure(&self, elapsed_ns: f64) -> f64 {
        if self.inverse { self.amount * 1e9 / elapsed_ns } else { elapsed_ns / self.amount }
    }
}

/// One value for each start that has samples, of its clean samples if there are any.
fn each_start<S>(
    starts: &[Vec<S>],
    number: impl Fn(&S) -> f64,
    disturbed: impl Fn(usize) -> bool,
    reduce: impl Fn(&[f64]) -> Option<f64>,
) -> Vec<f64> {
    let mut first = 0;
    let mut values = Vec::with_capacity(starts.len());
    for start in starts {
        let all: Vec<f64> = start.iter().map(&number).collect();
        let clean: Vec<f64> =
            all.iter().enumerate().filter(|(index, _)| !disturbed(first + index)).map(|(_, value)| *value).collect();
        values.extend(reduce(if clean.is_empty() { &all } else { &clean }));
        first += start.len();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(json: serde_json::Value) -> Cell {
        let mut whole = serde_json::json!({"measure": "m", "unit": "ns", "better": "lower", "status": "ok"});
        whole.as_object_mut().unwrap().extend(json.as_object().unwrap().clone());
        serde_json::from_value(whole).unwrap()
    }

    #[test]
    fn a_time_is_the_fastest_clean_batch_by_its_operations() {
        let cell =
            cell(serde_json::json!({"ops": 10, "elapsed_ns": [[120, 100, 110], [90, 130, 125]], "disturbed": [3]}));
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Fast(End::Low)), [10.0, 12.5]);
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Middle), [11.0, 12.75]);
    }

    #[test]
    fn a_start_without_a_clean_sample_uses_all_and_one_without_samples_none() {
        let cell = cell(serde_json::json!({"ops": 1, "elapsed_ns": [[7, 9], [], [5, 6]], "disturbed": [0, 1]}));
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Fast(End::Low)), [7.0, 5.0]);
    }

    #[test]
    fn a_rate_is_that_of_the_fastest_batch_and_its_median_that_of_the_median_time() {
        let cell = cell(serde_json::json!({
            "unit": "B/s", "better": "higher", "amount": 1_000, "ops": 4, "elapsed_ns": [[1_000, 2_000, 4_000, 5_000]]
        }));
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Fast(End::High)), [1e9]);
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Middle), [1e12 / 3_000.0]);
        assert_eq!(start_values(&cell, Figure::TimePerOperation, Reduction::Fast(End::Low)), [250.0]);
    }

    #[test]
    fn values_of_a_collector_are_reduced_by_start_and_figures_from_elsewhere_stand_for_themselves() {
        let cell = cell(serde_json::json!({"unit": "Hz", "values": [[1.0, 3.0, 2.0], [5.0]]}));
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Fast(End::High)), [3.0, 5.0]);
        assert_eq!(start_values(&cell, Figure::Stored, Reduction::Mean), [1.0, 3.0, 2.0, 5.0]);
    }

    #[test]
    fn without_a_count_of_operations_there_is_no_time_per_operation() {
        let cell = cell(serde_json::json!({"unit": "B/s", "better": "higher", "amount": 10, "elapsed_ns": [[5]]}));
        assert!(start_values(&cell, Figure::TimePerOperation, Reduction::Fast(End::Low)).is_empty());
    }
}
