//! Our own shell: does a script's steps with forks, executions, pipes and files as a shell does, and every program by
//! this program's own.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};
use rustix::stdio::{dup2_stderr, dup2_stdout};

use super::script::{Element, Output, Run, Step, Test};
use super::tools;
use crate::sys::fork::run_in_child;

/// The status of a child whose program could not be executed.
const NOT_EXECUTED: i32 = 127;
/// The status of a program that a signal ended.
const SIGNALLED: i32 = 128;

/// Does the steps in the current folder.
pub fn play(steps: &[Step], tools: &Path) -> io::Result<()> {
    Shell { tools: tools.to_owned(), variables: BTreeMap::new(), status: 0 }.all(steps)
}

struct Shell {
    /// Where the links to our own programs are.
    tools: PathBuf,
    variables: BTreeMap<&'static str, String>,
    status: i32,
}

impl Shell {
    fn all(&mut self, steps: &[Step]) -> io::Result<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        match step {
            Step::Set(name, value) => {
                let value = self.expand(value);
                self.set(name, value);
            }
            Step::Echo(what, to) => {
                self.echo(what, &mut open(*to)?)?;
                self.status = 0;
            }
            Step::Run(run) => {
                let child = self.run(run, None, None)?;
                self.status = ended(child)?;
            }
            Step::Apart(run, complaints) => {
                let child = run_in_child(|| {
                    let complaints = File::create(complaints).and_then(|file| Ok(dup2_stderr(file)?));
                    let status = complaints.and_then(|()| ended(self.run(run, None, None)?));
                    status.unwrap_or_else(|error| problem(run.tool, &error))
                })?;
                self.status = ended(child)?;
            }
            Step::Pipe(elements) => self.status = self.pipeline(elements, None)?,
            Step::Capture(name, elements) => self.capture(name, elements)?,
            Step::If { all, then, otherwise, .. } => {
                let holds = all.iter().all(|test| self.test(test));
                self.all(if holds { then } else { otherwise })?;
            }
        }
        Ok(())
    }

    /// Starts a program; its output goes to `output` where the script names no file.
    fn run(&self, run: &Run, input: Option<OwnedFd>, output: Option<OwnedFd>) -> io::Result<Pid> {
        let input = match &run.here {
            Some(text) => Some(self.here(text)?),
            None => input,
        };
        run_in_child(|| problem(run.tool, &self.execute(run, input, output)))
    }

    /// Becomes the program; why it could not.
    fn execute(&self, run: &Run, input: Option<OwnedFd>, output: Option<OwnedFd>) -> io::Error {
        let mut command = Command::new(tools::path(&self.tools, run.tool));
        command.args(run.arguments.iter().map(|argument| self.expand(argument)));
        command.arg0(tools::own_name(run.tool));
        let output = match run.output.map(open) {
            Some(Ok(file)) => Some(Stdio::from(file)),
            Some(Err(error)) => return error,
            None => output.map(Stdio::from),
        };
        input.map(|input| command.stdin(input));
        output.map(|output| command.stdout(output));
        command.exec()
    }

    /// A pipe with a text in it, which fits.
    fn here(&self, text: &str) -> io::Result<OwnedFd> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        File::from(writer).write_all(text.as_bytes())?;
        Ok(reader)
    }

    /// Runs all parts at once, and waits for all; the status of the last.
    fn pipeline(&self, elements: &[Element], mut output: Option<OwnedFd>) -> io::Result<i32> {
        let mut children = Vec::with_capacity(elements.len());
        let mut input = None;
        for (number, element) in elements.iter().enumerate() {
            let (reader, writer) = if number + 1 < elements.len() {
                let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
                (Some(reader), Some(writer))
            } else {
                (None, output.take())
            };
            children.push(match element {
                Element::Echo(what) => {
                    run_in_child(|| match writer.map(|writer| self.echo(what, &mut File::from(writer))) {
                        Some(Err(error)) => problem("echo", &error),
                        _ => 0,
                    })?
                }
                Element::Run(run) => self.run(run, input, writer)?,
            });
            input = reader;
        }
        let mut status = 0;
        for child in children {
            status = ended(child)?;
        }
        Ok(status)
    }

    /// A substitution: of one program without another process, of more with a shell of its own.
    fn capture(&mut self, name: &'static str, elements: &[Element]) -> io::Result<()> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let child = match elements {
            [Element::Run(run)] => self.run(run, None, Some(writer))?,
            _ => run_in_child(|| {
                let piped = dup2_stdout(writer).map_err(io::Error::from).and_then(|()| self.pipeline(elements, None));
                piped.unwrap_or_else(|error| problem("a substitution", &error))
            })?,
        };
        let mut text = String::new();
        File::from(reader).read_to_string(&mut text)?;
        self.status = ended(child)?;
        self.set(name, text.trim_end_matches('\n').to_owned());
        Ok(())
    }

    fn echo(&self, what: &str, to: &mut File) -> io::Result<()> {
        to.write_all((self.expand(what) + "\n").as_bytes())
    }

    fn test(&self, test: &Test) -> bool {
        match test {
            Test::Same(one, other) => self.expand(one) == self.expand(other),
            Test::Filled(file) => std::fs::metadata(file).is_ok_and(|file| file.len() > 0),
        }
    }

    fn set(&mut self, name: &'static str, value: String) {
        self.variables.insert(name, value);
        self.status = 0;
    }

    /// A text with the values of variables in it.
    fn expand(&self, text: &str) -> String {
        let mut expanded = String::with_capacity(text.len());
        let mut parts = text.split('$');
        expanded.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let length = part.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(part.len());
            match (self.variables.get(&part[..length]), part.strip_prefix('?')) {
                (Some(value), _) => expanded.push_str(&(value.clone() + &part[length..])),
                (None, Some(rest)) => expanded.push_str(&(self.status.to_string() + rest)),
                (None, None) => expanded.push_str(&format!("${part}")),
            }
        }
        expanded
    }
}

fn open(output: Output) -> io::Result<File> {
    match output {
        Output::New(file) => File::create(file),
        Output::Add(file) => File::options().append(true).create(true).open(file),
    }
}

/// Waits for a child; its status as a shell has it.
fn ended(child: Pid) -> io::Result<i32> {
    loop {
        match waitpid(Some(child), WaitOptions::empty()) {
            Ok(Some((_, status))) => return Ok(status.exit_status().unwrap_or(SIGNALLED)),
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Says what could not be done, in a child.
fn problem(what: &str, error: &io::Error) -> i32 {
    eprintln!("{what}: {error}");
    NOT_EXECUTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_for_their_variables() {
        let mut shell = Shell { tools: PathBuf::new(), variables: BTreeMap::new(), status: 3 };
        assert_eq!(shell.expand("status $?."), "status 3.");
        shell.set("name", "A_H".to_owned());
        assert_eq!(shell.expand("#define HAVE_$name 1"), "#define HAVE_A_H 1");
        assert_eq!(shell.expand("s/$/%/ $name"), "s/$/%/ A_H");
        assert_eq!(shell.expand("$?"), "0");
    }
}
