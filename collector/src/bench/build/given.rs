//! Building a tree that the person gives. It is unpacked and configured anew for each sample, outside its time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use shared::model::Point;

use super::super::{Failure, Named, Prepared, Read, Setup, Workload};
use super::environment::Environment;
use super::recipe::Recipe;
use super::step::Step;
use super::tree_folder;
use crate::clock::Clock;
use crate::sys::usage::Usage;

/// A file whose time is that of the build's beginning, by the filesystem's own clock.
const BEGINNING: &str = "beginning";

/// Unpacks and configures the tree.
pub fn prepare(recipe: &'static Recipe, setup: &Setup, point: &Point) -> Prepared {
    let environment = Environment::here()?;
    let source = setup.source().ok_or_else(Failure::work_not_done)?;
    environment.find("tar")?;
    let tree = tree_folder::make(recipe.kind, source, &environment)?;
    for program in (recipe.programs)(&tree) {
        environment.find(program)?;
    }
    for step in (recipe.before)(point) {
        step.run(&tree, &environment)?;
    }
    Ok(Box::new(Build { recipe, environment, tree, steps: (recipe.build)(point), used: Usage::default() }))
}

/// One operation is the whole build.
struct Build {
    recipe: &'static Recipe,
    environment: Environment,
    tree: PathBuf,
    steps: Vec<Step>,
    used: Usage,
}

impl Workload for Build {
    fn batch(&mut self, _: u64, clock: &Clock) -> Result<u64, Failure> {
        File::create(BEGINNING).named("open")?;
        let begun = modified(Path::new(BEGINNING))?;
        let (elapsed, built) = clock.time(|| -> Result<Usage, Failure> {
            self.steps
                .iter()
                .try_fold(Usage::default(), |used, step| Ok(used.and(step.run(&self.tree, &self.environment)?.used)))
        });
        self.used = built?;
        self.check(begun)?;
        Ok(elapsed)
    }

    fn reads(&mut self) -> Vec<Read> {
        vec![super::read(self.used)]
    }
}

impl Build {
    /// Whether the product is there, was made now, and works.
    fn check(&self, begun: SystemTime) -> Result<(), Failure> {
        let product = self.tree.join(self.recipe.product);
        let made = modified(&product).is_ok_and(|modified| modified >= begun);
        if made && (self.recipe.works)(&self.tree, &self.environment)? {
            return Ok(());
        }
        eprintln!("the build succeeded, but {} was not made or does not work", self.recipe.product);
        Err(Failure::work_not_done())
    }
}

fn modified(path: &Path) -> Result<SystemTime, Failure> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).named("stat")
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::setup;
    use super::super::recipe::PERL;
    use super::*;
    use crate::bench::Batch;

    const LEVELS: &str = "#define PERL_REVISION 5\n#define PERL_VERSION 9\n#define PERL_SUBVERSION 1\n";
    const PROGRAM: &str = "#!/bin/sh\\nprintf 42\\n";

    /// Builds a tree of perl with this `Configure` and this `Makefile`.
    fn built(configure: &str, makefile: &str, more: &[(&str, &str)]) -> Result<Vec<Read>, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("perl");
        fs::create_dir(&source).unwrap();
        let files = [("patchlevel.h", LEVELS), ("Configure", configure), ("Makefile", makefile)];
        for (name, text) in files.iter().chain(more) {
            fs::write(source.join(name), text).unwrap();
            // Of long ago, as those of a tree are.
            let then = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
            File::options().append(true).open(source.join(name)).unwrap().set_modified(then).unwrap();
        }
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let setup = Setup::new(start.placement, Vec::new(), None).with_source(Some(source));
        let mut build = prepare(&PERL, &setup, &Point::new([("jobs", 2.into())]))?;
        let elapsed = build.batch(1, &Clock::measure())?;
        assert!(elapsed > 1_000_000, "{elapsed}");
        let reads = build.reads();
        build.finish()?;
        Ok(reads)
    }

    #[test]
    fn a_tree_is_configured_made_and_proved_and_what_its_processes_used_is_read() {
        let makefile = format!("perl: config.sh\n\tprintf '{PROGRAM}' > $@ && chmod +x $@\n");
        let reads = built("echo made > config.sh\n", &makefile, &[]).unwrap();
        let [read] = reads.as_slice() else { panic!("{reads:?}") };
        let value = |measure| read.value(measure).unwrap();
        // Where the kernel counts by ticks, either may have none.
        assert!(value("user") + value("system") > 0.0 && value("involuntary_switches") >= 0.0, "{read:?}");
        assert!(value("voluntary_switches") > 0.0 && value("max_resident") > 100_000.0, "{read:?}");
    }

    #[test]
    fn a_build_that_fails_or_makes_nothing_has_no_figure() {
        let good = format!("perl:\n\tprintf '{PROGRAM}' > $@ && chmod +x $@\n");
        assert_eq!(built("exit 1\n", &good, &[]), Err(Failure::work_not_done()));
        assert_eq!(built("", "perl:\n\tkill -9 $$PPID\n", &[]).unwrap_err().to_string(), "failed: ended_by_signal 9");
        assert_eq!(built("", "perl:\n\ttrue\n", &[]), Err(Failure::work_not_done()));
        let wrong = good.replace("42", "43");
        assert_eq!(built("", &wrong, &[]), Err(Failure::work_not_done()));
    }

    #[test]
    fn a_product_that_was_there_before_is_none() {
        let there = [("perl", "#!/bin/sh\nprintf 42\n")];
        assert_eq!(built("chmod +x perl\n", "all:\n", &there), Err(Failure::work_not_done()));
    }

    #[test]
    fn a_build_is_a_sample_of_a_start() {
        for id in ["build.kernel", "build.autoconf", "build.perl"] {
            let measuring = crate::bench::find(id).unwrap();
            assert!(matches!(measuring.batch, Batch::Whole(whole) if (whole.starts)(shared::model::Preset::Full) == 3));
        }
    }
}
