//! hackbench, as Debian's rt-tests has it: two lines that say how it runs, and a time in seconds.

use super::Format;
use super::reader::{Reader, stands};
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "hackbench",
    title: "hackbench",
    looks: "lines such as Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks), and Time:",
    find,
    read,
};

/// What a run is like, and how long it took.
struct Exchange {
    workers: &'static str,
    groups: u64,
    descriptors: u64,
    messages: u64,
    bytes: u64,
}

fn find(text: &Text) -> Vec<Claim> {
    const WORDS: usize = 26;
    let starts: Vec<usize> = (0..text.word_count()).filter(|at| begins(text, *at)).collect();
    let mut claims = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(text.word_count());
        claims.push(Claim::name(*start..next.min(start + WORDS), "Running in … mode with … groups, and Time:"));
    }
    claims
}

fn begins(text: &Text, at: usize) -> bool {
    stands(text, at, "Running in") && stands(text, at + 3, "mode with") && stands(text, at + 6, "groups using")
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let mut same = false;
    for claim in scope.claims {
        let mut words = Reader::new(scope.text, claim);
        let exchange = exchange(&mut words)?;
        words.expect("Time:")?;
        let word = words.at;
        let time = words.positive("the time in seconds")?;
        let (quantity, at) = exchange.meaning();
        same |= quantity.benchmark == "sched.messaging";
        sheet.column("").put(Figure::new(quantity, at, &time, Display::S, word));
    }
    if same {
        sheet.note("hackbench does not print whether messages went through sockets or pipes.");
    }
    Ok(())
}

fn exchange(words: &mut Reader) -> Result<Exchange, ImportError> {
    words.expect("Running in")?;
    let workers = match words.word("process or threaded")? {
        "process" => "processes",
        "threaded" => "threads",
        _ => {
            words.at -= 1;
            return Err(words.unexpected("\"process\" or \"threaded\""));
        }
    };
    words.expect("mode with")?;
    let groups = words.count("the number of groups")?;
    words.expect("groups using")?;
    let descriptors = words.count("the number of file descriptors")?;
    words.expect("file descriptors each (==")?;
    let word = words.at;
    let tasks = words.count("the number of tasks")?;
    if groups.checked_mul(descriptors) != Some(tasks) {
        return Err(words.at(word, format!("{groups} groups of {descriptors} are not {tasks} tasks")));
    }
    words.expect("tasks) Each sender will pass")?;
    let messages = words.count("the number of messages")?;
    words.expect("messages of")?;
    let bytes = words.count("the size of a message")?;
    words.expect("bytes")?;
    Ok(Exchange { workers, groups, descriptors, messages, bytes })
}

impl Exchange {
    /// The messaging of the catalogue, where 20 senders send 10 messages of 100 bytes; else hackbench's own.
    fn meaning(&self) -> (Quantity, Point) {
        let at = Point::new([("groups", self.groups.into()), ("workers", self.workers.into())]);
        let same = (self.descriptors, self.messages, self.bytes) == (40, 10, 100);
        match Quantity::of("sched.messaging").filter(|_| same) {
            Some(quantity) => (quantity, at),
            None => {
                let at = at.with("descriptors", self.descriptors).with("messages", self.messages);
                let quantity = Quantity::foreign("hackbench", "elapsed", Unit::Ns, Better::Lower);
                (quantity, at.with("bytes", self.bytes))
            }
        }
    }
}
