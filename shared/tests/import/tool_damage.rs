//! Real outputs of tools, damaged: every figure that is still read is one of the whole text's, in its place.

use std::collections::BTreeMap;

use proptest::prelude::*;
use shared::import::{Hint, ImportError, Imported, Options, import};

use crate::support::nothing_said;

/// Every output of the tests, and how many figures it holds, counted by eye.
pub const OUTPUTS: &[(&str, &str, usize)] = &[
    ("AIM7, result file", include_str!("aim7-1.1-suite7.txt"), 15),
    ("AIM7, screen", include_str!("aim7-1.1-screen.txt"), 15),
    ("AIM7, four columns", include_str!("mails/2003-10-21-as-iosched.txt"), 48),
    ("Irman", include_str!("irman-2.5.69.txt"), 32),
    ("kernbench, screen", include_str!("kernbench-0.42.txt"), 12),
    ("kernbench, log", include_str!("kernbench-0.42-log.txt"), 12),
    ("kernbench, posts", include_str!("kernbench-posts.txt"), 18),
    ("hackbench", include_str!("hackbench-2.4.txt"), 3),
    ("perf bench", include_str!("perf-bench-6.1.txt"), 12),
    ("re-aim, screen", include_str!("reaim-7.0.1.13.txt"), 48),
    ("re-aim, file", include_str!("reaim-7.0.1.13-csv.txt"), 60),
    ("sysbench", include_str!("sysbench-1.0.20.txt"), 15),
    ("sysbench, histogram", include_str!("sysbench-1.0.20-histogram.txt"), 5),
    ("UnixBench", include_str!("unixbench-6.0.0.txt"), 16),
    ("Phoronix", include_str!("phoronix-10.8.6.txt"), 6),
    ("STREAM", include_str!("stream-5.10.txt"), 4),
    ("STREAM, threads", include_str!("stream-5.10-openmp.txt"), 4),
    ("Go", include_str!("benchfmt-go1.19.8.txt"), 52),
    ("hyperfine", include_str!("hyperfine-1.15.0.txt"), 12),
    ("hyperfine, parameters", include_str!("hyperfine-1.15.0-parameters.txt"), 10),
    ("hyperfine, newer", include_str!("hyperfine-1.20.0.txt"), 18),
];

/// What a person says of units whose direction no output states.
fn said() -> Options {
    let mut options = nothing_said();
    options.hints.push(Hint::better("neutral").expect("a direction"));
    options
}

/// A printed figure and all that says which it is.
#[derive(Clone, Debug, PartialEq)]
struct Printed {
    kernel: String,
    labels: BTreeMap<String, String>,
    benchmark: String,
    at: BTreeMap<String, String>,
    measure: String,
    unit: String,
    digits: String,
}

/// Every figure of all runs.
fn all(imported: &Imported) -> Vec<Printed> {
    let mut all = Vec::new();
    for run in &imported.runs {
        for group in &run.groups {
            for cell in &group.cells {
                all.extend(cell.printed.iter().map(|digits| Printed {
                    kernel: run.kernel.release.clone(),
                    labels: run.labels.clone(),
                    benchmark: group.benchmark.clone(),
                    at: cell.at.0.iter().map(|(axis, value)| (axis.clone(), value.to_string())).collect(),
                    measure: cell.measure.clone(),
                    unit: cell.printed_unit.clone().unwrap_or_default(),
                    digits: digits.clone(),
                }));
            }
        }
    }
    all.sort_by_key(|figure| format!("{figure:?}"));
    all
}

impl Printed {
    /// Whether this is that figure, or that figure with something not stated.
    fn is(&self, whole: &Self) -> bool {
        let within = |part: &BTreeMap<String, String>, whole: &BTreeMap<String, String>| {
            part.iter().all(|(key, value)| whole.get(key) == Some(value))
        };
        (self.kernel.is_empty() || self.kernel == whole.kernel)
            && within(&self.labels, &whole.labels)
            && within(&self.at, &whole.at)
            && (&self.benchmark, &self.measure, &self.unit, &self.digits)
                == (&whole.benchmark, &whole.measure, &whole.unit, &whole.digits)
    }
}

/// Fails where a damaged text gives a figure that the whole one has not.
fn nothing_wrong(name: &str, whole: &Imported, damaged: &str, options: &Options, how: &str) -> Option<Imported> {
    let again = match import(damaged.as_bytes(), options) {
        Ok(again) => again,
        Err(ImportError::Document { problem }) => panic!("{name}, {how}: {problem}"),
        Err(_) => return None,
    };
    let mut left = all(whole);
    for figure in all(&again) {
        match left.iter().position(|whole| figure.is(whole)) {
            Some(found) => _ = left.swap_remove(found),
            None => panic!("{name}, {how}: {figure:?} is not in the whole text"),
        }
    }
    Some(again)
}

