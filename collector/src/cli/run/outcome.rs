//! What is said of a run that is on the disk, and the status to exit with.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use shared::model::{Run, Status, Verdict};

use super::measure::Measured;
use super::{RunOptions, Target, shown};
use crate::cli::output::put;
use crate::cli::upload::line;
use crate::run::Cut;
use crate::upload::Uploader;

/// How it went, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was measured.
    Success,
    /// Some benchmark failed, or the run was cut.
    Incomplete,
    /// The upload failed.
    NotSent,
    /// The person interrupted it.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Incomplete => 3,
            Exit::NotSent => 4,
            // As shells report SIGINT.
            Exit::Interrupted => 130,
        })
    }
}

/// Prints where the run is, sends it where asked, and says how it all went.
pub fn report(options: &RunOptions, measured: &Measured, upload: Option<&Target>) -> Result<Exit> {
    let Measured { written, run, cut, error } = measured;
    if let Some(error) = error {
        eprintln!("benchpages: the run could not go on: {error}");
    }
    let path = shown(&written.path);
    if options.show_payload {
        let mut out = std::io::stdout().lock();
        out.write_all(&written.bytes)?;
        out.flush()?;
        eprintln!("written to {}", path.display());
    } else {
        put(&format!("{}run {}\nwritten to {}\n", summary(run), written.id, path.display()))?;
    }
    // Who interrupts a run has not decided that its half is worth a place on the server.
    let upload = upload.filter(|_| *cut != Some(Cut::Interrupted));
    let sent = upload.is_none_or(|target| match send(target, measured) {
        Ok(line) if options.show_payload => {
            eprint!("{line}");
            true
        }
        Ok(line) => put(&line).is_ok(),
        Err(error) => {
            eprintln!("benchpages: {error:#}; `benchpages upload {}` sends it again", path.display());
            false
        }
    });
    Ok(status(run, *cut, sent))
}

fn send(target: &Target, measured: &Measured) -> Result<String> {
    let uploader = Uploader::to(target.address.clone(), target.token.clone())?;
    let taken = uploader.send(&measured.written.id, &measured.written.bytes)?;
    Ok(line(&uploader, &measured.written.id, taken))
}

fn status(run: &Run, cut: Option<Cut>, sent: bool) -> Exit {
    let failed = count(run, |status| matches!(status, Status::Failed | Status::Timeout)) > 0;
    match (cut, sent) {
        (Some(Cut::Interrupted), _) => Exit::Interrupted,
        (_, false) => Exit::NotSent,
        (Some(Cut::TimeLimit | Cut::Broken), true) => Exit::Incomplete,
        (None, true) if failed => Exit::Incomplete,
        (None, true) => Exit::Success,
    }
}

fn count(run: &Run, of: impl Fn(Status) -> bool) -> usize {
    run.groups.iter().flat_map(|group| &group.cells).filter(|cell| of(cell.status)).count()
}

/// The verdict with its reasons, and how many cells came to what.
fn summary(run: &Run) -> String {
    let mut text = String::new();
    if let Some(Verdict { word, reasons }) = &run.verdict {
        let word = serde_json::json!(word);
        text += &format!("verdict: {}\n", word.as_str().unwrap_or_default());
        for reason in reasons {
            text += &format!("  {}\n", reason.text);
        }
    }
    let counts = [
        (Status::Ok, "measured"),
        (Status::Failed, "failed"),
        (Status::Timeout, "timed out"),
        (Status::Skipped, "skipped"),
        (Status::Unsupported, "unsupported"),
    ];
    let said: Vec<String> = counts
        .into_iter()
        .map(|(status, word)| (count(run, |other| other == status), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    text + &format!("cells: {}\n", said.join(", "))
}
