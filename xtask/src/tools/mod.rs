//! What must be installed before the web app can be built and looked at. What is there is not fetched again.

mod apt;
mod binaryen;
mod crates;
mod wasm_target;

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

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

/// Installs what the web build needs.
pub fn web(place: &Place, consent: Consent) -> Result<WebTools> {
    install(place, consent, &[])
}

/// Installs what the web build needs, and a browser with its driver.
pub fn web_and_browser(place: &Place, consent: Consent) -> Result<WebTools> {
    install(place, consent, &[("chromium", "chromium"), ("chromedriver", "chromium-driver")])
}

/// Installs a browser alone.
pub fn browser(consent: Consent) -> Result<()> {
    let missing = on_path("chromium").is_none().then_some("chromium");
    apt::install(&missing.into_iter().collect::<Vec<_>>(), consent)
}

fn install(place: &Place, consent: Consent, programs: &[(&str, &'static str)]) -> Result<WebTools> {
    let compiler = wasm_target::choose(place)?;
    let mut packages = compiler.missing_packages();
    if on_path("node").is_none() {
        packages.push("nodejs");
    }
    if !binaryen::installed(place) && on_path("npm").is_none() {
        packages.push("npm");
    }
    packages.extend(programs.iter().filter(|(program, _)| on_path(program).is_none()).map(|(_, package)| package));
    apt::install(&packages, consent)?;
    let folders = vec![
        crates::install(place, &crates::TRUNK)?,
        crates::install(place, &crates::WASM_BINDGEN)?,
        binaryen::install(place)?,
    ];
    Ok(WebTools { compiler, folders })
}
