//! Everything that must hold before a change is kept, in one call. `.ci/run` calls this and nothing else.

mod runner;
mod tally;

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Result;
use tally::Tally;

use crate::command::{answer, cargo, run};
use crate::place::Place;
use crate::programs::{self, Profile, Programs};
use crate::tools::{self, Consent};
use crate::{lock, size, tidy, web};

/// Tests that need a browser begin with this word.
const BROWSER_TESTS: &str = "browser_";

/// Sets up, then makes every check, also after one has failed.
pub fn test(place: &Place, quick: bool, consent: Consent) -> Result<ExitCode> {
    let begin = Instant::now();
    let mut report = Report::default();
    // To the end: another clone's build would change the tests under us.
    let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building or testing")?;
    let programs = set_up(place, quick, consent, &mut report)?;
    let cargo = || {
        let mut cargo = cargo();
        cargo.current_dir(place.root()).env("CARGO_TARGET_DIR", place.host_target());
        cargo
    };
    report.check("formatting", || run(cargo().args(["fmt", "--all", "--check"])));
    report.check("layout rules", || tidy::check(place));
    report
        .check("clippy", || run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])));
    report.check("clippy of planted changes", || {
        let planting = ["clippy", "--package", "collector", "--features", "plant", "--all-targets"];
        run(cargo().args(planting).args(["--", "--deny", "warnings"]))
    });
    report.check("rustdoc", || {
        run(cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))
    });
    report.runner("tests", || runner::count(&mut tests(cargo(), quick, &programs, place)));
    report.runner("examples in the documentation", || {
        runner::count(cargo().args(["test", "--workspace", "--doc", "--no-fail-fast"]))
    });
    if !quick {
        report.check("download size", || match size::measure(place, &programs.server)? {
            true => Ok(()),
            false => anyhow::bail!("the app is larger than its bound"),
        });
    }
    println!("\n{:>8.1} s  all", begin.elapsed().as_secs_f64());
    Ok(report.close())
}

fn set_up(place: &Place, quick: bool, consent: Consent, report: &mut Report) -> Result<Programs> {
    let browser: &[_] = if quick { &[] } else { &[tools::CHROMIUM, tools::CHROMEDRIVER] };
    let tools = report.step("set-up", || tools::install(place, consent, browser))?;
    report.step("web app", || web::build(place, &tools))?;
    report.step("server and collector", || programs::build(place, Profile::Dev))
}

/// All tests but those in documentation; the programs that they start are named in the environment.
fn tests(mut command: Command, quick: bool, programs: &Programs, place: &Place) -> Command {
    if answer(Command::new("cargo-nextest").args(["nextest", "--version"])).is_some() {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
    } else {
        command.args(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]);
    }
    if quick {
        command.args(["--", "--skip", BROWSER_TESTS]);
    }
    command
        .env("BENCHPAGES_BIN", &programs.collector)
        .env("BENCHPAGES_SERVER_BIN", &programs.server)
        .env("BENCHPAGES_DIST", place.dist());
    command
}

/// What held and what did not, and how long each step took.
#[derive(Default)]
struct Report {
    total: Tally,
    failures: Vec<String>,
}

impl Report {
    /// A step that the rest needs.
    fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n== {name}");
        let begin = Instant::now();
        let result = work();
        println!("{:>8.1} s  {name}", begin.elapsed().as_secs_f64());
        result
    }

    /// A check counts as one test.
    fn check(&mut self, name: &str, work: impl FnOnce() -> Result<()>) {
        self.runner(name, || work().map(|()| Tally { passed: 1, failed: 0 }));
    }

    /// A test runner counts as its tests; one that breaks off, as a failure.
    fn runner(&mut self, name: &str, work: impl FnOnce() -> Result<Tally>) {
        match self.step(name, work) {
            Ok(tally) => {
                self.total.add(tally);
                if tally.failed > 0 {
                    self.failures.push(format!("{name}: {} failed", tally.failed));
                }
            }
            Err(error) => {
                self.total.failed += 1;
                self.failures.push(format!("{name}: {error:#}"));
            }
        }
    }

    fn close(&self) -> ExitCode {
        for failure in &self.failures {
            println!("failed: {failure}");
        }
        println!("{} passed, {} failed", self.total.passed, self.total.failed);
        if self.total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
