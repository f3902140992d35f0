//! Figures that a program prints itself, a line each: `NAME VALUE UNIT better=lower`.

use serde::{Deserialize, Serialize};
use shared::model::Better;

/// Longest name of a figure, and longest unit.
const NAME: usize = 64;
/// Of a line that is no figure, so much is quoted.
const QUOTED: usize = 120;
/// Most figures of one execution.
const MOST: usize = 1000;

/// One figure as it was printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Which quantity.
    pub name: String,
    /// In `unit`.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// Which way is better.
    pub better: Better,
}

/// Reads figures, of which there must be one at least. Blank lines are let go; any other line that is no figure is
/// quoted in the error.
pub fn parse(text: &str) -> Result<Vec<Figure>, String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let figures = lines.map(|line| figure(line).ok_or_else(|| wrong(line))).collect::<Result<Vec<_>, _>>()?;
    match figures.len() {
        0 => Err("it printed no figure; a line is `NAME VALUE UNIT better=lower`".to_owned()),
        count if count > MOST => Err(format!("it printed {count} figures; at most {MOST} are taken")),
        _ => Ok(figures),
    }
}

fn figure(line: &str) -> Option<Figure> {
    let mut words = line.split_whitespace();
    let [name, value, unit, better] = [words.next()?, words.next()?, words.next()?, words.next()?];
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let named = name.len() <= NAME && name.bytes().all(of_name);
    let fits = unit.len() <= NAME && !unit.contains(char::is_control);
    let better = match better {
        "better=lower" => Better::Lower,
        "better=higher" => Better::Higher,
        "better=neutral" => Better::Neutral,
        _ => return None,
    };
    let value: f64 = value.parse().ok().filter(|value: &f64| value.is_finite())?;
    let whole = named && fits && words.next().is_none();
    whole.then(|| Figure { name: name.to_owned(), value, unit: unit.to_owned(), better })
}

fn wrong(line: &str) -> String {
    let quoted: String = line.chars().take(QUOTED).collect();
    format!("{quoted:?} is no figure; a line is `NAME VALUE UNIT better=lower`, or better=higher, or better=neutral")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_with_unit_and_direction() {
        let figures = parse("latency 12.5 us better=lower\n\n  rate\t3e6 ops/s better=higher\n").unwrap();
        let read: Vec<_> =
            figures.iter().map(|one| (one.name.as_str(), one.value, one.unit.as_str(), one.better)).collect();
        assert_eq!(read, [("latency", 12.5, "us", Better::Lower), ("rate", 3_000_000.0, "ops/s", Better::Higher)]);
    }

    #[test]
    fn a_line_that_is_no_figure_is_quoted() {
        for line in [
            "done",
            "latency 12.5 us",
            "latency 12.5 us better=faster",
            "latency NaN us better=lower",
            "latency inf us better=lower",
            "latency 1,5 us better=lower",
            "latency 1.5 us better=lower today",
            "la/tency 1.5 us better=lower",
        ] {
            let error = parse(&format!("a 1 ns better=lower\n{line}\n")).unwrap_err();
            assert!(error.starts_with(&format!("{line:?} is no figure")), "{error}");
        }
        assert!(parse("\n \n").unwrap_err().starts_with("it printed no figure"));
    }
}
