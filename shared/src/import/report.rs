//! What was understood, and what was not.

/// What an import made of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The formats that were recognised, in the order of the text.
    pub formats: Vec<Recognised>,
    /// Which lines gave figures.
    pub understood: Vec<Understood>,
    /// Lines, or parts of lines, that no importer read.
    pub not_understood: Vec<NotUnderstood>,
    /// What a reader must know of the figures: `a semaphore's round trip is twice what lmbench prints`.
    pub notes: Vec<String>,
    /// How many runs there are.
    pub runs: usize,
    /// How many figures they hold.
    pub figures: usize,
}

/// A format, and why it is taken to be that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// Its name for `--as`.
    pub format: &'static str,
    /// Its title for a reader.
    pub title: &'static str,
    /// What in the text says so.
    pub reason: String,
}

/// Lines that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Which format they are in.
    pub format: &'static str,
    /// Their first line.
    pub first: usize,
    /// Their last.
    pub last: usize,
    /// How many figures came of them.
    pub figures: usize,
}

/// A line that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Its number.
    pub line: usize,
    /// How it begins.
    pub text: String,
}

impl Report {
    /// The report as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for found in &self.formats {
            text += &format!("format: {} ({}): {}\n", found.format, found.title, found.reason);
        }
        for part in &self.understood {
            let lines = if part.first == part.last {
                format!("line {}", part.first)
            } else {
                format!("lines {}-{}", part.first, part.last)
            };
            text += &format!("{lines}: {} of {}\n", count(part.figures, "figure"), part.format);
        }
        for note in &self.notes {
            text += &format!("note: {note}\n");
        }
        for part in &self.not_understood {
            text += &format!("not understood: line {}: {}\n", part.line, part.text);
        }
        text + &format!("{}, {}\n", count(self.runs, "run"), count(self.figures, "figure"))
    }
}

fn count(count: usize, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}
