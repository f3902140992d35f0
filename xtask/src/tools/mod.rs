//! What must be installed before the web app can be built and looked at, or a guest be started. What is there is not fetched again.

mod apt;
mod binaryen;
mod crates;
mod wasm_target;

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
pub use wasm_target::{TARGET, has_library_source};

use crate::command::path_with;
use crate::place::{Place, on_path};

/// Whether Debian packages may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Yes, without asking.
    Given,
    /// Ask the person at the terminal; without one, refuse and say what to type.
    Ask,
}

/// The tools of the web build, installed.
pub struct WebTools {
    compiler: wasm_target::Compiler,
    folders: Vec<PathBuf>,
}

impl WebTools {
    /// A command that sees these tools, with the compiler for wasm in front.
    pub fn command(&self, program: &str) -> Result<Command> {
        let mut folders = self.folders.clone();
        folders.extend(self.compiler.folder());
        let mut command = Command::new(program);
        command.env("PATH", path_with(&folders)?);
        for inherited in ["LD_LIBRARY_PATH", "CARGO", "RUSTC"] {
            command.env_remove(inherited);
        }
        self.compiler.configure(&mut command);
        Ok(command)
    }

    /// The versions that a build's result depends on.
    pub fn versions(&self) -> Result<String> {
        let rustc = crate::command::answer(self.command("rustc")?.arg("-vV")).unwrap_or_default();
        Ok(format!("{rustc}\n{}\n{}\n{}", crates::TRUNK.folder(), crates::WASM_BINDGEN.folder(), binaryen::FOLDER))
    }
}

/// A program that comes in a Debian package.
#[derive(Clone, Copy)]
pub struct Packaged {
    /// What it is started as.
    pub program: &'static str,
    package: &'static str,
}

/// The browser.
pub const CHROMIUM: Packaged = Packaged { program: "chromium", package: "chromium" };
/// What drives it in tests.
pub const CHROMEDRIVER: Packaged = Packaged { program: "chromedriver", package: "chromium-driver" };

/// Emulates x86-64 machines.
pub const QEMU_X86_64: Packaged = Packaged { program: "qemu-system-x86_64", package: "qemu-system-x86" };
/// Emulates ARM machines.
pub const QEMU_AARCH64: Packaged = Packaged { program: "qemu-system-aarch64", package: "qemu-system-arm" };
/// Compiles and links C for 64-bit ARM.
pub const GCC_AARCH64: Packaged = Packaged { program: "aarch64-linux-gnu-gcc", package: "gcc-aarch64-linux-gnu" };
/// The C library for it. (What an absolute path names need not be on PATH.)
pub const LIBC_AARCH64: Packaged =
    Packaged { program: "/usr/aarch64-linux-gnu/lib/libc.a", package: "libc6-dev-arm64-cross" };

/// Installs programs that are missing.
pub fn install_programs(programs: &[Packaged], consent: Consent) -> Result<()> {
    apt::install(&missing(programs).collect::<Vec<_>>(), consent)
}

fn missing(programs: &[Packaged]) -> impl Iterator<Item = &'static str> {
    programs.iter().filter(|one| on_path(one.program).is_none()).map(|one| one.package)
}

/// Installs what the web build needs, and further programs.
pub fn install(place: &Place, consent: Consent, further: &[Packaged]) -> Result<WebTools> {
    let compiler = wasm_target::choose(place)?;
    let mut packages = compiler.missing_packages();
    if on_path("node").is_none() {
        packages.push("nodejs");
    }
    if !binaryen::installed(place) && on_path("npm").is_none() {
        packages.push("npm");
    }
    packages.extend(missing(further));
    apt::install(&packages, consent)?;
    let folders = vec![
        crates::install(place, &crates::TRUNK)?,
        crates::install(place, &crates::WASM_BINDGEN)?,
        binaryen::install(place)?,
    ];
    Ok(WebTools { compiler, folders })
}
