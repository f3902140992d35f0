//! kernbench: means and standard deviations of kernel builds, on the screen (`Kernel 2.6.16`, `Performing 5 runs of`) and in
//! its log (a date and a release).

use std::ops::Range;

use super::Format;
use super::reader::{Reader, ctime, figure_of, float, stands};
use crate::import::{Claim, Column, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "kernbench",
    title: "kernbench",
    looks: "blocks that begin with Average Half load -j 8 Run (std deviation):",
    find,
    read,
};

/// Loads, in the order in which kernbench makes them: its words, and what they are here.
const LOADS: [(&str, &str); 4] = [
    ("Single threaded", "single"),
    ("Half load -j", "half"),
    ("Optimal load -j", "optimal"),
    ("Maximal load -j", "maximal"),
];

/// What a block says, in its order, and what it is here.
const ROWS: [(&str, &str); 6] = [
    ("Elapsed Time", "elapsed"),
    ("User Time", "user"),
    ("System Time", "system"),
    ("Percent CPU", "cpu"),
    ("Context Switches", "context_switches"),
    ("Sleeps", "sleeps"),
];

/// kernbench 0.42 was seen to do so, and figures of an older one show it.
const POOLED: &str =
    "kernbench forgets only the elapsed time between its loads: this is over this load and those that it made before";

/// A block of one load.
struct Block {
    load: usize,
    jobs: Option<u64>,
    rows: Vec<Row>,
}

/// A mean of a block.
struct Row {
    mean: usize,
    deviation: Option<String>,
}

/// One run of kernbench: what its head says, and its blocks.
#[derive(Default)]
struct Session {
    release: String,
    day: Option<String>,
    runs: Option<u64>,
    blocks: Vec<Block>,
}

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    for at in 0..text.word_count() {
        if stands(text, at, "Performing") && stands(text, at + 2, "runs of") {
            let named = at >= 2 && text.word(at - 2) == "Kernel";
            claims.push(Claim::name(at - 2 * usize::from(named)..at + 4, "Performing … runs of"));
        } else if text.word(at) == "Average" && load(text, at + 1).is_some() {
            let mut words = Reader::new(text, &block_at(text, at));
            let end = match block(&mut words) {
                Ok(_) => words.at,
                Err(_) => (words.at + 1).min(words.end),
            };
            let start = log_head(text, at).map_or(at, |(words, _)| words.start);
            claims.push(Claim::name(start..end, "Average … Run (std deviation):"));
        }
    }
    claims
}

/// The words that a block may have: as far as the next begins.
fn block_at(text: &Text, at: usize) -> Range<usize> {
    const LONGEST: usize = 40;
    let end = (at + LONGEST).min(text.word_count());
    at..(at + 1..end).find(|at| text.word(*at) == "Average").unwrap_or(end)
}

/// Which load the words at `at` name: an index into [`LOADS`].
fn load(text: &Text, at: usize) -> Option<usize> {
    LOADS.iter().position(|(words, _)| stands(text, at, words))
}

/// The words of the date and release that the log has before the first block of a run, and the day.
fn log_head(text: &Text, average: usize) -> Option<(Range<usize>, String)> {
    [5, 6].into_iter().find_map(|length| {
        let start = average.checked_sub(length + 1)?;
        let (day, found) = ctime(text, start)?;
        (found == length).then_some((start..average, day))
    })
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    for session in sessions(scope)? {
        let known = !session.release.is_empty();
        let column = if known { sheet.kernel("Linux", &session.release) } else { sheet.column("") };
        column.date = session.day.clone().or(column.date.take());
        for block in &session.blocks {
            put(scope, column, &session, block)?;
        }
    }
    Ok(())
}

