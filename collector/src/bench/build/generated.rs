//! Building the generated program, for machines without anybody's sources: this process starts the compilers itself, so many
//! at once, links, and has the program print what it must.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use shared::model::Point;

use super::super::{Failure, Named, Prepared, Read, Setup, Workload};
use super::environment::Environment;
use super::recipe::Products;
use super::step::{Step, execute, failure, first_of, last_lines};
use super::{at_once, c, generate, jobs};
use crate::clock::Clock;
use crate::sys::usage::{self, Usage};

/// The benchmark.
pub const ID: &str = "build.tree";
/// Programs by their names in documents.
pub const TOOLS: &[&str] = &["compiler", "binutils"];
/// What a build makes.
pub const PRODUCTS: Products = Products { bytes: 48 << 20, files: 2_000 };

/// What the program is drawn from: another seed is another program, and so another version of the benchmark.
const SEED: u64 = 1;
/// Its modules, besides `main`.
const MODULES: usize = 160;
/// Where its files are, in the current folder.
const NAME: &str = "tree";
/// What it is linked to.
const PROGRAM: &str = "program";
/// What the compilers say.
const LOG: &str = "log";
/// Milliseconds that an ordinary CPU compiles a module in.
const MODULE_MS: u32 = 90;

/// About how long the build takes.
pub fn about(point: &Point) -> Duration {
    MODULES as u32 * Duration::from_millis(MODULE_MS.into()) / at_once(point) + Duration::from_secs(1)
}

/// Writes the program's files.
pub fn prepare(_: &Setup, point: &Point) -> Prepared {
    of_size(MODULES, jobs(point))
}

fn of_size(modules: usize, jobs: u64) -> Prepared {
    let environment = Environment::here()?;
    let compiler = environment.find("cc")?;
    environment.find("ld")?;
    let tree = std::env::current_dir().named("getcwd")?.join(NAME);
    fs::create_dir(&tree).named("mkdir")?;
    let program = generate::program(SEED, modules);
    for (name, text) in c::files(&program) {
        fs::write(tree.join(name), text).named("write")?;
    }
    let sources = (0..modules).map(c::source_name).chain([c::MAIN.to_owned()]);
    Ok(Box::new(Build {
        expected: program.result(),
        sources: sources.collect(),
        environment,
        compiler,
        tree,
        jobs,
        used: Usage::default(),
    }))
}

/// One operation is the whole build.
struct Build {
    expected: u32,
    sources: Vec<String>,
    environment: Environment,
    compiler: PathBuf,
    tree: PathBuf,
    jobs: u64,
    used: Usage,
}

impl Workload for Build {
    fn batch(&mut self, _: u64, clock: &Clock) -> Result<u64, Failure> {
        let log = File::create(LOG).named("open")?;
        let (elapsed, built) = clock.time(|| -> Result<Usage, Failure> {
            let compiled = self.compile(&log)?;
            Ok(compiled.and(self.link(&log)?))
        });
        self.used = built.inspect_err(|_| self.say_why())?;
        let printed = Step::of("./program", []).run(&self.tree, &self.environment)?.printed;
        if printed == format!("{:08x}\n", self.expected) { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn reads(&mut self) -> Vec<Read> {
        vec![super::read(self.used)]
    }
}

impl Build {
    /// Compiles every file, each by a process of its own, and waits for all of them.
    fn compile(&self, log: &File) -> Result<Usage, Failure> {
        let mut waiting = self.sources.iter();
        let (mut running, mut used, mut failed) = (Vec::new(), Usage::default(), None);
        loop {
            while (running.len() as u64) < self.jobs && failed.is_none() {
                let Some(source) = waiting.next() else { break };
                let arguments = ["-O1", "-w", "-c", source, "-o", &object(source)];
                running.push(execute(&mut self.command(arguments, log).named("open")?).named("fork")?);
            }
            if running.is_empty() {
                return failed.map_or(Ok(used), Err);
            }
            let (status, more) = first_of(&mut running)?;
            used = used.and(more);
            failed = failed.or(failure(status));
        }
    }

    fn link(&self, log: &File) -> Result<Usage, Failure> {
        let objects: Vec<String> = self.sources.iter().map(|source| object(source)).collect();
        let arguments = objects.iter().map(String::as_str).chain(["-o", PROGRAM]);
        let child = execute(&mut self.command(arguments, log).named("open")?).named("fork")?;
        let (status, used) = usage::wait_for(child).named("wait4")?;
        failure(status).map_or(Ok(used), Err)
    }

    fn command(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>, log: &File) -> io::Result<Command> {
        let mut command = Command::new(&self.compiler);
        command.args(arguments).current_dir(&self.tree).env_clear().envs(self.environment.variables());
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log.try_clone()?);
        Ok(command)
    }

    /// What the compilers said last, for whoever reads what the start prints.
    fn say_why(&self) {
        let said = fs::read(Path::new(LOG)).unwrap_or_default();
        last_lines(&String::from_utf8_lossy(&said)).for_each(|line| eprintln!("{line}"));
    }
}

/// The file that a source is compiled to.
fn object(source: &str) -> String {
    format!("{}.o", source.trim_end_matches(".c"))
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::setup;
    use super::*;

    #[test]
    fn what_the_compiled_program_prints_is_what_was_worked_out_before() {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        for jobs in [1, 3] {
            let mut build = of_size(7, jobs).unwrap();
            let elapsed = build.batch(1, &Clock::measure()).unwrap();
            let reads = build.reads();
            let user = reads[0].value("user").unwrap();
            assert!(elapsed > 1_000_000 && user > 1e6, "{elapsed} {user}");
            fs::remove_dir_all(NAME).unwrap();
        }
    }

    #[test]
    fn a_file_that_does_not_compile_or_another_result_is_no_figure() {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let mut broken = of_size(3, 2).unwrap();
        fs::write(Path::new(NAME).join("module_001.c"), "int a = ;\n").unwrap();
        assert_eq!(broken.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
        assert!(fs::read_to_string(LOG).unwrap().contains("module_001.c:1:"));
        fs::remove_dir_all(NAME).unwrap();
        let mut other = of_size(3, 2).unwrap();
        let main = fs::read_to_string(Path::new(NAME).join(c::MAIN)).unwrap();
        fs::write(Path::new(NAME).join(c::MAIN), main.replace("sum = 1", "sum = 2")).unwrap();
        assert_eq!(other.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
    }

    #[test]
    fn the_program_is_the_one_that_this_version_names() {
        assert_eq!(format!("{:08x}", generate::program(SEED, MODULES).result()), "c37b8d72");
    }
}
