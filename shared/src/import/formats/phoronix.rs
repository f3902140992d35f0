//! Results of the Phoronix Test Suite (`composite.xml`): the values of every run, by system.

use std::ops::Range;

use super::Format;
use super::joined::Joined;
use super::reader::{agrees, float, half_digit};
use super::xml::Element;
use crate::import::number::{Printed, unit_word};
use crate::import::{Claim, Column, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "phoronix",
    title: "Phoronix Test Suite",
    looks: "XML whose root is PhoronixTestSuite, with elements Result",
    find,
    read,
};

const ROOT: &str = "<PhoronixTestSuite>";
const END: &str = "</PhoronixTestSuite>";

fn find(text: &Text) -> Vec<Claim> {
    if !(0..text.word_count()).any(|word| text.word(word).contains(ROOT)) {
        return Vec::new();
    }
    let joined = Joined::new(text);
    let mut claims: Vec<Claim> = Vec::new();
    let mut from = 0;
    while let Some(found) = joined.string()[from..].find(ROOT) {
        let start = from + found;
        let end = joined.string()[start..].find(END).map_or(joined.string().len(), |end| start + end + END.len());
        from = end;
        // Definitions of tests have the same root, and no results.
        if joined.string()[start..end].contains("<Result>") {
            let words = head(&joined, start)..joined.words(&(0..end)).end;
            claims.push(Claim::name(words, "its root is PhoronixTestSuite"));
        }
    }
    claims
}

/// The word that a document begins with: its XML declaration and the suite's comment are its own.
fn head(joined: &Joined, root: usize) -> usize {
    const FAR: usize = 200;
    let mut near = root.saturating_sub(FAR);
    while !joined.string().is_char_boundary(near) {
        near += 1;
    }
    let declaration = joined.string()[near..root].rfind("<?xml").map(|at| near + at);
    let byte = declaration.filter(|at| !joined.string()[*at..root].contains(END)).unwrap_or(root);
    joined.words(&(0..byte + 1)).end.saturating_sub(1)
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let joined = Joined::new(scope.text);
    for claim in scope.claims {
        let from = joined.byte_of(claim.start);
        let start = from + joined.string()[from..].find(ROOT).unwrap_or(0);
        let root = Element::read(&joined.string()[start..])
            .map_err(|(byte, problem)| ImportError::line(joined.number(start + byte), problem))?;
        let document = Document { scope, joined: &joined, claim, start };
        for system in root.all("System") {
            describe(sheet.column(system.text_of("Identifier")), system);
        }
        for result in root.all("Result") {
            document.result(sheet, result)?;
        }
    }
    Ok(())
}

/// What is kept of a system: its kernel, processor and day; not its user, disks or network.
fn describe(column: &mut Column, system: &Element) {
    let identifier = system.text_of("Identifier");
    if !identifier.is_empty() {
        column.labels.insert("system".to_owned(), identifier.chars().take(100).collect());
    }
    let field = |list: &str, name: &str| {
        let found = system.text_of(list).split(", ").find_map(|part| part.strip_prefix(name)?.strip_prefix(": "));
        found.map(str::to_owned)
    };
    if let Some(kernel) = field("Software", "Kernel") {
        let (release, arch) = kernel.split_once(" (").unwrap_or((kernel.as_str(), ""));
        if release.starts_with(|c: char| c.is_ascii_digit()) && !release.contains(' ') {
            release.clone_into(&mut column.kernel.release);
            column.kernel.arch = arch.strip_suffix(')').map(str::to_owned);
        }
    }
    if let Some(processor) = field("Hardware", "Processor") {
        let model = processor.split_once(" (").map_or(processor.as_str(), |(model, _)| model);
        column.machine.cpu_model = Some(model.split_once(" @ ").map_or(model, |(model, _)| model).to_owned());
    }
    let day: String = system.text_of("TimeStamp").chars().take(10).collect();
    let right = |(index, byte): (usize, u8)| if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    column.date = Some(day).filter(|day| day.len() == 10 && day.bytes().enumerate().all(right));
}

/// A document, and what names the places of its elements.
struct Document<'a> {
    scope: &'a Scope<'a>,
    joined: &'a Joined<'a>,
    claim: &'a Range<usize>,
    start: usize,
}

