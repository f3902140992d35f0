//! The sample: every folder's script once, so many at a time, and the proof that it was all done.

use std::fs;
use std::path::PathBuf;
use std::process::ExitStatus;

use super::children::{Children, become_program, room};
use super::place::{Land, Place, SAID, Size};
use super::probes::{probes, steps};
use super::script::{Count, count};
use crate::bench::{Failure, Read, Workload};
use crate::clock::Clock;
use crate::sys::tracing::{Traced, trace};
use crate::sys::usage::Usage;

/// Most processes of one script at a time, and a few more: shells, and a compiler that runs a linker.
const AT_ONCE: usize = 8;
/// The shell that runs a script.
const SHELL: Count = Count { forks: 1, execs: 1 };

/// Folders that are ready to be configured.
pub struct Configure {
    place: Place,
    size: Size,
    jobs: usize,
    /// Processes of a folder.
    of_folder: Count,
    /// Whether they were counted, not worked out.
    counted: bool,
    /// What the last sample used.
    used: Usage,
}

impl Configure {
    /// Makes the place, and counts the processes of one folder. That is also the first time that the programs are executed,
    /// so that no sample has to read them from a disk.
    pub fn prepare(land: Land, jobs: usize, size: Size, program: PathBuf) -> Result<Self, Failure> {
        let place = Place::make(land, size, &program)?;
        let jobs = jobs.min(size.folders);
        room(jobs * AT_ONCE)?;
        let planned = count(&steps(0, &probes(0, size.probes))).and(SHELL);
        place.make_folder(0)?;
        let traced = once(&place)?;
        place.check_folder(0)?;
        place.remove_folder(0)?;
        let of_folder = traced.unwrap_or(planned);
        if land == Land::Own && of_folder != planned {
            eprintln!("a script made {of_folder:?}, not {planned:?}");
            return Err(Failure::work_not_done());
        }
        Ok(Self { place, size, jobs, of_folder, counted: traced.is_some(), used: Usage::default() })
    }

    /// Runs all scripts; what they used.
    fn all(&self) -> Result<Usage, Failure> {
        let (mut children, mut used) = (Children::default(), Usage::default());
        let mut folders = 0..self.size.folders;
        loop {
            while children.running() < self.jobs
                && let Some(folder) = folders.next()
            {
                children.start(self.place.command(folder)?)?;
            }
            if children.running() == 0 {
                return Ok(used);
            }
            let (status, more) = children.wait()?;
            used = used.and(more);
            if !status.success() {
                return Err(self.why(status));
            }
        }
    }

    /// Why a script failed: where there is no room for its processes, that.
    fn why(&self, status: ExitStatus) -> Failure {
        let said = |folder| fs::read_to_string(self.place.folder(folder).join(SAID)).unwrap_or_default();
        let last = (0..self.size.folders).map(said).find(|said| !said.trim().is_empty()).unwrap_or_default();
        let last = last.trim().lines().next_back().unwrap_or_default();
        eprintln!("a script failed, {status}: {last}");
        room(self.jobs * AT_ONCE).err().unwrap_or_else(Failure::work_not_done)
    }

    /// Processes of a sample.
    fn count(&self) -> Count {
        self.of_folder.times(self.size.folders as u64)
    }
}

impl Workload for Configure {
    fn batch(&mut self, _: u64, clock: &Clock) -> Result<u64, Failure> {
        for folder in 0..self.size.folders {
            self.place.make_folder(folder)?;
        }
        let before = made();
        let (elapsed, used) = clock.time(|| self.all());
        let after = made();
        self.used = used?;
        for folder in 0..self.size.folders {
            self.place.check_folder(folder)?;
            self.place.remove_folder(folder)?;
        }
        before.zip(after).map_or(Ok(()), |(before, after)| enough(after.saturating_sub(before), self.count()))?;
        Ok(elapsed)
    }

    fn reads(&mut self) -> Vec<Read> {
        let (used, count) = (self.used, self.count());
        let values = [
            ("user", used.user_ns),
            ("system", used.system_ns),
            ("forks", count.forks),
            ("execs", count.execs),
            ("voluntary_switches", used.voluntary_switches),
            ("involuntary_switches", used.involuntary_switches),
            ("max_resident", used.max_resident),
        ];
        vec![Read::once(values.map(|(measure, value)| (measure, value as f64)))]
    }

    fn note(&self) -> Option<String> {
        (!self.counted).then(|| "processes worked out from the scripts: the system permits no tracing".to_owned())
    }
}

/// Runs the script of the first folder, traced; how many processes that made. None where the system permits no tracing: the
/// script has run all the same.
fn once(place: &Place) -> Result<Option<Count>, Failure> {
    let command = place.command(0)?;
    if let Ok(Traced { forks, execs, status }) = trace(|| become_program(command)) {
        return if status == Some(0) { Ok(Some(Count { forks, execs })) } else { Err(failed(place)) };
    }
    let mut children = Children::default();
    children.start(place.command(0)?)?;
    if children.wait()?.0.success() { Ok(None) } else { Err(failed(place)) }
}

