//! One run of the collector, uploaded to the server of `up`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::command::line;

/// How long the collector may wait until the machine has settled: a build has just ended.
const SETTLE: &str = "120";
/// The collector's status when some benchmark failed; the run says so, and is worth showing.
const INCOMPLETE: i32 = 3;

/// Measures and uploads; the id of the run.
pub fn measure(collector: &Path, preset: &str, server: SocketAddr) -> Result<String> {
    let mut command = Command::new(collector);
    command.args(["run", "--preset", preset, "--settle", SETTLE, "--upload"]).arg(format!("http://{server}"));
    println!("$ {}", line(&command));
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {}", collector.display()))?;
    let answers = child.stdout.take().context("the collector has a pipe for its answers")?;
    let mut id = None;
    for answer in BufReader::new(answers).lines() {
        let answer = answer.context("cannot read what the collector says")?;
        id = id.or_else(|| run_id(&answer));
        println!("{answer}");
    }
    let status = child.wait().context("cannot wait for the collector")?;
    if !status.success() && status.code() != Some(INCOMPLETE) {
        bail!("`{}` failed: {status}", line(&command));
    }
    id.context("the collector does not say which run it made")
}

/// The id in the line `run ID`.
fn run_id(line: &str) -> Option<String> {
    let id = line.strip_prefix("run ")?.trim();
    let in_alphabet = id.bytes().all(|byte| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte));
    (id.len() == 26 && in_alphabet).then(|| id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_told_from_other_lines() {
        let id = "abcdefghijklmnopqrstuvwxyz";
        assert_eq!(run_id(&format!("run {id}")).as_deref(), Some(id));
        assert_eq!(run_id("run 12 of 40"), None);
        assert_eq!(run_id("written to run.json"), None);
    }
}
