//! How each tree is configured and built, what proves that it was, and about how long and how large that is.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use shared::model::Point;

use super::super::{Failure, Named};
use super::environment::Environment;
use super::step::Step;
use super::{at_once, jobs};
use crate::source::Kind;

/// How a tree is built.
pub struct Recipe {
    /// The tree.
    pub kind: Kind,
    /// Programs without which it cannot be, of the system.
    pub programs: fn(&Path) -> Vec<&'static str>,
    /// What comes before the build and is not timed.
    pub before: fn(&Point) -> Vec<Step>,
    /// The build.
    pub build: fn(&Point) -> Vec<Step>,
    /// What it makes, in the tree.
    pub product: &'static str,
    /// Whether the product works.
    pub works: fn(&Path, &Environment) -> Result<bool, Failure>,
    /// Programs by their names in documents.
    pub tools: &'static [&'static str],
    /// What is made besides the tree.
    pub products: fn(&Point) -> Products,
    /// How long one CPU takes for it.
    work: fn(&Point) -> Work,
}

/// What a build makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Products {
    /// Bytes.
    pub bytes: u64,
    /// Files.
    pub files: u64,
}

/// Seconds of an ordinary CPU.
struct Work {
    /// By one process after the other.
    alone: u32,
    /// By as many as there are jobs.
    shared: u32,
}

impl Recipe {
    /// About how long the build takes.
    pub fn about(&self, point: &Point) -> Duration {
        let Work { alone, shared } = (self.work)(point);
        Duration::from_secs(alone.into()) + Duration::from_secs(shared.into()) / at_once(point)
    }
}

/// The recipe of a tree.
pub fn of(kind: Kind) -> &'static Recipe {
    match kind {
        Kind::Kernel => &KERNEL,
        Kind::Autoconf => &AUTOCONF,
        Kind::Perl => &PERL,
    }
}

const MIB: u64 = 1 << 20;

/// The kernel as `make` without a target builds it: vmlinux, the image that boots, and modules where there are some.
pub static KERNEL: Recipe = Recipe {
    kind: Kind::Kernel,
    programs: |tree| {
        let mut programs = vec!["make", "cc", "ld"];
        let has = |file: &str| tree.join(file).exists();
        // Before 4.16 the parsers of the configuration came with the tree.
        if has("scripts/kconfig/lexer.l") {
            programs.extend(["flex", "bison"]);
        }
        if has("kernel/time/timeconst.bc") {
            programs.push("bc");
        }
        programs
    },
    before: |point| {
        let config = point.text("config").unwrap_or("tinyconfig");
        vec![Step::of("make", ["-s", "CC=cc", "HOSTCC=cc", config])]
    },
    build: |point| vec![Step::of("make", ["-s", &jobs_option(point), "CC=cc", "HOSTCC=cc"])],
    product: "vmlinux",
    works: |tree, _| {
        let mut magic = [0; 4];
        File::open(tree.join("vmlinux")).and_then(|mut file| file.read_exact(&mut magic)).named("read")?;
        Ok(magic == *b"\x7fELF")
    },
    tools: &["compiler", "make", "binutils"],
    products: |point| match point.text("config") {
        Some("tinyconfig") => Products { bytes: 200 * MIB, files: 10_000 },
        _ => Products { bytes: 1_500 * MIB, files: 40_000 },
    },
    work: |point| match point.text("config") {
        Some("tinyconfig") => Work { alone: 10, shared: 150 },
        _ => Work { alone: 60, shared: 2_400 },
    },
};

/// Autoconf with its own tests, of which most run it.
pub static AUTOCONF: Recipe = Recipe {
    kind: Kind::Autoconf,
    programs: |_| vec!["make", "cc", "m4", "perl"],
    before: |_| Vec::new(),
    build: |point| {
        let at_once = jobs_option(point);
        vec![
            Step::of("sh", ["./configure", "--quiet"]),
            Step::of("make", ["-s", &at_once]),
            Step::of("make", ["-s", &at_once, "check", &format!("TESTSUITEFLAGS={at_once}")]),
        ]
    },
    product: "bin/autoconf",
    works: |tree, environment| {
        let said = Step::of("sh", ["bin/autoconf", "--version"]).run(tree, environment)?;
        Ok(said.printed.starts_with("autoconf "))
    },
    tools: &["compiler", "make", "m4", "perl"],
    products: |_| Products { bytes: 100 * MIB, files: 20_000 },
    work: |_| Work { alone: 10, shared: 500 },
};

/// Perl as it configures itself, which it asks some thousand small programs for. Its names of host and people are fixed: it would look for them.
pub static PERL: Recipe = Recipe {
    kind: Kind::Perl,
    programs: |_| vec!["make", "cc", "ar"],
    before: |_| Vec::new(),
    build: |point| {
        let configure = [
            "./Configure",
            "-des",
            "-Dcc=cc",
            "-Dmyhostname=localhost",
            "-Dmydomain=.localdomain",
            "-Dcf_by=nobody",
            "-Dcf_email=nobody@localhost",
            "-Dperladmin=nobody@localhost",
        ];
        vec![Step::of("sh", configure), Step::of("make", ["-s", &jobs_option(point)])]
    },
    product: "perl",
    works: |tree, environment| {
        let said = Step::of("./perl", ["-e", "print 6 * 7"]).run(tree, environment)?;
        Ok(said.printed == "42")
    },
    tools: &["compiler", "make", "binutils"],
    products: |_| Products { bytes: 250 * MIB, files: 10_000 },
    work: |_| Work { alone: 90, shared: 200 },
};

fn jobs_option(point: &Point) -> String {
    format!("-j{}", jobs(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(steps: Vec<Step>) -> Vec<String> {
        steps.iter().map(Step::to_string).collect()
    }

    #[test]
    fn commands_are_those_that_the_documentation_names() {
        let point = Point::new([("config", "tinyconfig".into()), ("jobs", 8.into())]);
        assert_eq!(said((KERNEL.before)(&point)), ["make -s CC=cc HOSTCC=cc tinyconfig"]);
        assert_eq!(said((KERNEL.build)(&point)), ["make -s -j8 CC=cc HOSTCC=cc"]);
        let point = Point::new([("jobs", 2.into())]);
        let autoconf = ["sh ./configure --quiet", "make -s -j2", "make -s -j2 check TESTSUITEFLAGS=-j2"];
        assert_eq!(said((AUTOCONF.build)(&point)), autoconf);
        let perl = said((PERL.build)(&point));
        assert!(perl[0].starts_with("sh ./Configure -des -Dcc=cc ") && perl[1] == "make -s -j2", "{perl:?}");
    }

    #[test]
    fn parsers_are_needed_where_the_tree_does_not_bring_them() {
        let tree = tempfile::tempdir().unwrap();
        assert_eq!((KERNEL.programs)(tree.path()), ["make", "cc", "ld"]);
        std::fs::create_dir_all(tree.path().join("scripts/kconfig")).unwrap();
        std::fs::write(tree.path().join("scripts/kconfig/lexer.l"), "").unwrap();
        assert_eq!((KERNEL.programs)(tree.path()), ["make", "cc", "ld", "flex", "bison"]);
    }
}
