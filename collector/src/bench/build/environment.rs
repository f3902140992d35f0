//! The environment of a build: the same wherever and by whom it is made, and nothing of it outside the start's folder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use shared::model::FailureKind;

use super::super::{Failure, Named};

/// Where programs are looked for if the person's environment does not say.
const USUAL_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Folders of programs that stand before a compiler and may not compile at all, or elsewhere.
const BEFORE_COMPILERS: [&str; 4] = ["ccache", "distcc", "sccache", "icecc"];
/// What is the same in every build.
const FIXED: [(&str, &str); 10] = [
    ("LC_ALL", "C"),
    ("TZ", "UTC0"),
    ("TERM", "dumb"),
    ("SHELL", "/bin/sh"),
    ("LOGNAME", "nobody"),
    ("CCACHE_DISABLE", "1"),
    ("KBUILD_BUILD_TIMESTAMP", "Thu Jan  1 00:00:00 UTC 1970"),
    ("KBUILD_BUILD_VERSION", "1"),
    ("KBUILD_BUILD_USER", "nobody"),
    ("KBUILD_BUILD_HOST", "localhost"),
];

/// Variables, and where programs are.
pub struct Environment {
    variables: Vec<(&'static str, OsString)>,
    folders: Vec<PathBuf>,
}

impl Environment {
    /// For builds in the current folder, in which it makes a home and a place for temporary files.
    pub fn here() -> Result<Self, Failure> {
        Self::of(&std::env::current_dir().named("getcwd")?, std::env::var_os("PATH").as_deref())
    }

    fn of(folder: &Path, path: Option<&OsStr>) -> Result<Self, Failure> {
        let folders = folders(path.unwrap_or(OsStr::new(USUAL_PATH)));
        let path = std::env::join_paths(&folders).map_err(|_| Failure::work_not_done())?;
        let mut variables: Vec<(&str, OsString)> =
            FIXED.iter().map(|(name, value)| (*name, OsString::from(value))).collect();
        variables.push(("PATH", path));
        for (name, own) in [("HOME", "home"), ("TMPDIR", "tmp")] {
            let own = folder.join(own);
            std::fs::create_dir_all(&own).named("mkdir")?;
            variables.push((name, own.into_os_string()));
        }
        Ok(Self { variables, folders })
    }

    /// All of its variables.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &OsStr)> {
        self.variables.iter().map(|(name, value)| (*name, value.as_os_str()))
    }

    /// Where a program is. One that is missing is said to whoever reads what the start prints.
    pub fn find(&self, program: &str) -> Result<PathBuf, Failure> {
        if program.contains('/') {
            return Ok(PathBuf::from(program));
        }
        let found = self.folders.iter().map(|folder| folder.join(program)).find(|path| is_program(path));
        found.ok_or_else(|| {
            eprintln!("{program} is missing here");
            Failure::unsupported(FailureKind::ProgramMissing)
        })
    }
}

fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

/// The folders of a path that any build may use.
fn folders(path: &OsStr) -> Vec<PathBuf> {
    let compiles = |folder: &PathBuf| {
        let text = folder.to_string_lossy();
        BEFORE_COMPILERS.iter().all(|name| !text.contains(name))
    };
    std::env::split_paths(path).filter(|folder| folder.is_absolute() && compiles(folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_person_is_in_it_and_all_files_are_the_starts_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = OsStr::new("/usr/lib/ccache:bin::/usr/bin:/bin");
        let environment = Environment::of(folder.path(), Some(path)).unwrap();
        let value = |name| environment.variables().find(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
        assert_eq!(value("PATH").unwrap(), "/usr/bin:/bin");
        assert_eq!(value("TMPDIR").unwrap(), folder.path().join("tmp"));
        assert!(folder.path().join("tmp").is_dir() && folder.path().join("home").is_dir());
        assert_eq!((value("MAKEFLAGS"), value("LC_ALL")), (None, Some("C".into())));
    }

    #[test]
    fn a_program_is_found_or_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::of(folder.path(), Some(OsStr::new("/nowhere:/usr/bin:/bin"))).unwrap();
        assert!(environment.find("sh").unwrap().ends_with("sh"));
        let missing = environment.find("no-such-program").unwrap_err();
        assert_eq!(missing.to_string(), "unsupported: program_missing");
    }
}
