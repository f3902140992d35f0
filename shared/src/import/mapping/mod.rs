//! What the names of other tools mean here, as data: our benchmark where the meaning is the same, else one of its own
//! below `foreign.`. What a source leaves open, such as a placement or a message's size, is an absent axis.

use crate::model::{Better, Point};
use crate::number::{Display, Unit};

use super::number::Printed;
use super::{Figure, Quantity};
use Axis::{Name, Number};

mod columns;
mod curves;
mod labels;
mod tables;

pub use columns::{build, column};
pub use curves::{CLOCK, CURVES, Curve, FILES, LOADS, PARALLELISM, RANDOM_LOADS, SWITCH_OVERHEAD, SWITCHES, TLB, X, Y};
pub use labels::{LABELS, Label};
pub use tables::{Cell, LATENCIES, TABLES, Table};

/// What a printed figure means.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// A benchmark of the catalogue, or the part of a foreign one's id after `foreign.`.
    pub id: &'static str,
    /// Axes that the name states.
    pub at: &'static [(&'static str, Axis)],
    /// How the figure becomes one of the benchmark.
    pub how: How,
}

/// The value of an axis.
#[derive(Clone, Copy, Debug)]
pub enum Axis {
    /// A size in bytes or a count.
    Number(u64),
    /// A name.
    Name(&'static str),
}

/// How a printed figure becomes one of a benchmark.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// It is one.
    Same,
    /// It is half of one, for the reason given.
    Half(&'static str),
    /// It is the time of one event of a rate.
    TimeOfOne,
    /// The tool's own: measure, direction.
    Foreign(&'static str, Better),
}

/// Half a round trip.
pub const HALF_TRIP: &str = "doubled: lmbench prints half a round trip";
/// Half of the bytes.
pub const HALF_COPY: &str = "doubled: lmbench counts a copy's bytes once, here they count once for each array";

const fn same(id: &'static str) -> Meaning {
    Meaning { id, at: &[], how: How::Same }
}

const fn same_at(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Same }
}

const fn half(id: &'static str, at: &'static [(&'static str, Axis)], why: &'static str) -> Meaning {
    Meaning { id, at, how: How::Half(why) }
}

const fn rate(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::TimeOfOne }
}

const fn time(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Foreign("latency", Better::Lower) }
}

const fn bandwidth(id: &'static str, at: &'static [(&'static str, Axis)]) -> Meaning {
    Meaning { id, at, how: How::Foreign("bandwidth", Better::Higher) }
}

impl Meaning {
    /// The figure printed in `unit`, whose base is `base`, at the point that the name states and `more`. None where the
    /// unit is of another quantity than the benchmark's.
    pub fn figure(&self, more: Point, printed: &Printed, unit: (Display, Unit), word: usize) -> Option<Figure> {
        let figure = self.without_remark(more, printed, unit, word)?;
        Some(Figure { remark: self.remark(), ..figure })
    }

    fn without_remark(&self, more: Point, printed: &Printed, unit: (Display, Unit), word: usize) -> Option<Figure> {
        let (unit, base) = unit;
        let mut at = more;
        for (name, value) in self.at {
            at = match value {
                Number(value) => at.with(name, *value),
                Name(value) => at.with(name, *value),
            };
        }
        match self.how {
            How::Foreign(measure, better) => {
                let quantity = Quantity::foreign(self.id, measure, base, better);
                Some(Figure::new(quantity, at, printed, unit, word))
            }
            How::Same => {
                let quantity = Quantity::of(self.id).filter(|quantity| quantity.unit == base)?;
                Some(Figure::new(quantity, at, printed, unit, word))
            }
            How::Half(why) => {
                let quantity = Quantity::of(self.id).filter(|quantity| quantity.unit == base)?;
                let note = format!("{why} ({})", printed.text);
                Some(Figure::new(quantity, at, &printed.doubled(), unit, word).noted(note))
            }
            How::TimeOfOne => {
                let quantity = Quantity::of(self.id).filter(|q| q.unit == Unit::PerSecond && base == Unit::Ns)?;
                let time = printed.in_base(unit);
                let figure = Figure::new(quantity, at, printed, unit, word);
                (time > 0.0).then(|| {
                    let note = format!("printed as {} {} for one", printed.text, unit.ascii);
                    Figure { value: 1e9 / time, ..figure }.noted(note)
                })
            }
        }
    }

    /// What a reader must know of all such figures.
    fn remark(&self) -> Option<String> {
        match self.how {
            How::Half(why) => Some(format!("{}: {why}.", self.id)),
            How::TimeOfOne => {
                Some(format!("{}: lmbench's summary prints the time of one; the rate is its reciprocal.", self.id))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    /// Every meaning that stands in a table.
    fn all() -> Vec<Meaning> {
        let cells = TABLES.iter().flat_map(|table| table.cells).filter_map(|cell| match cell {
            Cell::Figure(means) => Some(*means),
            _ => None,
        });
        let labels = LABELS.iter().map(|label| label.means);
        let curves = CURVES.iter().map(|curve| curve.means);
        let columns = columns::TIME_COLUMNS.iter().chain(columns::RATE_COLUMNS).map(|(_, means)| *means);
        let others = [SWITCHES, SWITCH_OVERHEAD, LOADS, RANDOM_LOADS, PARALLELISM, CLOCK];
        cells.chain(labels).chain(curves).chain(columns).chain(others).collect()
    }

    #[test]
    fn what_has_the_same_meaning_is_in_the_catalogue_with_the_axes_that_are_stated() {
        for means in all() {
            match means.how {
                How::Foreign(..) => assert!(catalogue::find(means.id).is_none(), "{}", means.id),
                _ => {
                    let benchmark = catalogue::find(means.id).unwrap_or_else(|| panic!("{}", means.id));
                    for (axis, value) in means.at {
                        let kind = benchmark.axis(axis).unwrap_or_else(|| panic!("{} {axis}", means.id)).kind;
                        let name = kind == catalogue::AxisKind::Name;
                        assert_eq!(name, matches!(value, Name(_)), "{} {axis}", means.id);
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_is_known_by_its_heads_alone_within_its_caption() {
        for (index, table) in TABLES.iter().enumerate() {
            for other in &TABLES[..index] {
                assert!(table.caption != other.caption || table.heads != other.heads, "{} twice", table.caption);
            }
        }
    }

    #[test]
    fn half_a_round_trip_is_doubled_and_says_so() {
        let printed = Printed::parse("3.25").unwrap();
        let means = LABELS.iter().find(|label| label.pattern.starts_with("Semaphore")).unwrap().means;
        let figure = means.figure(Point::default(), &printed, (Display::US, Unit::Ns), 0).unwrap();
        assert_eq!((figure.value, figure.printed.as_str()), (6500.0, "6.50"));
        assert!(figure.note.unwrap().contains("half a round trip (3.25)"));
    }

    #[test]
    fn a_time_of_one_becomes_a_rate() {
        let means = rate("fs.create", &[]);
        let figure =
            means.figure(Point::default(), &Printed::parse("68.9").unwrap(), (Display::US, Unit::Ns), 0).unwrap();
        assert!((figure.value - 14_513.788).abs() < 0.001, "{}", figure.value);
        let none =
            means.figure(Point::default(), &Printed::parse("68.9").unwrap(), (Display::MB_S, Unit::BytesPerSecond), 0);
        assert!(none.is_none(), "a rate of bytes is no time");
    }
}