fn sessions(scope: &Scope) -> Result<Vec<Session>, ImportError> {
    let text = scope.text;
    let mut sessions: Vec<Session> = Vec::new();
    for claim in scope.claims {
        let mut words = Reader::new(text, claim);
        if words.sees("Kernel") || words.sees("Performing") {
            let release = if words.skip("Kernel") { words.word("a release")? } else { "" };
            words.expect("Performing")?;
            let runs = Some(words.count("the number of runs")?);
            sessions.push(Session { release: release.to_owned(), runs, ..Session::default() });
            continue;
        }
        let average = claim.clone().find(|at| text.word(*at) == "Average").unwrap_or(claim.start);
        if let Some((head, day)) = log_head(text, average) {
            let release = text.word(head.end - 1).to_owned();
            sessions.push(Session { release, day: Some(day), ..Session::default() });
        } else if sessions.is_empty() {
            sessions.push(Session::default());
        }
        words.at = average;
        let block = block(&mut words)?;
        if let Some(session) = sessions.last_mut() {
            if session.blocks.iter().any(|before| before.load >= block.load) {
                let problem = format!(
                    "kernbench makes each load once, and {} earlier; the line with the kernel of this block is missing",
                    LOADS[block.load].0
                );
                return Err(ImportError::line(text.number_of(average), problem));
            }
            session.blocks.push(block);
        }
    }
    Ok(sessions)
}

fn block(words: &mut Reader) -> Result<Block, ImportError> {
    words.expect("Average")?;
    let load = load(words.text, words.at).ok_or_else(|| words.unexpected("a load"))?;
    words.expect(LOADS[load].0)?;
    let jobs = match LOADS[load].1 {
        "half" | "optimal" => Some(words.count("the number of jobs")?),
        _ => None,
    };
    words.expect("Run (std deviation):")?;
    let mut rows = Vec::new();
    for (label, _) in ROWS {
        words.expect(label)?;
        let mean = words.at;
        if float(words.peek()).is_none_or(|mean| mean < 0.0) {
            return Err(words.unexpected("a mean"));
        }
        words.at += 1;
        // A single run has no deviation.
        let inner = words.peek().strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        let deviation = inner.filter(|inner| float(inner).is_some_and(|deviation| deviation >= 0.0));
        if words.peek().starts_with('(') && deviation.is_none() {
            return Err(words.unexpected("a standard deviation in brackets"));
        }
        words.at += usize::from(deviation.is_some());
        rows.push(Row { mean, deviation: deviation.map(str::to_owned) });
    }
    Ok(Block { load, jobs, rows })
}

fn put(scope: &Scope, column: &mut Column, session: &Session, block: &Block) -> Result<(), ImportError> {
    let mut at = Point::new([("load", LOADS[block.load].1.into())]);
    if let Some(jobs) = block.jobs {
        at = at.with("jobs", jobs);
    }
    let later = session.blocks.iter().any(|other| other.load < block.load);
    for (row, (label, measure)) in block.rows.iter().zip(ROWS) {
        let (unit, display, better) = match measure {
            "elapsed" | "user" | "system" => (Unit::Ns, Display::S, Better::Lower),
            "cpu" => (Unit::Other("%".to_owned()), Display::ONE, Better::Neutral),
            _ => (Unit::One, Display::ONE, Better::Neutral),
        };
        let quantity = Quantity::foreign("kernbench", measure, unit, better);
        let elapsed = measure == "elapsed";
        let quantity = if elapsed { quantity } else { quantity.secondary() };
        let printed = scope.text.word(row.mean);
        let figure = figure_of(quantity, at.clone(), printed, display, row.mean)
            .filter(|figure| !elapsed || figure.value > 0.0)
            .ok_or_else(|| {
                ImportError::line(scope.text.number_of(row.mean), format!("{label} {printed} is no figure"))
            })?;
        let pooled = later && !elapsed;
        let figure = match &row.deviation {
            Some(deviation) => {
                let noted = format!("standard deviation {deviation}");
                let noted = if pooled { format!("{noted}; {POOLED}") } else { noted };
                figure.reduced("mean", session.runs.filter(|_| !pooled)).noted(noted)
            }
            None => figure,
        };
        column.put(figure);
    }
    Ok(())
}
