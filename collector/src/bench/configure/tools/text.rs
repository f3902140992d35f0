//! Programs that read lines.

use std::io;

use super::files::{text_of, write};
use super::pattern::Pattern;
use super::wrong;

/// `expr A + B`, `expr A * B`, and `expr TEXT : PATTERN`, which says how many characters match from the begin.
pub fn expr(arguments: &[String]) -> io::Result<i32> {
    let [left, operator, right] = arguments else { return Err(wrong("three arguments are wanted")) };
    let number = |text: &String| text.parse::<u64>().map_err(|_| wrong("a number is wanted"));
    let result = match operator.as_str() {
        "+" => number(left)? + number(right)?,
        "*" => number(left)? * number(right)?,
        ":" => Pattern::of(&format!("^{right}")).find(left, 0).map_or(0, |(_, end)| end as u64),
        _ => return Err(wrong("an operator is wanted")),
    };
    write(format!("{result}\n").as_bytes())?;
    Ok(i32::from(result == 0))
}

/// `grep [-v] [-c] PATTERN [FILE]`: the lines that match, those that do not, or how many.
pub fn grep(arguments: &[String]) -> io::Result<i32> {
    let is_option = |word: &&String| ["-v", "-c"].contains(&word.as_str());
    let (options, words) = arguments.split_at(arguments.iter().take_while(is_option).count());
    let given = |option: &str| options.iter().any(|word| word == option);
    let (pattern, file) = words.split_first().ok_or_else(|| wrong("a pattern is wanted"))?;
    let (pattern, text) = (Pattern::of(pattern), text_of(file.first())?);
    let lines: Vec<&str> = text.lines().filter(|line| pattern.find(line, 0).is_some() != given("-v")).collect();
    if given("-c") {
        write(format!("{}\n", lines.len()).as_bytes())?;
    } else {
        write(joined(&lines).as_bytes())?;
    }
    Ok(i32::from(lines.is_empty()))
}

/// `sort FILE`: by bytes.
pub fn sort(arguments: &[String]) -> io::Result<i32> {
    let text = text_of(arguments.first())?;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    write(joined(&lines).as_bytes())
}

/// `sed SCRIPT [FILE]` and `sed -f SCRIPTFILE [FILE]`, of the commands `s` and `y`.
pub fn sed(arguments: &[String]) -> io::Result<i32> {
    let (script, files) = match arguments {
        [option, script, files @ ..] if option == "-f" => (std::fs::read_to_string(script)?, files),
        [script, files @ ..] => (script.clone(), files),
        [] => return Err(wrong("a script is wanted")),
    };
    let commands: Option<Vec<_>> = script.split([';', '\n']).filter(|text| !text.is_empty()).map(Edit::of).collect();
    let commands = commands.ok_or_else(|| wrong("only s and y are known"))?;
    let mut edited = String::new();
    for line in text_of(files.first())?.lines() {
        let line = commands.iter().fold(line.to_owned(), |line, command| command.apply(&line));
        edited.push_str(&line);
        edited.push('\n');
    }
    write(edited.as_bytes())
}

/// A command of `sed`.
enum Edit {
    /// Puts a text in the place of the first match, or of all.
    Substitute { pattern: Pattern, by: String, all: bool },
    /// Puts characters in the place of others.
    Transliterate(Vec<(char, char)>),
}

impl Edit {
    fn of(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let (command, separator) = (characters.next()?, characters.next()?);
        let mut parts = characters.as_str().split(separator);
        let (from, by, flags) = (parts.next()?, parts.next()?, parts.next()?);
        match command {
            's' => Some(Self::Substitute { pattern: Pattern::of(from), by: by.to_owned(), all: flags == "g" }),
            'y' => Some(Self::Transliterate(from.chars().zip(by.chars()).collect())),
            _ => None,
        }
    }

    fn apply(&self, line: &str) -> String {
        match self {
            Self::Substitute { pattern, by, all } => substitute(line, pattern, by, *all),
            Self::Transliterate(pairs) => {
                let other = |c: char| pairs.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to);
                line.chars().map(other).collect()
            }
        }
    }
}

fn substitute(line: &str, pattern: &Pattern, by: &str, all: bool) -> String {
    let (mut edited, mut at) = (String::with_capacity(line.len() + by.len()), 0);
    while let Some((begin, end)) = pattern.find(line, at) {
        edited.push_str(&line[at..begin]);
        edited.push_str(by);
        at = end;
        if !all || begin == end {
            break;
        }
    }
    edited + &line[at..]
}

fn joined(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_as_seds() {
        let edited = |script: &str, line: &str| {
            script.split(';').fold(line.to_owned(), |line, command| Edit::of(command).unwrap().apply(&line))
        };
        assert_eq!(edited("s/^/| /", "int x;"), "| int x;");
        assert_eq!(edited("s/^/s%@/;s/=/@%/;s/$/%/", "has_A=yes=no"), "s%@has_A@%yes=no%");
        assert_eq!(edited("s%@has_A@%yes%", "has_A = @has_A@"), "has_A = yes");
        assert_eq!(edited("y%abc%ABC%;s%[^A-Z0-9_]%_%g", "a-b.c7"), "A_B_C7");
        assert!(Edit::of("d").is_none());
    }
}
