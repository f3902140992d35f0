//! re-aim, the successor of AIM Suite VII: the table on its screen, and its .csv file. Times are in seconds.

use super::Format;
use super::reader::{Reader, half_digit, stands};
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "reaim",
    title: "re-aim",
    looks: "a table headed by Num Parent Child … JTI, or lines after Forks,JPM,JPM_C,JPS_C,parent_tm",
    find,
    read,
};

/// The two lines that head the table on the screen.
const SCREEN: &str =
    "Num Parent Child Child Jobs per Jobs/min/ Std_dev Std_dev JTI Forked Time SysTime UTime Minute Child Time Percent";

/// The line that heads the file.
const FILE: &str = "Forks,JPM,JPM_C,JPS_C,parent_tm,childU_tm,childS_tm,std_dev,JTI,max_c,min_c";

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Children,
    JobsPerMinute,
    JobsPerMinuteAndChild,
    JobsPerSecondAndChild,
    Real,
    User,
    System,
    Deviation,
    DeviationPercent,
    Jti,
    Longest,
    Shortest,
}

/// The columns of the screen.
const OF_SCREEN: [Column; 9] = [
    Column::Children,
    Column::Real,
    Column::System,
    Column::User,
    Column::JobsPerMinute,
    Column::JobsPerMinuteAndChild,
    Column::Deviation,
    Column::DeviationPercent,
    Column::Jti,
];

/// The columns of the file.
const OF_FILE: [Column; 11] = [
    Column::Children,
    Column::JobsPerMinute,
    Column::JobsPerMinuteAndChild,
    Column::JobsPerSecondAndChild,
    Column::Real,
    Column::User,
    Column::System,
    Column::Deviation,
    Column::Jti,
    Column::Longest,
    Column::Shortest,
];

/// A row: numbers, or nothing where re-aim divided by a time of nothing; and their words.
type Row = Vec<(Column, Option<Printed>, usize)>;

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    for at in 0..text.word_count() {
        let screen = stands(text, at, SCREEN);
        if screen || text.word(at) == FILE {
            let mut words = Reader { text, at, end: text.word_count() };
            let whole = rows(&mut words).is_ok();
            let end = (words.at + usize::from(!whole)).min(text.word_count());
            let reason = if screen { "a table headed by Num Parent Child … JTI" } else { "a line Forks,JPM,JPM_C" };
            claims.push(Claim::name(at..end, reason));
        }
    }
    claims
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    for at in (0..text.word_count()).filter(|at| stands(text, *at, "Times are in")) {
        let unit = text.word(at + 3);
        if unit != "seconds" {
            let problem = format!("re-aim's times are in seconds, and here they are said to be in {unit}");
            return Err(ImportError::line(text.number_of(at), problem));
        }
    }
    for claim in scope.claims {
        for row in rows(&mut Reader::new(scope.text, claim))? {
            put(sheet, &row);
        }
    }
    Ok(())
}

fn rows(words: &mut Reader) -> Result<Vec<Row>, ImportError> {
    let of_screen = words.skip(SCREEN);
    if !of_screen {
        words.expect(FILE)?;
    }
    let mut rows: Vec<Row> = Vec::new();
    while words.peek().bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        && (of_screen || words.peek().contains(','))
    {
        let first = words.at;
        let row = if of_screen { screen_row(words)? } else { file_row(words)? };
        check(words, &row, first)?;
        rows.push(row);
    }
    if rows.is_empty() { Err(words.unexpected("a row of the table")) } else { Ok(rows) }
}

fn screen_row(words: &mut Reader) -> Result<Row, ImportError> {
    let mut row = Row::new();
    for column in OF_SCREEN {
        let word = words.at;
        let number = number(words.peek());
        let number = number.ok_or_else(|| words.unexpected("a number"))?;
        words.at += 1;
        row.push((column, number, word));
    }
    Ok(row)
}

