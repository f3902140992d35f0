//! What a person says besides the files: the flags of `benchpages import`, one a line, each for one of the files.

use serde::Serialize;
use shared::import::{Hint, ImportError, Options};

/// The options of the file `index`: of the lines `0 --unit 44=us` those that begin with its number. What is said last of
/// something holds.
///
/// # Errors
/// What is wrong with a value, in a sentence, and the question for another.
pub fn options(said: &str, index: usize, today: &str) -> Result<Options, (String, Question)> {
    let mut options = Options { today: today.to_owned(), ..Options::default() };
    let mut known: Vec<&str> = Vec::new();
    let of_file = format!("{index} ");
    for line in said.lines().rev().filter(|line| line.starts_with(&of_file)) {
        let mut words = line.splitn(3, ' ').skip(1);
        let (Some(flag), Some(value)) = (words.next(), words.next()) else { continue };
        let ask = match line.find('=') {
            Some(at) => &line[..=at],
            None => &line[..line.len() - value.len()],
        };
        if known.contains(&ask) {
            continue;
        }
        known.push(ask);
        let value = value.trim();
        let hint = match flag {
            "--unit" => Hint::unit(value).map(Some),
            "--better" => Hint::better(value).map(Some),
            "--benchmark" => Hint::benchmark(value).map(Some),
            _ => Ok(None),
        };
        match hint {
            Ok(Some(hint)) => options.hints.push(hint),
            Ok(None) if flag == "--as" => options.format = Some(value.to_owned()),
            Ok(None) => options.kernel = Some(value.to_owned()),
            Err(problem) => {
                let (label, choices) = answers(flag);
                return Err((problem, Question { ask: ask.to_owned(), label, choices: owned(choices) }));
            }
        }
    }
    Ok(options)
}

/// What a flag supplies, in a word, and the usual answers.
fn answers(flag: &str) -> (&'static str, &'static [&'static str]) {
    match flag {
        "--unit" => ("unit", &["ns", "us", "ms", "s", "KB/s", "MB/s", "MiB/s", "1/s", "MHz"]),
        "--better" => ("direction", &["lower", "higher"]),
        _ => ("benchmark", &["foreign.NAME"]),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// What is asked of a person.
#[derive(Debug, Default, Serialize)]
pub struct Question {
    /// The beginning of a line that their answer completes: `0 --unit 44=`. Empty where nothing is asked.
    ask: String,
    /// What it is, in a word: `unit`.
    label: &'static str,
    /// Answers that would do; others may as well.
    choices: Vec<String>,
}

impl Question {
    /// What would help against an error in the file `index`, if an answer would.
    pub fn after(error: &ImportError, index: usize) -> Option<Self> {
        match error {
            ImportError::Missing { flag, .. } => Self::of_flag(flag, index),
            ImportError::Ambiguous { first, second, .. } => Some(Self {
                ask: format!("{index} --as "),
                label: "format",
                choices: vec![(*first).to_owned(), (*second).to_owned()],
            }),
            _ => None,
        }
    }

    /// The kernel of the file `index`.
    pub fn kernel(index: usize) -> Self {
        Self { ask: format!("{index} --kernel "), label: "kernel", choices: Vec::new() }
    }

    /// Of `--unit 44=us, or another unit` or `--better 3=lower or --better 3=higher`.
    fn of_flag(text: &str, index: usize) -> Option<Self> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let flag = *words.first()?;
        let offered: Vec<(&str, &str)> = words
            .windows(2)
            .filter(|pair| pair[0] == flag)
            .map(|pair| pair[1].split_once('=').unwrap_or(("", pair[1])))
            .collect();
        let line = offered.first()?.0;
        let equals = if line.is_empty() { "" } else { "=" };
        let (label, usual) = answers(flag);
        let several: Vec<&str> = offered.iter().map(|(_, value)| *value).collect();
        let choices = owned(if several.len() > 1 { &several } else { usual });
        Some(Self { ask: format!("{index} {flag} {line}{equals}"), label, choices })
    }
}

#[cfg(test)]
mod tests {
    use shared::model::Better;

    use super::*;

    #[test]
    fn each_file_gets_what_was_said_of_it_and_the_last_word_holds() {
        let said = "0 --unit 44=us\n1 --unit 44=ms\n0 --kernel Linux 2.5.46\n1 --better lower\n1 --better higher\n";
        let [first, second] = [0, 1].map(|index| options(said, index, "2026-11-30").unwrap());
        assert_eq!(first.unit(44), Hint::unit("44=us").ok().map(|hint| unit_of(&hint)));
        assert_eq!(first.unit(45), None);
        assert_eq!(first.kernel.as_deref(), Some("Linux 2.5.46"));
        assert_eq!(second.unit(44), Hint::unit("44=ms").ok().map(|hint| unit_of(&hint)));
        assert_eq!((second.better(1), second.kernel.as_deref()), (Some(Better::Higher), None));
    }

    #[test]
    fn a_word_that_will_not_do_is_asked_for_again() {
        let (problem, question) = options("0 --unit 44=us\n0 --unit 44=furlongs", 0, "").unwrap_err();
        assert!(problem.starts_with("furlongs is no unit"), "{problem}");
        assert_eq!((question.ask.as_str(), question.label), ("0 --unit 44=", "unit"));
        let better = options("0 --unit 44=furlongs\n0 --unit 44=ms\n0 --kernel Linux 2.4=x", 0, "").unwrap();
        assert_eq!(better.unit(44), Hint::unit("44=ms").ok().map(|hint| unit_of(&hint)));
        assert_eq!(better.kernel.as_deref(), Some("Linux 2.4=x"));
    }

    fn unit_of(hint: &Hint) -> (shared::number::Display, shared::number::Unit) {
        match &hint.says {
            shared::import::Says::Unit(display, unit) => (*display, unit.clone()),
            other => panic!("{other:?} is no unit"),
        }
    }

    #[test]
    fn a_question_is_the_flag_of_the_error_without_its_value() {
        let asked = |flag: &str| {
            let error = ImportError::Missing { line: 44, what: "it".to_owned(), flag: flag.to_owned() };
            Question::after(&error, 2).map(|asked| (asked.ask, asked.choices))
        };
        let choices = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            asked("--better 3=lower or --better 3=higher"),
            Some(("2 --better 3=".to_owned(), choices(&["lower", "higher"])))
        );
        assert_eq!(asked("--unit MB/s or --unit MiB/s"), Some(("2 --unit ".to_owned(), choices(&["MB/s", "MiB/s"]))));
        let (said, units) = asked("--unit 44=us, or another unit").unwrap();
        assert_eq!((said.as_str(), units.contains(&"MB/s".to_owned())), ("2 --unit 44=", true));
        assert_eq!(
            asked("--benchmark 9=foreign.build.something, or a benchmark of the list"),
            Some(("2 --benchmark 9=".to_owned(), choices(&["foreign.NAME"])))
        );
        assert!(Question::after(&ImportError::Cut { line: 3 }, 0).is_none());
    }
}
