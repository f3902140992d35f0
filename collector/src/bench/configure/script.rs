//! What a script does, step by step: as much of a shell's language as a configure script needs. It is written out for the
//! system's shell, played by ours, and its processes are counted here, so that all three mean the same steps.
//!
//! In texts `$name` stands for a variable's value and `$?` for the last status. They hold no quote, backquote or backslash.

/// One step.
pub enum Step {
    /// Sets a variable, without a process.
    Set(&'static str, String),
    /// Writes a line to the end of a file, or to a new one, without a process.
    Echo(String, Output),
    /// Runs a program.
    Run(Run),
    /// Runs a program in a shell of its own, as configure runs compilers; what it complains of goes to a file.
    Apart(Run, &'static str),
    /// Runs programs that read what the one before wrote; the status is that of the last.
    Pipe(Vec<Element>),
    /// Sets a variable to what programs write.
    Capture(&'static str, Vec<Element>),
    /// Chooses without a process.
    If {
        /// What must all be so.
        all: Vec<Test>,
        /// What is done then.
        then: Vec<Self>,
        /// What else.
        otherwise: Vec<Self>,
        /// Whether it will be so.
        holds: bool,
    },
}

/// A part of a pipeline.
pub enum Element {
    /// A line.
    Echo(String),
    /// A program.
    Run(Run),
}

/// A program that is run.
pub struct Run {
    /// Its name.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it reads, where that stands in the script.
    pub here: Option<String>,
    /// What it writes to, where that is neither a pipe nor the script's own.
    pub output: Option<Output>,
    /// How many programs it runs itself.
    pub below: u64,
}

/// A file that is written to.
#[derive(Clone, Copy)]
pub enum Output {
    /// Made anew.
    New(&'static str),
    /// Added to.
    Add(&'static str),
}

/// What is tested.
pub enum Test {
    /// Two texts are the same.
    Same(String, String),
    /// A file has something in it.
    Filled(&'static str),
}

/// Processes that are made, and programs that are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Forks.
    pub forks: u64,
    /// Executions.
    pub execs: u64,
}

impl Count {
    /// Both sums.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { forks: self.forks + other.forks, execs: self.execs + other.execs }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, times: u64) -> Self {
        Self { forks: self.forks * times, execs: self.execs * times }
    }
}

/// What steps make where each program is one process, each part of a pipeline another, and a substitution of more than one
/// program or a shell of its own one more: what a shell does that saves no fork.
pub fn count(steps: &[Step]) -> Count {
    steps.iter().map(of_step).fold(Count::default(), Count::and)
}

fn of_step(step: &Step) -> Count {
    let shell = Count { forks: 1, execs: 0 };
    match step {
        Step::Set(..) | Step::Echo(..) => Count::default(),
        Step::Run(run) => of_run(run),
        Step::Apart(run, _) => of_run(run).and(shell),
        Step::Pipe(elements) => of_pipeline(elements),
        Step::Capture(_, elements) if elements.len() == 1 => of_pipeline(elements),
        Step::Capture(_, elements) => of_pipeline(elements).and(shell),
        Step::If { then, otherwise, holds, .. } => count(if *holds { then } else { otherwise }),
    }
}

fn of_pipeline(elements: &[Element]) -> Count {
    let of = |element: &Element| match element {
        Element::Echo(_) => Count { forks: 1, execs: 0 },
        Element::Run(run) => of_run(run),
    };
    elements.iter().map(of).fold(Count::default(), Count::and)
}

fn of_run(run: &Run) -> Count {
    Count { forks: 1, execs: 1 }.times(1 + run.below)
}

impl Run {
    /// A program with these arguments, separated by spaces.
    pub fn of(tool: &'static str, arguments: &str) -> Self {
        Self::with(tool, arguments.split(' ').filter(|argument| !argument.is_empty()))
    }

    /// A program with arguments that may hold spaces.
    pub fn with<'a>(tool: &'static str, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        Self { tool, arguments, here: None, output: None, below: 0 }
    }

    /// With a text of the script at its input.
    pub fn here(self, text: impl Into<String>) -> Self {
        Self { here: Some(text.into()), ..self }
    }

    /// Writing to a file.
    pub fn to(self, output: Output) -> Self {
        Self { output: Some(output), ..self }
    }

    /// Running so many programs itself.
    pub fn running(self, below: u64) -> Self {
        Self { below, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_counted_as_a_shell_makes_them() {
        let sed = || Element::Run(Run::of("sed", "p"));
        let of = |step: Step| {
            let count = count(&[step]);
            (count.forks, count.execs)
        };
        assert_eq!(of(Step::Echo("x".into(), Output::Add("log"))), (0, 0));
        assert_eq!(of(Step::Run(Run::of("rm", "-f x"))), (1, 1));
        // The compiler runs two programs, and is in a shell of its own.
        assert_eq!(of(Step::Apart(Run::of("cc", "-c x.c").running(2), "errors")), (4, 3));
        assert_eq!(of(Step::Pipe(vec![Element::Echo("x".into()), sed()])), (2, 1));
        assert_eq!(of(Step::Capture("x", vec![sed()])), (1, 1));
        assert_eq!(of(Step::Capture("x", vec![Element::Echo("x".into()), sed()])), (3, 1));
        let chosen =
            |holds| Step::If { all: vec![], then: vec![Step::Run(Run::of("a", ""))], otherwise: vec![], holds };
        assert_eq!((of(chosen(true)), of(chosen(false))), ((1, 1), (0, 0)));
    }
}
