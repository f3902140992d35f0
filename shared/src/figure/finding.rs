//! The finding of a chart in a sentence, and where two curves are really apart.

use super::{Mark, Series, Shade};
use crate::compare::Table;
use crate::model::Better;
use crate::number::{Display, fixed};

/// Differences below this share are not spoken of: the smallest floor of any measure.
const FLOOR: f64 = 0.02;

/// The caption, and the stretches that a figure shades. `references` says of each curve whether its figures come from
/// elsewhere: those are not compared with measured ones.
pub(super) fn finding(series: &[Series], references: &[bool], table: &Table) -> (String, Vec<Shade>) {
    match series {
        [] => (String::new(), Vec::new()),
        [one] => (course(one), Vec::new()),
        [a, b] if references[0] == references[1] && table.better != Better::Neutral => two(a, b, table),
        _ if references.iter().all(|reference| *reference == references[0]) && table.better != Better::Neutral => {
            (several(series, table), Vec::new())
        }
        _ => ("the curves stand beside each other; they are not compared".to_owned(), Vec::new()),
    }
}

/// Where one curve begins and ends.
fn course(series: &Series) -> String {
    let mut marks = series.points.iter().filter(|mark| mark.y.is_some());
    match (marks.next(), marks.next_back()) {
        (Some(first), Some(last)) => {
            format!("{} at {}, {} at {}", first.y_text, first.x_text, last.y_text, last.x_text)
        }
        (Some(only), None) => format!("{} at {}", only.y_text, only.x_text),
        _ => String::new(),
    }
}

/// Neighbouring places at which the same curve is clearly better.
struct Stretch<'a> {
    /// 0 or 1.
    better: usize,
    first: &'a Mark,
    last: &'a Mark,
    places: usize,
    /// The greatest improvement, and where.
    most: (f64, &'a Mark),
    /// Whether it begins and ends with the curves.
    at_start: bool,
    at_end: bool,
}

fn two(a: &Series, b: &Series, table: &Table) -> (String, Vec<Shade>) {
    let pairs: Vec<(&Mark, &Mark)> = a
        .points
        .iter()
        .filter(|mark| mark.y.is_some())
        .filter_map(|mark| Some((mark, b.points.iter().find(|other| other.x == mark.x && other.y.is_some())?)))
        .collect();
    let stretches = stretches(&pairs, table.better);
    let shades = stretches.iter().filter(|stretch| stretch.places > 1).map(|stretch| Shade {
        better: stretch.better,
        worse: 1 - stretch.better,
        from: stretch.first.x,
        to: stretch.last.x,
    });
    let names = [&a.label, &b.label];
    let mut order: Vec<(usize, usize)> = [0, 1].map(|curve| (curve, places(&stretches, curve))).to_vec();
    order.sort_by_key(|(_, places)| std::cmp::Reverse(*places));
    let word = word(table);
    let parts: Vec<String> = order
        .iter()
        .filter(|(_, places)| *places > 0)
        .enumerate()
        .map(|(index, (curve, places))| {
            let verb = if index == 0 { format!(" is {word}") } else { String::new() };
            format!("{}{verb} {}", names[*curve], extent(&stretches, *curve, *places, pairs.len()))
        })
        .collect();
    let caption = if parts.is_empty() {
        format!("no clear difference between {} and {}", a.label, b.label)
    } else {
        parts.join("; ")
    };
    (caption, shades.collect())
}

fn stretches<'a>(pairs: &[(&'a Mark, &'a Mark)], better: Better) -> Vec<Stretch<'a>> {
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut previous = None;
    for (index, &(a, b)) in pairs.iter().enumerate() {
        let clear = clearly_better(a, b, better);
        if let Some((curve, improvement)) = clear {
            let at_end = index + 1 == pairs.len();
            match stretches.last_mut() {
                Some(stretch) if previous == Some(curve) => {
                    stretch.last = a;
                    stretch.places += 1;
                    stretch.at_end = at_end;
                    if improvement > stretch.most.0 {
                        stretch.most = (improvement, a);
                    }
                }
                _ => stretches.push(Stretch {
                    better: curve,
                    first: a,
                    last: a,
                    places: 1,
                    most: (improvement, a),
                    at_start: index == 0,
                    at_end,
                }),
            }
        }
        previous = clear.map(|(curve, _)| curve);
    }
    stretches
}

