//! Whatever a text went through, its figures are the same, or there is an error: never other ones.

use proptest::prelude::*;
use shared::import::{Imported, import};

use crate::support::{figures, nothing_said};

/// Every text of the tests.
const TEXTS: &[(&str, &str)] = &[
    ("chunk sweep", include_str!("mails/2008-10-08-mpc8313-copy.html")),
    ("lmbench 1.0", include_str!("lmbench/summary-1.0.txt")),
    ("lmbench 1.9", include_str!("lmbench/summary-1.9.txt")),
    ("lmbench 2.0", include_str!("lmbench/summary-2.0.txt")),
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
        for (end, _) in text.char_indices().rev().take(60) {
            if let Ok(cut) = import(text[..end].as_bytes(), &nothing_said()) {
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
