//! Tools that cargo builds from crates.io.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{answer, cargo, run};
use crate::place::Place;

/// One tool in one version.
pub struct Tool {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    locked: bool,
    opt_level: &'static str,
}

/// Builds the web app.
pub const TRUNK: Tool = Tool { name: "trunk", package: "trunk", version: "0.21.14", locked: true, opt_level: "0" };
/// Makes JavaScript glue; the same version as the crate in Cargo.lock. Not locked: its lock file names a crate that the
/// registry does not have.
pub const WASM_BINDGEN: Tool =
    Tool { name: "wasm-bindgen", package: "wasm-bindgen-cli", version: "0.2.130", locked: false, opt_level: "1" };

impl Tool {
    /// Its folder's name.
    pub fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// Installs a tool unless it is there and runs; returns the folder of its program.
pub fn install(place: &Place, tool: &Tool) -> Result<PathBuf> {
    let folder = place.tool(&tool.folder());
    let programs = folder.join("bin");
    let version = answer(Command::new(programs.join(tool.name)).arg("--version"));
    if version.is_some_and(|line| line.split_whitespace().any(|word| word == tool.version)) {
        return Ok(programs);
    }
    println!("installing {} {}: some minutes, once", tool.name, tool.version);
    let partial = place.tool(&format!("{}.partial", tool.folder()));
    let target = place.cache().join("target/tools");
    // Built for one use: a quick build counts for more than a quick tool.
    run(cargo()
        .args(["install", "--no-default-features", "--force"])
        .args(tool.locked.then_some("--locked"))
        .arg("--root")
        .arg(&partial)
        .arg(format!("{}@{}", tool.package, tool.version))
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", tool.opt_level)
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0"))?;
    replace(&partial, &folder)?;
    // Not needed again; a target folder that cannot be removed costs only space.
    let _ = fs::remove_dir_all(&target);
    Ok(programs)
}

/// Puts a finished installation in its place: an interrupted one never stands there.
pub fn replace(partial: &PathBuf, folder: &PathBuf) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove the broken {}", folder.display()))?;
    }
    fs::rename(partial, folder).with_context(|| format!("cannot rename {} to {}", partial.display(), folder.display()))
}
