//! `--check`: whether rows have become worse, as an exit status that `git bisect run` understands.

use std::process::ExitCode;

use anyhow::Result;
use shared::compare::{Cell, Change, Comparison, Row, Word};
use shared::number::percent;
use shared::view::{View, glob_matches};

use crate::causes;
use crate::cli::output::put;

/// What a check finds, the most telling last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// No row is worse than allowed.
    Good,
    /// That cannot be told: bisecting leaves this one out.
    Unknown,
    /// A row is worse.
    Bad,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Good => 0,
            Outcome::Bad => 1,
            Outcome::Unknown => 125,
        })
    }
}

/// `5%` or `5` as a fraction.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>();
    let fraction = number.ok().filter(|percent| (0.0..100.0).contains(percent)).map(|percent| percent / 100.0);
    fraction.ok_or_else(|| "give a percentage from 0 to below 100: 5%".to_owned())
}

/// Checks the rows of every column against the baseline, and prints what is found of each.
pub(super) fn run(rows: &str, allowed: f64, compared: Result<(View, Comparison)>) -> Result<Outcome> {
    let comparison = match compared {
        Ok((_, comparison)) => comparison,
        Err(error) => {
            eprintln!("benchpages: {}", causes::in_one_line(error.as_ref()));
            return Ok(Outcome::Unknown);
        }
    };
    let wanted = |row: &&Row| glob_matches(rows, &row.key.text()) || glob_matches(rows, &row.key.benchmark);
    let mut worst = None;
    for row in comparison.tables.iter().flat_map(|table| &table.rows).filter(wanted) {
        for column in (0..comparison.columns.len()).filter(|column| *column != comparison.base) {
            let change = row.changes[column].as_ref();
            let disturbed = [comparison.base, column].into_iter().any(|side| mostly_disturbed(&row.cells[side]));
            let outcome = match change {
                Some(change) if !disturbed => outcome(change, allowed),
                _ => Outcome::Unknown,
            };
            put(&line(row, &comparison.columns[column].short, change, outcome, disturbed))?;
            worst = worst.max(Some(outcome));
        }
    }
    if worst.is_none() {
        eprintln!("benchpages: --check {rows}: no such row beside a baseline");
    }
    Ok(worst.unwrap_or(Outcome::Unknown))
}

/// Whether a figure says more of what disturbed it than of what it measures: no commit should be blamed for it.
fn mostly_disturbed(cell: &Cell) -> bool {
    2 * cell.disturbed > cell.samples
}

/// Bad is what a test calls worse by more than is allowed; good, what cannot be as much worse.
fn outcome(change: &Change, allowed: f64) -> Outcome {
    if change.word == Word::Worse && change.improvement < -allowed {
        Outcome::Bad
    } else if change.word != Word::Untested && change.low.is_some_and(|low| low > -allowed) {
        Outcome::Good
    } else {
        Outcome::Unknown
    }
}

fn line(row: &Row, column: &str, change: Option<&Change>, outcome: Outcome, disturbed: bool) -> String {
    let why = if disturbed { "; most samples of a side were disturbed" } else { "" };
    let words = match outcome {
        Outcome::Good => "not worse",
        Outcome::Unknown => "cannot be told",
        Outcome::Bad => "worse",
    };
    let figures = change.map_or_else(String::new, |change| {
        let interval = change.low.zip(change.high);
        let interval = interval.map(|(low, high)| format!(" ({} to {})", percent(low), percent(high)));
        format!(", better by {}{}", change.text, interval.unwrap_or_default())
    });
    format!("{words}: {} in {column}{figures}{why}\n", row.key.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(word: Word, improvement: f64, low: f64, high: f64) -> Change {
        Change {
            improvement,
            text: percent(improvement),
            low: Some(low),
            high: Some(high),
            word,
            detectable: None,
            floor: Some(0.02),
            single_boot: true,
            starts: 12,
        }
    }

    #[test]
    fn percentages_are_read_with_and_without_their_sign() {
        assert_eq!((fraction("5%"), fraction("2.5"), fraction("10 %")), (Ok(0.05), Ok(0.025), Ok(0.1)));
        assert!(fraction("-5%").is_err() && fraction("100%").is_err() && fraction("much").is_err());
    }

    #[test]
    fn worse_is_bad_and_what_cannot_be_worse_is_good() {
        for (change, expected) in [
            (change(Word::Worse, -0.1, -0.12, -0.08), Outcome::Bad),
            (change(Word::Worse, -0.06, -0.08, -0.04), Outcome::Bad),
            (change(Word::Worse, -0.03, -0.04, -0.02), Outcome::Good),
            (change(Word::Worse, -0.045, -0.06, -0.03), Outcome::Unknown),
            (change(Word::Undecided, -0.1, -0.3, 0.1), Outcome::Unknown),
            (change(Word::Undecided, 0.01, -0.04, 0.06), Outcome::Good),
            (change(Word::Same, 0.0, -0.01, 0.01), Outcome::Good),
            (change(Word::Better, 0.2, 0.1, 0.3), Outcome::Good),
            (change(Word::Untested, 0.0, -0.01, 0.01), Outcome::Unknown),
        ] {
            assert_eq!(outcome(&change, 0.05), expected, "{change:?}");
        }
    }
}