impl Document<'_> {
    fn line(&self, element: &Element) -> usize {
        self.joined.number(self.start + element.start)
    }

    fn result(&self, sheet: &mut Sheet, result: &Element) -> Result<(), ImportError> {
        let line = self.line(result);
        let identifier = result.text_of("Identifier");
        if identifier.is_empty() {
            return Err(ImportError::line(line, "the result has no Identifier"));
        }
        if !matches!(result.text_of("DisplayFormat"), "BAR_GRAPH" | "") {
            sheet
                .note(format!("Results of {} are no single values and are left out.", result.text_of("DisplayFormat")));
            return Ok(());
        }
        let (unit, display) = self.unit(result)?;
        let better = match result.text_of("Proportion") {
            "LIB" => Better::Lower,
            "HIB" => Better::Higher,
            "" => self.scope.options.better(line).ok_or_else(|| ImportError::Missing {
                line,
                what: format!("whether a higher value of {identifier} is better"),
                flag: format!("--better {line}=higher or lower"),
            })?,
            other => return Err(ImportError::line(line, format!("the Proportion {other} is neither LIB nor HIB"))),
        };
        let (test, profile) = match identifier.rsplit_once('-') {
            Some((test, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => (test, version),
            _ => (identifier, ""),
        };
        let mut at = Point::default();
        let axes =
            [("profile", profile), ("app", result.text_of("AppVersion")), ("case", result.text_of("Description"))];
        for (axis, value) in axes.into_iter().filter(|(_, value)| !value.is_empty()) {
            at = at.with(axis, value.chars().take(200).collect::<String>().as_str());
        }
        let quantity = Quantity::foreign(&format!("phoronix.{test}"), "result", unit, better);
        let entries = result.child("Data").map(|data| data.all("Entry").collect::<Vec<_>>()).unwrap_or_default();
        if entries.is_empty() {
            return Err(ImportError::line(line, format!("{identifier} has no Entry with a value")));
        }
        for entry in entries {
            let column = sheet.column(entry.text_of("Identifier"));
            self.entry(column, entry, &quantity, &at, display)?;
        }
        Ok(())
    }

    /// Times are in a unit that is known; what else a test says stands as it says it.
    fn unit(&self, result: &Element) -> Result<(Unit, Option<Display>), ImportError> {
        let scale = result.text_of("Scale");
        let line = self.line(result);
        if scale.is_empty() {
            let stated = self.scope.options.unit(line).ok_or_else(|| ImportError::Missing {
                line,
                what: format!("the unit of {}", result.text_of("Identifier")),
                flag: format!("--unit {line}=s or another"),
            })?;
            return Ok((stated.1, Some(stated.0)));
        }
        let time = unit_word(&scale.to_ascii_lowercase()).filter(|(_, unit)| *unit == Unit::Ns);
        Ok(time.map_or_else(
            || (Unit::Other(scale.chars().take(100).collect()), None),
            |(display, unit)| (unit, Some(display)),
        ))
    }

    /// The values of each run, where their mean is the value; else the value.
    fn entry(
        &self,
        column: &mut Column,
        entry: &Element,
        quantity: &Quantity,
        at: &Point,
        unit: Option<Display>,
    ) -> Result<(), ImportError> {
        let word = self.joined.word_near(self.start + entry.start, self.claim);
        let value = entry.text_of("Value");
        if value.is_empty() {
            column.lacks(quantity.clone(), at.clone());
            return Ok(());
        }
        let number = |digits: &str| {
            let shown: String = digits.chars().take(40).collect();
            let error =
                || ImportError::line(self.line(entry), format!("\"{shown}\" is no number that is not negative"));
            Printed::parse(digits).filter(|number| number.value() >= 0.0).ok_or_else(error)
        };
        let figure = |number: &Printed| match unit {
            Some(unit) => Figure::new(quantity.clone(), at.clone(), number, unit, word),
            None => Figure::in_own_unit(quantity.clone(), at.clone(), number, word),
        };
        let value = number(value)?;
        let raw = entry.text_of("RawString");
        let runs: Vec<Printed> =
            raw.split(':').filter(|digits| float(digits).is_some()).map(number).collect::<Result<_, _>>()?;
        let whole = !raw.is_empty() && runs.len() == raw.split(':').count();
        let mean = runs.iter().map(Printed::value).sum::<f64>() / runs.len().max(1) as f64;
        let slack = runs.iter().map(|run| half_digit(&run.text)).fold(0.0, f64::max);
        if value.value() == 0.0 {
            column.lacks(quantity.clone(), at.clone());
        } else if whole && agrees(&value, mean, slack) {
            for run in &runs {
                column.put(figure(run));
            }
        } else {
            let n = (runs.len() > 1).then_some(runs.len() as u64);
            column.put(if n.is_some() { figure(&value).reduced("the suite", n) } else { figure(&value) });
        }
        Ok(())
    }
}
