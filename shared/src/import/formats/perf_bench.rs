//! `perf bench`: the collections sched, mem and syscall. Each output begins with `# Running 'sched/pipe' benchmark:`; the
//! command that gave it may stand before it, with options that the output itself does not repeat.

use std::ops::Range;

use super::Format;
use super::reader::{Reader, agrees, half_digit, stands};
use crate::import::number::Printed;
use crate::import::{Claim, Figure, ImportError, Quantity, Scope, Sheet, Text};
use crate::model::{Better, Point};
use crate::number::{Display, Unit};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "perf-bench",
    title: "perf bench",
    looks: "outputs that begin with # Running 'sched/pipe' benchmark:, of sched, mem or syscall",
    find,
    read,
};

/// 2³⁰ bytes a second, which perf calls GB/sec.
const GIB_S: Display = Display { name: "GiB/s", ascii: "GiB/s", factor: 1_073_741_824.0 };

/// A benchmark of perf that is read.
struct Kind {
    /// As the output names it.
    mark: &'static str,
    /// As a command names it.
    command: &'static str,
    /// Reads what follows the first line, with the options of the command, if they are known.
    read: Read,
}

type Read = fn(&mut Reader, &Kind, Option<&str>) -> Result<Vec<Figure>, ImportError>;

const KINDS: &[Kind] = &[
    Kind { mark: "'sched/pipe'", command: "sched pipe", read: pipe },
    Kind { mark: "'sched/messaging'", command: "sched messaging", read: messaging },
    Kind { mark: "'mem/memcpy'", command: "mem memcpy", read: memory },
    Kind { mark: "'mem/memset'", command: "mem memset", read: memory },
    Kind { mark: "'syscall/basic'", command: "syscall basic", read: syscall },
];

fn find(text: &Text) -> Vec<Claim> {
    let marks: Vec<usize> = (0..text.word_count()).filter(|at| stands(text, *at, "# Running")).collect();
    let mut claims = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        let Some(kind) = KINDS.iter().find(|kind| kind.mark == text.word(mark + 2)) else { continue };
        let next = marks.get(index + 1).copied().unwrap_or(text.word_count());
        let mut words = Reader::new(text, &(*mark..next));
        // What cannot be read is claimed up to the word that is to blame: reading gives the error.
        let end = match output(&mut words, kind, None) {
            Ok(_) => words.at,
            Err(_) => (words.at + 1).min(next),
        };
        let start = command(text, *mark, kind).map_or(*mark, |start| start - usize::from(prompt(text, start)));
        claims.push(Claim::name(start..end, format!("# Running {} benchmark:", kind.mark)));
    }
    claims
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let mut unstated = false;
    for claim in scope.claims {
        let mark = claim.clone().find(|at| stands(scope.text, *at, "# Running")).unwrap_or(claim.start);
        let kind = KINDS.iter().find(|kind| kind.mark == scope.text.word(mark + 2));
        let kind =
            kind.ok_or_else(|| ImportError::line(scope.text.number_of(mark), "no benchmark of perf is named"))?;
        let options = command(scope.text, mark, kind).map(|start| {
            let first = start + 2 + kind.command.split(' ').count();
            whole_options(scope.text, first..mark)
        });
        let options = options.transpose()?;
        let mut words = Reader::new(scope.text, &(mark..claim.end));
        for figure in output(&mut words, kind, options.as_deref())? {
            unstated |= options.is_none() && figure.quantity.benchmark.starts_with("foreign.");
            sheet.column("").put(figure);
        }
    }
    if unstated {
        sheet.note(
            "perf does not print its options; where no command stands before an output, all of one kind are taken to have the same.",
        );
    }
    Ok(())
}

fn output(words: &mut Reader, kind: &Kind, options: Option<&str>) -> Result<Vec<Figure>, ImportError> {
    words.expect("# Running")?;
    words.expect(kind.mark)?;
    words.expect("benchmark:")?;
    (kind.read)(words, kind, options)
}

