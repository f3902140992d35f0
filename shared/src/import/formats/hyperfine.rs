//! hyperfine's JSON: the times of every run of a command, with all their digits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::Format;
use super::joined::Joined;
use super::reader::{figure_of, float};
use crate::import::{Claim, Column, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "hyperfine",
    title: "hyperfine",
    looks: "what hyperfine --export-json writes: an object with results, each of a command",
    find,
    read,
};

#[derive(Deserialize)]
struct Export<'a> {
    #[serde(borrow)]
    results: Vec<Measured<'a>>,
}

#[derive(Deserialize)]
struct Measured<'a> {
    #[serde(borrow)]
    command: Cow<'a, str>,
    #[serde(default)]
    parameters: Option<BTreeMap<String, serde_json::Value>>,
    #[serde(borrow, default)]
    times: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    mean: Option<&'a RawValue>,
    #[serde(borrow, default)]
    user: Option<&'a RawValue>,
    #[serde(borrow, default)]
    system: Option<&'a RawValue>,
    #[serde(borrow, default)]
    memory_usage_byte: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    exit_codes: Option<Vec<Option<i64>>>,
}

fn find(text: &Text) -> Vec<Claim> {
    let begins = |word: usize| {
        let rest = text.word(word).strip_prefix('{');
        let named = rest.map(|rest| if rest.is_empty() { text.word(word + 1) } else { rest });
        named.is_some_and(|named| named.starts_with("\"results\""))
    };
    if !(0..text.word_count()).any(begins) {
        return Vec::new();
    }
    let joined = Joined::new(text);
    // A broken object is hyperfine's, if names of its members follow.
    let last = ["\"command\"", "\"times\""].map(|member| joined.string().rfind(member).unwrap_or(0));
    let mut claims = Vec::new();
    let mut word = 0;
    while word < text.word_count() {
        if !begins(word) {
            word += 1;
            continue;
        }
        let reason = "an object with \"results\" of a \"command\"";
        let start = joined.byte_of(word);
        match parse(&joined.string()[start..]) {
            Ok((_, length)) => {
                let words = joined.words(&(start..start + length));
                word = words.end.max(word + 1);
                claims.push(Claim::name(words, reason));
            }
            // What follows a broken object cannot be told from it.
            Err(_) if last.iter().all(|last| *last > start) => {
                claims.push(Claim::name(word..text.word_count(), reason));
                break;
            }
            Err(error) => {
                let broken = start + error.column();
                word = joined.words(&(broken..broken)).start.max(word + 1);
            }
        }
    }
    claims
}

/// The object that a string begins with, and its length.
fn parse(string: &str) -> Result<(Export<'_>, usize), serde_json::Error> {
    let mut objects = serde_json::Deserializer::from_str(string).into_iter::<Export>();
    match objects.next() {
        Some(export) => export.map(|export| (export, objects.byte_offset())),
        None => serde_json::from_str::<Export>("").map(|export| (export, 0)),
    }
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let joined = Joined::new(scope.text);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for claim in scope.claims {
        let start = joined.byte_of(claim.start);
        let string = &joined.string()[start..];
        let (export, _) = parse(string).map_err(|error| {
            let line = joined.number(start + error.column().saturating_sub(1));
            ImportError::line(line, format!("hyperfine's JSON cannot be read: {}", reason(&error)))
        })?;
        for measured in &export.results {
            let place = Place { joined: &joined, string, start, claim };
            let name = command(&measured.command);
            let before = names.entry(name.clone()).or_insert_with(|| measured.command.to_string());
            if *before != measured.command {
                let line = joined.number(start);
                let problem = format!(
                    "two commands read \"{name}\" without their folders, which are left out; name them with hyperfine --command-name"
                );
                return Err(ImportError::line(line, problem));
            }
            put(sheet, measured, &name, &place)?;
        }
    }
    sheet.note("Commands stand here without the folders of their files.");
    Ok(())
}

/// What is wrong with JSON, without the place in the string, which is not one of the file.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Where the numbers of an object stand.
struct Place<'a> {
    joined: &'a Joined<'a>,
    string: &'a str,
    start: usize,
    claim: &'a Range<usize>,
}

impl Place<'_> {
    /// The byte of the whole text at which a number stands.
    fn byte(&self, number: &RawValue) -> usize {
        let offset = (number.get().as_ptr() as usize).saturating_sub(self.string.as_ptr() as usize);
        self.start + offset.min(self.string.len())
    }
}

