//! The folders that are configured, and what stands around them: headers, a library, links to programs. All of it is in
//! the start's own folder, and the scripts know nothing of any other but the system's programs.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::fs::{Access, access};
use rustix::io::Errno;
use shared::model::FailureKind;

use super::expect;
use super::probes::{BASIC_HEADERS, Kind, Probe, probes, steps};
use super::render::render;
use super::tools::{self, COMMON, COMPILERS, SHELL};
use crate::bench::{Failure, Named};

/// This program, whatever its path has become.
const SELF: &str = "/proc/self/exe";
/// Where the system's programs are looked for: the same for everybody.
const SYSTEM_PATH: [&str; 2] = ["/usr/bin", "/bin"];
/// The folder of links to this program.
const LINKS: &str = "links";
/// The script's name.
const SCRIPT: &str = "configure";
/// What a script prints.
pub const SAID: &str = "said";
/// Lines of a header that every program includes.
const HEADER_LINES: usize = 40;

/// Whose user land runs the scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Land {
    /// The system's: its shell, by this path, and its tools.
    System(&'static str),
    /// This program's own.
    Own,
}

impl Land {
    /// The shell that scripts name.
    pub const SYSTEM: Self = Self::System("/bin/sh");
}

/// How much is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Folders.
    pub folders: usize,
    /// Probes of each folder's script.
    pub probes: usize,
}

/// Where it is done.
pub struct Place {
    root: PathBuf,
    land: Land,
    size: Size,
}

impl Place {
    /// Makes all but the folders, in the current folder. A program of the system that is missing is `unsupported`.
    pub fn make(land: Land, size: Size, program: &Path) -> Result<Self, Failure> {
        if let Land::System(shell) = land {
            all_there(shell)?;
        }
        let root = std::env::current_dir().named("getcwd")?;
        for folder in ["include", "lib", LINKS] {
            fs::create_dir(root.join(folder)).named("mkdir")?;
        }
        let own: &[&str] = if land == Land::Own { &COMMON } else { &[] };
        for tool in COMPILERS.iter().chain(own).chain(&[SHELL]) {
            symlink(program, tools::path(&root.join(LINKS), tool)).named("symlink")?;
        }
        let place = Self { root, land, size };
        place.write_headers()?;
        Ok(place)
    }

    /// The headers that are there, and the library's functions.
    fn write_headers(&self) -> Result<(), Failure> {
        let write = |name: &str, text: String| fs::write(self.root.join("include").join(name), text).named("write");
        for number in 0..BASIC_HEADERS {
            let line = |line: usize| format!("typedef char basic{number}_{line}[{}];\n", 1 + line % 8);
            write(&format!("basic{number}.h"), (0..HEADER_LINES).map(line).collect())?;
        }
        let mut functions = String::new();
        for Probe { kind, name, holds, size } in
            (0..self.size.folders).flat_map(|folder| probes(folder, self.size.probes))
        {
            match kind {
                Kind::Header if holds => write(&name, "int declared (void);\n".to_owned())?,
                Kind::Size => write(&format!("{name}.h"), format!("typedef char {name}[{size}];\n"))?,
                Kind::Macro if holds => write(&format!("{name}.h"), format!("#define {name} 1\n"))?,
                Kind::Macro => write(&format!("{name}.h"), "int declared (void);\n".to_owned())?,
                Kind::Function if holds => functions.push_str(&format!("{name}\n")),
                Kind::Header | Kind::Function => {}
            }
        }
        fs::write(self.root.join("lib").join(tools::LIBRARY), functions).named("write")
    }

    /// Makes a folder of that number, with its script and what is to be configured in it.
    pub fn make_folder(&self, number: usize) -> Result<(), Failure> {
        let (folder, probes) = (self.folder(number), probes(number, self.size.probes));
        fs::create_dir(&folder).named("mkdir")?;
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).named("write");
        if let Land::System(_) = self.land {
            write(SCRIPT, &render(&steps(number, &probes)))?;
        }
        let files = expect::files(number, &probes);
        files.get(expect::GIVEN).map_or(Ok(()), |text| write(expect::GIVEN, text))
    }

    /// Checks that a folder has what its script should have made, and nothing else.
    pub fn check_folder(&self, number: usize) -> Result<(), Failure> {
        let expected = expect::files(number, &probes(number, self.size.probes));
        expect::check(&self.folder(number), &expected, &[SCRIPT, SAID])
    }

    /// Removes a folder.
    pub fn remove_folder(&self, number: usize) -> Result<(), Failure> {
        fs::remove_dir_all(self.folder(number)).named("unlink")
    }

    /// The folder of that number.
    pub fn folder(&self, number: usize) -> PathBuf {
        self.root.join(number.to_string())
    }

    /// What runs a folder's script, with nothing of the person's environment.
    pub fn command(&self, number: usize) -> Result<Command, Failure> {
        let links = self.root.join(LINKS);
        let mut command = match self.land {
            Land::System(shell) => {
                let mut command = Command::new(shell);
                command.arg0("sh").arg(format!("./{SCRIPT}"));
                command
            }
            Land::Own => {
                let mut command = Command::new(tools::path(&links, SHELL));
                command.arg0(tools::own_name(SHELL)).args([number, self.size.probes].map(|number| number.to_string()));
                command
            }
        };
        let folder = self.folder(number);
        let said = fs::File::create(folder.join(SAID)).named("open")?;
        let path = [links.as_path()].into_iter().chain(SYSTEM_PATH.iter().map(Path::new));
        let path = std::env::join_paths(path).map_err(|_| Failure::call("chdir", Errno::INVAL))?;
        // A shell may keep texts of a script in files.
        command.env_clear().env("PATH", path).env("LC_ALL", "C").env("TMPDIR", &folder).current_dir(&folder);
        command.stdin(Stdio::null()).stdout(said.try_clone().named("dup")?).stderr(said);
        Ok(command)
    }
}

/// Where this program is: the path by which it was started where that still leads to it, which is the fastest to look up.
pub fn this_program() -> Result<PathBuf, Failure> {
    let own = fs::metadata(SELF).named("stat")?;
    let is_own =
        |path: &PathBuf| fs::metadata(path).is_ok_and(|file| (file.dev(), file.ino()) == (own.dev(), own.ino()));
    let by_process = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    Ok(std::env::current_exe().ok().filter(is_own).unwrap_or(by_process))
}

/// Whether the system has what the scripts run; a person is told what is missing.
fn all_there(shell: &str) -> Result<(), Failure> {
    let there = |path: &Path| access(path, Access::EXEC_OK).is_ok();
    let tool_there = |tool: &&str| SYSTEM_PATH.iter().any(|folder| there(&Path::new(folder).join(tool)));
    let missing =
        if there(Path::new(shell)) { COMMON.iter().find(|tool| !tool_there(tool)).copied() } else { Some(shell) };
    match missing {
        None => Ok(()),
        Some(program) => {
            eprintln!("{program} is not there, or cannot be executed (looked for in {})", SYSTEM_PATH.join(" and "));
            let reason = Failure::call("execve", Errno::NOENT).reason;
            let reason = shared::model::Reason { kind: FailureKind::ProgramMissing, ..reason };
            Err(Failure { reason, ..Failure::unsupported(FailureKind::ProgramMissing) })
        }
    }
}
