//! Named places on curves: where a sweep has its peak, where it crosses over.

use super::Flag;
use super::curves::figure;
use crate::catalogue;
use crate::compare::Row;

/// The places that other measures of a benchmark name on the axis `x`, in the order of x. `rows` are those of the curve's
/// combination of the other axes.
pub(super) fn flags<'a>(rows: impl Iterator<Item = &'a Row>, x: &str, column: usize) -> Vec<Flag> {
    let flag = |row: &Row| {
        let measure = catalogue::find(&row.key.benchmark)?.measure(&row.key.measure)?;
        let cell = figure(row, column).filter(|_| measure.place_on == x)?;
        let at = cell.value.filter(|at| at.is_finite())?;
        let text = cell.text.as_deref().unwrap_or_default();
        Some(Flag { x: at, text: format!("{} {text}", measure.id.replace('_', " ")) })
    };
    let mut flags: Vec<Flag> = rows.filter_map(flag).collect();
    flags.sort_by(|one, other| one.x.total_cmp(&other.x));
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AxisValue, Better};
    use crate::view::fixture::{measured, row};

    #[test]
    fn a_measure_that_names_a_place_flags_its_own_curve() {
        let mix = |name: &str| -> [(&str, AxisValue); 1] { [("mix", name.into())] };
        let cells = || vec![measured("6.300", "", &[6.3]), measured("5.100", "", &[5.1])];
        let crossover = row("load.multiuser", &mix("compute"), "crossover", Better::Higher, cells());
        let other = row("load.multiuser", &mix("compute"), "real", Better::Lower, cells());
        let found = flags([&crossover, &other].into_iter(), "users", 1);
        assert_eq!(found, [Flag { x: 5.1, text: "crossover 5.100".to_owned() }]);
        assert_eq!(flags([&crossover].into_iter(), "mix", 0), []);
    }
}