/// Where the command that gave an output begins, if it stands right before it: `perf bench sched pipe -l 20000`.
fn command(text: &Text, mark: usize, kind: &Kind) -> Option<usize> {
    const FAR: usize = 16;
    let length = 2 + kind.command.split(' ').count();
    let start = (mark.saturating_sub(FAR)..mark)
        .rev()
        .find(|at| stands(text, *at, "perf bench") && stands(text, at + 2, kind.command))?;
    let mut options = (start + length..mark).map(|at| text.word(at));
    let plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=.,".contains(&byte));
    let begins = start + length == mark || text.word(start + length).starts_with('-');
    (start + length <= mark && begins && options.all(plain)).then_some(start)
}

/// Whether a shell's prompt, or a mark of a person's own, stands before a command on its line.
fn prompt(text: &Text, command: usize) -> bool {
    let on_its_line = text.words_of(text.line_of(command)).start < command;
    on_its_line && text.word(command - 1).chars().all(|c| "$#%".contains(c))
}

/// The options of a command as they stand, unless a value is missing.
fn whole_options(text: &Text, words: Range<usize>) -> Result<String, ImportError> {
    const WITH_VALUE: [&str; 10] =
        ["-l", "-g", "-s", "-k", "-f", "--loop", "--group", "--size", "--chunk", "--function"];
    for word in words.clone().filter(|word| WITH_VALUE.contains(&text.word(*word))) {
        if word + 1 == words.end || text.word(word + 1).starts_with('-') {
            let problem = format!("the option {} has no value in the command", text.word(word));
            return Err(ImportError::line(text.number_of(word), problem));
        }
    }
    Ok(text.phrase(words))
}

/// A benchmark of perf's own, with the options that tell its points apart.
fn own(kind: &Kind, measure: &str, unit: Unit, better: Better, options: Option<&str>) -> (Quantity, Point) {
    let id = format!("perf.{}", kind.command.replace(' ', "_"));
    let at = match options.filter(|options| !options.is_empty()) {
        Some(options) => Point::new([("options", options.into())]),
        None => Point::default(),
    };
    (Quantity::foreign(&id, measure, unit, better), at)
}

/// Whether options do no more than set the number of repetitions.
fn only_repeats(options: Option<&str>) -> bool {
    let mut words = options.unwrap_or_default().split(' ').filter(|word| !word.is_empty());
    loop {
        match words.next() {
            None => return true,
            Some("-l" | "--loop" | "--loops") if words.next().is_some_and(|count| count.parse::<u64>().is_ok()) => {}
            Some(word) if word.strip_prefix("--loop=").is_some_and(|count| count.parse::<u64>().is_ok()) => {}
            Some(_) => return false,
        }
    }
}

/// A total, a time an operation and a rate, which must agree; the time an operation and its word.
fn per_operation(words: &mut Reader, operations: u64) -> Result<(Printed, usize), ImportError> {
    words.expect("Total time:")?;
    let total = words.number("the total time")?;
    words.expect("[sec]")?;
    let word = words.at;
    let each = words.positive("the time an operation")?;
    words.expect("usecs/op")?;
    let rate_word = words.at;
    let rate = words.positive("the rate")?;
    words.expect("ops/sec")?;
    let seconds = each.value() * operations as f64 / 1e6;
    let slack = half_digit(&each.text) * operations as f64 / 1e6;
    if !agrees(&total, seconds, slack) {
        let problem = format!("{operations} operations of {} us are not {} s", each.text, total.text);
        return Err(words.at(word, problem));
    }
    let slack = 1e6 * half_digit(&each.text) / (each.value() * each.value());
    if !agrees(&rate, 1e6 / each.value(), slack) {
        return Err(words.at(rate_word, format!("{} us are not {} a second", each.text, rate.text)));
    }
    Ok((each, word))
}