fn plain(text: &str) -> Imported {
    import(text.as_bytes(), &said()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_output_gives_the_figures_that_stand_in_it() {
    for (name, text, count) in OUTPUTS {
        assert_eq!(plain(text).report.figures, *count, "{name}: {}", plain(text).report.text());
    }
}

#[test]
fn line_ends_and_quoting_change_nothing() {
    for (name, text, _) in OUTPUTS {
        let whole = plain(text);
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        for damaged in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), quoted] {
            assert_eq!(all(&plain(&damaged)), all(&whole), "{name}");
        }
    }
}

#[test]
fn lines_that_are_wrapped_anew_give_the_same_or_an_error() {
    for (name, text, _) in OUTPUTS {
        let whole = plain(text);
        for width in [20, 40, 72, 100_000] {
            let mut filled = String::new();
            let mut column = 0;
            for word in text.split_whitespace() {
                let breaks = column > 0 && column + 1 + word.len() > width;
                column = if breaks || column == 0 { word.len() } else { column + 1 + word.len() };
                filled += if breaks {
                    "\n"
                } else if filled.is_empty() {
                    ""
                } else {
                    " "
                };
                filled += word;
            }
            filled += "\n";
            if let Some(again) = nothing_wrong(name, &whole, &filled, &said(), &format!("at {width}")) {
                assert!(all(&again) == all(&whole), "{name} at {width}: {}", again.report.text());
            }
        }
    }
}

#[test]
fn a_text_that_is_cut_gives_no_other_figures() {
    for (name, text, _) in OUTPUTS {
        let whole = plain(text);
        for (end, c) in text.char_indices().filter(|(index, c)| *c == '\n' || index % 29 == 0) {
            let end = end + usize::from(c == '\n');
            nothing_wrong(name, &whole, &text[..end], &said(), &format!("cut at {end}"));
        }
        let lines = text.lines().count();
        let read_to_its_end = whole.report.understood.last().is_some_and(|part| part.last == lines);
        if read_to_its_end && text.trim_end().ends_with(|c: char| c.is_ascii_alphanumeric()) {
            let error = import(text.trim_end().as_bytes(), &said()).expect_err(name);
            assert_eq!(error, ImportError::Cut { line: lines }, "{name}");
        }
    }
}

#[test]
fn a_number_that_is_missing_moves_no_other() {
    for (name, text, _) in OUTPUTS {
        let whole = plain(text);
        let mut at = 0;
        let mut numbers = 0;
        for word in text.split_inclusive(|c: char| c.is_whitespace()) {
            let start = at;
            at += word.len();
            // Where a suite gives both, its value stands alone without the runs.
            let has_number = word.contains(|c: char| c.is_ascii_digit()) && !word.starts_with("<RawString>");
            numbers += usize::from(has_number);
            if has_number && (text.len() < 1000 || numbers % 3 == 0) {
                let damaged = format!("{}{}", &text[..start], &text[start + word.trim_end().len()..]);
                nothing_wrong(name, &whole, &damaged, &said(), &format!("without {word:?} at {start}"));
            }
        }
    }
}

#[test]
fn parts_in_another_order_give_no_other_figures() {
    for (name, text, _) in OUTPUTS {
        let whole = plain(text);
        let parts: Vec<&str> = text.split_inclusive("\n\n").collect();
        for turn in 0..parts.len() {
            let turned: String = parts[turn..].iter().chain(&parts[..turn]).copied().collect();
            nothing_wrong(name, &whole, &turned, &said(), &format!("turned by {turn}"));
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for swapped in (1..lines.len()).step_by(if lines.len() < 30 { 1 } else { 3 }) {
            let mut lines = lines.clone();
            lines.swap(swapped - 1, swapped);
            nothing_wrong(name, &whole, &lines.concat(), &said(), &format!("line {swapped} after the next"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_exchange_of_words_makes_an_importer_panic_or_write_what_is_no_document(
        which in 0..OUTPUTS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4), 1..12),
        other in "[ -~]{0,12}",
    ) {
        let mut words: Vec<&str> = OUTPUTS[which].1.split_inclusive([' ', '\n', '\t', ',']).collect();
        for (at, from, how) in changes {
            let (at, from) = (at.index(words.len()), from.index(words.len()));
            match how {
                0 => words.swap(at, from),
                1 => words[at] = words[from],
                2 => words[at] = &other,
                _ => words[at] = "",
            }
        }
        if let Err(error) = import(words.concat().as_bytes(), &said()) {
            prop_assert!(!matches!(error, ImportError::Document { .. }), "{error}");
        }
    }
}
