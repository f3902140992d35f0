//! What a person says besides the files: the flags of `benchpages import`, one a line, each for one of the files.

use shared::import::{Hint, ImportError, Options};

/// The options of the file `index`: of the lines `0 --unit 44=us` those that begin with its number.
///
/// # Errors
/// What is wrong with a value, in a sentence.
pub fn options(said: &str, index: usize, today: &str) -> Result<Options, String> {
    let mut options = Options { today: today.to_owned(), ..Options::default() };
    for line in said.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(file), Some(flag), Some(value)) = (words.next(), words.next(), words.next()) else { continue };
        if file != index.to_string() {
            continue;
        }
        let value = value.trim();
        // What is said last holds: it goes first, where the importers look for it.
        match flag {
            "--unit" => options.hints.insert(0, Hint::unit(value)?),
            "--better" => options.hints.insert(0, Hint::better(value)?),
            "--benchmark" => options.hints.insert(0, Hint::benchmark(value)?),
            "--as" => options.format = Some(value.to_owned()),
            "--kernel" => options.kernel = Some(value.to_owned()),
            _ => return Err(format!("there is no flag {flag}")),
        }
    }
    Ok(options)
}

/// What is asked of a person: the beginning of a line that their answer completes, and answers to choose from; without
/// any, it is theirs to write.
pub struct Question {
    /// `0 --unit 44=`
    pub said: String,
    /// What it is, in a word: `unit`.
    pub label: &'static str,
    /// Answers.
    pub choices: Vec<String>,
}

impl Question {
    /// What would help against an error in the file `index`, if an answer would.
    pub fn after(error: &ImportError, index: usize) -> Option<Self> {
        match error {
            ImportError::Missing { flag, .. } => Self::of_flag(flag, index),
            ImportError::Ambiguous { first, second, .. } => Some(Self {
                said: format!("{index} --as "),
                label: "format",
                choices: vec![(*first).to_owned(), (*second).to_owned()],
            }),
            _ => None,
        }
    }

    /// The kernel of the file `index`.
    pub fn kernel(index: usize) -> Self {
        Self { said: format!("{index} --kernel "), label: "kernel", choices: Vec::new() }
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
        let (label, usual): (_, &[&str]) = match flag {
            "--unit" => ("unit", &["ns", "us", "ms", "s", "KB/s", "MB/s", "MiB/s", "1/s", "MHz"]),
            "--better" => ("direction", &["lower", "higher"]),
            "--benchmark" => ("benchmark", &[]),
            _ => return None,
        };
        let several: Vec<String> = offered.iter().map(|(_, value)| (*value).to_owned()).collect();
        let choices = if several.len() > 1 { several } else { usual.iter().map(|word| (*word).to_owned()).collect() };
        Some(Self { said: format!("{index} {flag} {line}{equals}"), label, choices })
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
        assert!(options("0 --unit 44=furlongs", 0, "").unwrap_err().starts_with("furlongs is no unit"));
        assert!(options("0 --frob x", 0, "").is_err());
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
            Question::after(&error, 2).map(|asked| (asked.said, asked.choices))
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
            Some(("2 --benchmark 9=".to_owned(), Vec::new()))
        );
        assert!(Question::after(&ImportError::Cut { line: 3 }, 0).is_none());
    }
}
