//! Runs a test runner: its output goes through, and is counted.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

use super::tally::Tally;
use crate::command::line;

/// Runs it; an error if it broke off without a failed test.
pub fn count(command: &mut Command) -> Result<Tally> {
    println!("$ {}", line(command));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {:?}", command.get_program()))?;
    let errors = child.stderr.take().map(|stream| thread::spawn(|| pass_through(stream, |line| eprintln!("{line}"))));
    let mut tally =
        child.stdout.take().map(|stream| pass_through(stream, |line| println!("{line}"))).unwrap_or_default();
    if let Some(Ok(counted)) = errors.map(thread::JoinHandle::join) {
        tally.add(counted);
    }
    let status = child.wait().context("cannot wait for the test runner")?;
    if !status.success() && tally.failed == 0 {
        bail!("`{}` failed before its tests did: {status}", line(command));
    }
    Ok(tally)
}

fn pass_through(stream: impl Read, print: impl Fn(&str)) -> Tally {
    let mut tally = Tally::default();
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        let line = String::from_utf8_lossy(&bytes);
        print(line.trim_end_matches('\n'));
        tally.read(&line);
        bytes.clear();
    }
    tally
}