/// Which of two marks is better and by what share of the worse one, where their spreads do not overlap and the difference
/// is no trifle.
fn clearly_better(a: &Mark, b: &Mark, better: Better) -> Option<(usize, f64)> {
    let (ya, yb) = (a.y?, b.y?);
    let span = |mark: &Mark, y: f64| (mark.low.unwrap_or(y).min(y), mark.high.unwrap_or(y).max(y));
    let ((low_a, high_a), (low_b, high_b)) = (span(a, ya), span(b, yb));
    let apart = high_a < low_b || high_b < low_a;
    let curve = usize::from((yb > ya) == (better == Better::Higher));
    let (best, worst) = if curve == 1 { (yb, ya) } else { (ya, yb) };
    let improvement = ((best - worst) / worst).abs();
    (apart && improvement.is_finite() && improvement >= FLOOR).then_some((curve, improvement))
}

fn places(stretches: &[Stretch], curve: usize) -> usize {
    stretches.iter().filter(|stretch| stretch.better == curve).map(|stretch| stretch.places).sum()
}

/// `from 32 B up, by up to 46 % at 256 B`.
fn extent(stretches: &[Stretch], curve: usize, places: usize, all: usize) -> String {
    let mine: Vec<&Stretch> = stretches.iter().filter(|stretch| stretch.better == curve).collect();
    let most = mine.iter().map(|stretch| stretch.most).max_by(|a, b| a.0.total_cmp(&b.0));
    let by =
        most.map_or_else(String::new, |(improvement, mark)| format!("{} at {}", percent(improvement), mark.x_text));
    let whereabouts = match mine[..] {
        [only] if only.places == 1 && all > 1 => {
            return format!("at {}, by {}", only.first.x_text, percent(only.most.0));
        }
        [only] if only.at_start && only.at_end => "throughout".to_owned(),
        [only] if only.at_end => format!("from {} up", only.first.x_text),
        [only] if only.at_start => format!("up to {}", only.last.x_text),
        [only] => format!("from {} to {}", only.first.x_text, only.last.x_text),
        _ => format!("at {places} of {all} places"),
    };
    format!("{whereabouts}, by up to {by}")
}

/// Which curves are clearly ahead of all others, and at how many places.
fn several(series: &[Series], table: &Table) -> String {
    let mut places: Vec<f64> =
        series.iter().flat_map(|curve| &curve.points).filter(|mark| mark.y.is_some()).map(|mark| mark.x).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let mut wins: Vec<(usize, &str)> = series.iter().map(|curve| (0, curve.label.as_str())).collect();
    for x in &places {
        if let Some(winner) = ahead(series, *x, table.better) {
            wins[winner].0 += 1;
        }
    }
    wins.retain(|(count, _)| *count > 0);
    wins.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let superlative = if word(table) == "faster" { "fastest" } else { "best" };
    match &wins[..] {
        [] => "no curve is clearly ahead of all others".to_owned(),
        [(count, label)] if *count == places.len() => format!("{label} is {superlative} throughout"),
        [(count, label)] => format!("{label} is {superlative} at {count} of {} places", places.len()),
        _ => {
            let named: Vec<String> = wins.iter().take(3).map(|(count, label)| format!("{label} at {count}")).collect();
            format!("{superlative} at {} places: {}", places.len(), named.join(", "))
        }
    }
}

/// The curve that is clearly better than every other one at a place.
fn ahead(series: &[Series], x: f64, better: Better) -> Option<usize> {
    let mark = |curve: &'_ Series| curve.points.iter().find(|mark| mark.x == x && mark.y.is_some()).cloned();
    let here: Vec<(usize, Mark)> =
        series.iter().enumerate().filter_map(|(index, curve)| Some((index, mark(curve)?))).collect();
    let clear = |candidate: &Mark| {
        let others = here.iter().filter(|(_, other)| other != candidate);
        others.clone().count() + 1 == here.len()
            && others.clone().all(|(_, other)| matches!(clearly_better(candidate, other, better), Some((0, _))))
    };
    here.iter().find(|(_, mark)| here.len() > 1 && clear(mark)).map(|(index, _)| *index)
}

/// Times and rates are faster, other measures better.
fn word(table: &Table) -> &'static str {
    let fast = [
        Display::NS,
        Display::US,
        Display::MS,
        Display::S,
        Display::B_S,
        Display::MB_S,
        Display::MIB_S,
        Display::PER_S,
    ];
    if Display::parse(&table.unit).is_some_and(|unit| fast.contains(&unit)) { "faster" } else { "better" }
}

/// A share without its sign: `46 %`, `3.2 %`.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    format!("{} %", fixed(percent, usize::from(percent < 9.95)))
}
