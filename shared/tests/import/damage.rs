//! Whatever a text went through, its figures are the same, or there is an error: never other ones.

use proptest::prelude::*;
use shared::import::{Imported, import};
use shared::model::Run;

use crate::support::{Key, figures, nothing_said};

/// Every text of the tests.
const TEXTS: &[(&str, &str)] = &[
    ("chunk sweep", include_str!("mails/2008-10-08-mpc8313-copy.html")),
    ("run file", include_str!("lmbench/raw-3.0.txt")),
    ("lmbench 1.0", include_str!("lmbench/summary-1.0.txt")),
    ("lmbench 1.9", include_str!("lmbench/summary-1.9.txt")),
    ("lmbench 2.0", include_str!("lmbench/summary-2.0.txt")),
    ("lmbench 3.0", include_str!("lmbench/summary-3.0.txt")),
    ("percent", include_str!("lmbench/summary-3.0-percent.txt")),
    ("netio2", include_str!("mails/2002-11-05-netio2-copy-user.txt")),
    ("tools", include_str!("mails/2000-03-17-pipe-bandwidth.txt")),
    ("two columns", include_str!("mails/2002-08-05-ipc-lock.txt")),
    ("kernel rows", include_str!("mails/2003-03-22-anobjrmap.txt")),
];

/// The figures of every run.
fn all(imported: &Imported) -> Vec<impl PartialEq + std::fmt::Debug> {
    imported.runs.iter().map(|run| (run.kernel.release.clone(), run.labels.clone(), figures(run))).collect()
}

#[test]
fn line_ends_of_other_systems_and_quoting_change_nothing() {
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        let twice: String = text.lines().map(|line| format!(">> {line}\n")).collect();
        for damaged in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), quoted, twice] {
            let again = import(damaged.as_bytes(), &nothing_said()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(all(&again), all(&plain), "{name}");
        }
    }
}