/// A token of 4 bytes goes forth and back through two pipes: a round trip an operation.
fn pipe(words: &mut Reader, kind: &Kind, options: Option<&str>) -> Result<Vec<Figure>, ImportError> {
    words.expect("# Executed")?;
    let operations = words.count("the number of operations")?;
    words.expect("pipe operations between two")?;
    let workers = words.word("processes or threads")?;
    if !matches!(workers, "processes" | "threads") {
        words.at -= 1;
        return Err(words.unexpected("\"processes\" or \"threads\""));
    }
    let (each, word) = per_operation(words, operations)?;
    let same = workers == "processes" && only_repeats(options);
    let (quantity, at) = match Quantity::of("ipc.pipe.latency").filter(|_| same) {
        Some(quantity) => (quantity, Point::new([("bytes", 4.into())])),
        None => {
            let (quantity, at) = own(kind, "latency", Unit::Ns, Better::Lower, options);
            (quantity, at.with("workers", workers))
        }
    };
    Ok(vec![Figure::new(quantity, at, &each, Display::US, word)])
}

/// As hackbench, but the output states neither the messages nor the channel.
fn messaging(words: &mut Reader, kind: &Kind, options: Option<&str>) -> Result<Vec<Figure>, ImportError> {
    words.expect("#")?;
    let senders = words.count("the number of senders")?;
    words.expect("sender and receiver")?;
    let workers = words.word("processes or threads")?;
    if !matches!(workers, "processes" | "threads") {
        words.at -= 1;
        return Err(words.unexpected("\"processes\" or \"threads\""));
    }
    words.expect("per group #")?;
    let groups = words.count("the number of groups")?;
    words.expect("groups ==")?;
    let word = words.at;
    let tasks = words.count("the number of tasks")?;
    words.expect(workers)?;
    words.expect("run Total time:")?;
    if senders.checked_mul(2).and_then(|pair| pair.checked_mul(groups)) != Some(tasks) {
        return Err(words.at(word, format!("{groups} groups of {senders} pairs are not {tasks} {workers}")));
    }
    let word = words.at;
    let total = words.positive("the total time")?;
    words.expect("[sec]")?;
    let (quantity, at) = own(kind, "elapsed", Unit::Ns, Better::Lower, options);
    let at = at.with("groups", groups).with("senders", senders).with("workers", workers);
    Ok(vec![Figure::new(quantity, at, &total, Display::S, word)])
}

/// Copies or fills by several functions. Bytes are counted once, so a copy is not the catalogue's, which counts both arrays.
fn memory(words: &mut Reader, kind: &Kind, options: Option<&str>) -> Result<Vec<Figure>, ImportError> {
    let mut figures = Vec::new();
    while figures.is_empty() || words.sees("# function") {
        words.expect("# function")?;
        let name = words.peek().strip_prefix('\'').and_then(|word| word.strip_suffix('\''));
        let function = name.filter(|name| !name.is_empty()).ok_or_else(|| words.unexpected("a function in quotes"))?;
        words.at += 1;
        // What it is stands in parentheses; another line of perf's own belongs to another function.
        while words.peek() != "#" {
            words.word("\"# Copying\"")?;
        }
        words.expect("# Copying")?;
        let size = words.word("the size")?.to_owned();
        words.expect("bytes ...")?;
        let word = words.at;
        let rate = words.positive("the rate")?;
        // A rate below 2^20 has a letter too many in perf's own output, and is no number.
        let unit = match words.word("the unit")? {
            "GB/sec" => GIB_S,
            "MB/sec" => Display::MIB_S,
            _ => {
                words.at -= 1;
                return Err(words.unexpected("\"GB/sec\" or \"MB/sec\""));
            }
        };
        let (quantity, at) = own(kind, "bandwidth", Unit::BytesPerSecond, Better::Higher, options);
        let at = at.with("function", function).with("size", size.as_str());
        figures.push(Figure::new(quantity, at, &rate, unit, word));
    }
    Ok(figures)
}

fn syscall(words: &mut Reader, _: &Kind, options: Option<&str>) -> Result<Vec<Figure>, ImportError> {
    words.expect("# Executed")?;
    let operations = words.count("the number of calls")?;
    words.expect("getppid() calls")?;
    let (each, word) = per_operation(words, operations)?;
    let same = only_repeats(options);
    let quantity = Quantity::of("syscall.null").filter(|_| same);
    let quantity =
        quantity.unwrap_or_else(|| Quantity::foreign("perf.syscall_basic", "latency", Unit::Ns, Better::Lower));
    Ok(vec![Figure::new(quantity, Point::default(), &each, Display::US, word)])
}
