//! sysbench 1.0: its tests of CPU, memory and files, and others whose output does not say which they are.

use std::ops::Range;

use super::Format;
use super::reader::{Reader, half_digit, stands};
use crate::import::number::{Printed, unit_word};
use crate::import::{Claim, Column, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "sysbench",
    title: "sysbench",
    looks: "outputs that begin with sysbench 1.0.20 (using … and end with Threads fairness:",
    find,
    read,
};

fn find(text: &Text) -> Vec<Claim> {
    let starts: Vec<usize> =
        (0..text.word_count()).filter(|at| text.word(*at) == "sysbench" && text.word(at + 2) == "(using").collect();
    let mut claims = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(text.word_count());
        // What follows the last line of an output is not its own.
        let mut words = Reader::new(text, &(*start..next));
        let end = match seek(&mut words, LAST) {
            true => (words.at + 1).min(next),
            false => next,
        };
        claims.push(Claim::name(*start..end, "sysbench … (using"));
    }
    claims
}

const LAST: &str = "execution time (avg/stddev):";

/// Goes to after these words, if they come.
fn seek(words: &mut Reader, pattern: &str) -> bool {
    let found = (words.at..words.end).find(|at| stands(words.text, *at, pattern));
    match found.map(|at| at + pattern.split(' ').count()).filter(|after| *after <= words.end) {
        Some(after) => words.at = after,
        None => return false,
    }
    true
}

/// A number that a label stands before.
fn labelled(words: &mut Reader, label: &str) -> Result<(Printed, usize), ImportError> {
    words.expect(label)?;
    let word = words.at;
    Ok((words.number("a number")?, word))
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    for claim in scope.claims {
        let mut words = Reader::new(scope.text, claim);
        if !seek(&mut words, LAST) {
            return Err(
                words.at(claim.end - 1, "the output of sysbench is not whole: Threads fairness: is missing".to_owned())
            );
        }
        let output = Output { scope, claim: claim.clone(), column: sheet.column("") };
        output.read()?;
    }
    Ok(())
}

/// One output, and the column that its figures go to.
struct Output<'a> {
    scope: &'a Scope<'a>,
    claim: Range<usize>,
    column: &'a mut Column,
}