#[test]
fn a_last_line_without_its_end_is_an_error_or_gives_the_same() {
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        for (end, _) in text.char_indices().rev().take(30) {
            if let Ok(cut) = import(&text.as_bytes()[..end], &nothing_said()) {
                for (run, whole) in cut.runs.iter().zip(&plain.runs) {
                    let whole = figures(whole);
                    for (key, figure) in figures(run) {
                        let of_whole = &whole[&key];
                        assert!(
                            of_whole.0.starts_with(&figure.0),
                            "{name} cut at {end}: {key:?} {figure:?} {of_whole:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Texts whose lines may be broken anywhere: they are read by words.
const BY_WORDS: [&str; 5] = ["chunk sweep", "netio2", "tools", "two columns", "kernel rows"];

/// The text with its lines broken at a width, as mail programs do.
fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut rest = line;
        while rest.chars().count() > width {
            let end = rest.char_indices().nth(width).map_or(rest.len(), |(end, _)| end);
            let Some(space) = rest[..end].rfind(' ').filter(|space| *space > 0) else { break };
            wrapped += &format!("{}\n", &rest[..space]);
            rest = rest[space..].trim_start();
        }
        wrapped += &format!("{rest}\n");
    }
    wrapped
}

#[test]
fn wrapped_lines_give_the_same_figures_or_an_error() {
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        for width in [40, 60, 66, 72, 76, 78] {
            match import(wrapped(text, width).as_bytes(), &nothing_said()) {
                Ok(again) => assert_eq!(all(&again), all(&plain), "{name} at {width}"),
                Err(error) => assert!(!BY_WORDS.contains(name), "{name} at {width}: {error}"),
            }
        }
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if BY_WORDS.contains(name) && !text.contains("<br>") {
            let again = import(format!("{one_line}\n").as_bytes(), &nothing_said());
            assert_eq!(
                all(&again.unwrap_or_else(|error| panic!("{name}: {error}"))),
                all(&plain),
                "{name} on one line"
            );
        }
    }
}

/// Everything below a blank line is a section; their order says nothing in formats whose tables have captions.
#[test]
fn swapped_sections_give_the_same_figures_or_an_error() {
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        let sections: Vec<&str> = text.split("\n\n").collect();
        for first in 1..sections.len() {
            let mut swapped = sections.clone();
            swapped.swap(first, sections.len() / 2);
            let swapped = swapped.join("\n\n") + "\n";
            if let Ok(again) = import(swapped.as_bytes(), &nothing_said()) {
                // A title below a table begins another summary: then a run is in two parts, each of them right.
                for run in again.runs.iter().map(figures) {
                    let part_of = |whole: &Run| {
                        let whole = figures(whole);
                        // lmbench 1 rounds the clock in one table and cuts it in another.
                        let clock = |key: &Key| key.0 == "cpu.clock";
                        run.iter().all(|(key, figure)| whole.get(key) == Some(figure) || clock(key))
                    };
                    assert!(plain.runs.iter().any(part_of), "{name}: section {first} swapped gave {run:?}");
                }
            }
        }
    }
}

/// A number that is left out leaves the other figures as they are, or is an error; it never moves others to its place.
#[test]
fn a_blank_cell_is_absent_or_an_error_and_moves_nothing() {
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        let numbers: Vec<(usize, &str)> = text
            .split_whitespace()
            .filter(|word| word.parse::<f64>().is_ok() && word.contains('.'))
            .filter(|word| plain.runs.iter().all(|run| run.kernel.release != **word))
            .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
            .collect();
        for (at, number) in numbers.iter().step_by(numbers.len() / 20 + 1) {
            let blank = format!("{}{}{}", &text[..*at], " ".repeat(number.len()), &text[at + number.len()..]);
            let Ok(again) = import(blank.as_bytes(), &nothing_said()) else { continue };
            for run in &again.runs {
                let whole = plain.runs.iter().filter(|whole| whole.kernel == run.kernel && whole.labels == run.labels);
                let whole = whole.map(figures).next().unwrap_or_else(|| panic!("{name}: another run"));
                for (key, (printed, _)) in figures(run) {
                    let there = &whole.get(&key).unwrap_or_else(|| panic!("{name}: {key:?} is new without {number}")).0;
                    // A repeated figure loses one of its samples.
                    assert!(
                        printed.iter().all(|printed| there.contains(printed)),
                        "{name} without {number}: {key:?} {printed:?}"
                    );
                }
            }
        }
    }
}

/// Another unit in the text changes no figure, or its unit with it, or is an error: a value never moves under its unit.
#[test]
fn another_unit_is_an_error_or_changes_the_unit_with_the_value() {
    const UNITS: [&str; 12] = [
        "microseconds",
        "nanoseconds",
        "milliseconds",
        "MB/sec",
        "KB/sec",
        "MB/s",
        "MB/second",
        "Mbytes/sec",
        "[MB/s]",
        "[s]",
        "Mhz,",
        "seconds",
    ];
    for (name, text) in TEXTS {
        let plain = import(text.as_bytes(), &nothing_said()).unwrap();
        let whole: Vec<_> = plain.runs.iter().map(figures).collect();
        for unit in UNITS {
            let places: Vec<usize> = text.match_indices(unit).map(|(at, _)| at).collect();
            for at in places.iter().step_by(places.len() / 2 + 1) {
                for other in UNITS.into_iter().filter(|other| *other != unit).step_by(2) {
                    let changed = format!("{}{other}{}", &text[..*at], &text[at + unit.len()..]);
                    let Ok(again) = import(changed.as_bytes(), &nothing_said()) else { continue };
                    for run in &again.runs {
                        for (key, figure) in figures(run) {
                            let known = whole.iter().filter_map(|whole| whole.get(&key)).any(|there| *there == figure);
                            let samples = whole
                                .iter()
                                .filter_map(|whole| whole.get(&key))
                                .any(|there| figure.1.iter().all(|value| there.1.contains(value)));
                            let unit_changed = !whole.iter().any(|whole| whole.contains_key(&key));
                            assert!(known || samples || unit_changed, "{name}: {unit} as {other}: {key:?} {figure:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Two headings of a fixed table in each other's place are an error: a figure never moves to another column.
#[test]
fn swapped_headings_of_a_summary_are_an_error() {
    for (name, text) in TEXTS.iter().filter(|(name, _)| name.starts_with("lmbench")) {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("Host")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for place in 2..words.len() - 1 {
                if words[place] == words[place + 1] || words[place..=place + 1].contains(&"Description") {
                    continue;
                }
                let mut swapped = words.clone();
                swapped.swap(place, place + 1);
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let mut lines = lines;
                lines[index] = swapped.join(" ");
                let changed = lines.join("\n") + "\n";
                let done = import(changed.as_bytes(), &nothing_said());
                assert!(done.is_err(), "{name}: {} was taken", lines[index]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_an_importer_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = import(&bytes, &nothing_said());
    }

    #[test]
    fn no_shuffling_of_a_text_makes_an_importer_panic(
        which in 0..TEXTS.len(),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..8),
        noise in "[ -~\n]{0,20}",
    ) {
        let text = TEXTS[which].1.as_bytes();
        let mut bytes = Vec::new();
        for (from, to) in cuts {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            bytes.extend(&text[from.min(to)..from.max(to)]);
            bytes.extend(noise.as_bytes());
        }
        let _ = import(&bytes, &nothing_said());
    }
}
