//! Our own programs, all of them in this one binary: which one it is, the name says by which it is executed. Each does what
//! the scripts ask of it, and reads and writes whole files; none knows more than its arguments and its folder.

mod compiler;
mod files;
mod pattern;
mod text;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

pub use self::compiler::LIBRARY;

/// What the names begin with, so that nobody's link to this program is taken for one of them.
const MARK: &str = "__";
/// The linked program of a probe.
const LINKED: &str = "conftest";
/// The compiler, which is ours in either profile.
pub const COMPILERS: [&str; 5] = ["cc", "cc1", "as", "collect2", "ld"];
/// What the system has too.
pub const COMMON: [&str; 9] = ["cat", "cmp", "expr", "grep", "mkdir", "mv", "rm", "sed", "sort"];
/// Our shell, which has one script a folder.
pub const SHELL: &str = "configure";

/// A program: arguments in, exit status out.
type Tool = fn(&[String]) -> io::Result<i32>;

/// Does the work of the program that this process was executed as; its exit status, if it is one of ours.
pub fn dispatch(mut arguments: impl Iterator<Item = OsString>) -> Option<i32> {
    let called = arguments.next()?;
    let name = Path::new(&called).file_name().and_then(OsStr::to_str)?.strip_prefix(MARK)?;
    let tool: Tool = match name {
        "cat" => files::cat,
        "cmp" => files::cmp,
        "mkdir" => files::mkdir,
        "mv" => files::mv,
        "rm" => files::rm,
        "expr" => text::expr,
        "grep" => text::grep,
        "sed" => text::sed,
        "sort" => text::sort,
        "cc" => compiler::cc,
        "cc1" => compiler::cc1,
        "as" => compiler::assemble,
        "collect2" => compiler::collect2,
        "ld" => compiler::ld,
        LINKED => compiler::linked,
        SHELL => super::play_folder,
        _ => return None,
    };
    let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    Some(tool(&arguments).unwrap_or_else(|error| {
        eprintln!("{name}: {error}");
        2
    }))
}

/// How a script of the system's shell calls a program.
pub fn called(tool: &str) -> String {
    match tool {
        LINKED => format!("./{}", own_name(LINKED)),
        compiler if COMPILERS.contains(&compiler) => own_name(compiler),
        _ => tool.to_owned(),
    }
}

/// The name by which ours is executed.
pub fn own_name(tool: &str) -> String {
    format!("{MARK}{tool}")
}

/// Where ours is, in the folder of links to this program; the linked one is in the current folder.
pub fn path(links: &Path, tool: &str) -> PathBuf {
    if tool == LINKED { Path::new(".").join(own_name(LINKED)) } else { links.join(own_name(tool)) }
}

/// The folder of links, first in `PATH`.
pub fn links() -> io::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).next().ok_or_else(|| wrong("no PATH"))
}

/// An error that is none of a system call.
fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_names_are_programs_of_ours() {
        let of = |words: &[&str]| dispatch(words.iter().map(OsString::from));
        assert_eq!(of(&["/usr/bin/benchpages", "run"]), None);
        assert_eq!(of(&["sort"]), None);
        assert_eq!(of(&["__nothing"]), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["/x/__rm", "-f", "/nowhere/at/all"]), Some(0));
        assert_eq!(of(&["__cat", "/nowhere/at/all"]), Some(2));
    }
}
