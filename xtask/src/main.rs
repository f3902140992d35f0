//! The tasks of this repository: set-up, build, run, test. `cargo xtask help` lists them.
//!
//! Works from a clone on a machine with Rust and a C linker; everything else it installs, outside the clone.

mod aa;
mod accuracy;
mod claim;
mod command;
mod devtools;
mod dist;
mod flags;
mod guest;
mod http;
mod lock;
mod place;
mod plants;
mod programs;
mod series;
mod service;
mod simulate;
mod size;
mod test;
mod tidy;
mod tools;
mod up;
mod web;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use flags::Flags;
use place::Place;

const HELP: &str = "\
cargo xtask up     install what is missing, build, start the server, measure this machine, print the comparison's address
    --port N       listen on 127.0.0.1:N (default 8790)
    --preset NAME  quick, standard or full (default quick)
    --measure      measure even if the store has a run of this boot
    --no-measure   do not measure
    --once         stop the server after printing the address
    --yes          install Debian packages without asking
cargo xtask test   set-up, formatting, layout rules, clippy, rustdoc, all tests, download size
    --quick        without the browser
    --yes          as above; CI=true means the same
cargo xtask web    build the web app into dist/
    --yes          as above
cargo xtask dist   build the collector as one static file, for any x86-64 Linux from 3.10 on
cargo xtask guest --out FILE [-- ARGUMENT…]
                   measure an emulated machine that runs a kernel of Debian's; further arguments are those of `run`
    --arch NAME    x86_64 (default) or aarch64
    --kernel NAME  the kernel's package (default linux-image-amd64, linux-image-arm64)
    --append WORDS further words of the kernel's command line: mitigations=off
    --preset NAME, --only GLOB   as in `run`
    --smp N        so many CPUs (default 2)
    --memory MIB   so much memory (default 2048)
    --deadline MINUTES   stop it after that time (default 30)
    --yes          as above
cargo xtask size   count what a browser downloads for a cold comparison page
    --yes          as above
cargo xtask tidy   check the layout rules that a text search can check
cargo xtask simulate [FILE…]   what the statistics promise, by simulation, and by run documents of one kernel
cargo xtask accuracy FOLDER
                   our figures beside those of lmbench's programs in FOLDER, in turns
    --rounds N     so many rounds (default 40)
    --cpu N        on this CPU (default 1)
    --pause S      rest so many seconds before each round (default 0)
    --only LIST    only these benchmarks, with commas between them
cargo xtask aa     pairs of runs that differ in nothing: how many cells are called better or worse
    --pairs N      so many (default 20)
    --preset NAME  of this preset (default standard)
    --against DIR  the first run of each pair is one that --keep DIR left, of another boot
cargo xtask plants changes planted by a test build: how many comparisons find, by kind and size
    --runs N       so many planted runs of each preset (default 12)
    --preset LIST  of these presets (default standard,full)
    --check        measure the planting itself instead, by pairs of batches
    --batches N    so many pairs (default 1000000)
  both:
    --keep DIR     keep the documents here, and do not measure again those that are here
    --only GLOBS   of these benchmarks, instead of a short list
    --starts N, --samples N   instead of the preset's
    --around 'COMMAND…'   start each run by this command
cargo xtask help   this text

Tools and build results are kept in $BENCHPAGES_CACHE, else $XDG_CACHE_HOME/benchpages, else ~/.cache/benchpages.
The store of `up` is $XDG_DATA_HOME/benchpages/benchpages.db, else ~/.local/share/benchpages/benchpages.db.
CARGO_TARGET_DIR, where set, is used for build results.
";

fn main() -> ExitCode {
    match task() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn task() -> Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "help".into());
    let mut flags = Flags::new(&name, arguments.collect());
    match name.as_str() {
        "up" => up::up(&Place::find()?, up::Options::read(&mut flags)?),
        "test" => {
            let (quick, consent) = (flags.switch("--quick"), flags.consent());
            flags.finish()?;
            test::test(&Place::find()?, quick, consent)
        }
        "web" => {
            let consent = flags.consent();
            flags.finish()?;
            let place = Place::find()?;
            let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
            web::build(&place, &tools::install(&place, consent, &[])?)?;
            Ok(ExitCode::SUCCESS)
        }
        "dist" => {
            flags.finish()?;
            dist::dist(&Place::find()?)
        }
        "guest" => guest::guest(&Place::find()?, guest::Options::read(&mut flags)?),
        "size" => {
            let consent = flags.consent();
            flags.finish()?;
            size::size(&Place::find()?, consent)
        }
        "accuracy" => {
            let rounds = flags.value("--rounds")?.map_or(Ok(40), |rounds| rounds.parse().context("--rounds"))?;
            let cpu = flags.value("--cpu")?.unwrap_or_else(|| "1".to_owned());
            let pause = flags.value("--pause")?.map_or(Ok(0), |seconds| seconds.parse().context("--pause"))?;
            let only = flags.value("--only")?;
            let folders = flags.files();
            flags.finish()?;
            let [lmbench] = folders.as_slice() else { bail!("name the folder with lmbench's programs") };
            let (lmbench, pause) = (lmbench.clone(), Duration::from_secs(pause));
            accuracy::accuracy(&Place::find()?, &accuracy::Options { lmbench, rounds, cpu, pause, only })
        }
        "aa" => {
            let place = Place::find()?;
            let options = aa::Options::read(&mut flags, &place)?;
            flags.finish()?;
            aa::aa(&place, &options)
        }
        "plants" => {
            let place = Place::find()?;
            let options = plants::Options::read(&mut flags, &place)?;
            flags.finish()?;
            plants::plants(&place, &options)
        }
        "tidy" => {
            flags.finish()?;
            tidy::tidy(&Place::find()?)
        }
        "simulate" => {
            let files = flags.files();
            flags.finish()?;
            simulate::simulate(&files)
        }
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => bail!("no task is called {other:?}; `cargo xtask help` lists them"),
    }
}
