//! A line between starts: benchmark, elapsed, remaining. Nothing ticks: while a start runs, nothing of ours does.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Where there is no terminal, a line at most this often, except before a start that takes longer.
const PLAIN_PAUSE: Duration = Duration::from_secs(2);

/// Shows how far a run is.
pub struct Progress {
    shown: Shown,
    began: Instant,
    /// When the present series of starts began.
    series: Instant,
    last: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Nothing.
    Quiet,
    /// One line of a terminal, rewritten.
    Rewritten,
    /// A line of its own each time.
    Lines,
}

impl Progress {
    /// On standard error, unless it should be quiet.
    pub fn on_stderr(quiet: bool) -> Self {
        let shown = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Shown::Quiet,
            (false, true) => Shown::Rewritten,
            (false, false) => Shown::Lines,
        };
        let now = Instant::now();
        Self { shown, began: now, series: now, last: None }
    }

    /// Says which start comes now. `done` and `left` are what starts were expected to take.
    pub fn before(&mut self, title: &str, repeat: bool, done: &[Duration], left: &[Duration]) {
        let now = Instant::now();
        if done.is_empty() {
            self.series = now;
        }
        let long = left.first().is_some_and(|&start| start >= PLAIN_PAUSE);
        let soon = !long && self.last.is_some_and(|last| now - last < PLAIN_PAUSE);
        if self.shown == Shown::Quiet || (self.shown == Shown::Lines && soon) {
            return;
        }
        self.last = Some(now);
        let elapsed = now - self.began;
        let number = done.len() + 1;
        let of = done.len() + left.len();
        let again = if repeat { ", once more" } else { "" };
        let line = format!(
            "[{number}/{of}] {title}{again}   elapsed {}, remaining about {}",
            clock(elapsed),
            clock(remaining(now - self.series, done, left))
        );
        self.write(&match self.shown {
            Shown::Rewritten => format!("\r\x1b[K{line}"),
            _ => format!("{line}\n"),
        });
    }

    /// Says how a start came to no figure, and what it printed last.
    pub fn note(&mut self, title: &str, how: &str, printed: &str) {
        if self.shown == Shown::Quiet {
            return;
        }
        let last = printed.trim().lines().next_back().unwrap_or_default();
        let said: Vec<&str> = [title, how, last].into_iter().filter(|part| !part.is_empty()).collect();
        let clear = if self.shown == Shown::Rewritten { "\r\x1b[K" } else { "" };
        self.write(&format!("{clear}{}\n", said.join(": ")));
    }

    /// Says that a start came to no figure, and all that it printed of why.
    pub fn quote(&mut self, title: &str, printed: &str) {
        if self.shown == Shown::Quiet {
            return;
        }
        let clear = if self.shown == Shown::Rewritten { "\r\x1b[K" } else { "" };
        self.write(&format!("{clear}{}", quoted(title, printed)));
    }

    /// Clears the line.
    pub fn finish(&mut self) {
        if self.shown == Shown::Rewritten && self.last.is_some() {
            self.write("\r\x1b[K");
        }
    }

    fn write(&self, text: &str) {
        // A terminal that is gone must not end the run.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// What was printed, each line below the title.
fn quoted(title: &str, printed: &str) -> String {
    let plain = |line: &str| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let lines = printed.trim_end().lines().map(|line| format!("    {}\n", plain(line)));
    format!("{title}: no figure\n{}", lines.collect::<String>())
}

/// What is left, at the pace so far: expectations alone at the beginning, what was seen later.
fn remaining(elapsed: Duration, done: &[Duration], left: &[Duration]) -> Duration {
    let done: Duration = done.iter().sum();
    let left: Duration = left.iter().sum();
    let pace = if done.is_zero() { 1.0 } else { elapsed.as_secs_f64() / done.as_secs_f64() };
    Duration::from_secs_f64(left.as_secs_f64() * pace.clamp(0.1, 100.0))
}

/// `1:05`
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_remains_follows_the_pace() {
        let second = Duration::from_secs(1);
        assert_eq!(remaining(Duration::ZERO, &[], &[second; 5]), Duration::from_secs(5));
        assert_eq!(remaining(Duration::from_secs(4), &[second; 2], &[second; 5]), Duration::from_secs(10));
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(clock(Duration::from_millis(65_900)), "1:05");
    }

    #[test]
    fn what_a_build_said_last_stands_below_its_title_and_steers_no_terminal() {
        let said = quoted("build.perl", "cc: \u{1b}[31merror\nmake: *** 1\n\n");
        assert_eq!(said, "build.perl: no figure\n    cc:  [31merror\n    make: *** 1\n");
    }
}