fn file_row(words: &mut Reader) -> Result<Row, ImportError> {
    let word = words.at;
    let cells: Vec<&str> = words.word("a row")?.split(',').collect();
    if cells.len() != OF_FILE.len() {
        let problem = format!("{} cells are expected and there are {}", OF_FILE.len(), cells.len());
        words.at -= 1;
        return Err(words.at(word, problem));
    }
    let mut row = Row::new();
    for (column, cell) in OF_FILE.into_iter().zip(cells) {
        let Some(number) = number(cell) else {
            words.at -= 1;
            return Err(words.at(word, format!("\"{cell}\" is no number")));
        };
        row.push((column, number, word));
    }
    Ok(row)
}

/// A number; nothing where C prints a quotient by nothing; none where it is neither.
fn number(word: &str) -> Option<Option<Printed>> {
    if matches!(word, "inf" | "-nan" | "nan") {
        return Some(None);
    }
    Printed::parse(word).filter(|number| number.value() >= 0.0).map(Some)
}

/// Jobs a minute are those of all children, and numbers of children are whole.
fn check(words: &Reader, row: &Row, first: usize) -> Result<(), ImportError> {
    let value =
        |column: Column| row.iter().find(|(other, ..)| *other == column).and_then(|(_, number, _)| number.clone());
    let children = value(Column::Children).and_then(|number| number.integer()).filter(|children| *children > 0);
    let children = children.ok_or_else(|| words.at(first, "the number of children is no whole number".to_owned()))?;
    if let (Some(rate), Some(each)) = (value(Column::JobsPerMinute), value(Column::JobsPerMinuteAndChild)) {
        let expected = rate.value() / children as f64;
        if (expected - each.value()).abs() > (half_digit(&each.text) + half_digit(&rate.text)) * 1.02 {
            let problem = format!("{} jobs a minute by {children} children are not {} each", rate.text, each.text);
            return Err(words.at(first, problem));
        }
    }
    if value(Column::Jti).is_none_or(|jti| jti.value() > 100.0) {
        return Err(words.at(first, "the JTI is not between 0 and 100".to_owned()));
    }
    Ok(())
}

fn put(sheet: &mut Sheet, row: &Row) {
    let children = row.iter().find_map(|(column, number, _)| number.as_ref().filter(|_| *column == Column::Children));
    let at = match children.and_then(Printed::integer) {
        Some(children) => Point::new([("children", children.into())]),
        None => Point::default(),
    };
    let own = |name: &str| Unit::Other(name.to_owned());
    for (column, number, word) in row {
        let (measure, unit, better) = match column {
            Column::Children => continue,
            Column::JobsPerMinute => ("jobs_per_minute", own("jobs/min"), Better::Higher),
            Column::JobsPerMinuteAndChild => ("jobs_per_minute_per_child", own("jobs/min/child"), Better::Higher),
            Column::JobsPerSecondAndChild => ("jobs_per_second_per_child", own("jobs/s/child"), Better::Higher),
            Column::Real => ("real", Unit::Ns, Better::Lower),
            Column::User => ("user", Unit::Ns, Better::Lower),
            Column::System => ("system", Unit::Ns, Better::Lower),
            Column::Deviation => ("child_sd", Unit::Ns, Better::Lower),
            Column::DeviationPercent => ("child_sd_percent", own("%"), Better::Lower),
            Column::Jti => ("jti", own("%"), Better::Higher),
            Column::Longest => ("child_longest", Unit::Ns, Better::Lower),
            Column::Shortest => ("child_shortest", Unit::Ns, Better::Lower),
        };
        let time = unit == Unit::Ns;
        let quantity = Quantity::foreign("reaim", measure, unit, better);
        let primary = *column == Column::JobsPerMinute;
        let quantity = if primary { quantity } else { quantity.secondary() };
        let run = sheet.column("");
        // A real time of nothing is one that was too short for re-aim's clock.
        match number.as_ref().filter(|number| !(*column == Column::Real && number.value() == 0.0)) {
            Some(number) if time => run.put(Figure::new(quantity, at.clone(), number, Display::S, *word)),
            Some(number) => run.put(Figure::in_own_unit(quantity, at.clone(), number, *word)),
            None => run.lacks(quantity, at.clone()),
        }
    }
}
