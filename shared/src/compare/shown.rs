//! Values as they are shown: display unit and digits.

use super::cell::Figure;
use crate::number::{Display, Unit, fixed, printed_decimals, printed_digits, significant};
use crate::sorted::Map;

/// Significant digits of measured values.
const DIGITS: usize = 4;

/// What the values of a table are shown in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub name: String,
    pub ascii: String,
    /// Base units in one.
    factor: f64,
}

impl Shown {
    /// The display unit of values stored in `unit`: the catalogue's, unless `units` replaces it by another of the same
    /// quantity. `units` goes by the name of what is replaced (`MB/s`), or by `rate` and `time` for all of a kind.
    pub fn of(unit: &Unit, catalogue: Option<Display>, units: &Map<String, String>) -> Self {
        let Some(usual) = catalogue.or_else(|| Display::of(unit)) else {
            return Self { name: unit.name().to_owned(), ascii: unit.name().to_owned(), factor: 1.0 };
        };
        let kind = match unit {
            Unit::Ns => "time",
            Unit::BytesPerSecond => "rate",
            _ => "",
        };
        let asked = [usual.name, usual.ascii, kind].into_iter().find_map(|name| units.get(name));
        let same_quantity = |display: &Display| Display::of_quantity(unit).contains(display);
        let display = asked.and_then(|name| Display::parse(name)).filter(same_quantity).unwrap_or(usual);
        Self { name: display.name.to_owned(), ascii: display.ascii.to_owned(), factor: display.factor }
    }

    /// Writes a cell's value and spread. Figures from elsewhere keep the digits that were printed, if in this unit; the
    /// mean of several has as many decimals. In another unit a figure has as many digits as were printed. Measured ones
    /// have four significant digits.
    pub fn write(&self, figure: &mut Figure) {
        let cell = &mut figure.cell;
        let Some(value) = cell.value else { return };
        let own_unit = figure.printed_unit.is_some_and(|unit| unit == self.name || unit == self.ascii);
        let text = match cell.printed.as_slice() {
            [one] if own_unit && cell.runs == 1 => one.clone(),
            [_, ..] if own_unit => {
                let decimals = cell.printed.iter().map(|printed| printed_decimals(printed)).max().unwrap_or(0);
                fixed(value / self.factor, decimals)
            }
            [one] => significant(value / self.factor, printed_digits(one)),
            _ => significant(value / self.factor, DIGITS),
        };
        let half = figure.quartiles.map(|(first, third)| (third - first) / 2.0);
        cell.spread = half.map(|half| fixed(half / self.factor, printed_decimals(&text)));
        cell.text = Some(text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::*;
    use crate::compare::{Cell, CellStatus};
    use crate::summary::quartiles;

    fn cell(value: f64, starts: &[f64], printed: &[&str]) -> Cell {
        Cell {
            status: CellStatus::Ok,
            reason: None,
            value: Some(value),
            text: None,
            spread: None,
            starts: starts.to_vec(),
            samples: 1,
            disturbed: 0,
            runs: 1,
            reference: !printed.is_empty(),
            unstated: Vec::new(),
            reduced: None,
            printed: printed.iter().map(|text| (*text).to_owned()).collect(),
            notes: Vec::new(),
        }
    }

    fn written(cell: Cell, unit: &Unit, display: Display, printed_unit: Option<&str>) -> (String, Option<String>) {
        let mut figure = Figure {
            quartiles: quartiles(&cell.starts),
            cell,
            reduction: None,
            sample: Sample::default(),
            printed_unit,
        };
        Shown::of(unit, Some(display), &Map::new()).write(&mut figure);
        (figure.cell.text.unwrap(), figure.cell.spread)
    }

    #[test]
    fn printed_digits_stay_as_they_were_printed() {
        let published = cell(56_900.0, &[56_900.0], &["56.90"]);
        assert_eq!(written(published.clone(), &Unit::Ns, Display::US, Some("us")), ("56.90".to_owned(), None));
        assert_eq!(written(published, &Unit::Ns, Display::NS, Some("us")), ("56900".to_owned(), None));
        let coarse = |value, printed| written(cell(value, &[value], &[printed]), &Unit::Ns, Display::NS, Some("us")).0;
        assert_eq!([coarse(400.0, "0.40"), coarse(390.5, ".3905"), coarse(2e4, "20")], ["400", "390.5", "20000"]);
        assert_eq!(written(cell(1.5e3, &[1.5e3], &["1500"]), &Unit::Ns, Display::US, Some("ns")).0, "1.500");
    }

    #[test]
    fn the_mean_of_several_printed_figures_has_their_decimals() {
        let values = [202.34e6, 201.28e6, 201.23e6];
        let published = cell(201.617e6, &values, &["202.34", "201.28", "201.23"]);
        // Quartiles 201.255 and 201.81: half of what lies between is 0.2775.
        let shown = written(published, &Unit::BytesPerSecond, Display::MB_S, Some("MB/s"));
        assert_eq!(shown, ("201.62".to_owned(), Some("0.28".to_owned())));
    }

    #[test]
    fn measured_values_have_four_digits_and_their_spread_as_many_decimals() {
        let measured = cell(2912.34, &[2900.0, 2920.0, 2940.0], &[]);
        assert_eq!(written(measured, &Unit::Ns, Display::US, None), ("2.912".to_owned(), Some("0.010".to_owned())));
    }

    #[test]
    fn units_are_replaced_by_others_of_the_same_quantity_only() {
        let ask = |from: &str, to: &str| Map::from_iter([(from.to_owned(), to.to_owned())]);
        let rate = |units| Shown::of(&Unit::BytesPerSecond, Some(Display::MB_S), &units).name;
        assert_eq!(rate(ask("MB/s", "MiB/s")), "MiB/s");
        assert_eq!(rate(ask("rate", "MiB/s")), "MiB/s");
        assert_eq!(rate(ask("MB/s", "ns")), "MB/s");
        assert_eq!(rate(ask("us", "ns")), "MB/s");
        assert_eq!(Shown::of(&Unit::Ns, Some(Display::US), &ask("us", "ms")).name, "ms");
        assert_eq!(Shown::of(&Unit::parse("frobs"), None, &Map::new()).name, "frobs");
    }
}