impl<'a> Output<'a> {
    fn words(&self) -> Reader<'a> {
        Reader::new(self.scope.text, &self.claim)
    }

    fn says(&self, pattern: &str) -> bool {
        self.claim.clone().any(|at| stands(self.scope.text, at, pattern))
    }

    fn read(mut self) -> Result<(), ImportError> {
        let mut words = self.words();
        if !seek(&mut words, "Number of threads:") {
            return Err(words.unexpected("\"Number of threads:\""));
        }
        let at = Point::new([("threads", words.count("the number of threads")?.into())]);
        if self.says("CPU speed:") {
            self.cpu(at)
        } else if self.says("Running memory speed test") {
            self.memory(at)
        } else if self.says("File operations:") {
            self.files(at)
        } else {
            self.other(at)
        }
    }

    fn cpu(&mut self, at: Point) -> Result<(), ImportError> {
        let mut words = self.words();
        if !seek(&mut words, "Prime numbers limit:") {
            return Err(words.unexpected("\"Prime numbers limit:\""));
        }
        let at = at.with("primes", words.count("the limit of prime numbers")?);
        seek(&mut words, "CPU speed:");
        let rate = labelled(&mut words, "events per second:")?;
        self.put("cpu", "rate", &at, &rate, (Unit::PerSecond, Display::PER_S));
        self.statistics(&mut words, "cpu", &at, false)
    }

    fn memory(&mut self, at: Point) -> Result<(), ImportError> {
        let mut words = self.words();
        seek(&mut words, "Running memory speed test with the following options:");
        words.expect("block size:")?;
        let block_word = words.at;
        let block = words.word("the size of a block")?;
        let bytes = size(block).ok_or_else(|| words.at(block_word, format!("{block} is no size such as 1KiB")))?;
        words.expect("total size:")?;
        words.word("the total size")?;
        words.expect("operation:")?;
        let operation = words.word("the operation")?;
        words.expect("scope:")?;
        let at = at.with("block", bytes).with("operation", operation).with("scope", words.word("the scope")?);
        if !seek(&mut words, "Total operations:") {
            return Err(words.unexpected("\"Total operations:\""));
        }
        let operations = words.count("the number of operations")?;
        let rate_word = words.at;
        let rate = words.word("the rate of operations")?.strip_prefix('(').and_then(Printed::parse);
        let rate = rate.ok_or_else(|| words.at(rate_word, "a rate in brackets is expected".to_owned()))?;
        words.expect("per second)")?;
        let moved_word = words.at;
        let moved = words.number("the size that was transferred")?;
        words.expect("MiB transferred")?;
        let word = words.at;
        let bandwidth = words.word("the bandwidth")?.strip_prefix('(').and_then(Printed::parse);
        let bandwidth = bandwidth.ok_or_else(|| words.at(word, "a bandwidth in brackets is expected".to_owned()))?;
        words.expect("MiB/sec)")?;
        let expected = operations as f64 * bytes as f64 / 1_048_576.0;
        if (expected - moved.value()).abs() > half_digit(&moved.text) * 1.02 {
            let problem = format!("{operations} blocks of {bytes} B are not {} MiB", moved.text);
            return Err(words.at(moved_word, problem));
        }
        let expected = rate.value() * bytes as f64 / 1_048_576.0;
        let slack = half_digit(&bandwidth.text) + half_digit(&rate.text) * bytes as f64 / 1_048_576.0;
        if (expected - bandwidth.value()).abs() > slack * 1.02 {
            let problem = format!("{} blocks of {bytes} B a second are not {} MiB/s", rate.text, bandwidth.text);
            return Err(words.at(word, problem));
        }
        self.put("memory", "bandwidth", &at, &(bandwidth, word), (Unit::BytesPerSecond, Display::MIB_S));
        self.statistics(&mut words, "memory", &at, false)
    }

    fn files(&mut self, at: Point) -> Result<(), ImportError> {
        let mut words = self.words();
        let files = self.claim.clone().find(|at| self.scope.text.word(*at) == "files,").unwrap_or(self.claim.start);
        words.at = files.saturating_sub(1);
        let files = words.count("the number of files")?;
        words.expect("files,")?;
        let each_word = words.at;
        let each = size(words.word("the size of a file")?);
        let each = each.ok_or_else(|| words.at(each_word, "a size such as 4MiB is expected".to_owned()))?;
        if !seek(&mut words, "Block size") {
            return Err(words.unexpected("\"Block size\""));
        }
        let block_word = words.at;
        let block = size(words.word("the size of a block")?);
        let block = block.ok_or_else(|| words.at(block_word, "a size such as 16KiB is expected".to_owned()))?;
        if !seek(&mut words, "Doing") {
            return Err(words.unexpected("\"Doing … test\""));
        }
        let first = words.at;
        seek(&mut words, "test");
        let mode = self.scope.text.phrase(first..words.at.saturating_sub(1).max(first));
        let at = at.with("files", files).with("file", each).with("block", block).with("mode", mode.as_str());
        if !seek(&mut words, "File operations:") {
            return Err(words.unexpected("\"File operations:\""));
        }
        for (label, measure) in [("reads/s:", "reads"), ("writes/s:", "writes"), ("fsyncs/s:", "fsyncs")] {
            let rate = labelled(&mut words, label)?;
            self.put("fileio", measure, &at, &rate, (Unit::PerSecond, Display::PER_S));
        }
        words.expect("Throughput:")?;
        for (label, measure) in [("read, MiB/s:", "read"), ("written, MiB/s:", "written")] {
            let rate = labelled(&mut words, label)?;
            self.put("fileio", measure, &at, &rate, (Unit::BytesPerSecond, Display::MIB_S));
        }
        self.statistics(&mut words, "fileio", &at, false)
    }

    /// A test that does not say which it is: the person does.
    fn other(&mut self, at: Point) -> Result<(), ImportError> {
        let line = self.scope.text.number_of(self.claim.start);
        let stated = self.scope.options.benchmark(line).and_then(|id| id.strip_prefix("foreign.sysbench."));
        let Some(test) = stated.map(str::to_owned) else {
            return Err(ImportError::Missing {
                line,
                what: "which test of sysbench it is".to_owned(),
                flag: format!("--benchmark {line}=foreign.sysbench.threads or another"),
            });
        };
        let mut words = self.words();
        self.statistics(&mut words, &test, &at, true)
    }

    /// Times of an event, of which the mean is the test's measure where it has no other.
    fn statistics(&mut self, words: &mut Reader, test: &str, at: &Point, alone: bool) -> Result<(), ImportError> {
        if !seek(words, "total number of events:") {
            return Err(words.unexpected("\"total number of events:\""));
        }
        let events = words.count("the number of events")?;
        words.expect("Latency")?;
        let unit = unit_word(words.peek()).filter(|(_, unit)| *unit == Unit::Ns && words.peek().starts_with('('));
        let (unit, _) = unit.ok_or_else(|| words.unexpected("the unit of times in brackets"))?;
        words.at += 1;
        let least = labelled(words, "min:")?;
        let mean = labelled(words, "avg:")?;
        let most = labelled(words, "max:")?;
        let percentile_word = words.at;
        let percentile = words.word("a percentile")?.strip_suffix("th").and_then(|number| number.parse::<u32>().ok());
        let percentile = percentile.filter(|percentile| (1..100).contains(percentile));
        let percentile =
            percentile.ok_or_else(|| words.at(percentile_word, "95th or another is expected".to_owned()))?;
        let above = labelled(words, "percentile:")?;
        let (sum, sum_word) = labelled(words, "sum:")?;
        let slack = half_digit(&mean.0.text) * events as f64 + half_digit(&sum.text);
        if (mean.0.value() * events as f64 - sum.value()).abs() > slack * 1.02 {
            let problem = format!("{events} events of {} on average are not {} in sum", mean.0.text, sum.text);
            return Err(words.at(sum_word, problem));
        }
        if least.0.value() > mean.0.value() || mean.0.value() > most.0.value() {
            return Err(words.at(mean.1, "the mean is not between the least and the largest".to_owned()));
        }
        let above_id = format!("latency_p{percentile}");
        let all = [("latency_min", "least", least), ("latency", "mean", mean), ("latency_max", "largest", most)];
        let all = all.into_iter().chain([(above_id.as_str(), "percentile", above)]);
        for (measure, by, (number, word)) in all {
            let quantity = Quantity::foreign(&format!("sysbench.{test}"), measure, Unit::Ns, Better::Lower);
            let quantity = if alone && measure == "latency" { quantity } else { quantity.secondary() };
            if number.value() > 0.0 {
                let figure = Figure::new(quantity, at.clone(), &number, unit, word);
                self.column.put(figure.reduced(by, Some(events)));
            } else {
                self.column.lacks(quantity, at.clone());
            }
        }
        Ok(())
    }

    /// A rate; one of nothing is no figure.
    fn put(&mut self, test: &str, measure: &str, at: &Point, rate: &(Printed, usize), of: (Unit, Display)) {
        let (base, unit) = of;
        let quantity = Quantity::foreign(&format!("sysbench.{test}"), measure, base, Better::Higher);
        let (rate, word) = rate;
        if rate.value() > 0.0 {
            self.column.put(Figure::new(quantity, at.clone(), rate, unit, *word));
        } else {
            self.column.lacks(quantity, at.clone());
        }
    }
}

/// A size as sysbench prints it: `16KiB`.
fn size(word: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 4] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1)];
    let (digits, unit) = UNITS.iter().find_map(|(name, unit)| word.strip_suffix(name).map(|digits| (digits, unit)))?;
    digits.parse::<u64>().ok()?.checked_mul(*unit).filter(|size| *size > 0 && *size < 1 << 53)
}
