//! The trees that the person can name, and how each is recognised and called.

/// A tree that is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Linux.
    Kernel,
    /// GNU Autoconf.
    Autoconf,
    /// Perl.
    Perl,
}

/// Names of files in a tree's folder that say what it is.
pub const TELLING: [&str; 4] = ["Makefile", ".tarball-version", "configure", "patchlevel.h"];

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Kernel, Self::Autoconf, Self::Perl];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Autoconf => "autoconf",
            Self::Perl => "perl",
        }
    }

    /// The tree of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The tree that a benchmark builds, if it builds one of the person's.
    pub fn built_by(benchmark: &str) -> Option<Self> {
        Self::parse(benchmark.strip_prefix("build.")?)
    }

    /// The benchmark that builds it.
    pub fn benchmark(self) -> &'static str {
        match self {
            Self::Kernel => "build.kernel",
            Self::Autoconf => "build.autoconf",
            Self::Perl => "build.perl",
        }
    }

    /// What only a tree has that was built in: its next build would be a part of one.
    pub fn products(self) -> &'static [&'static str] {
        match self {
            Self::Kernel => &[".config", "vmlinux"],
            Self::Autoconf => &["config.status"],
            Self::Perl => &["config.sh"],
        }
    }

    /// Name and version of a tree, by the files in its folder; none where it is no such tree. Reads no file but those that
    /// are [`TELLING`].
    pub fn identity(self, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Option<String> {
        let text = |name: &str| read(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        match self {
            Self::Kernel => {
                let makefile = text("Makefile")?;
                let of = |name: &str| assigned(&makefile, name);
                let (version, patch) = (number(of("VERSION")?)?, number(of("PATCHLEVEL")?)?);
                let sub = of("SUBLEVEL").and_then(number).map(|sub| format!(".{sub}")).unwrap_or_default();
                let extra = of("EXTRAVERSION").map(plain).unwrap_or_default();
                Some(format!("linux {version}.{patch}{sub}{extra}"))
            }
            Self::Autoconf => {
                let configure = text("configure")?;
                let of = |name: &str| Some(assigned(&configure, name)?.trim_matches('\''));
                let version = of("PACKAGE_VERSION").filter(|_| of("PACKAGE_NAME") == Some("GNU Autoconf"))?;
                let packed = text(".tarball-version").and_then(|text| text.lines().next().map(plain));
                Some(format!("autoconf {}", packed.unwrap_or_else(|| plain(version))))
            }
            Self::Perl => {
                let levels = text("patchlevel.h")?;
                let of = |name| number(defined(&levels, name)?);
                let (version, sub) = (of("PERL_VERSION")?, of("PERL_SUBVERSION")?);
                Some(format!("perl {}.{version}.{sub}", of("PERL_REVISION")?))
            }
        }
    }
}

/// The value of `name = value`, or of `name=value`.
fn assigned<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| Some(line.strip_prefix(name)?.trim_start().strip_prefix('=')?.trim());
    text.lines().find_map(value)
}

/// The value of `#define name value`.
fn defined<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
        (words.next() == Some("define") && words.next() == Some(name)).then(|| words.next())?
    })
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// What versions are made of.
fn plain(text: &str) -> String {
    text.chars().filter(|&c| c.is_ascii_alphanumeric() || "+-._~".contains(c)).take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(kind: Kind, files: &[(&str, &str)]) -> Option<String> {
        let read = |name: &str| {
            assert!(TELLING.contains(&name));
            files.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_bytes().to_vec())
        };
        kind.identity(&read)
    }

    #[test]
    fn trees_are_called_by_their_own_files() {
        let makefile = "# SPDX\nVERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 158\nEXTRAVERSION = -rc2\nNAME = Curry Ramen\n";
        assert_eq!(identity(Kind::Kernel, &[("Makefile", makefile)]).unwrap(), "linux 6.1.158-rc2");
        let old = "VERSION = 2\nPATCHLEVEL = 5\nSUBLEVEL = 65\nEXTRAVERSION =\n";
        assert_eq!(identity(Kind::Kernel, &[("Makefile", old)]).unwrap(), "linux 2.5.65");
        let levels = "#define PERL_REVISION\t5\t\t/* age */\n#define PERL_VERSION\t36\n#define PERL_SUBVERSION\t0\n";
        assert_eq!(identity(Kind::Perl, &[("patchlevel.h", levels)]).unwrap(), "perl 5.36.0");
        let configure = "PACKAGE_NAME='GNU Autoconf'\nPACKAGE_VERSION='2.71'\n";
        assert_eq!(identity(Kind::Autoconf, &[("configure", configure)]).unwrap(), "autoconf 2.71");
        let packed = [("configure", configure), (".tarball-version", "2.72-rc\n")];
        assert_eq!(identity(Kind::Autoconf, &packed).unwrap(), "autoconf 2.72-rc");
    }

    #[test]
    fn what_is_no_such_tree_is_not_called_one() {
        assert_eq!(identity(Kind::Kernel, &[("Makefile", "all:\n\tcc a.c\n")]), None);
        let other = "PACKAGE_NAME='GNU hello'\nPACKAGE_VERSION='2.12'\n";
        assert_eq!(identity(Kind::Autoconf, &[("configure", other)]), None);
        assert_eq!(identity(Kind::Perl, &[]), None);
    }

    #[test]
    fn each_tree_has_its_benchmark() {
        for kind in Kind::ALL {
            assert_eq!(Kind::built_by(kind.benchmark()), Some(kind));
            assert!(shared::catalogue::find(kind.benchmark()).is_some());
        }
        assert_eq!(Kind::built_by("build.tree"), None);
    }
}