fn failed(place: &Place) -> Failure {
    let said = fs::read_to_string(place.folder(0).join(SAID)).unwrap_or_default();
    eprintln!("the first script failed: {}", said.trim().lines().next_back().unwrap_or_default());
    Failure::work_not_done()
}

/// How many processes this machine has made since it was booted, of whatever program.
fn made() -> Option<u64> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    text.lines().find_map(|line| line.strip_prefix("processes ")?.trim().parse().ok())
}

/// The machine has made at least the processes that were counted. Where it counts none at all, nothing is known.
fn enough(made: u64, counted: Count) -> Result<(), Failure> {
    if made == 0 || made >= counted.forks {
        return Ok(());
    }
    eprintln!("the system made {made} processes, where {} were to be made", counted.forks);
    Err(Failure::work_not_done())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::super::super::ipc::pair::testing::{Start, setup};
    use super::*;

    const SMALL: Size = Size { folders: 3, probes: 9 };

    /// The collector as it was built beside these tests: what is executed as one of its tools is not a test.
    fn collector() -> PathBuf {
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().and_then(|deps| deps.parent()).unwrap().join("benchpages");
        assert!(program.exists(), "{} is not built: cargo build -p collector", program.display());
        program
    }

    /// A folder to work in, for one test at a time.
    fn place() -> (tempfile::TempDir, Start) {
        let start = setup();
        crate::placement::pin(&crate::placement::allowed().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::env::set_current_dir(&folder).unwrap();
        (folder, start)
    }

    fn prepared(land: Land, jobs: usize) -> Configure {
        Configure::prepare(land, jobs, SMALL, collector()).unwrap()
    }

    #[test]
    fn both_user_lands_answer_every_probe_and_make_the_processes_that_were_planned() {
        for (land, jobs) in [(Land::Own, 1), (Land::Own, 2), (Land::SYSTEM, 1), (Land::SYSTEM, 4)] {
            let _place = place();
            let mut work = prepared(land, jobs);
            assert!(work.counted && work.note().is_none());
            work.batch(1, &Clock::measure()).unwrap();
            let planned = count(&steps(0, &probes(0, SMALL.probes))).and(SHELL).times(3);
            assert_eq!(work.count().execs, planned.execs, "{land:?}");
            if land == Land::Own {
                assert_eq!(work.count().forks, planned.forks);
            }
            let reads = work.reads();
            assert_eq!(reads[0].value("forks"), Some(work.count().forks as f64));
            assert!(reads[0].value("system").unwrap() > 0.0 && reads[0].value("max_resident").unwrap() > 1e5);
            assert!(reads[0].value("voluntary_switches").unwrap() >= planned.execs as f64 / 2.0);
        }
    }

    #[test]
    fn forks_and_executions_of_all_descendants_are_counted() {
        let _turn = setup();
        let traced = |script: &str| {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", script]);
            trace(|| become_program(shell)).unwrap()
        };
        // The shell; two subshells, one in the other; and a program in the inner one.
        assert_eq!(traced("( ( /bin/true; : ); : ); exit 3"), Traced { forks: 4, execs: 2, status: Some(3) });
        assert_eq!(traced("/bin/true; /bin/true; :"), Traced { forks: 3, execs: 3, status: Some(0) });
        assert_eq!(traced("kill -TERM $$").status, None);
        assert_eq!(trace(|| 7).unwrap(), Traced { forks: 1, execs: 0, status: Some(7) });
    }

    #[test]
    fn a_wrong_answer_is_work_not_done() {
        let (folder, _start) = place();
        let mut work = prepared(Land::SYSTEM, 1);
        // A function that should be there is not any more: the script runs to its end and answers otherwise.
        fs::write(folder.path().join("lib").join(super::super::tools::LIBRARY), "").unwrap();
        assert_eq!(work.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
    }

    #[test]
    fn a_missing_shell_is_unsupported() {
        let _place = place();
        let missing = Configure::prepare(Land::System("/nowhere/sh"), 1, SMALL, collector());
        assert_eq!(missing.err().unwrap().to_string(), "unsupported: program_missing execve ENOENT");
    }

    #[test]
    fn a_system_that_makes_fewer_processes_than_were_counted_did_not_do_the_work() {
        let counted = Count { forks: 300, execs: 200 };
        assert_eq!(enough(299, counted), Err(Failure::work_not_done()));
        assert_eq!((enough(300, counted), enough(0, counted)), (Ok(()), Ok(())));
    }

    #[test]
    fn a_sample_makes_about_twenty_thousand_processes() {
        let size = super::super::WHOLE;
        let count = count(&steps(0, &probes(0, size.probes))).and(SHELL).times(size.folders as u64);
        assert!((19_000..22_000).contains(&count.forks), "{count:?}");
    }
}