fn put(sheet: &mut Sheet, measured: &Measured, name: &str, place: &Place) -> Result<(), ImportError> {
    let mut at = Point::new([("command", name.into())]);
    for (parameter, value) in measured.parameters.iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        at = at.with(&format!("parameter_{parameter}"), value.as_str());
    }
    let failed = measured.exit_codes.iter().flatten().filter(|code| **code != Some(0)).count();
    let times = measured.times.as_deref().unwrap_or_default();
    let column = sheet.column("");
    let before = column.figure_count();
    for time in times {
        let note = (failed > 0).then(|| format!("{failed} of {} runs of the command failed", times.len()));
        number(column, place, &at, Measure { id: "elapsed", unit: Display::S, mean_of: None, note }, time)?;
    }
    if times.is_empty()
        && let Some(mean) = measured.mean
    {
        number(column, place, &at, Measure { id: "elapsed", unit: Display::S, mean_of: Some(None), note: None }, mean)?;
    }
    let none = column.figure_count() == before;
    let n = Some(times.len() as u64).filter(|n| *n > 0);
    for (id, mean) in [("user", measured.user), ("system", measured.system)] {
        if let Some(mean) = mean {
            number(column, place, &at, Measure { id, unit: Display::S, mean_of: Some(n), note: None }, mean)?;
        }
    }
    for memory in measured.memory_usage_byte.iter().flatten() {
        number(column, place, &at, Measure { id: "memory", unit: Display::B, mean_of: None, note: None }, memory)?;
    }
    if none {
        let quantity = Quantity::foreign("hyperfine", "elapsed", Unit::Ns, Better::Lower);
        column.lacks(quantity, at);
    }
    Ok(())
}

/// One number of an object: what it measures, and of how many runs it is the mean, if it is one.
struct Measure {
    id: &'static str,
    unit: Display,
    mean_of: Option<Option<u64>>,
    note: Option<String>,
}

/// A zero is what is left where hyperfine subtracts what its shell needs, and no figure.
fn number(
    column: &mut Column,
    place: &Place,
    at: &Point,
    measure: Measure,
    number: &RawValue,
) -> Result<(), ImportError> {
    let byte = place.byte(number);
    let digits = number.get();
    let value = float(digits).filter(|value| *value >= 0.0);
    let value = value.ok_or_else(|| {
        let shown: String = digits.chars().take(40).collect();
        ImportError::line(place.joined.number(byte), format!("{shown} is no {} that is not negative", measure.id))
    })?;
    if value == 0.0 {
        return Ok(());
    }
    let unit = if measure.id == "memory" { Unit::Bytes } else { Unit::Ns };
    let quantity = Quantity::foreign("hyperfine", measure.id, unit, Better::Lower);
    let quantity = if measure.id == "elapsed" { quantity } else { quantity.secondary() };
    let word = place.joined.word_near(byte, place.claim);
    if let Some(figure) = figure_of(quantity, at.clone(), digits, measure.unit, word) {
        let figure = match measure.mean_of {
            Some(n) => figure.reduced("mean", n),
            None => figure,
        };
        column.put(match measure.note {
            Some(note) => figure.noted(note),
            None => figure,
        });
    }
    Ok(())
}

/// A command without the folders of its files, which may name a person, and not longer than an axis may be.
fn command(command: &str) -> String {
    const LONGEST: usize = 200;
    let mut short = String::new();
    let mut rest = command;
    while !rest.is_empty() {
        let end = rest.find(ends_path).unwrap_or(rest.len());
        short += without_folders(&rest[..end]);
        let mark = rest[end..].chars().next().map_or(0, char::len_utf8);
        short += &rest[end..end + mark];
        rest = &rest[end + mark..];
    }
    if short.len() <= LONGEST {
        return short;
    }
    let hash: String = Sha256::digest(short.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let kept: String = short.chars().take(LONGEST / 4).collect();
    format!("{kept}… {hash}")
}

/// What a path ends before.
fn ends_path(c: char) -> bool {
    c.is_whitespace() || "'\"=:;|&()<>`$,".contains(c)
}

/// The last part of a path; a person's own folder is `~`.
fn without_folders(path: &str) -> &str {
    if !path.contains('/') {
        return path;
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        ["home" | "Users", _] | ["root" | "~"] => "~",
        [] => "/",
        [.., last] => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_lose_their_folders() {
        assert_eq!(command("/usr/bin/gcc -c --out=/home/ann/x.o 'src/a b.c'"), "gcc -c --out=x.o 'a b.c'");
        assert_eq!(command("ls /home/ann ~/ / >/dev/null"), "ls ~ ~ / >null");
        let long = command(&"x".repeat(1000));
        assert!(long.len() < 100 && long != command(&"x".repeat(1001)));
    }
}
