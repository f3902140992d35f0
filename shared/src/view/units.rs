//! `unit=rate:MiB/s`: what a quantity is shown in.

use crate::number::Display;
use crate::sorted::Map;

/// Quantities whose unit can be chosen, and the units of each.
const QUANTITIES: [(&str, &[Display]); 2] = [
    ("rate", &[Display::B_S, Display::MB_S, Display::MIB_S]),
    ("time", &[Display::NS, Display::US, Display::MS, Display::S]),
];

/// The canonical spelling of a unit of that quantity, if it is one.
pub fn of_quantity(quantity: &str, unit: &str) -> Option<&'static str> {
    let (_, units) = QUANTITIES.iter().find(|(name, _)| *name == quantity)?;
    units.iter().find(|known| known.name == unit || known.ascii == unit).map(|known| known.ascii)
}

/// The choices as a comparison takes them: the unit shown instead, by the unit that it replaces, in both spellings.
pub fn replacements(chosen: &Map<String, String>) -> Map<String, String> {
    let mut replacements = Map::new();
    for (name, units) in QUANTITIES {
        let Some(unit) = chosen.get(name).and_then(|unit| units.iter().find(|known| known.ascii == unit)) else {
            continue;
        };
        for replaced in units.iter().filter(|replaced| replaced.ascii != unit.ascii) {
            for spelling in [replaced.name, replaced.ascii] {
                replacements.insert(spelling.to_owned(), unit.name.to_owned());
            }
        }
    }
    replacements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_unit_of_the_quantity_is_replaced() {
        let chosen = Map::from_iter([("rate".to_owned(), "MiB/s".to_owned())]);
        let replacements = replacements(&chosen);
        assert_eq!(replacements.get("MB/s").map(String::as_str), Some("MiB/s"));
        assert_eq!(replacements.get("B/s").map(String::as_str), Some("MiB/s"));
        assert_eq!(replacements.get("us"), None);
    }

    #[test]
    fn a_unit_belongs_to_its_quantity() {
        assert_eq!(of_quantity("time", "µs"), Some("us"));
        assert_eq!(of_quantity("time", "MB/s"), None);
        assert_eq!(of_quantity("weight", "kg"), None);
    }
}
